"""Several runs on the same deals are not several times the evidence."""

import pytest

from simcli.analysis.balance import analyse, analyse_shortly
from simcli.analysis.runs import open_runs
from synthetic import write_run


def test_runs_of_one_seed_are_clustered_over_all(tmp_path):
    """A run and its copy under another label hold the same games: together they know no more than
    the run alone."""
    one = write_run(tmp_path / "one", ("a", "a"), deals=300)
    two = write_run(tmp_path / "two", ("b", "b"), deals=300)
    for table in ("games", "seats", "nobles"):  # the same games, deal by deal
        for path in (one / table).glob("*.parquet"):
            (two / table / path.name).write_bytes(path.read_bytes())
    alone, both = (analyse(open_runs(runs)).settings[0] for runs in ([one], [one, two]))
    for topic, name in (
        ("tempo", "rounds"),
        ("endings", "tied"),
        ("endings", "margin"),
        ("nobles", "a_game"),
        ("nobles", "taken"),
        ("drama", "changes"),
    ):
        old, new = getattr(getattr(alone, topic), name), getattr(getattr(both, topic), name)
        assert (
            new.value == pytest.approx(old.value) and new.se == pytest.approx(old.se) and new.deals == 300
        ), name
        assert new.n == 2 * old.n
    (shortly,) = analyse_shortly(open_runs([one, two]))
    assert shortly.tempo.rounds == both.tempo.rounds and shortly.nobles.a_game == both.nobles.a_game


def test_runs_of_other_seeds_are_independent(tmp_path):
    runs = [write_run(tmp_path / str(seed), deals=300, seed=seed) for seed in (1, 2)]
    alone, both = (analyse_shortly(open_runs(group))[0].tempo.rounds for group in (runs[:1], runs))
    assert both.deals == 600 and both.se == pytest.approx(alone.se / 2**0.5, rel=0.15)
