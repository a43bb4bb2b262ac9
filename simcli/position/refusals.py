"""Why the engine refused a turn, in plain words. The engine decides; this module only explains its
decision."""

from simcli.base.words import COLOURS
from simcli.engine.actions import BUY, BUY_HAND, PASS, RESERVE, RESERVE_DECK, TAKE_PAIR, TAKEN
from simcli.engine.answers import BAD_ACTION
from simcli.engine.gems import GOLD
from simcli.native.entries import entry
from simcli.position.faults import illegal_answer
from simcli.variant.engine_record import packed, unpacked
from simcli.variant.pieces import tokens_dict


def words(gems: int) -> str:
    """Packed gems in words: `2 white, 1 gold`."""
    return ", ".join(f"{number} {token}" for token, number in tokens_dict(gems).items()) or "nothing"


def card_of(position, action: int):
    """The card that a purchase, or a reserve from the table, is about."""
    if BUY_HAND <= action < RESERVE:
        row = position.hidden["hand"][position.table["seat"]]["card"][action - BUY_HAND]
    else:
        row = position.table["card"][action - (BUY if action < RESERVE else RESERVE)]
    return position.pieces.cards[row]


def need_of(position, action: int) -> list[int]:
    """What the card of a purchase costs the seat to move after its bonuses, by colour."""
    bonus = unpacked(position.mover["bonus"])
    return [max(0, cost - have) for cost, have in zip(card_of(position, action).cost, bonus, strict=False)]


def why_not_action(position, action: int) -> str:
    """Why an action is not among the legal ones."""
    if action < BUY:
        return _why_not_take(position, action)
    if action < RESERVE:
        return _why_not_buy(position, action)
    if action < PASS:
        return _why_not_reserve(position, action)
    mask = int(entry("legal_now")(position.array[0], position.rules_array[0]))
    others = mask.bit_count()
    return (
        f"passes, but {others} other action{'s are' if others > 1 else ' is'} legal: a "
        "pass is only for a seat that can do nothing else"
    )


def illegal_answer_with_reason(position, fault) -> str:
    """In words what a strategy answered that is not allowed (a FAULT record), and of an action why
    it is illegal in the position."""
    what = illegal_answer(fault)
    return (
        f"{what}: {_why_not_answer(position, int(fault['answer']))}" if fault["kind"] == BAD_ACTION else what
    )


def _why_not_answer(position, answer: int) -> str:
    """Why a strategy's answer is not among the legal actions, whatever number it is."""
    if not 0 <= answer <= PASS:
        return f"actions are numbered 0 to {PASS}"
    if BUY <= answer < RESERVE_DECK and not _has_card(position, answer):
        return "there is no card at that place"
    return f"it {why_not_action(position, answer)}"


def _has_card(position, action: int) -> bool:
    """Whether there is a card on the place that a purchase, or a reserve from the table, is
    about."""
    if BUY_HAND <= action < RESERVE:
        return position.hidden["hand"][position.table["seat"]]["card"][action - BUY_HAND] >= 0
    return position.table["card"][action - (BUY if action < RESERVE else RESERVE)] >= 0


def _why_not_take(position, action: int) -> str:
    bank = dict(zip(COLOURS, unpacked(position.table["bank"]), strict=False))
    taken = tokens_dict(TAKEN[action])
    if action >= TAKE_PAIR:
        (colour,) = taken
        return (
            f"takes 2 {colour}, but the bank has {bank[colour]} {colour}: 2 of a colour need "
            f"{position.rules.pair_minimum} there"
        )
    for colour in taken:
        if not bank[colour]:
            return f"takes {colour}, but the bank has no {colour} token"
    available = sum(number > 0 for number in bank.values())
    return f"takes {len(taken)} different, but {available} colours have a token: take {min(3, available)}"


def _why_not_buy(position, action: int) -> str:
    card, need = card_of(position, action), need_of(position, action)
    held = unpacked(position.mover["tokens"])
    lack = sum(max(0, amount - have) for amount, have in zip(need, held, strict=False))
    return (
        f"buys card {card.id} for {words(packed(need))} after bonuses, but seat "
        f"{position.table['seat'] + 1} holds {words(position.mover['tokens'])}: "
        f"{lack - held[GOLD]} too few"
    )


def _why_not_reserve(position, action: int) -> str:
    if position.mover["held"] >= position.rules.limit_reserved:
        return (
            f"reserves a card, but seat {position.table['seat'] + 1} has "
            f"{position.mover['held']}: {position.rules.limit_reserved} is the limit"
        )
    return f"reserves from the level-{action - RESERVE_DECK + 1} deck, which is empty"


def why_not_payment(position, action: int, payment: int) -> str:
    """Why packed gems do not pay for the card of a purchase."""
    need, held = need_of(position, action), unpacked(position.mover["tokens"])
    start = f"pays {words(payment)} for card {card_of(position, action).id}"
    for token, paid, have in zip((*COLOURS, "gold"), unpacked(payment), held, strict=True):
        if paid > have:
            return f"{start}, but holds {have} {token}"
    for colour, paid, amount in zip(COLOURS, unpacked(payment), need, strict=False):
        if paid > amount:
            return (
                f"{start}, which needs {amount} {colour} after bonuses: pay exactly "
                f"{words(packed(need))}, gold for any of it"
            )
    return f"{start}, which needs {words(packed(need))} after bonuses: pay exactly that, gold for any of it"


def why_not_returned(position, returned: int, held: int) -> str:
    """Why packed gems cannot be given back by a seat that would give them back out of the packed
    gems `held`."""
    limit = position.rules.limit_tokens
    total, given = sum(unpacked(held)), sum(unpacked(returned))
    excess = max(0, total - limit)
    if given != excess:
        return (
            f"gives back {words(returned)}, but holds {total} after the action and the limit "
            f"is {limit}: give back {excess or 'nothing'}"
        )
    return f"gives back {words(returned)} out of {words(held)}"


def coming_after(position, action: int) -> list[int]:
    """The nobles on the table that the bonuses of the seat to move meet after an action."""
    bonus = unpacked(position.mover["bonus"], len(COLOURS))
    if BUY <= action < RESERVE:
        bonus[COLOURS.index(card_of(position, action).bonus)] += 1
    met = {
        noble.id
        for noble in position.pieces.nobles
        if all(have >= want for have, want in zip(bonus, noble.bonus, strict=True))
    }
    return [noble for noble in position.nobles() if noble in met]


def why_not_noble(position, action: int, noble: int | None) -> str:
    """Why the named noble does not come, or a noble has to be named."""
    coming = coming_after(position, action)
    come = " and ".join(map(str, coming))
    if noble is None:
        return f"names no noble, but {come} come: choose one"
    asks = words(packed(position.pieces.noble(noble).bonus))
    return f"names noble {noble}, which asks for {asks} bonuses" + (
        f"; {come} come{'s' * (len(coming) == 1)}" if coming else "; none comes"
    )
