"""What a comparison will cost, before it is played."""

from math import isfinite

from simcli.base.errors import BadInput
from simcli.compare.layout import layout_of
from simcli.stats.planning import Design, pass_curve, plan, usual_design
from simcli.stats.sequential import Hypotheses
from simcli.variant.rules import Rules

STEPS = 12  # of the curve; four of them between the bounds


def plan_of(
    rules: Rules,
    players: int,
    hypotheses: Hypotheses,
    variance: float | None = None,
    speed: float | None = None,
) -> dict:
    """Expected games under H0, H1, between, and of a fixed size, and the chance to pass by true
    difference, as plain values.

    `variance` of a block score: that of equal players with independent games if None. `speed` in
    games a second adds seconds."""
    layout = layout_of(rules, players)
    design = usual_design(players, layout.games, layout.places)
    if variance is not None:
        if not (variance > 0 and isfinite(variance)):
            raise BadInput(f"--variance {variance!r}: expected a number above 0")
        design = Design(design.games, design.par, design.reference, variance)
    costs = plan(design, hypotheses)
    games = {
        "games_h0": costs.blocks_h0,
        "games_h1": costs.blocks_h1,
        "games_between": costs.blocks_between,
        "games_fixed": costs.blocks_fixed,
    }
    found = {"players": players, **{name: _games(blocks, layout.games) for name, blocks in games.items()}}
    if speed:
        found |= {name.replace("games", "seconds"): round(found[name] / speed, 1) for name in games}
    width = hypotheses.elo1 - hypotheses.elo0
    elos = [hypotheses.elo0 + width * (step - STEPS / 3) / 4 for step in range(STEPS + 1)]
    found["curve"] = [
        {"elo": elo, "pass": chance, "games": _games(blocks, layout.games)}
        for elo, chance, blocks in pass_curve(design, hypotheses, elos)
    ]
    return found


def _games(blocks: float, games: int) -> int:
    return -int(-blocks // 1) * games
