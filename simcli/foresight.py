"""Thinking ahead, for authors of strategies: complete positions to try actions on, numbered 0 to
POSITIONS - 1, in the strategy's own scratch.

`imagine` makes one that agrees with all that the seat to move can see; what it cannot see is drawn
at random. `seen` gives the view of the seat to move there, with which every helper of
simcli.toolkit works. All of it is compiled and allocates nothing.
"""

from numba import njit

from simcli.engine import legality as _legality
from simcli.engine import model as _model
from simcli.engine.ending import GOES_ON, ROUND_LIMIT, STALEMATE, TARGET, better, winners_mask
from simcli.engine.model import View
from simcli.engine.processor import copy_record, population
from simcli.engine.state import THOUGHT_POSITIONS as POSITIONS

__all__ = [
    "GOES_ON",
    "POSITIONS",
    "ROUND_LIMIT",
    "STALEMATE",
    "TARGET",
    "act",
    "ahead",
    "copy_position",
    "imagine",
    "legal_now",
    "play_ahead",
    "seen",
    "seen_by",
    "win_share",
]


@njit
def imagine(view, i):
    """Make thought position i agree with what the seat to move sees; unseen cards are spread over
    decks and hidden hands at random."""
    _model.imagine(view.table, view.hand, view.rules, view.rng, view.scratch.position[i])


@njit
def copy_position(view, target, source):
    """Overwrite thought position `target` with position `source`."""
    copy_record(view.scratch.position[target], view.scratch.position[source])


@njit(inline="always")  # a view cannot be returned from a compiled call
def seen(view, i):
    """The view of the seat to move in thought position i. Random stream, parameters and scratch are
    the thinker's."""
    position = view.scratch.position[i]
    return View(
        position.table,
        position.hidden.hand[position.table.seat],
        view.rules,
        view.rng,
        view.parameters,
        view.scratch,
    )


@njit(inline="always")  # a view cannot be returned from a compiled call
def seen_by(view, i, seat):
    """The view of any seat (0-3) in thought position i, as if it were to move: changes whose turn
    it is there."""
    position = view.scratch.position[i]
    position.table.seat = seat
    return View(
        position.table, position.hidden.hand[seat], view.rules, view.rng, view.parameters, view.scratch
    )


@njit
def legal_now(view, i):
    """The mask of legal actions of the seat to move in thought position i."""
    return _legality.legal_now(view.scratch.position[i], view.rules)


@njit
def act(view, i, action):
    """Play a whole turn in thought position i (least gold; tokens over the limit go back from the
    colour held most). Changes the position.

    Returns how the game ended with it (TARGET, STALEMATE, ROUND_LIMIT), or GOES_ON, and then the
    next seat is to move."""
    return _model.try_action(view.scratch.position[i], view.rules, action)


@njit
def play_ahead(view, i, choose, turns):
    """Play thought position i on for at most `turns` turns, every seat by `choose(view, legal)`.
    Returns how the game ended, or GOES_ON."""
    for _ in range(turns):
        ended = act(view, i, choose(seen(view, i), legal_now(view, i)))
        if ended != GOES_ON:
            return ended
    return GOES_ON


@njit
def win_share(view, i, seat):
    """The share of the win that a seat would have if the game ended in thought position i: 1/k of k
    winners, 0 of a loser."""
    winners = winners_mask(view.scratch.position[i].table, view.rules)
    return 1.0 / population(winners) if winners >> seat & 1 else 0.0


@njit
def ahead(view, i, one, other):
    """Whether seat `one` stands before seat `other` in thought position i: positive if so, negative
    if behind, 0 if equal."""
    return better(view.scratch.position[i].table, view.rules, one, other)
