"""Development cards and nobles by their row in the engine and by their id in the table: how texts
and the engine name the same thing."""

from simcli.base.words import TOKENS
from simcli.variant.catalogue import Card, Catalogue, Noble
from simcli.variant.engine_record import card_rows, unpacked


class Pieces:
    """A catalogue, looked up both ways."""

    def __init__(self, catalogue: Catalogue):
        self.catalogue = catalogue
        self.cards: list[Card] = card_rows(catalogue)
        self.nobles: tuple[Noble, ...] = catalogue.nobles
        self.card_row = {card.id: row for row, card in enumerate(self.cards)}
        self.noble_row = {noble.id: row for row, noble in enumerate(self.nobles)}

    def card(self, card_id: int) -> Card:
        """The development card of that id."""
        return self.cards[self.card_row[card_id]]

    def noble(self, noble_id: int) -> Noble:
        """The noble of that id."""
        return self.nobles[self.noble_row[noble_id]]


def tokens_dict(gems: int) -> dict[str, int]:
    """Packed gems as token to number, those that are none left out."""
    return {token: number for token, number in zip(TOKENS, unpacked(gems), strict=True) if number}
