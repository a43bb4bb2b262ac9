"""The words that every layer shares: colours in their one order, and the names of the few closed lists."""

COLOURS = ("white", "blue", "green", "red", "black")
TOKENS = (*COLOURS, "gold")
LETTERS = {"white": "W", "blue": "U", "green": "G", "red": "R", "black": "K", "gold": "Au"}
LEVELS = (1, 2, 3)

ENDINGS = ("target", "stalemate", "round_limit")
DECIDERS = ("prestige", "fewest_cards", "weakest_member", "shared")
TIE_BREAKS = ("weakest_member", "fewest_cards")

# Rounds after which the run tables note each seat's prestige and purchased cards.
NOTED_ROUNDS = (5, 10, 15, 20)
