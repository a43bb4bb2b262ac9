"""`simcli cards check`: differences are a result and end with 0."""

import json

from simcli.base.paths import data_folder

CARDS, NOBLES = data_folder() / "cards.csv", data_folder() / "nobles.csv"


def test_the_printed_game(simcli):
    outcome = simcli("cards", "check", CARDS, "--nobles", NOBLES)
    assert outcome == (0, f"{CARDS}: 90 cards and 10 nobles, exactly as printed.\n", "")
    assert json.loads(simcli("cards", "check", CARDS, "--json").out)["as_printed"] is True


def test_differences_are_listed_with_the_sums_that_are_off(simcli, tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text(CARDS.read_text().replace("83,3,red,3,3,5,3,0,3", "83,3,red,3,3,5,3,0,5"))
    outcome = simcli("cards", "check", path)
    assert outcome.code == 0
    assert (
        "1 difference from the printed game:\n  card 83 (level 3, red, 3 prestige): black 5, printed 3\n"
        in outcome.out
    )
    assert (
        " ".join(outcome.out.splitlines()[-1].split())
        == "level 3, cost by colour 43 43 43 43 45 43 43 43 43 43"
    )
    values = json.loads(simcli("cards", "check", path, "--json").out)
    assert values["as_printed"] is False and len(values["differences"]) == 1 and len(values["checksums"]) == 8
