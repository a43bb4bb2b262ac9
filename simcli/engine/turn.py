"""The steps of a turn. Each changes the position it is given and trusts its caller that the step is
legal."""

from numba import njit

from simcli.engine.actions import BUY, BUY_HAND, RESERVE, RESERVE_DECK
from simcli.engine.deal import draw, refill, show
from simcli.engine.gems import GOLD, GOLD_SHIFT, NEVER, one, shortfall
from simcli.engine.processor import natural
from simcli.engine.state import TABLE_PLACES


@njit
def take(table, player, gems):
    """Move packed gems from the bank to the player."""
    player.tokens += gems
    table.bank -= gems


@njit
def give_back(table, player, colour):
    """Move one token (0-5) from the player to the bank."""
    player.tokens -= one(colour)
    table.bank += one(colour)


@njit
def card_of(table, hand, action):
    """Row of the card that a purchase, or a reserve from the table, is about; -1 for a reserve from
    a deck."""
    if action < BUY_HAND:
        return table.card[action - BUY]
    if action < RESERVE:
        return hand.card[action - BUY_HAND]
    if action < RESERVE_DECK:
        return table.card[action - RESERVE]
    return -1


@njit
def need_of(rules, player, card):
    """What the player has to pay for a card after bonuses, as packed gems."""
    return shortfall(rules.card[natural(card)].cost, player.bonus)


@njit(forceinline=True)
def purchase(table, hidden, rules, seat, action, payment):
    """Buy the card of a purchase action for `payment` (packed gems); returns its row. The table is
    refilled at once."""
    player = table.player[seat]
    place = action - BUY
    if place < TABLE_PLACES:
        card = table.card[place]
        refill(table, hidden, rules, place)
    else:
        hand = hidden.hand[seat]
        i, last = place - TABLE_PLACES, player.held - 1
        card = hand.card[i]
        show(table, card)
        player.held = last
        hand.card[i] = hand.card[last]
        hand.price[i] = hand.price[last]
        player.reserved[i] = player.reserved[last]
        hand.card[last] = -1
        hand.price[last] = NEVER
        player.reserved[last] = 0
    player.tokens -= payment
    table.bank += payment
    bought = rules.card[natural(card)]
    player.bonus += bought.bonus
    player.prestige += bought.prestige
    player.purchased += 1
    return card


@njit(forceinline=True)
def reserve(table, hidden, rules, seat, action):
    """Reserve the card of a reserve action, with one gold if the bank has one; returns the card's
    row. The table is refilled at once."""
    player, hand = table.player[seat], hidden.hand[seat]
    place = action - RESERVE
    if place < TABLE_PLACES:
        card = table.card[place]
        shown = card
        refill(table, hidden, rules, place)
    else:
        card = draw(table, hidden, place - TABLE_PLACES)
        shown = -(place - TABLE_PLACES + 1)
    i = player.held
    hand.card[i] = card
    hand.price[i] = rules.card[natural(card)].cost
    player.reserved[i] = shown
    player.held = i + 1
    take(table, player, int(table.bank >> GOLD_SHIFT > 0) * one(GOLD))  # no branch: it is unpredictable
    return card


@njit
def receive_noble(table, rules, player, i):
    """The noble on place i visits the player; returns its row. The last tile takes its place."""
    noble = table.noble[i]
    last = table.nobles - 1
    table.nobles = last
    table.noble[i] = table.noble[last]
    table.requirement[i] = table.requirement[last]
    table.noble[last] = -1
    table.requirement[last] = NEVER
    player.prestige += rules.noble[noble].prestige
    player.nobles += 1
    return noble
