"""The kernel's compiled functions, and the arrays they play on: one `Table` (of play) a thread."""

from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numba import from_dtype, int64, types, uint8, uint16, uint64

from simcli.base.errors import StrategyError
from simcli.engine import answers, play, rows, state, tally
from simcli.engine.veto import VETO, threshold
from simcli.native.cache import compile_function
from simcli.position.faults import illegal_answer
from simcli.strategy.loading import Strategy, line_up_arrays

_COMMON = (
    from_dtype(state.POSITION),
    from_dtype(state.RULES),
    from_dtype(state.PLACE)[::1],
    from_dtype(answers.ENTRIES)[::1],
)
_SCHEDULE = (int64, int64, int64, int64[:, ::1])  # seed, first deal, deals, seatings
_FAULT = from_dtype(answers.FAULT)
_ROWS = types.NamedTuple(
    (uint8[:, ::1], uint16[::1], uint8[:, ::1], uint16[:, ::1], uint8[:, ::1], int64[::1], int64[::1]),
    rows.Rows,
)

_LOG, _VETO = from_dtype(answers.TURN)[::1], from_dtype(VETO)


def _winners_signature(digests):
    return int64(*_COMMON, *_SCHEDULE, uint8[::1], uint8[::1], digests, _FAULT)


def _tables_signature(log, veto=types.none):
    return int64(*_COMMON, *_SCHEDULE, from_dtype(tally.TALLY), veto, log, _ROWS, _FAULT)


_SIGNATURES = {
    "winners": (play.play_winners, _winners_signature(types.none)),
    "digests": (play.play_winners, _winners_signature(uint64[::1])),
    "tables": (play.play_tables, _tables_signature(types.none)),
    "log": (play.play_tables, _tables_signature(_LOG)),
    "tables-veto": (play.play_tables, _tables_signature(types.none, _VETO)),
    "log-veto": (play.play_tables, _tables_signature(_LOG, _VETO)),
}
KINDS = tuple(_SIGNATURES)


@cache
def compiled(kind: str, announce=None):
    """The compiled kernel of a kind: `winners` (who won, nothing else), `digests` (that and a
    digest of each game), `tables` (everything), `log` (everything and every turn); `tables-veto`,
    `log-veto` (the same of a game with a random veto)."""
    function, signature = _SIGNATURES[kind]
    return compile_function(
        function, signature, f"play_{kind.replace('-', '_')}", announce=announce, nogil=True
    )


@dataclass
class Table:
    """A position, the line-up's places and the rest that one thread plays on. `rules` is shared and
    only read."""

    rules: np.ndarray
    strategies: list[Strategy]
    position: np.ndarray = field(init=False)
    places: np.ndarray = field(init=False)
    entries: np.ndarray = field(init=False)
    fault: np.ndarray = field(init=False)

    def __post_init__(self):
        self.position = np.zeros(1, state.POSITION)
        self.places = np.zeros(len(self.strategies), state.PLACE)
        self.entries, self.places["parameter"] = line_up_arrays(self.strategies)
        self.fault = np.zeros(1, answers.FAULT)

    def arguments(self):
        """The kernel's first arguments."""
        return self.position[0], self.rules[0], self.places, self.entries


def seatings_by_seat(seatings) -> np.ndarray:
    """int64[k, seat]: the place (from 0) in each seat, from seatings[k][place] = seat (from 1)."""
    return np.argsort(np.asarray(seatings, dtype=np.int64), axis=1).astype(np.int64)


def _columns(columns: int, rows: int, kind) -> np.ndarray:
    """Columns side by side, a little longer than asked for: were their lengths a power of two, all
    would fall on the same lines of the processor's cache and drive one another out."""
    size = np.dtype(kind).itemsize
    return np.empty((columns, -(-rows * size // 4096) * 4096 // size + 64 // size), kind)


class Part:
    """The rows and sums of the games of one part, filled by the kernel."""

    def __init__(self, games: int, players: int, nobles_shown: int, logged_turns: int = 0, veto: float = 0.0):
        self.players = players
        self.game_bytes = _columns(len(rows.GAME_BYTES), games, np.uint8)
        self.turns = np.empty(games, np.uint16)
        self.seat_bytes = _columns(len(rows.SEAT_BYTES), games * players, np.uint8)
        self.seat_words = _columns(len(rows.SEAT_WORDS), games * players, np.uint16)
        self.noble_bytes = _columns(len(rows.NOBLE_BYTES), games * nobles_shown, np.uint8)
        self.noble_games = np.empty(games * nobles_shown, np.int64)
        self.filled = np.zeros(2, np.int64)
        self.tally = np.zeros(1, tally.TALLY)
        self.log = np.zeros(logged_turns, answers.TURN) if logged_turns else None
        self.veto = np.zeros(1, VETO) if veto else None
        if veto:
            self.veto["below"] = threshold(veto)

    def clear(self) -> None:
        """Empty the part for other games."""
        self.filled[:] = 0
        # Bytes: a record with a hundred fields would be set field by field
        self.tally.view(np.uint8)[:] = 0
        if self.veto is not None:
            self.veto["wide"] = 0

    def rows(self) -> rows.Rows:
        """The rows that the kernel fills."""
        return rows.Rows(*(getattr(self, name) for name in rows.Rows._fields))


def play_part(
    kernel,
    table: Table,
    part: Part,
    seed: int,
    first_deal: int,
    deals: int,
    seatings: np.ndarray,
    number: int | None = None,
) -> None:
    """Play deals (each in every seating, seatings[k, seat] the place) and add their rows and sums
    to `part`.

    `number` is that of the first game, where `seatings` are not all of the run's. Raises
    StrategyError, naming strategy, game and turn, where one raises or answers illegally."""
    schedule = (seed, first_deal, deals, seatings)
    before = int(part.filled[0])
    checked_call(
        kernel,
        table,
        schedule,
        (part.tally[0], None if part.veto is None else part.veto[0], part.log, part.rows()),
        lambda: int(part.filled[0]) - before,
        number,
    )


def checked_call(kernel, table: Table, schedule, outputs, played, number: int | None = None) -> None:
    """Call a compiled kernel; what a strategy does wrong becomes a StrategyError. `played()` counts
    the games finished by this call; `number` is that of its first game, where it does not follow
    from the schedule."""
    _, _, deals, seatings = schedule
    try:
        games = kernel(*table.arguments(), *schedule, *outputs, table.fault[0])
    except Exception as error:
        at = table.position["table"][0]
        k = played() % len(seatings)
        place = int(seatings[k][at["seat"]])
        what = f"raised {type(error).__name__}{f': {error}' if str(error) else ''}"
        raise _broke(
            table, place, what, schedule, played(), int(at["seat"]), int(at["round"]), number
        ) from None
    if games < deals * len(seatings):
        fault = table.fault[0]
        raise _broke(
            table,
            int(fault["place"]),
            illegal_answer(fault),
            schedule,
            games,
            int(fault["seat"]),
            int(fault["round"]),
            number,
        )


def _broke(
    table: Table, place: int, what: str, schedule, played: int, seat: int, round_: int, number: int | None
) -> StrategyError:
    seed, first_deal, _, seatings = schedule
    game = (first_deal * len(seatings) if number is None else number) + played
    label, deal = table.strategies[place].label, first_deal + played // len(seatings)
    where = f"in game {game} (run seed {seed}, deal {deal}), seat {seat + 1}, round {round_}"
    return StrategyError(
        f"strategy {label!r} {what}, {where}.\n`simcli strategies check {label}` looks for "
        "positions in which it fails, and says why."
    )
