"""Whole numbers in a range: the one check behind rules, card tables, positions and turns."""


def is_whole(value, low: int, high: int) -> bool:
    """Whether a value is a whole number from `low` to `high`; True and False are no numbers."""
    return type(value) is int and low <= value <= high
