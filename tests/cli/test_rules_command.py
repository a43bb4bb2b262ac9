"""`simcli rules`."""

import json

from simcli.variant.rules import load_rules


def test_the_list_names_every_variant(simcli):
    out = simcli("rules").out.splitlines()
    assert out[1].split() == ["standard", "2,", "3,", "4", "15", "Splendor,", "base", "game"]
    assert out[2].startswith("team ")
    assert [rules["name"] for rules in json.loads(simcli("rules", "--json").out)] == ["standard", "team"]


def test_a_variant_is_shown_as_a_rules_file_that_can_be_used(simcli, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(simcli("rules", "team", "--set", "prestige_to_win=21", "--set", "takes.fewer=free").out)
    rules = load_rules(path)
    assert (rules.prestige_to_win, rules.takes_fewer, rules.players) == (21, "free", (4,))
    assert simcli("rules", path).out == path.read_text()


def test_a_setting_alone_changes_the_base_game(simcli):
    values = json.loads(simcli("rules", "--set", "limits.tokens=8", "--json").out)
    assert values == load_rules("standard", ["limits.tokens=8"]).to_dict()
