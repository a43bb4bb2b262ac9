"""Planted effects are found, blanks are not, and what is counted adds up."""

import numpy as np
import polars as pl
import pytest

from simcli.analysis.balance import analyse
from simcli.analysis.runs import open_runs
from simcli.analysis.verdicts import verdicts
from simcli.report.build import build
from synthetic import write_run


@pytest.fixture(scope="module")
def fair(tmp_path_factory):
    folder = write_run(tmp_path_factory.mktemp("fair") / "run", deals=4000, parts=3)
    return folder, analyse(open_runs([folder])).settings[0]


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    top = tmp_path_factory.mktemp("planted")
    folders = [
        write_run(top / "mirror", deals=4000, seat_gain=[2.0, 0.0], lucky_card=33, seed=2),
        write_run(top / "mixed", ("strong", "weak", "weak"), deals=1500, strength={"strong": 2.0}, seed=3),
    ]
    return analyse(open_runs(folders)).settings


def test_a_seat_with_two_prestige_more_is_found(planted):
    table = planted[0].seats.headline
    assert table.rows[0].verdict == "outside" and table.rows[0].share.low > 0.55 and table.p < 1e-6
    assert verdicts(planted)[0].status == "bad"


def test_equal_seats_are_not_accused(fair):
    table = fair[1].seats.headline
    assert table.verdict != "outside" and table.p > 0.01


def test_a_lucky_card_stands_out_and_no_other(planted, fair):
    found = {row.id for row in planted[0].cards.rows if row.discovery}
    assert 33 in found and len(found) <= 4
    assert sum(row.discovery for row in fair[1].cards.rows) <= 3


def test_the_stronger_strategy_is_first(planted):
    strategies = planted[1].strategies
    assert strategies.rows[0].label == "strong" and strategies.rows[0].index.low > 1.1
    one, two = strategies.matrix["strong", "weak"], strategies.matrix["weak", "strong"]
    assert one.value + two.value == pytest.approx(1) and one.low > 0.5


def test_counts_are_those_of_the_tables(fair):
    folder, answer = fair
    games, seats = pl.read_parquet(folder / "games"), pl.read_parquet(folder / "seats")
    over = games.filter(pl.col("decided_by").is_not_null())
    assert answer.finished == len(over) and answer.games == len(games)
    first = seats.filter(pl.col("seat") == 1)["win_share"].drop_nulls()
    assert answer.seats.headline.rows[0].share.value == pytest.approx(first.mean())
    assert answer.tempo.rounds.value == pytest.approx(over["rounds"].mean())
    assert answer.endings.deciders["shared"].value == pytest.approx((over["decided_by"] == "shared").mean())
    assert answer.endings.close.value == pytest.approx((over["margin"] <= 1).mean())
    assert answer.nobles.a_game.value == pytest.approx(seats["nobles"].sum() / len(games))
    assert sum(noble.claims for noble in answer.nobles.nobles) == len(pl.read_parquet(folder / "nobles"))
    for curve in answer.nobles.nth:
        assert curve is None or max(curve.at_risk) == len(games) == curve.n
    assert sum(row.bought for row in answer.cards.rows) == pl.read_parquet(folder / "cards")["bought"].sum()


def test_the_printed_tie_break_changes_nothing(fair):
    by_name = {rule.name: rule for rule in fair[1].endings.other_rules}
    assert by_name["fewest_cards"].changed.value == 0
    assert by_name["most_cards"].changed.value > 0
    assert by_name["shared"].level.value == pytest.approx(fair[1].endings.tied.value)


def test_leads_are_symmetric_with_two_players(fair):
    drama = fair[1].drama
    assert np.array_equal(drama.leads, drama.leads[:, ::-1])
    assert np.allclose(drama.lead_wins + drama.lead_wins[:, ::-1], drama.leads)


def test_oddities_name_the_games(fair):
    folder, answer = fair
    stuck = pl.read_parquet(folder / "games").filter(pl.col("ended") == "stalemate")
    oddity = next(one for one in answer.oddities if one.kind == "stalemate")
    assert oddity.count == len(stuck) and {game for game, _ in oddity.games} <= set(stuck["game"])
    assert oddity.command.startswith(f"simcli replay {folder} ")


def test_parts_do_not_matter(tmp_path):
    """The same tables cut otherwise give the same answers."""
    folder = write_run(tmp_path / "run", ("a", "b"), deals=60, parts=1)
    before = analyse(open_runs([folder])).settings[0]
    for table, per_deal in (("games", 2), ("seats", 4)):
        whole = next((folder / table).iterdir())
        frame = pl.read_parquet(whole)
        whole.unlink()
        for first, last in ((0, 19), (20, 59)):
            name = f"part-{first:012d}-{last:012d}.parquet"
            frame[first * per_deal : (last + 1) * per_deal].write_parquet(folder / table / name)
    for table in ("nobles", "cards", "rounds"):
        whole = next((folder / table).iterdir())
        frame = pl.read_parquet(whole)
        whole.unlink()
        half = pl.col("game") < 40 if table == "nobles" else pl.lit(True)
        frame.filter(half).write_parquet(folder / table / "part-000000000000-000000000019.parquet")
        frame.filter(~half).write_parquet(folder / table / "part-000000000020-000000000059.parquet")
    after = analyse(open_runs([folder])).settings[0]
    assert after.seats.headline.rows[0].share.value == pytest.approx(
        before.seats.headline.rows[0].share.value
    )
    assert after.nobles.nobles == before.nobles.nobles
    assert after.tempo.quantiles == before.tempo.quantiles


def test_one_in_a_field_is_asked_both_ways(tmp_path):
    folders = [
        write_run(tmp_path / "one", ("strong", "weak", "weak"), deals=800, strength={"strong": 2.0}, seed=4),
        write_run(
            tmp_path / "many", ("weak", "strong", "strong"), deals=800, strength={"strong": 2.0}, seed=5
        ),
        write_run(tmp_path / "three", ("a", "b", "c"), deals=20),
    ]
    balance = analyse(open_runs(folders))
    rows = {(row.one, row.field): row for row in balance.settings[0].strategies.lone}
    assert set(rows) == {("strong", "weak"), ("weak", "strong")}
    assert rows["strong", "weak"].verdict == "stronger" and rows["weak", "strong"].verdict == "weaker"
    seats = pl.read_parquet(folders[0] / "seats")
    share = seats.filter(pl.col("strategy") == "strong")["win_share"].drop_nulls().mean()
    assert rows["strong", "weak"].share.value == pytest.approx(share)
    section = next(section for section in build(balance).sections if section.id == "strategies")
    assert [row[-1] for row in section.tables[1].rows] == ["yes", "yes"]
