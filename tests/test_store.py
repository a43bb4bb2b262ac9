"""Files of the run tables: every reader reads what was written, and damage is found."""

import zlib

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcli.base.errors import RunDataError
from simcli.engine.observe import MISSING
from simcli.store.files import CHECKSUM, PART, RUN, check_file, table_file
from simcli.store.parts import complete_parts, part_name, part_range, write_part
from simcli.store.schema import TABLES, Column, polars_schema
from simcli.store.tables import SEATS_OF_MASK, column_of

NAME = part_name(0, 9)
CODES = st.lists(st.integers(0, 255), max_size=70).map(lambda numbers: np.array(numbers, np.uint8))


@settings(deadline=None, max_examples=60)
@given(CODES)
def test_codes_come_back(codes):
    plain = column_of(Column("x", "UInt8", ""), codes)
    nullable = column_of(Column("x", "UInt8", "", nullable=True), codes)
    wide = column_of(Column("x", "UInt16", ""), codes.astype(np.uint16) * 200)
    assert plain.dtype == nullable.dtype == pl.UInt8 and wide.dtype == pl.UInt16
    assert plain.to_list() == codes.tolist() and wide.to_list() == [200 * code for code in codes.tolist()]
    assert nullable.to_list() == [None if code == MISSING else code for code in codes.tolist()]


@settings(deadline=None, max_examples=40)
@given(st.lists(st.integers(0, 15), max_size=60))
def test_sets_of_seats_come_back(masks):
    seats = column_of(Column("w", "List(UInt8)", ""), (SEATS_OF_MASK, np.array(masks, np.uint8)))
    assert seats.dtype == pl.List(pl.UInt8)
    assert seats.to_list() == [[seat + 1 for seat in range(4) if mask >> seat & 1] for mask in masks]


@pytest.mark.parametrize(
    ("kind", "possible"),
    [("Categorical", ("a", "bc", "é")), ("enum:a,bc,é", ("a", "bc", "é")), ("Float64", (0.0, 1.0, 1 / 3))],
)
def test_words_and_fractions_come_back(kind, possible):
    column = Column("w", kind, "", nullable=True)
    series = column_of(column, (possible, np.array([2, 0, MISSING, 1], np.uint8)))
    assert series.to_list() == [possible[2], possible[0], None, possible[1]]


def frame(rows: int = 5) -> pl.DataFrame:
    return pl.DataFrame({"game": range(rows), "w": [["é"] * (k % 3) for k in range(rows)]})


@pytest.mark.parametrize("rows", [0, 1, 600_000])
def test_a_file_has_one_row_group_and_comes_back(tmp_path, rows):
    path = tmp_path / NAME
    path.write_bytes(table_file(frame(rows), "r", NAME))
    assert pl.read_parquet(path).equals(frame(rows)) and check_file(path, "r") == ""
    assert path.read_bytes() == table_file(frame(rows), "r", NAME)
    keys = pl.read_parquet_metadata(path)
    assert keys[RUN] == "r" and keys[PART] == NAME and keys[CHECKSUM] != "????????"


def test_other_readers_read_the_same(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / NAME
    path.write_bytes(table_file(frame(), "r", NAME))
    assert parquet.read_table(path).to_pydict() == frame().to_dict(as_series=False)
    assert parquet.ParquetFile(path).num_row_groups == 1


@pytest.mark.parametrize("name", ["part-1-2.parquet", "part-000000000005-000000000004.parquet", "x.parquet"])
def test_a_part_of_another_name_is_refused(tmp_path, name):
    with pytest.raises(RunDataError, match=name):
        part_range(tmp_path / name)


def some_part(folder, first=0, last=9):
    for table in TABLES:
        (folder / table).mkdir(exist_ok=True)
    write_part(folder, first, last, dict.fromkeys(TABLES, frame()), "r")
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
        (whole[:-8] + (len(whole)).to_bytes(4, "little") + whole[-4:], "broken footer"),
    ):
        path.write_bytes(damaged)
        assert words in check_file(path, "r")
    moved = path.with_name(part_name(10, 19))
    moved.write_bytes(whole)
    assert "under the name" in check_file(moved, "r")
    pl.DataFrame({"x": [1]}).write_parquet(path)
    assert check_file(path) == "no checksum"


def test_every_byte_before_the_footer_is_covered(tmp_path):
    path = some_part(tmp_path)
    whole = path.read_bytes()
    footer = len(whole) - 8 - int.from_bytes(whole[-8:-4], "little")
    assert pl.read_parquet_metadata(path)[CHECKSUM] == f"{zlib.crc32(whole[:footer]):08x}"
    for at in range(4, footer):
        path.write_bytes(whole[:at] + bytes((whole[at] ^ 1,)) + whole[at + 1 :])
        assert "changed" in check_file(path, "r")


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


@pytest.mark.parametrize("table", TABLES)
def test_a_played_part_has_the_types_of_the_schema(tmp_path, simcli, table):
    assert simcli("run", "random", "random", "--games", 20, "-q", "--out", tmp_path / "run").code == 0
    parts = sorted((tmp_path / "run" / table).glob("*.parquet"))
    for frame in (pl.read_parquet(parts[0]), pl.read_parquet(tmp_path / "run" / table / "*.parquet")):
        assert dict(frame.schema) == polars_schema(table)
