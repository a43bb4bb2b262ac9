"""Run folders are opened and checked: what is wrong is told with the file's name."""

import json

import pytest

from simcli.analysis.balance import analyse
from simcli.analysis.runs import open_run, open_runs, settings_of
from simcli.base.errors import BadInput, RunDataError
from synthetic import write_run


def test_a_run_knows_its_line_up_and_parts(tmp_path):
    run = open_run(write_run(tmp_path / "run", ("a", "b", "a"), deals=20))
    assert run.strategies == ("a", "b") and not run.mirror and len(run.seatings) == 3 and len(run.parts) == 2


def test_no_folder_is_bad_input(tmp_path):
    with pytest.raises(BadInput, match="not a folder"):
        open_run(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (None, "missing"),
        ("{", "not readable"),
        ('{"format": "simcli-run/9"}', "simcli-run/9"),
        ("[]", "None"),
    ],
)
def test_a_bad_description_names_the_file(tmp_path, text, words):
    if text is not None:
        (tmp_path / "run.json").write_text(text)
    with pytest.raises(RunDataError, match=words) as error:
        open_run(tmp_path)
    assert "run.json" in str(error.value)


def test_a_description_without_its_parts_is_told(tmp_path):
    folder = write_run(tmp_path / "run", deals=4)
    held = json.loads((folder / "run.json").read_text())
    del held["config"]["seatings"]
    (folder / "run.json").write_text(json.dumps(held))
    with pytest.raises(RunDataError, match="seatings"):
        open_run(folder)


def test_a_missing_part_is_named(tmp_path):
    folder = write_run(tmp_path / "run", deals=4)
    victim = sorted((folder / "seats").iterdir())[1]
    victim.unlink()
    with pytest.raises(RunDataError, match=victim.name):
        open_run(folder)


@pytest.mark.parametrize("table", ["games", "seats", "nobles", "cards", "rounds"])
def test_a_damaged_part_is_named(tmp_path, table):
    folder = write_run(tmp_path / "run", deals=40, parts=3)
    victim = sorted((folder / table).iterdir())[1]
    victim.write_bytes(victim.read_bytes()[:200])
    with pytest.raises(RunDataError, match=f"{table}/{victim.name}"):
        analyse(open_runs([folder]))


def test_half_a_deal_is_refused(tmp_path):
    import polars as pl

    folder = write_run(tmp_path / "run", ("a", "b"), deals=10, parts=1)
    victim = next((folder / "games").iterdir())
    pl.read_parquet(victim).head(19).write_parquet(victim)
    with pytest.raises(RunDataError, match="every deal must have its 2 games"):
        analyse(open_runs([folder]))


def test_the_same_games_twice_are_refused(tmp_path):
    one, two = write_run(tmp_path / "one", deals=10), write_run(tmp_path / "two", deals=10)
    for pair in ([one, one], [one, two]):
        with pytest.raises(RunDataError, match="same games"):
            open_runs(pair)


def test_settings_are_told_apart_by_what_differs(tmp_path):
    folders = [
        write_run(tmp_path / "a", deals=2),
        write_run(tmp_path / "b", deals=2, seed=2, rules={"prestige_to_win": 18}),
        write_run(tmp_path / "c", ("a",) * 3, deals=2),
        write_run(tmp_path / "d", ("a",) * 4, deals=2, rules={"teams": [[1, 4], [2, 3]]}),
        write_run(tmp_path / "e", deals=2, seed=3),
    ]
    settings = settings_of(open_runs(folders))
    labels = [
        "2 players, prestige_to_win 15",
        "2 players, prestige_to_win 18",
        "3 players",
        "Teams 1-4 v 2-3",
    ]
    assert [setting.label for setting in settings] == labels
    assert len(settings[0].runs) == 2
