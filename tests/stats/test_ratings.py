import numpy as np
import pytest
from scipy import stats as reference

from clean_results import assert_clean
from simcli.stats.cycles import circularity
from simcli.stats.homogeneity import homogeneity
from simcli.stats.ratings import ELO, SeatingSums, fit_ratings

# American League East 1987, home wins of row against column (Agresti, Categorical Data Analysis,
# table 10.10).
TEAMS = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"]
HOME_WINS = [
    [0, 4, 4, 4, 6, 4, 6],
    [3, 0, 4, 4, 6, 6, 4],
    [2, 4, 0, 2, 4, 4, 6],
    [3, 5, 2, 0, 4, 4, 6],
    [5, 2, 3, 4, 0, 5, 6],
    [2, 3, 3, 4, 4, 0, 2],
    [2, 1, 1, 2, 1, 3, 0],
]
HOME_LOSSES = [
    [0, 3, 2, 3, 1, 2, 0],
    [3, 0, 2, 3, 0, 1, 3],
    [5, 3, 0, 4, 3, 2, 0],
    [3, 1, 5, 0, 3, 2, 1],
    [1, 5, 3, 2, 0, 2, 0],
    [5, 3, 4, 3, 2, 0, 4],
    [5, 5, 6, 4, 6, 4, 0],
]


def test_baseball_with_home_advantage_as_published():
    """Bradley-Terry with home advantage: log-odds against Baltimore, home advantage 0.302 (Agresti;
    Firth's BradleyTerry2)."""
    groups = []
    for i in range(7):
        for j in range(7):
            if i != j:
                groups.append(
                    SeatingSums.of([[i, j]], [[[1, 0]], [[0, 1]]], [HOME_WINS[i][j], HOME_LOSSES[i][j]])
                )
    ratings = fit_ratings(groups, 7)
    logits = [(rating.estimate - ratings.strategies[6].estimate) / ELO for rating in ratings.strategies]
    assert logits == pytest.approx([1.6196, 1.4754, 1.3271, 1.2813, 1.1438, 0.7047, 0.0], abs=6e-4)
    assert (ratings.seats[0].estimate - ratings.seats[1].estimate) / ELO == pytest.approx(0.3023, abs=1e-4)
    assert sum(rating.estimate for rating in ratings.strategies) == pytest.approx(0, abs=1e-9)


def play(rng, strengths, seats, line_ups, deals, luck=0.0):
    """Win shares (deals, m, n); `luck` is a deal's own favour for a seat, the same in all its
    games."""
    line_ups = np.asarray(line_ups)
    score = strengths[line_ups] + seats + rng.normal(0, luck, size=(deals, 1, line_ups.shape[1]))
    winner = (score + rng.gumbel(size=score.shape)).argmax(axis=2)
    return np.eye(line_ups.shape[1])[winner]


ROTATIONS = [[0, 1, 2], [2, 0, 1], [1, 2, 0]]


def test_ratings_and_seats_are_recovered_and_covered():
    rng = np.random.default_rng(1)
    strengths, seats = np.array([0.3, 0.0, -0.3]), np.array([0.15, 0.0, -0.15])
    hits = np.zeros(7)
    for _ in range(300):
        group = SeatingSums.of(ROTATIONS, play(rng, strengths, seats, ROTATIONS, 250))
        ratings = fit_ratings([group], 3)
        truths = [*(ELO * strengths), *(ELO * seats)]
        fitted = [*ratings.strategies, *ratings.seats]
        hits[:6] += [
            interval.low <= truth <= interval.high for interval, truth in zip(fitted, truths, strict=True)
        ]
        gap = ratings.difference(0, 2)
        hits[6] += gap.low <= 0.6 * ELO <= gap.high
    assert np.all(hits / 300 >= 0.91) and np.mean(hits / 300) <= 0.975


def test_errors_know_that_games_share_a_deal():
    """Rotation cancels a deal's favour for a seat: ratings get more precise than single games would
    be, seat effects less."""
    rng = np.random.default_rng(2)
    shares = play(rng, np.zeros(3), np.zeros(3), ROTATIONS, 2000, luck=1.5)
    together = fit_ratings([SeatingSums.of(ROTATIONS, shares)], 3)
    apart = fit_ratings(
        [SeatingSums.of([line_up], shares[:, k : k + 1]) for k, line_up in enumerate(ROTATIONS)], 3
    )
    assert together.strategies[0].estimate == pytest.approx(apart.strategies[0].estimate)
    assert together.strategies[0].half_width < 0.9 * apart.strategies[0].half_width
    assert together.seats[0].half_width > 1.2 * apart.seats[0].half_width


def test_repeated_outcomes_may_be_counted():
    rng = np.random.default_rng(3)
    shares = play(rng, np.array([0.2, 0, 0]), np.zeros(3), ROTATIONS, 600)
    whole = SeatingSums.of(ROTATIONS, shares)
    patterns, counts = np.unique(shares.reshape(600, 9), axis=0, return_counts=True)
    counted = SeatingSums.of(ROTATIONS, patterns.reshape(-1, 3, 3), counts)
    assert counted.deals == 600 and np.array_equal(counted.cross, whole.cross)


def test_who_always_wins_is_above_range_and_leaves_the_others_alone():
    rng = np.random.default_rng(4)
    groups = [
        SeatingSums.of([[0, 1], [1, 0]], play(rng, np.array([0.2, -0.2]), np.zeros(2), [[0, 1], [1, 0]], 300))
    ]
    alone = fit_ratings(groups, 2)
    for other in (0, 1):
        groups.append(SeatingSums.of([[2, other], [other, 2]], [[[1, 0], [0, 1]]], [50]))
        groups.append(SeatingSums.of([[3, other], [other, 3]], [[[0, 1], [1, 0]]], [50]))
    ratings = fit_ratings(groups, 4)
    assert [rating.note for rating in ratings.strategies] == ["", "", "above range", "below range"]
    assert ratings.strategies[2].estimate is None
    assert ratings.strategies[0].estimate == pytest.approx(alone.strategies[0].estimate, abs=0.01)
    assert ratings.difference(0, 2).estimate is None
    assert_clean(ratings)


def test_separated_and_empty_tables():
    pair = [[0, 1], [1, 0]]
    for shares in (
        [[[1, 0], [0, 1]]] * 20,
        [[[0, 0], [0, 0]]] * 5,
        [[[0.5, 0.5], [0.5, 0.5]]] * 3,
        [[[1, 0], [1, 0]]] * 9,
    ):
        assert_clean(fit_ratings([SeatingSums.of(pair, shares)], 2))
    beaten = fit_ratings([SeatingSums.of(pair, [[[1, 0], [0, 1]]] * 20)], 2)
    assert [rating.note for rating in beaten.strategies] == ["above range", "below range"]
    first_seat = fit_ratings([SeatingSums.of(pair, [[[1, 0], [1, 0]]] * 9)], 2)
    assert first_seat.seats[0].estimate is None and first_seat.seats[0].note == "above range"
    assert first_seat.strategies[0].estimate == pytest.approx(0, abs=1e-6)
    # Three in a row, each always beaten by the one before: the middle one has no rating and is
    # neither above nor below.
    chain = fit_ratings(
        [SeatingSums.of([[i, j], [j, i]], [[[1, 0], [0, 1]]], [9]) for i, j in ((0, 1), (1, 2))], 3
    )
    assert [rating.note for rating in chain.strategies] == ["above range", "no finite rating", "below range"]


def test_fixed_seats_cannot_be_told_from_strategies():
    fixed = fit_ratings([SeatingSums.of([[0, 1]], [[[1, 0]], [[0, 1]]], [60, 40])], 2)
    assert fixed.strategies[0].note == "seats and strategies cannot be told apart"
    without = fit_ratings([SeatingSums.of([[0, 1]], [[[1, 0]], [[0, 1]]], [60, 40])], 2, seats=False)
    assert without.difference(0, 1).estimate == pytest.approx(ELO * np.log(1.5))
    assert_clean(fixed)


def test_a_mirror_line_up_gives_seat_effects():
    shares = np.eye(2)[(np.random.default_rng(5).random(5000) < 0.4).astype(int)][:, None, :]
    mirror = fit_ratings([SeatingSums.of([[0, 0]], shares)], 1)
    assert mirror.seats[0].estimate > 0 and mirror.seats[0].low > 0
    assert mirror.strategies[0].estimate == 0.0


def rock_paper_scissors(edge, deals=1000):
    share = np.full((4, 4), 0.5)
    for i, j in ((0, 1), (1, 2), (2, 0)):
        share[i, j], share[j, i] = 0.5 + edge, 0.5 - edge
    share[3, :3], share[:3, 3] = 0.2, 0.8
    error = np.sqrt(share * (1 - share) / deals)
    return share, error, np.full((4, 4), deals)


def test_cycles_are_named_when_significant_and_only_then():
    result = circularity(*rock_paper_scissors(0.1))
    assert [cycle.members for cycle in result.cycles] == [(0, 1, 2)]
    assert 0.02 < result.cyclic < 0.5
    assert circularity(*rock_paper_scissors(0.01)).cycles == ()
    backwards = circularity(*rock_paper_scissors(-0.1))
    assert [cycle.members for cycle in backwards.cycles] == [(2, 1, 0)]


def test_a_pure_ranking_has_no_cyclic_part():
    strength = np.array([0.5, 0.2, -0.1, -0.6])
    share = 1 / (1 + np.exp(-(strength[:, None] - strength[None, :])))
    result = circularity(share, np.full((4, 4), 0.01), np.full((4, 4), 2500))
    assert result.cycles == () and result.cyclic == pytest.approx(0.0, abs=1e-9)
    open_table = [[0.25, 0.4, None], [0.2, 0.25, 0.3], [None, 0.2, 0.25]]
    three = circularity(open_table, np.full((3, 3), 0.01), np.full((3, 3), 500), par=0.25)
    assert three.cyclic is None and three.cycles == ()
    sweep = circularity(
        [[0.5, 1.0, 0.0], [0.0, 0.5, 1.0], [1.0, 0.0, 0.5]], np.zeros((3, 3)), np.full((3, 3), 30)
    )
    assert [cycle.members for cycle in sweep.cycles] == [(0, 1, 2)]
    assert_clean(sweep)
    assert circularity([[0.5]], [[0.0]], [[10]]).cyclic is None


def test_false_cycles_are_rare():
    rng = np.random.default_rng(6)
    named = 0
    for _ in range(400):
        wins = rng.binomial(500, 0.5, size=(4, 4)) / 500
        share = np.triu(wins, 1) + np.tril(1 - wins.T, -1) + np.eye(4) / 2
        named += bool(circularity(share, np.full((4, 4), 0.5 / np.sqrt(500)), np.full((4, 4), 500)).cycles)
    assert named <= 4


def test_shards_of_one_run_and_one_that_is_not():
    rng = np.random.default_rng(7)
    table = rng.multinomial(5000, [0.3, 0.4, 0.3], size=8)
    same = homogeneity(table)
    assert same.suspects == () and same.limit == pytest.approx(reference.norm.ppf(1 - 0.01 / 8))
    # The residual of a part is that of the part against all the others.
    against_rest = [table[0], table[1:].sum(axis=0)]
    p = reference.chi2_contingency(against_rest, correction=False).pvalue
    assert same.residuals[0] == pytest.approx(reference.norm.isf(p))
    table[3] = rng.multinomial(5000, [0.35, 0.4, 0.25])
    odd = homogeneity(table)
    assert odd.suspects == (3,) and odd.residuals[3] == max(odd.residuals)
    assert_clean(odd)


def test_small_and_single_shards_are_not_judged():
    assert homogeneity([[10, 20, 30]]).limit is None
    assert homogeneity([[100, 200], [1, 1]]).residuals == (None, None)
    assert homogeneity([[100, 0], [200, 0]]).limit is None
    assert homogeneity([[0, 0], [0, 0]]).limit is None
    mixed = homogeneity([[100, 200], [110, 190], [1, 1]])
    assert mixed.residuals[2] is None and None not in mixed.residuals[:2]
    assert_clean(homogeneity([[10**6, 0], [0, 10**6]]))


def test_false_alarms_of_shards():
    rng = np.random.default_rng(8)
    alarms = [
        bool(homogeneity(rng.multinomial(500, [0.3, 0.4, 0.3], size=10), alpha=0.05).suspects)
        for _ in range(600)
    ]
    assert np.mean(alarms) == pytest.approx(0.05, abs=0.03)
