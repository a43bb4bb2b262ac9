"""Every metric of the registry, computed again straight from the Parquet files in plain Python, row
by row."""

from collections import defaultdict
from fractions import Fraction

import polars as pl
import pytest

from simcli.analysis.balance import values_of
from simcli.analysis.runs import open_run, open_runs, settings_of
from simcli.analysis.values import run_metrics
from simcli.metrics.registry import every_metric, glossary

NOTED = (5, 10, 15, 20)
RUNS = {
    "two": ("greedy", "random", "--games", 400),
    "three": ("greedy", "early-reserver", "noble-hunter", "--games", 300),
    "four": ("random", "greedy", "random", "blocker", "--games", 200, "--set", "round_limit=45"),
    "mirror": ("noble-hunter", "noble-hunter", "--games", 200, "--set", "prestige_at_start=[0,2]"),
    "team": ("greedy", "noble-hunter", "blocker", "greedy", "--rules", "team", "--games", 200),
}
TIE_BREAKS = ("shared", "fewest_cards", "most_cards", "most_nobles", "fewest_reserved", "later_seat")


class Tally:
    """Numerators and denominators by name."""

    def __init__(self):
        self.above, self.below = defaultdict(Fraction), defaultdict(Fraction)

    def add(self, name, above, below=1):
        """Count a game, a seat or a visit."""
        self.above[name] += Fraction(above)
        self.below[name] += Fraction(below)

    def values(self) -> dict[str, float]:
        """The ratios, where there is a denominator."""
        return {name: float(self.above[name] / below) for name, below in self.below.items() if below}


def tables(folder):
    """Rows of `games`, and rows of `seats`, `nobles` by game, and of `cards`, as dicts."""
    frames = {
        name: pl.read_parquet(folder / name / "*.parquet") for name in ("games", "seats", "nobles", "cards")
    }
    rows = {name: frame.to_dicts() for name, frame in frames.items()}
    seats, nobles = defaultdict(list), defaultdict(list)
    for row in rows["seats"]:
        seats[row["game"]].append(row)
    for row in rows["nobles"]:
        nobles[row["game"]].append(row)
    return rows["games"], seats, nobles, rows["cards"]


def recomputed(run) -> dict[str, float]:
    """All metrics of a run."""
    tally = Tally()
    games, seats_of, visits_of, cards = tables(run.folder)
    shown = run.rules["nobles"]["shown"]
    for game in games:
        seats = sorted(seats_of[game["game"]], key=lambda row: row["seat"])
        sides = defaultdict(list)
        for seat in seats:
            sides[seat["team"] or seat["seat"]].append(seat)
        sides = [sides[number] for number in sorted(sides)]
        of_game(tally, game, seats, int(shown[str(run.players)]))
        if game["decided_by"] is not None:
            of_winners(tally, run, seats, sides)
            of_ties(tally, sides)
            of_trigger(tally, game, seats, sides)
            of_race(tally, seats, sides)
        for visit in visits_of[game["game"]]:
            of_visit(tally, run, game, visit, seats, sides)
        of_reserves(tally, run, seats)
    level = {card["id"]: card["level"] for card in run.cards}
    for row in cards:
        name = f"level{level[row['card']]}_"
        tally.add(name + "blocking_reserve_rate", row["reserved_wanted"], row["reserved_table"])
        reserved = row["reserved_table"] + row["reserved_deck"]
        tally.add(name + "reserved_bought_rate", row["bought_reserved"], reserved)
    return tally.values()


def of_game(tally, game, seats, shown):
    """What is counted in every game."""
    finished = game["decided_by"] is not None
    for word in ("target", "stalemate", "round_limit"):
        tally.add(f"{word}_rate", game["ended"] == word)
    tally.add("no_winner_rate", not finished)
    passes, nobles = (sum(seat[name] for seat in seats) for name in ("forced_passes", "nobles"))
    tally.add("forced_passes", 1000 * passes, game["turns"])
    tally.add("forced_pass_rate", passes > 0)
    tally.add("nobles_per_game", nobles)
    tally.add("nobles_taken_rate", nobles, shown)
    tally.add("no_noble_rate", nobles == 0)
    for level in (1, 2, 3):
        tally.add(f"deck{level}_empty_rate", game[f"deck_left_{level}"] == 0)
    for seat in seats:
        tally.add(
            "returned_tokens", sum(value for name, value in seat.items() if name.startswith("returned_"))
        )
        tally.add("table_reserves", seat["reserves_table"])
        tally.add("deck_reserves", seat["reserves_deck"])
        tally.add("gold_paid", seat["gold_paid"])
    if finished:
        for word in ("prestige", "fewest_cards"):
            tally.add(f"{word}_rate", game["decided_by"] == word)
        tally.add("shared_victory_rate", game["decided_by"] == "shared")
        if seats[0]["team"]:
            tally.add("weakest_member_rate", game["decided_by"] == "weakest_member")
        tally.add("mean_margin", game["margin"])
        tally.add("close_rate", game["margin"] in (0, 1))
        tally.add("mean_rounds", game["rounds"])
        tally.add("lead_changes", game["lead_changes"])


def share(seat) -> Fraction:
    """The win share of a seat; 1/3 is not a float."""
    return Fraction(seat["win_share"] or 0).limit_denominator(12)


def of_winners(tally, run, seats, sides):
    """Shares of the wins in a finished game."""
    for seat in seats:
        tally.add(f"seat{seat['seat']}_share", share(seat))
        some = seat["reserves_table"] + seat["reserves_deck"] > 0
        tally.add("reserver_win_index" if some else "other_win_index", len(seats) * share(seat))
        tally.add("noble_prestige_share", seat["prestige_nobles"], seat["prestige"])
    for number in range(4):
        held = [seat for seat in seats if min(seat["nobles"], 3) == number]
        tally.add(f"nobles{number}_seat_rate", len(held), len(seats))
        tally.add(f"nobles{number}_win_share", sum(map(share, held)))
    if run.team_of:
        for number, side in enumerate(sides, 1):
            tally.add(f"team{number}_share", sum(map(share, side)))
            if seats[0] in side:
                tally.add("starting_team_share", sum(map(share, side)))
    for number, label in enumerate(run.strategies, 1):
        tally.add(f"strategy{number}_share", sum(share(seat) for seat in seats if seat["strategy"] == label))


def total(side, name) -> int:
    return sum(seat[name] for seat in side)


def of_ties(tally, sides):
    """Level games, and what other tie-breaks would make of them."""
    best = max(total(side, "prestige") for side in sides)
    top = [side for side in sides if total(side, "prestige") == best]
    tally.add("tie_rate", len(top) > 1)
    actual = [side for side in sides if sum(map(share, side)) > 0]
    without = [total(side, "prestige") - total(side, "prestige_nobles") for side in sides]
    ahead = [side for side, prestige in zip(sides, without, strict=True) if prestige == max(without)]
    tally.add("noble_turned_rate", not any(side in actual for side in ahead))
    scores = {
        "shared": lambda side: 0,
        "fewest_cards": lambda side: -total(side, "cards"),
        "most_cards": lambda side: total(side, "cards"),
        "most_nobles": lambda side: total(side, "nobles"),
        "fewest_reserved": lambda side: (
            total(side, "reserved_bought") - total(side, "reserves_table") - total(side, "reserves_deck")
        ),
        "later_seat": lambda side: min(seat["seat"] for seat in side),
    }
    for rule in TIE_BREAKS:
        winners = [side for side in top if scores[rule](side) == max(map(scores[rule], top))]
        tied, first = len(top) > 1, sides[0]
        gain = Fraction(first in winners, len(winners)) - Fraction(first in actual, len(actual))
        tally.add(f"{rule}_changed_rate", tied and winners != actual)
        tally.add(f"{rule}_level_rate", tied and len(winners) > 1)
        tally.add(f"{rule}_first_gain", gain if tied else 0)


def of_trigger(tally, game, seats, sides):
    """Who reached the target first, and what became of it."""
    if game["target_seat"] is None:
        return
    (side,) = [side for side in sides if any(seat["seat"] == game["target_seat"] for seat in side)]
    wins = sum(map(share, side))
    tally.add("trigger_win_rate", wins)
    tally.add("overtaken_rate", wins == 0)
    for seat in seats:
        mine = seat["seat"] == game["target_seat"]
        tally.add(f"seat{seat['seat']}_trigger_rate", mine)
        if mine:
            tally.add(f"seat{seat['seat']}_trigger_win_rate", wins)


def of_race(tally, seats, sides):
    """The first noble's host, and who stands out after the noted rounds."""
    visited = [seat for seat in seats if seat["first_noble_round"] is not None]
    if visited:
        host = min(visited, key=lambda seat: (seat["first_noble_round"], seat["seat"]))
        (side,) = [side for side in sides if host in side]
        tally.add("first_noble_win_rate", sum(map(share, side)))
    for number in NOTED:
        if seats[0][f"prestige_{number}"] is None:
            continue
        for who, column, sign in (
            ("leader", "prestige", 1),
            ("last", "prestige", -1),
            ("card_leader", "cards_after", 1),
        ):
            values = [sign * total(side, f"{column}_{number}") for side in sides]
            alone = values.count(max(values)) == 1
            tally.add(f"{who}{number}_rate", alone)
            if alone:
                tally.add(f"{who}{number}_win_rate", sum(map(share, sides[values.index(max(values))])))


def of_visit(tally, run, game, visit, seats, sides):
    """A noble's visit: its rivals, and the contest of each side and strategy."""
    rivals = visit["rivals"]
    tally.add("noble_contested_rate", bool(rivals))
    for number in range(4):
        tally.add(f"noble_rivals{number}_rate", len(rivals) == number)
    present = [side for side in sides if any(seat["seat"] in (visit["seat"], *rivals) for seat in side)]
    prefix = "team" if run.team_of else "seat"
    for number, side in enumerate(sides, 1) if rivals else ():
        if side in present:
            won = any(seat["seat"] == visit["seat"] for seat in side)
            contest(tally, f"{prefix}{number}", won, 1, len(present))
    if rivals and not run.team_of and not run.mirror:
        for number, label in enumerate(run.strategies, 1):
            held = [seat["seat"] for seat in seats if seat["strategy"] == label]
            inside = sum(seat in (visit["seat"], *rivals) for seat in held)
            contest(tally, f"strategy{number}", visit["seat"] in held, inside, len(present))


def contest(tally, name, won, inside, contestants):
    expected = Fraction(inside, contestants)
    tally.add(f"{name}_contest_win_rate", won, inside)
    tally.add(f"{name}_contest_expected", expected, inside)
    tally.add(f"{name}_contest_edge", won - expected, inside)


def of_reserves(tally, run, seats):
    """Reserves of all seats, of each seat and of each strategy."""
    groups = {"": seats} | {f"seat{seat['seat']}_": [seat] for seat in seats}
    for number, label in enumerate(run.strategies, 1):
        groups[f"strategy{number}_"] = [seat for seat in seats if seat["strategy"] == label]
    for name, group in groups.items():
        table, deck = total(group, "reserves_table"), total(group, "reserves_deck")
        tally.add(name + "blocking_reserve_rate", total(group, "reserves_wanted"), table)
        tally.add(name + "reserved_bought_rate", total(group, "reserved_bought"), table + deck)


@pytest.mark.parametrize("name", RUNS)
def test_every_metric_is_what_the_tables_say(name, tmp_path, simcli):
    assert simcli("run", *RUNS[name], "--out", tmp_path / "run", "-q").code == 0
    run = open_run(tmp_path / "run")
    (setting,) = settings_of([run])
    (metrics,) = run_metrics(setting)
    found = {key: value.value for key, value in values_of([run], set(metrics)).items()}
    expected = {key: value for key, value in recomputed(run).items() if key in metrics}
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-12)
    assert set(metrics) - set(expected) <= {key for key in metrics if key not in found}


def test_every_metric_is_met_by_a_run(tmp_path, simcli):
    met = set()
    for name, words in RUNS.items():
        assert simcli("run", *words, "--out", tmp_path / name, "-q").code == 0
        met |= set(recomputed(open_run(tmp_path / name)))
    assert set(every_metric()) <= met


def test_the_glossary_tells_each_definition_once():
    rows = glossary(every_metric().values())
    assert len({definition for _, _, definition in rows}) == len(rows) < len(every_metric()) / 2
    titles = [title for title, _, _ in rows]
    assert len(set(titles)) == len(titles) and "wins of ..." in titles
    assert all(definition.endswith(".") for _, _, definition in rows)


def test_titles_tell_metrics_apart():
    titles = [metric.title for metric in every_metric().values()]
    assert len(set(titles)) == len(titles)


def test_a_wrong_definition_would_be_found(tmp_path, simcli):
    """The recomputation is not the registry in other words: a numerator that is off by one row
    shows."""
    assert simcli("run", "greedy", "greedy", "--games", 60, "--out", tmp_path / "run", "-q").code == 0
    run = open_run(tmp_path / "run")
    path = next((run.folder / "games").glob("*.parquet"))
    frame = pl.read_parquet(path)
    before = recomputed(run)["mean_margin"]
    frame.with_columns(
        pl.when(pl.int_range(pl.len()) == 0)
        .then(pl.col("margin") + 1)
        .otherwise(pl.col("margin"))
        .alias("margin")
        .cast(pl.UInt8)
    ).write_parquet(path)
    assert recomputed(run)["mean_margin"] == pytest.approx(before + 1 / 60)
    assert values_of(open_runs([run.folder]), ["mean_margin"])["mean_margin"].value == pytest.approx(
        before + 1 / 60
    )
