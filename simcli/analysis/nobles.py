"""Nobles: when they come (censored at the game's end), how many, which, and what they decide."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from simcli.analysis.blocks import NULL, Block, read_rounds, read_visits
from simcli.analysis.evaluate import nobles_shown
from simcli.analysis.gather import Gathered, Study, counted, numbered
from simcli.analysis.runs import Run, Setting
from simcli.analysis.sums import Estimate
from simcli.base.errors import RunDataError
from simcli.metrics.nobles import MOST_TOLD_APART
from simcli.stats.clusters import bounded_interval
from simcli.stats.survival import SurvivalCurve, kaplan_meier_in_deals

ROUND_BINS = 256
MOST = 5


def counts(block: Block) -> dict[str, np.ndarray]:
    """First nobles by seat and round (`first`, `never`: (places, rounds), rows by place of the
    line-up); games by the round of the first noble (in the last bin where none came)."""
    players = block.run.players
    first, last = block.seats["first_noble_round"], np.repeat(block.games["rounds"][:, None], players, axis=1)
    place = block.seats["place"] - 1
    came = first != NULL
    return {
        "first": _table(place[came], first[came], players),
        "never": _table(place[~came], last[~came], players),
        "game_first": np.bincount(np.where(came, first, ROUND_BINS - 1).min(axis=1), minlength=ROUND_BINS),
    }


STUDY = Study("nobles", games=("rounds",), seats=("place", "first_noble_round"), counts=counts)


def _table(rows: np.ndarray, columns: np.ndarray, height: int) -> np.ndarray:
    flat = rows.astype(np.int64) * ROUND_BINS + columns
    return np.bincount(flat, minlength=height * ROUND_BINS).reshape(height, ROUND_BINS)


@dataclass(frozen=True)
class Visits:
    """Visits of one run. `events[k, r]`: games whose (k+1)-th noble came in round r; `censored[k,
    r]`: games that ended in round r without it; `pairs[k]`: pairs of games on one deal by what
    became of both, as stats.survival.kaplan_meier_in_deals wants them; `claims[noble]`: visits by
    id; `squares[noble]`: their squares by deal added; `claim_rounds[noble]`: their rounds added.
    """

    deals: int
    events: np.ndarray
    censored: np.ndarray
    pairs: np.ndarray
    claims: dict[int, int]
    squares: dict[int, int]
    claim_rounds: dict[int, int]


def visits(run: Run, shown: int) -> Visits:
    """Read the visits of one run in which `shown` nobles are on offer, part by part. Raises
    RunDataError for a part that cannot be read."""
    height, games_a_deal = min(shown, MOST), len(run.seatings)
    fates = np.zeros((height, 2 * ROUND_BINS), dtype=np.int64)
    pairs = np.zeros((height, 2 * ROUND_BINS, 2 * ROUND_BINS), dtype=np.int64)
    deals = 0
    totals: dict[str, dict[int, int]] = {"claims": {}, "squares": {}, "claim_rounds": {}}
    for part in run.parts:
        table, frame = read_rounds(run, part), read_visits(run, part)
        games, last = table["game"].to_numpy(), table["rounds"].to_numpy()
        deals += len(games) // games_a_deal
        game, when, noble = (frame[name].to_numpy() for name in ("game", "round", "noble"))
        starts = np.flatnonzero(np.r_[True, game[1:] != game[:-1]][: len(game)])
        order = np.arange(len(game)) - np.repeat(starts, np.diff(np.r_[starts, len(game)]))
        where = np.searchsorted(games, game)
        if len(game) and (where[-1] >= len(games) or np.any(games[where] != game)):
            raise RunDataError(
                f"{run.path('nobles', part)}: holds visits in games that the games table does not have"
            )
        for number in range(height):
            # What became of each game: its round, and beyond the events those that ended without.
            fate = last + ROUND_BINS
            mine = order == number
            fate[where[mine]] = when[mine]
            fates[number] += np.bincount(fate, minlength=2 * ROUND_BINS)
            by_deal = fate.reshape(-1, games_a_deal)
            for one, two in combinations(range(games_a_deal), 2):
                flat = by_deal[:, one] * (2 * ROUND_BINS) + by_deal[:, two]
                pairs[number] += np.bincount(flat, minlength=4 * ROUND_BINS**2).reshape(pairs.shape[1:])
        for name, values in zip(totals, _by_noble(noble, when, game // games_a_deal), strict=True):
            for number, value in values.items():
                totals[name][number] = totals[name].get(number, 0) + value
    return Visits(deals, fates[:, :ROUND_BINS], fates[:, ROUND_BINS:], pairs, **totals)


def _by_noble(
    noble: np.ndarray, when: np.ndarray, deal: np.ndarray
) -> tuple[dict[int, int], dict[int, int], dict[int, int]]:
    """By id: visits, the squares by deal of them added, their rounds added. `deal` is in ascending
    order."""
    claims, rounds = np.bincount(noble), np.bincount(noble, weights=when)
    size = len(claims)
    # A number for each deal from 0 and each noble in it, so that the visits of one noble in one
    # deal fall together.
    rank = np.cumsum(np.r_[0, np.diff(deal) != 0][: len(deal)])
    together = np.bincount(
        rank * size + noble, minlength=(int(rank[-1]) + 1) * size if len(rank) else 0
    ).reshape(-1, size)
    squares = (together**2).sum(axis=0)
    seen = np.flatnonzero(claims)
    return tuple({int(number): int(array[number]) for number in seen} for array in (claims, squares, rounds))


@dataclass(frozen=True)
class NobleRow:
    """One noble: how often it was claimed per game in which it was on offer (`rate`, with its
    interval; the offer is drawn at random, so its share is known), and the mean round of its
    visits."""

    id: int
    name: str
    needs: dict[str, int]
    rate: Estimate
    claims: int
    mean_round: float | None


@dataclass(frozen=True)
class NobleAnswer:
    """Nobles in one setting. `nth[k]`: when the (k+1)-th noble of a game comes, None where it never
    did; `first_events`, `first_censored`: label -> the same for the first noble of one seat, by
    strategy; `seats`, `wins`: share of seats and of wins by number of nobles; `without`: games that
    no noble visits; `half`: the round by which half of the games have seen a noble, None if fewer
    do; `turned`: games whose winner had not the most prestige without nobles; `part`: share of all
    prestige that came from nobles."""

    a_game: Estimate | None
    shown: int
    without: Estimate | None
    half: int | None
    taken: Estimate | None
    nth: tuple[SurvivalCurve | None, ...]
    first_events: dict[str, np.ndarray]
    first_censored: dict[str, np.ndarray]
    wins: dict[int, Estimate]
    seats: dict[int, Estimate]
    turned: Estimate | None
    part: Estimate | None
    nobles: tuple[NobleRow, ...]


def answer(
    setting: Setting, found: Sequence[Gathered], values: Mapping[str, Estimate], seen: Sequence[Visits]
) -> NobleAnswer:
    """Answer for one setting from what its runs left, the values of its metrics, and the visits of
    each run (none for the short answer)."""
    shown = nobles_shown(setting.runs[0])
    by_number = range(MOST_TOLD_APART + 1)
    first, never = _by_strategy(found, "first"), _by_strategy(found, "never")
    return NobleAnswer(
        a_game=values.get("nobles_per_game"),
        shown=shown,
        without=values.get("no_noble_rate"),
        half=_half(counted(found, STUDY.name, "game_first")),
        taken=values.get("nobles_taken_rate"),
        nth=tuple(_curve(seen, number) for number in range(min(shown, MOST) if seen else 0)),
        first_events=first,
        first_censored=never,
        wins=numbered(values, "nobles{}_win_share", by_number),
        seats=numbered(values, "nobles{}_seat_rate", by_number),
        turned=values.get("noble_turned_rate"),
        part=values.get("noble_prestige_share"),
        nobles=_rows(setting, seen, sum(one.games for one in found), shown),
    )


def _half(first: np.ndarray | None) -> int | None:
    if first is None or not first.sum():
        return None
    below = np.cumsum(first) >= first.sum() / 2
    number = int(below.argmax())
    return number if number < ROUND_BINS - 1 else None


def _curve(seen: Sequence[Visits], number: int) -> SurvivalCurve | None:
    """The curve of one noble over several runs, up to the last round in which a game ended or got
    it."""
    events, censored, pairs = (
        sum(getattr(one, name)[number] for one in seen) for name in ("events", "censored", "pairs")
    )
    if not events.sum():
        return None
    size = int(np.flatnonzero(events + censored).max()) + 1
    kept = np.r_[:size, ROUND_BINS : ROUND_BINS + size]
    return kaplan_meier_in_deals(
        events[:size], censored[:size], pairs[np.ix_(kept, kept)], sum(one.deals for one in seen)
    )


def _by_strategy(found: Sequence[Gathered], name: str) -> dict[str, np.ndarray]:
    table: dict[str, np.ndarray] = {}
    for one in found:
        if STUDY.name in one.counts:
            for place, label in enumerate(one.run.line_up):
                table[label] = (
                    table.get(label, np.zeros(ROUND_BINS, dtype=np.int64))
                    + one.counts[STUDY.name][name][place]
                )
    return table


def _rows(setting: Setting, seen: Sequence[Visits], games: int, shown: int) -> tuple[NobleRow, ...]:
    tiles = setting.runs[0].nobles
    offered = games * shown / len(tiles) if tiles else 0
    if not offered:
        return ()
    deals = sum(one.deals for one in seen)
    rows = []
    for tile in tiles:
        claims, squares, rounds = (
            sum(getattr(one, name).get(tile["id"], 0) for one in seen)
            for name in ("claims", "squares", "claim_rounds")
        )
        rate = _rate(claims, squares, offered, deals)
        rows.append(
            NobleRow(
                tile["id"],
                tile["name"],
                dict(tile["bonus"]),
                rate,
                claims,
                rounds / claims if claims else None,
            )
        )
    return tuple(sorted(rows, key=lambda row: (-row.rate.value, row.id)))


def _rate(claims: int, squares: int, offered: float, deals: int) -> Estimate:
    """Visits over the expected games with an offer, with the spread of the visits by deal."""
    value = claims / offered
    if deals < 2:
        return Estimate(value, None, None, None, offered, deals)
    variance = max(0.0, squares - claims**2 / deals) * deals / (deals - 1) / offered**2
    interval = bounded_interval(min(value, 1.0), variance, deals)
    return Estimate(value, interval.low, interval.high, math.sqrt(variance), offered, deals)
