"""The words that every room shares: colours in their one order, and the names of the few closed
lists."""

from simcli.engine.names import COLOURS, DECIDERS, ENDINGS, LEVELS, MISSING, NOTED_ROUNDS, TOKENS

__all__ = [
    "COLOURS",
    "DECIDERS",
    "ENDINGS",
    "LETTERS",
    "LEVELS",
    "MISSING",
    "NOTED_ROUNDS",
    "TIE_BREAKS",
    "TOKENS",
]

LETTERS = {"white": "W", "blue": "U", "green": "G", "red": "R", "black": "K", "gold": "Au"}
TIE_BREAKS = ("weakest_member", "fewest_cards")
