"""Files of the run tables: what the packer writes is what every reader reads, and damage is
found."""

from io import BytesIO

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcli.base.errors import RunDataError
from simcli.store.packing import MISSING
from simcli.store.parquet import Codes, Seats, parquet_file
from simcli.store.parts import check_file, complete_parts, part_name, part_range, write_files
from simcli.store.schema import Column

WORDS = ("a", "bc", "é")


def read(columns, values, metadata=None) -> pl.DataFrame:
    return pl.read_parquet(BytesIO(b"".join(parquet_file(columns, values, metadata or {}))))


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers(0, 255), max_size=70), st.integers(1, 8))
def test_codes_come_back(numbers, bits):
    codes = np.array(numbers, np.uint8) & (1 << bits) - 1
    wide = codes.astype(np.uint16) * 200
    columns = (Column("x", "UInt8", ""), Column("y", "UInt8", "", nullable=True), Column("z", "UInt16", ""))
    found = read(columns, {"x": Codes(codes), "y": Codes(codes), "z": Codes(wide)})
    assert found["x"].to_list() == codes.tolist() and found["z"].to_list() == wide.tolist()
    assert found["y"].to_list() == [None if code == MISSING else code for code in codes.tolist()]
    assert found.schema == {"x": pl.UInt8, "y": pl.UInt8, "z": pl.UInt16}


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers(-(2**40), 2**40), max_size=300))
def test_whole_numbers_come_back(numbers):
    assert read((Column("x", "Int64", ""),), {"x": np.array(numbers, np.int64)})["x"].to_list() == numbers


@settings(deadline=None, max_examples=60)
@given(st.integers(-100, 10**12), st.lists(st.integers(-3, 200), max_size=400))
def test_numbers_of_games_come_back(first, steps):
    numbers = np.cumsum([first, *steps])
    assert read((Column("x", "Int64", ""),), {"x": numbers})["x"].to_list() == numbers.tolist()


@settings(deadline=None, max_examples=40)
@given(st.lists(st.integers(0, 15), max_size=60))
def test_sets_of_seats_come_back(masks):
    found = read((Column("w", "List(UInt8)", ""),), {"w": Seats(np.array(masks, np.uint8))})["w"]
    assert found.to_list() == [[seat + 1 for seat in range(4) if mask >> seat & 1] for mask in masks]


def test_words_floats_and_metadata_come_back():
    codes = np.array([2, 0, MISSING, 1], np.uint8)
    columns = (
        Column("w", "Categorical", "", nullable=True),
        Column("f", "Float64", "", nullable=True),
        Column("g", "Float64", ""),
    )
    pieces = parquet_file(
        columns,
        {"w": Codes(codes, WORDS), "f": Codes(codes, (0.0, 1.0, 1 / 3)), "g": np.arange(4) / 7},
        {"k": "v"},
    )
    found = pl.read_parquet(BytesIO(b"".join(pieces)))
    assert found.rows() == [("é", 1 / 3, 0.0), ("a", 0.0, 1 / 7), (None, None, 2 / 7), ("bc", 1.0, 3 / 7)]
    assert pl.read_parquet_metadata(BytesIO(b"".join(pieces)))["k"] == "v"


def test_other_readers_read_the_same(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "x.parquet"
    columns = (
        Column("game", "Int64", ""),
        Column("x", "UInt8", "", nullable=True),
        Column("w", "List(UInt8)", ""),
    )
    codes = np.array([3, MISSING, 0], np.uint8)
    file.write_bytes(
        b"".join(
            parquet_file(
                columns,
                {"game": np.arange(3), "x": Codes(codes), "w": Seats(np.array([1, 0, 6], np.uint8))},
                {},
            )
        )
    )
    assert parquet.read_table(file).to_pydict() == {
        "game": [0, 1, 2],
        "x": [3, None, 0],
        "w": [[1], [], [2, 3]],
    }


@pytest.mark.parametrize("name", ["part-1-2.parquet", "part-000000000005-000000000004.parquet", "x.parquet"])
def test_a_part_of_another_name_is_refused(tmp_path, name):
    with pytest.raises(RunDataError, match=name):
        part_range(tmp_path / name)


def some_part(folder, first=0, last=9):
    body = b"".join(
        parquet_file(
            (Column("x", "Int64", ""),),
            {"x": np.arange(5)},
            {"simcli.run": "r", "simcli.part": part_name(first, last)},
        )
    )
    for table in ("games", "seats", "nobles", "cards", "rounds"):
        (folder / table).mkdir(exist_ok=True)
    write_files(folder, first, last, dict.fromkeys(("games", "seats", "nobles", "cards", "rounds"), body))
    return folder / "games" / part_name(first, last)


def test_damage_is_found(tmp_path):
    path = some_part(tmp_path)
    assert check_file(path, "r") == ""
    assert "belongs to run r" in check_file(path, "other")
    whole = path.read_bytes()
    for damaged, words in (
        (b"", "0 bytes"),
        (whole[:-9], "cut short"),
        (whole[:20] + b"\xff" + whole[21:], "changed"),
        (b"x" * 90, "cut short"),
    ):
        path.write_bytes(damaged)
        assert words in check_file(path, "r")
    moved = path.with_name(part_name(10, 19))
    moved.write_bytes(whole)
    assert "under the name" in check_file(moved, "r")
    pl.DataFrame({"x": [1]}).write_parquet(path)
    assert check_file(path) == "no checksum"


def test_a_part_is_there_when_all_its_tables_are(tmp_path):
    path = some_part(tmp_path)
    assert complete_parts(tmp_path) == [(0, 9)]
    (tmp_path / "seats" / path.name).unlink()
    assert complete_parts(tmp_path) == []
    some_part(tmp_path)
    some_part(tmp_path, 9, 12)
    with pytest.raises(RunDataError, match="overlap"):
        complete_parts(tmp_path)


def test_a_disk_that_refuses_leaves_nothing_of_the_part(tmp_path, monkeypatch):
    some_part(tmp_path)

    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("simcli.store.parts.os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        some_part(tmp_path, 10, 19)
    assert [path.name for path in sorted(tmp_path.glob("*/part*"))] == [part_name(0, 9)] * 5
