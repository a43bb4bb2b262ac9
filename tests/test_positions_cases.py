"""The hand-made rule cases through `simcli position play`."""

import pytest

from play_positions import play
from reference_positions import full_form
from rule_cases import read_cases, unmet

CASES = {case["id"]: case for case in read_cases()}


@pytest.fixture(scope="module")
def results(tmp_path_factory) -> dict:
    """Result line by case, all played in one process."""
    lines = [
        {"position": case["position"], "turns": [step["turn"] for step in case["turns"]]}
        for case in CASES.values()
    ]
    return dict(zip(CASES, play(lines, tmp_path_factory.mktemp("cases")), strict=True))


@pytest.mark.parametrize("name", CASES)
def test_case(name, results):
    case, result = CASES[name], results[name]
    refused = [number for number, step in enumerate(case["turns"], start=1) if not step["legal"]]
    assert result["ok"] is not bool(refused), result
    if refused:
        assert result["turn"] == refused[0]
        assert result["why"].strip()
    if refused == [1]:
        assert result["position"] == full_form(case["position"])
    assert unmet(case["expect"], result["position"], result["over"]) == []


def test_endless_taking_and_giving_back_stops_at_the_round_limit(tmp_path):
    start = CASES["R31"]["position"] | {
        "seats": [CASES["R31"]["position"]["seats"][0]] * 2,
        "bank": dict.fromkeys(["white", "blue", "green"], 1),
    }
    start["set"] = {"bank.gems.2": 5}
    turn = {
        "action": "take",
        "tokens": {"white": 1, "blue": 1, "green": 1},
        "returned": {"white": 1, "blue": 1, "green": 1},
    }
    enough, too_many = play(
        [{"position": start, "turns": [turn] * number} for number in (400, 401)], tmp_path
    )
    assert enough["ok"] and enough["over"]["ended"] == "round_limit" and enough["over"]["winners"] == []
    assert not too_many["ok"] and too_many["turn"] == 401


ENDINGS = [
    ("standard", [(16, 12), (16, 14)], [1], "fewest_cards"),
    ("standard", [(17, 13), (17, 11), (12, 9), (17, 11)], [2, 4], "shared"),
    ("standard", [(15, 6), (16, 15)], [2], "prestige"),
    ("standard", [(15, 10), (15, 10)], [1, 2], "shared"),
    ("team", [(20, 12), (13, 10), (12, 10), (6, 9)], [1, 4], "prestige"),
    ("team", [(20, 12), (14, 11), (12, 11), (6, 9)], [2, 3], "weakest_member"),
    ("team", [(14, 11), (14, 10), (12, 10), (12, 11)], [2, 3], "fewest_cards"),
    ("team", [(14, 11), (12, 10), (14, 11), (12, 10)], [1, 2, 3, 4], "shared"),
    ("team", [(13, 16), (15, 8), (11, 8), (13, 16)], [1, 4], "weakest_member"),
]


def last_turn(rules: str, final: list[tuple[int, int]]) -> dict:
    """A line whose one turn ends the game at these prestige and purchased cards by seat; one seat
    holds ten tokens, worth nothing."""
    seats = [
        {"prestige": prestige, "purchased": cards, "bonus": {"white": cards}} for prestige, cards in final
    ]
    seats[0]["tokens"] = {"white": 2, "blue": 2, "green": 2, "red": 2, "black": 2}
    start = {
        "format": "simcli-position/1",
        "rules": rules,
        "to_move": len(seats),
        "bank": {"white": 1, "blue": 1, "green": 1},
        "seats": seats,
    }
    return {"position": start, "turns": [{"action": "take", "tokens": {"white": 1, "blue": 1, "green": 1}}]}


def test_who_wins(tmp_path):
    results = play([last_turn(rules, final) for rules, final, _, _ in ENDINGS], tmp_path)
    for (_, final, winners, decided_by), result in zip(ENDINGS, results, strict=True):
        assert result["ok"], result
        assert result["over"] == {"ended": "target", "winners": winners, "decided_by": decided_by}, final


def test_target_comes_before_stalemate_before_round_limit(tmp_path):
    lines = []
    for prestige in (15, 14):
        start = {
            "format": "simcli-position/1",
            "set": {"round_limit": 1},
            "seats": [{"prestige": prestige}, {}],
        }
        lines.append({"position": start, "turns": [{"action": "pass"}, {"action": "pass"}]})
    target, stalemate = play(lines, tmp_path)
    assert target["over"] == {"ended": "target", "winners": [1], "decided_by": "prestige"}
    assert stalemate["over"] == {"ended": "stalemate", "winners": [], "decided_by": None}


def test_a_noble_on_a_pass_puts_the_stalemate_off(tmp_path):
    start = {
        "format": "simcli-position/1",
        "nobles": [1],
        "seats": [{"bonus": {"white": 4, "blue": 4}, "purchased": 8}, {}],
    }
    one, two = play(
        [{"position": start, "turns": [{"action": "pass"}] * number} for number in (2, 4)], tmp_path
    )
    assert one["ok"] and one["over"] is None and one["position"]["seats"][0]["nobles"] == [1]
    assert two["ok"] and two["over"]["ended"] == "stalemate"
