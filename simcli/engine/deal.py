"""Set-up of a game: decks, table, nobles, bank, prestige at the start, from the rules and the key
of the deal's random numbers."""

from numba import njit

from simcli.engine.gems import NEVER
from simcli.engine.names import LEVEL_COUNT
from simcli.engine.processor import kth_bit, natural
from simcli.engine.rng import STREAM_DEAL, scale, stream_key, word_at
from simcli.engine.state import (
    FACE_UP,
    HAND_PLACES,
    MOST_SHOWN,
    NOBLE_PLACES,
    SEATS,
    SHOWN_WORDS,
    TABLE_PLACES,
)

_WORDS_OF_A_LEVEL = 128  # words of the deal's stream set apart for each level; those of the nobles follow


@njit(forceinline=True)
def _pick(key, index, n):
    """A number in 0..n-1 that depends on the deal's key and the index alone, so that no turn of the
    game can move it."""
    return scale(word_at(key, index), n)


@njit(forceinline=True)
def draw(table, hidden, level):
    """Draw the top card (its row) of a level's deck (0-2), which is not empty.

    Decks are shuffled as they are drawn (Fisher-Yates from the top): the k-th draw of a level
    depends on the deal and k alone."""
    left = table.deck_size[level]
    place = left - 1
    deck = hidden.deck
    if hidden.ordered == 0:
        place = _pick(hidden.key, _WORDS_OF_A_LEVEL * level + left, left)
    card = deck[level, place]
    deck[level, place] = deck[level, left - 1]
    deck[level, left - 1] = card
    table.deck_size[level] = left - 1
    if left == 1:
        table.reservable &= ~(1 << (TABLE_PLACES + level))
    return natural(card)


@njit(forceinline=True)
def show(table, card):
    """Note that everybody has seen a card (a row)."""
    table.shown[card >> 6] |= 1 << (card & 63)


@njit(forceinline=True)
def refill(table, hidden, rules, place):
    """Turn up the next card of the level on an empty place of the table (0-11); the place stays
    empty if the deck is."""
    level = place // FACE_UP
    if table.deck_size[level] > 0:
        card = draw(table, hidden, level)
        table.card[place] = card
        table.price[place] = rules.card[card].cost
        show(table, card)
    else:
        table.card[place] = -1
        table.price[place] = NEVER
        table.reservable &= ~(1 << place)


@njit
def clear(table, hidden):
    """Empty table, hands, decks and players; seat 0 to move in round 1."""
    for place in range(TABLE_PLACES):
        table.price[place] = NEVER
        table.card[place] = -1
    table.bank = 0
    table.reservable = 0
    table.nobles = 0
    for i in range(MOST_SHOWN):
        table.noble[i] = -1
    for i in range(NOBLE_PLACES):
        table.requirement[i] = NEVER
    table.seat = 0
    table.round = 1
    table.passes = 0
    for i in range(SHOWN_WORDS):
        table.shown[i] = 0
    for level in range(LEVEL_COUNT):
        table.deck_size[level] = 0
    for seat in range(SEATS):
        player = table.player[seat]
        player.tokens = 0
        player.bonus = 0
        player.prestige = 0
        player.purchased = 0
        player.nobles = 0
        player.held = 0
        player.waiting = 0
        hand = hidden.hand[seat]
        for i in range(FACE_UP):
            hand.price[i] = NEVER
        for i in range(HAND_PLACES):
            hand.card[i] = -1
            player.reserved[i] = 0


@njit
def deal(table, hidden, rules, seed, number):
    """Set up deal `number` of the run with that seed; overwrites table and hidden."""
    clear(table, hidden)
    table.players = rules.players
    table.bank = rules.bank
    hidden.key = stream_key(seed, number, STREAM_DEAL)
    hidden.ordered = 0
    for seat in range(rules.players):
        table.player[seat].prestige = rules.prestige_at_start[seat]
    for level in range(LEVEL_COUNT):
        size, first = rules.level_size[level], rules.level_start[level]
        for i in range(size):
            hidden.deck[level, i] = first + i
        table.deck_size[level] = size
        table.reservable |= 1 << (TABLE_PLACES + level)
        for i in range(rules.face_up):
            place = FACE_UP * level + i
            table.reservable |= 1 << place
            refill(table, hidden, rules, place)
    # The tiles are drawn without replacement, out of a bit mask of those not yet on the table.
    unused = (1 << rules.nobles) - 1
    table.nobles = rules.nobles_shown
    for i in range(rules.nobles_shown):
        noble = kth_bit(unused, _pick(hidden.key, _WORDS_OF_A_LEVEL * LEVEL_COUNT + i, rules.nobles - i))
        unused &= ~(1 << noble)
        table.noble[i] = noble
        table.requirement[i] = rules.noble[noble].requirement
        if table.requirement[i] == 0:  # comes without a purchase
            for seat in range(rules.players):
                table.player[seat].waiting = 1
