"""Nobles: when they come (censored at the game's end), how many, which, and what they decide."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simcli.analysis.blocks import MISSING, Block, read_visits
from simcli.analysis.gather import Gathered, Study, counted, strata
from simcli.analysis.runs import Run, Setting
from simcli.analysis.sums import Estimate, ratio, share
from simcli.analysis.units import by_unit, members

ROUND_BINS = 256
MOST = 5
WINNER_BINS = 4


def measures(block: Block) -> dict[str, np.ndarray]:
    """Nobles a game, seats and win shares by number of nobles (0 to 3 or more), and games that nobles alone turned."""
    finished, nobles, wins = block.finished, block.seats["nobles"], block.seats["win_share"]
    found = {
        "games": np.ones(len(finished)),
        "finished": finished,
        "nobles": nobles.sum(axis=1),
        "finished_nobles": np.where(finished, nobles.sum(axis=1), 0),
    }
    found["without"] = nobles.sum(axis=1) == 0
    kind = np.minimum(nobles, WINNER_BINS - 1)
    for number in range(WINNER_BINS):
        here = kind == number
        found[f"seats_{number}"] = np.where(finished, here.sum(axis=1), 0)
        found[f"wins_{number}"] = (wins * here).sum(axis=1)
    cards = by_unit(block, "prestige_cards")
    unit_wins = wins @ members(block.run)
    best = cards == cards.max(axis=1, keepdims=True)
    found["turned"] = finished & ~np.any(best & (unit_wins > 0), axis=1)
    found["prestige"] = np.where(finished, block.seats["prestige"].sum(axis=1), 0)
    found["prestige_nobles"] = np.where(finished, block.seats["prestige_nobles"].sum(axis=1), 0)
    return found


def counts(block: Block) -> dict[str, np.ndarray]:
    """First nobles by seat and round (`first`, `never`: (places, rounds), rows by place of the line-up); games by nobles and last round;
    games by the round of the first noble (in the last bin where none came).
    """
    players = block.run.players
    first, last = block.seats["first_noble_round"], np.repeat(block.games["rounds"][:, None], players, axis=1)
    place = block.seats["place"] - 1
    came = first != MISSING
    total = np.minimum(block.seats["nobles"].sum(axis=1), MOST)
    return {
        "first": _table(place[came], first[came], players),
        "never": _table(place[~came], last[~came], players),
        "games": _table(total, block.games["rounds"], MOST + 1),
        "game_first": np.bincount(np.where(came, first, ROUND_BINS - 1).min(axis=1), minlength=ROUND_BINS),
    }


STUDY = Study(
    "nobles",
    games=("rounds",),
    seats=("win_share", "place", "nobles", "first_noble_round", "prestige", "prestige_cards", "prestige_nobles"),
    measures=measures,
    counts=counts,
)


def _table(rows: np.ndarray, columns: np.ndarray, height: int) -> np.ndarray:
    flat = rows.astype(np.int64) * ROUND_BINS + columns
    return np.bincount(flat, minlength=height * ROUND_BINS).reshape(height, ROUND_BINS)


@dataclass(frozen=True)
class Visits:
    """Visits of one run: `nth[k, r]`: games whose (k+1)-th noble came in round r; `claims[noble]`: visits by id; `claim_rounds`: their
    rounds added.
    """

    nth: np.ndarray
    claims: dict[int, int]
    claim_rounds: dict[int, int]


def visits(run: Run) -> Visits:
    """Read the visits of one run, part by part. Raises RunDataError for a part that cannot be read."""
    nth = np.zeros((MOST, ROUND_BINS), dtype=np.int64)
    claims: dict[int, int] = {}
    rounds: dict[int, int] = {}
    for part in run.parts:
        frame = read_visits(run, part)
        game, when, noble = (frame[name].to_numpy() for name in ("game", "round", "noble"))
        if not len(game):
            continue
        starts = np.flatnonzero(np.r_[True, game[1:] != game[:-1]])
        order = np.arange(len(game)) - np.repeat(starts, np.diff(np.r_[starts, len(game)]))
        kept = order < MOST
        nth += _table(order[kept], when[kept], MOST)
        for number, count, total in zip(*_by_noble(noble, when), strict=True):
            claims[number] = claims.get(number, 0) + count
            rounds[number] = rounds.get(number, 0) + total
    return Visits(nth, claims, rounds)


def _by_noble(noble: np.ndarray, when: np.ndarray) -> tuple[list[int], list[int], list[int]]:
    numbers, index = np.unique(noble, return_inverse=True)
    return numbers.tolist(), np.bincount(index).tolist(), np.bincount(index, weights=when).astype(np.int64).tolist()


@dataclass(frozen=True)
class NobleRow:
    """One noble: how often it was claimed per game in which it was on offer (`rate`; the offer is drawn at random, so its share is known),
    and the mean round of its visits.
    """

    id: int
    name: str
    needs: dict[str, int]
    rate: float
    claims: int
    mean_round: float | None


@dataclass(frozen=True)
class NobleAnswer:
    """Nobles in one setting. `nth_events[k]`, `nth_censored[k]`: games by round in which the (k+1)-th noble came, or that ended without it;
    `first_events`, `first_censored`: label -> the same for the first noble of one seat, by strategy; `seats`, `wins`: share of seats and of
    wins by number of nobles; `without`: games that no noble visits; `half`: the round by which half of the games have seen a noble, None if
    fewer do; `turned`: games whose winner had not the most prestige from cards; `part`: share of all prestige that came from nobles.
    """

    a_game: Estimate | None
    shown: int
    without: Estimate | None
    half: int | None
    taken: Estimate | None
    nth_events: tuple[np.ndarray, ...]
    nth_censored: tuple[np.ndarray, ...]
    first_events: dict[str, np.ndarray]
    first_censored: dict[str, np.ndarray]
    wins: dict[int, Estimate]
    seats: dict[int, Estimate]
    turned: Estimate | None
    part: Estimate | None
    nobles: tuple[NobleRow, ...]


def answer(setting: Setting, found: Sequence[Gathered], seen: Sequence[Visits]) -> NobleAnswer:
    """Answer for one setting: from what its runs left, and from the visits of each run (none of them for the short answer)."""
    sums = strata(found, STUDY.name)
    nth = sum((one.nth for one in seen), np.zeros((MOST, ROUND_BINS), dtype=np.int64))
    held = counted(found, STUDY.name, "games")
    held = held if held is not None else np.zeros((MOST + 1, ROUND_BINS), dtype=np.int64)
    shown = _shown(setting)
    numbers = range(min(shown, MOST))
    first, never = _by_strategy(found, "first"), _by_strategy(found, "never")
    return NobleAnswer(
        a_game=ratio(sums, "nobles", "games"),
        shown=shown,
        without=share(sums, "without", "games"),
        half=_half(counted(found, STUDY.name, "game_first")),
        taken=ratio(sums, {"nobles": 1 / shown}, "games") if shown else None,
        nth_events=tuple(nth[number] for number in numbers),
        nth_censored=tuple(held[: number + 1].sum(axis=0) for number in numbers),
        first_events=first,
        first_censored=never,
        wins={number: value for number in range(WINNER_BINS) if (value := share(sums, f"wins_{number}", "finished"))},
        seats={number: value for number in range(WINNER_BINS) if (value := share(sums, f"seats_{number}", {"finished": setting.players}))},
        turned=share(sums, "turned", "finished"),
        part=share(sums, "prestige_nobles", "prestige"),
        nobles=_rows(setting, seen, sum(one.games for one in found), shown),
    )


def _half(first: np.ndarray | None) -> int | None:
    if first is None or not first.sum():
        return None
    below = np.cumsum(first) >= first.sum() / 2
    number = int(below.argmax())
    return number if number < ROUND_BINS - 1 else None


def _shown(setting: Setting) -> int:
    table = setting.runs[0].rules["nobles"]["shown"]
    return int(table[str(setting.players)] if str(setting.players) in table else table[setting.players])


def _by_strategy(found: Sequence[Gathered], name: str) -> dict[str, np.ndarray]:
    table: dict[str, np.ndarray] = {}
    for one in found:
        if STUDY.name in one.counts:
            for place, label in enumerate(one.run.line_up):
                table[label] = table.get(label, np.zeros(ROUND_BINS, dtype=np.int64)) + one.counts[STUDY.name][name][place]
    return table


def _rows(setting: Setting, seen: Sequence[Visits], games: int, shown: int) -> tuple[NobleRow, ...]:
    tiles = setting.runs[0].nobles
    offered = games * shown / len(tiles) if tiles else 0
    if not offered:
        return ()
    rows = []
    for tile in tiles:
        claims = sum(one.claims.get(tile["id"], 0) for one in seen)
        rounds = sum(one.claim_rounds.get(tile["id"], 0) for one in seen)
        rows.append(NobleRow(tile["id"], tile["name"], dict(tile["bonus"]), claims / offered, claims, rounds / claims if claims else None))
    return tuple(sorted(rows, key=lambda row: (-row.rate, row.id)))
