"""What a strategy would do in a position: asked by the same compiled turn that plays a run."""

import numpy as np

from simcli.base.errors import StrategyError
from simcli.engine import answers, state
from simcli.engine.tally import TALLY
from simcli.native.entries import entry
from simcli.position.position import Position
from simcli.position.record import turn_json
from simcli.position.refusals import illegal_answer_with_reason
from simcli.strategy.loading import Strategy, line_up_arrays


def ask(position: Position, strategy: Strategy, seed: int = 1) -> dict:
    """The turn that a strategy plays for the seat to move, as in a game record; the position is
    left alone.

    The strategy sees what it would see in a game. Its random numbers are those of the seed. Raises
    StrategyError where it raises or answers illegally."""
    after = position.copy()
    places = np.zeros(1, state.PLACE)
    entries, places["parameter"] = line_up_arrays([strategy])
    tally, fault = np.zeros(1, TALLY), np.zeros(1, answers.FAULT)
    seat, players = int(position.table["seat"]) + 1, int(position.table["players"])
    log = np.zeros(int(position.table["round"]) * players, answers.TURN)
    asked = entry("asked_turn")
    try:
        legal = asked(after.array[0], position.rules_array[0], places, entries, seed, tally[0], log, fault[0])
    except Exception as error:
        raise StrategyError(
            f"strategy {strategy.label!r} raised {type(error).__name__}: {error}, asked for seat {seat}"
        ) from None
    if not legal:
        what = illegal_answer_with_reason(position, fault[0])
        raise StrategyError(f"strategy {strategy.label!r} {what}, asked for seat {seat}")
    return turn_json(log[len(log) - players + seat - 1], position.pieces)
