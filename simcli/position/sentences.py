"""Turns, cards and nobles in few words, for the screen."""

from simcli.base.words import COLOURS, LETTERS
from simcli.variant.catalogue import Card
from simcli.variant.pieces import Pieces


def letters(amounts: dict[str, int], empty: str = "-") -> str:
    """Amounts by token as `W2 U1 Au1`."""
    return " ".join(f"{LETTERS[token]}{number}" for token, number in amounts.items() if number) or empty


def cost_letters(cost: tuple[int, ...], empty: str = "free") -> str:
    """A cost or requirement, by COLOURS, as `W2 U1`."""
    return letters(dict(zip(COLOURS, cost, strict=True)), empty)


def card_words(card: Card) -> str:
    """A card as `45 red 2`: id, bonus, and prestige where it has any."""
    return f"{card.id} {card.bonus}" + (f" {card.prestige}" if card.prestige else "")


def turn_words(turn: dict, pieces: Pieces) -> str:
    """A turn of a game record without its subject: `buys 45 red 2 for W2 Au1, noble 4`."""
    words = _action_words(turn, pieces)
    if turn.get("returned"):
        words += f", gives back {letters(turn['returned'])}"
    if turn.get("noble") is not None:
        words += f", noble {turn['noble']}"
    return words


def _action_words(turn: dict, pieces: Pieces) -> str:
    kind = turn["action"]
    if kind == "take":
        return f"takes {letters(turn['tokens'])}"
    if kind == "pass":
        return "passes"
    card = pieces.card(turn["card"])
    if kind == "buy":
        return (
            f"buys {'reserved ' * (turn['from'] == 'reserve')}{card_words(card)} for "
            f"{letters(turn['paid'], 'nothing')}"
        )
    source = f" from deck {card.level}" if turn["from"] == "deck" else ""
    return f"reserves {card_words(card)}{source}{', Au1' if turn['gold'] else ', no gold'}"
