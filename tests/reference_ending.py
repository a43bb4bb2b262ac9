"""The end of a game in the reference engine: who stands where, who wins, and what decided it.

A *side* is what wins or loses together: a team, or one seat alone where there are no teams. Seats
count from 1.
"""


def sides(rules: dict, players: int) -> list[list[int]]:
    """The seats of each side, in the order of the teams, or one side a seat."""
    return [list(team) for team in rules["teams"]] or [[seat] for seat in range(1, players + 1)]


def side_prestige(side: list[int], prestige: list[int]) -> int:
    """Prestige of a side together; `prestige` is by seat, the first entry seat 1."""
    return sum(prestige[seat - 1] for seat in side)


def target_reached(rules: dict, prestige: list[int]) -> bool:
    """Whether some side has as much prestige as the rules ask for."""
    return any(
        side_prestige(side, prestige) >= rules["prestige_to_win"] for side in sides(rules, len(prestige))
    )


def ladder(rules: dict, prestige: list[int], cards: list[int]) -> list[tuple[str, dict]]:
    """The steps by which sides are compared, first one first: a name, and the value of each side
    (more is better), by the side's first seat."""
    all_sides = sides(rules, len(prestige))
    steps = [("prestige", {side[0]: side_prestige(side, prestige) for side in all_sides})]
    for step in rules["tie_break"]:
        if step == "fewest_cards":
            steps.append((step, {side[0]: -sum(cards[seat - 1] for seat in side) for side in all_sides}))
        elif step == "weakest_member":
            steps.append((step, {side[0]: min(prestige[seat - 1] for seat in side) for side in all_sides}))
        else:
            raise ValueError(f"unknown tie-break {step!r}")
    return steps


def decide(rules: dict, prestige: list[int], cards: list[int]) -> tuple[list[int], str]:
    """The winning seats, ascending, and the step that left one side only, or "shared" if several
    sides are left after the last."""
    left = sides(rules, len(prestige))
    for step, value in ladder(rules, prestige, cards):
        best = max(value[side[0]] for side in left)
        left = [side for side in left if value[side[0]] == best]
        if len(left) == 1:
            return sorted(left[0]), step
    return sorted(seat for side in left for seat in side), "shared"


def ranks(rules: dict, prestige: list[int], cards: list[int]) -> list[int]:
    """Rank by seat, from 1: one more than the number of seats on better sides, so equals share a
    rank and the next is left out."""
    steps = ladder(rules, prestige, cards)
    standing = {}
    for side in sides(rules, len(prestige)):
        for seat in side:
            standing[seat] = tuple(value[side[0]] for _, value in steps)
    return [1 + sum(other > standing[seat] for other in standing.values()) for seat in sorted(standing)]


def margin(rules: dict, prestige: list[int], winners: list[int]) -> int | None:
    """Prestige of the winning side less that of the best other side; 0 in a shared win; None where
    nobody won."""
    if not winners:
        return None
    winning = next(side for side in sides(rules, len(prestige)) if side[0] in winners)
    others = [side_prestige(side, prestige) for side in sides(rules, len(prestige)) if side != winning]
    return side_prestige(winning, prestige) - max(others)
