"""Weighs everything a little: prestige, bonuses, nobles, tokens, threats, and how late it is.

Idea: every legal action is judged by the position it leads to, as a weighted sum: what has just
been gained; for each card in sight what it is worth, times a factor that falls with the tokens
still missing for it; what the purchase of a card takes from the others. The worth of a card is its
prestige, its bonus (more the more the cards in sight ask for that colour, less as the game goes on)
and the nobles it brings nearer. The weights are found by search over games: see
scripts/search/README.md.
Weak against: players who look further than one turn.
"""

from simcli.toolkit import (
    BUY,
    BUY_HAND,
    COLOURED,
    FAR,
    GOLD,
    PLACES,
    RESERVE,
    RESERVE_DECK,
    RESERVES,
    below,
    coloured_sum,
    count,
    is_rival,
    least_gold,
    lowest,
    me,
    need,
    one,
    price_at,
    prospect,
    row_at,
    shortfall,
    standing,
    taken,
    total,
)

PARAMETERS = {
    "prestige": 0.03,  # a point of prestige at the start, and what is added to that until the end
    "prestige_late": 0.345,
    "bonus": 0.0413,  # a bonus at the start; nothing at the end
    # Of a bonus, for the tokens that it saves on the cards in sight, each for what its card
    # brings a token:
    "demand": 0.137,
    "base": 0.405,  # prestige and this, for each token of its price and
    "price": 3.2,  # this many more
    "noble": 4.32,  # a noble that needs no more, and the factor for each bonus that it still needs
    "noble_near": 0.312,
    "now": 6.1,  # what is bought now against what can be bought
    # A card that lacks one token against one that lacks none; the factor for each further token.
    "near": 0.399,
    "decay": 0.455,
    "far": 0.1045,  # the same for cards that are far, whose factor falls more slowly
    "slow": 0.149,
    "safe": 0.054,  # how much more a reserved card is worth than one on the table
    "closing": 5.71,  # a card that brings the player to the target
    "deny": 2.49,  # a card that would bring another there
    "token": 0.128,  # a token in hand
    "over": 0.4,  # a token to give back
    "reserve": 0.515,  # what a reserve costs, and a second and third more
    "full": 0.2145,
    "keep": 0.109,  # part of a card's worth that its reserve secures
    "block": 0.372,  # of what a card is worth to the others
    "blind": 0.181,  # what a reserve from a deck costs more
    "finish": 19.8,  # ending the game in the lead
}

WORTH, NEAR, THREAT, NOBLE, RANKED = 0, 16, 32, 48, 64  # where they begin in view.scratch.number
WON = 1000.0


def progress(view):
    """How far the game has come: the most prestige of any seat (or team), 1 at the target."""
    most = 0
    for seat in range(view.table.players):
        most = max(most, standing(view, seat))
    return min(1.0, most / view.rules.prestige_to_win)


def prepare(view):
    """Fill the scratch: what each card in sight is worth to the player to move and to the others,
    and how nearness counts."""
    p, number, player, table = view.parameters, view.scratch.number, me(view), view.table
    late = progress(view)
    number[NEAR] = 1.0
    near, far = p.near, p.far
    for lack in range(1, FAR):
        number[NEAR + lack] = near + far
        near *= p.decay
        far *= p.slow
    number[NEAR + FAR] = 0.0
    for colour in range(5):
        number[NOBLE + colour] = 0.0
    for place in range(PLACES):
        price = price_at(view, place)
        if price >= 0:
            left = shortfall(price, player.bonus)
            rate = (
                p.demand
                * (view.rules.card[row_at(view, place)].prestige + p.base)
                / (p.price + coloured_sum(left))
                * (1 - late)
            )
            for colour in range(5):
                number[NOBLE + colour] += rate if count(left, colour) else 0.0  # no jump: hard to foresee
    for i in range(table.nobles):
        lack = shortfall(table.requirement[i], player.bonus)
        pull = p.noble
        for _ in range(coloured_sum(lack)):
            pull *= p.noble_near
        for colour in range(5):
            number[NOBLE + colour] += pull if count(lack, colour) else 0.0
    own, target = standing(view, table.seat), view.rules.prestige_to_win
    point = p.prestige + p.prestige_late * late
    for place in range(PLACES):
        row = row_at(view, place)
        number[WORTH + place] = 0.0
        number[THREAT + place] = 0.0
        if row >= 0:
            card = view.rules.card[row]
            common = card.prestige * point + p.bonus * (1 - late)
            worth = common + number[NOBLE + card.colour]
            if own + card.prestige >= target:
                worth += p.closing
            if place < BUY_HAND - BUY:
                number[THREAT + place] = threat(view, card, common)
            else:
                worth *= 1 + p.safe
            number[WORTH + place] = worth
    number[WORTH + PLACES] = 0.0


def threat(view, card, common):
    """What a card is worth to the other who is nearest to it: less for each token missing, more
    where it brings that seat to the target."""
    most = 0.0
    for seat in range(view.table.players):
        if is_rival(view, seat):
            other = view.table.player[seat]
            lack = coloured_sum(
                shortfall(shortfall(card.cost, other.bonus), other.tokens & COLOURED)
            ) - count(other.tokens, GOLD)
            worth = (
                common + view.parameters.deny
                if standing(view, seat) + card.prestige >= view.rules.prestige_to_win
                else common
            )
            most = max(most, worth * view.scratch.number[NEAR + min(max(lack, 0), FAR)])
    return most


def outlook(view, tokens, bonus):
    number = view.scratch.number
    return prospect(
        view, tokens, bonus, number[WORTH : WORTH + 16], number[NEAR : NEAR + 16]
    ) + view.parameters.token * total(tokens)


def of_take(view, action):
    tokens = me(view).tokens + taken(action)
    over = max(0, total(tokens) - view.rules.token_limit)
    return outlook(view, tokens, me(view).bonus) - (view.parameters.over + view.parameters.token) * over


def of_purchase(view, action):
    p, number, player = view.parameters, view.scratch.number, me(view)
    place = action - BUY
    row = row_at(view, place)
    card = view.rules.card[row]
    tokens = player.tokens - least_gold(need(view, row), player.tokens)
    bonus = player.bonus + card.bonus
    prestige = standing(view, view.table.seat) + card.prestige
    worth = number[WORTH + place]
    number[WORTH + place] = 0.0
    value = p.now * worth + outlook(view, tokens, bonus) + p.block * number[THREAT + place]
    number[WORTH + place] = worth
    for i in range(view.table.nobles):
        if shortfall(view.table.requirement[i], bonus) == 0:
            prestige += view.rules.noble[view.table.noble[i]].prestige
            value += p.noble
            break
    if prestige >= view.rules.prestige_to_win:
        value += of_finish(view, prestige)
    return value


def of_finish(view, prestige):
    """What it is worth to reach the target: won if nobody comes after, or nobody can overtake as it
    looks now."""
    for seat in range(view.table.players):
        if is_rival(view, seat):
            theirs = standing(view, seat)
            if theirs > prestige or (
                theirs == prestige and view.table.player[seat].purchased <= me(view).purchased + 1
            ):
                return 0.0
    return WON if view.table.seat == view.table.players - 1 else view.parameters.finish


def of_reserve(view, action, with_gold):
    """`with_gold` is the outlook with one more gold, where there is one; a card that lies safe is
    worth more."""
    p, number = view.parameters, view.scratch.number
    value = with_gold - p.reserve - p.full * me(view).held
    if action >= RESERVE_DECK:
        return value - p.blind
    place = action - RESERVE
    return value + p.keep * number[WORTH + place] + p.block * number[THREAT + place]


def of_action(view, action, with_gold):
    if action < BUY:
        return of_take(view, action)
    if action < RESERVE:
        return of_purchase(view, action)
    return of_reserve(view, action, with_gold)


def one_gold_more(view, legal):
    """The outlook after a reserve, with the gold that it brings; 0 where none is legal."""
    if not legal & RESERVES:
        return 0.0
    gold = min(1, count(view.table.bank, GOLD))
    tokens = me(view).tokens + gold * one(GOLD)
    value = outlook(view, tokens, me(view).bonus)
    return value - view.parameters.over if total(tokens) > view.rules.token_limit else value


def choose(view, legal):
    prepare(view)
    with_gold = one_gold_more(view, legal)
    answer, best, ties = -1, -1e9, 0
    while legal:
        action = lowest(legal)
        legal &= legal - 1
        value = of_action(view, action, with_gold)
        if value > best:
            answer, best, ties = action, value, 1
        elif value == best:
            ties += 1
            if below(view.rng, ties) == 0:
                answer = action
    return answer


def rank(view, legal, most):
    """For strategies that borrow this one: the `most` actions it likes best, best first, in
    view.scratch.whole[0:]. Returns how many there are."""
    prepare(view)
    with_gold = one_gold_more(view, legal)
    whole, number, n = view.scratch.whole, view.scratch.number, 0
    while legal:
        action = lowest(legal)
        legal &= legal - 1
        value = of_action(view, action, with_gold)
        at = n
        while at > 0 and number[RANKED + at - 1] < value:
            at -= 1
        if at < most:
            n = min(n + 1, most)
            for k in range(n - 1, at, -1):
                number[RANKED + k] = number[RANKED + k - 1]
                whole[k] = whole[k - 1]
            number[RANKED + at] = value
            whole[at] = action
    return n


def give_back(view, left):
    """The token without which the outlook is best."""
    prepare(view)
    tokens = me(view).tokens
    answer, best = -1, 0.0
    for token in range(6):
        if count(tokens, token):
            value = outlook(view, tokens - one(token), me(view).bonus)
            if answer < 0 or value > best:
                answer, best = token, value
    return answer
