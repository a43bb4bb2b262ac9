"""A slow and plain engine of the game, written from the rules alone, to judge the product by.

Everything is a dict, a list or a whole number. A game is one `Game`; a turn is a dict as in a game
record. `apply` first checks the whole turn and only then moves anything, so an illegal turn changes
nothing.
"""

from itertools import combinations, product

from reference_ending import decide, target_reached
from reference_tables import COLOURS, LEVELS, TOKENS, for_players


class Illegal(Exception):
    """The turn is against the rules; the text says which one."""


def read_tokens(value, what: str) -> dict:
    """Numbers of all six tokens out of a dict that may leave some out; refuses unknown tokens,
    negative numbers and anything else."""
    if not isinstance(value, dict):
        raise Illegal(f"{what} is {value!r}, not a table of tokens")
    for token, number in value.items():
        if token not in TOKENS or type(number) is not int or number < 0:
            raise Illegal(f"{what} holds {token!r}: {number!r}")
    return {token: value.get(token, 0) for token in TOKENS}


def some(tokens: dict) -> dict:
    """The tokens of which there is at least one: the short form of records."""
    return {token: number for token, number in tokens.items() if number}


class Game:
    """One game: the public table, the hidden decks and the seats, and the rules it is played by."""

    def __init__(self, rules: dict, cards: list[dict], nobles: list[dict], players: int):
        """An empty table with a full bank: nothing is dealt yet."""
        self.rules = rules
        self.players = players
        self.card = {card["id"]: card for card in cards}
        self.noble = {noble["id"]: noble for noble in nobles}
        self.bank = {colour: for_players(rules["bank"]["gems"], players) for colour in COLOURS}
        self.bank["gold"] = rules["bank"]["gold"]
        self.table = {level: [None] * rules["face_up"] for level in LEVELS}
        self.decks = {level: [] for level in LEVELS}
        self.nobles = []
        self.seats = [empty_seat() for _ in range(players)]
        self.to_move = 1
        self.round = 1
        self.quiet_turns = 0  # turns of this round that were forced passes and brought no noble
        self.turns_of = [0] * players
        self.over = None

    # What may be done

    def actions(self) -> list[dict]:
        """All legal actions, without what is given back, paid or chosen; a pass where there is
        nothing else."""
        return (self.takes() + self.reserves() + self.purchases()) or [{"action": "pass"}]

    def takes(self) -> list[dict]:
        """All legal takes of tokens."""
        there = [colour for colour in COLOURS if self.bank[colour] > 0]
        sizes = [min(3, len(there))] if self.rules["takes"]["fewer"] == "only-if-short" else [1, 2, 3]
        different = [
            dict.fromkeys(colours, 1) for size in sizes if size for colours in combinations(there, size)
        ]
        pairs = [
            {colour: 2}
            for colour in there
            if self.bank[colour] >= max(2, self.rules["limits"]["pair_minimum"])
        ]
        return [{"action": "take", "tokens": tokens} for tokens in different + pairs]

    def reserves(self) -> list[dict]:
        """All legal reserves, from the table by card and from the decks by level."""
        if len(self.mover()["reserved"]) >= self.rules["limits"]["reserved"]:
            return []
        face_up = [card for level in LEVELS for card in self.table[level] if card is not None]
        from_table = [{"action": "reserve", "from": "table", "card": card} for card in face_up]
        return from_table + [
            {"action": "reserve", "from": "deck", "level": level} for level in LEVELS if self.decks[level]
        ]

    def purchases(self) -> list[dict]:
        """All cards, on the table and in the mover's reserve, that the mover can pay for."""
        face_up = [card for level in LEVELS for card in self.table[level] if card is not None]
        own = [entry["card"] for entry in self.mover()["reserved"]]
        return [
            {"action": "buy", "from": source, "card": card}
            for source, cards in (("table", face_up), ("reserve", own))
            for card in cards
            if self.least_gold(card) is not None
        ]

    def mover(self) -> dict:
        """The seat whose turn it is."""
        return self.seats[self.to_move - 1]

    def need(self, card: int) -> dict:
        """What is left of a card's cost, by colour, after the mover's bonuses."""
        bonus = self.mover()["bonus"]
        return {colour: max(0, self.card[card]["cost"][colour] - bonus[colour]) for colour in COLOURS}

    def least_gold(self, card: int) -> dict | None:
        """The payment with the least gold, all six tokens, or None where the mover cannot pay."""
        need, held = self.need(card), self.mover()["tokens"]
        paid = {colour: min(need[colour], held[colour]) for colour in COLOURS}
        paid["gold"] = sum(need.values()) - sum(paid.values())
        return paid if paid["gold"] <= held["gold"] else None

    def payments(self, card: int) -> list[dict]:
        """Every legal payment for a card."""
        need, held = self.need(card), self.mover()["tokens"]
        splits = []
        for amounts in product(*(range(min(need[colour], held[colour]) + 1) for colour in COLOURS)):
            gold = sum(need.values()) - sum(amounts)
            if gold <= held["gold"]:
                splits.append({**dict(zip(COLOURS, amounts, strict=True)), "gold": gold})
        return splits

    def give_backs(self, held: dict) -> list[dict]:
        """Every way to give back what is above the limit, from the tokens held after the action."""
        excess = max(0, sum(held.values()) - self.rules["limits"]["tokens"])
        ways = product(*(range(min(held[token], excess) + 1) for token in TOKENS))
        return [dict(zip(TOKENS, way, strict=True)) for way in ways if sum(way) == excess]

    def visitors(self, bonus: dict) -> list[int]:
        """The nobles on the table that would visit a seat with these bonuses."""
        return [
            noble for noble in self.nobles if all(bonus[c] >= self.noble[noble]["bonus"][c] for c in COLOURS)
        ]

    # Doing it

    def apply(self, turn: dict, strict: bool = False) -> None:
        """Play one turn or raise `Illegal`. A strict turn says everything that a record says, a
        loose one leaves out what is plain."""
        if self.over is not None:
            raise Illegal("the game is over")
        if strict or "seat" in turn:
            self._expect(turn, "seat", self.to_move)
        if strict:
            self._expect(turn, "round", self.round)
        seat = self.mover()
        gain, card, source = self._action(turn, strict)
        held = {token: seat["tokens"][token] + gain[token] for token in TOKENS}
        returned = self._returned(turn, held, strict)
        bonus = dict(seat["bonus"])
        if turn["action"] == "buy":
            bonus[self.card[card]["bonus"]] += 1
        noble = self._choice(turn, bonus, strict)

        for token in TOKENS:
            seat["tokens"][token] = held[token] - returned[token]
            self.bank[token] += returned[token] - gain[token]
        if card is not None:
            self._move_card(turn["action"], card, source)
        if noble is not None:
            self.nobles.remove(noble)
            seat["nobles"].append(noble)
            seat["prestige"] += self.noble[noble]["prestige"]
        self._end_of_turn(quiet=turn["action"] == "pass" and noble is None)

    def _expect(self, turn: dict, key: str, value) -> None:
        if key not in turn or turn[key] != value or isinstance(turn[key], bool):
            raise Illegal(f"{key} is {turn.get(key, 'missing')!r}, it has to be {value!r}")

    def _action(self, turn: dict, strict: bool) -> tuple[dict, int | None, str | None]:
        """What the action brings to the seat (less than zero: costs it), the card it moves, and
        where that card lies."""
        action = turn.get("action")
        if action == "take":
            tokens = read_tokens(turn.get("tokens"), "tokens")
            if some(tokens) not in [take["tokens"] for take in self.takes()]:
                raise Illegal(f"{some(tokens)} cannot be taken from the bank {some(self.bank)}")
            return tokens, None, None
        if action == "reserve":
            return self._reserve(turn, strict)
        if action == "buy":
            return self._buy(turn, strict)
        if action == "pass":
            if self.actions() != [{"action": "pass"}]:
                raise Illegal("a pass, and something else is legal")
            return dict.fromkeys(TOKENS, 0), None, None
        raise Illegal(f"unknown action {action!r}")

    def _reserve(self, turn: dict, strict: bool) -> tuple[dict, int, str]:
        if len(self.mover()["reserved"]) >= self.rules["limits"]["reserved"]:
            raise Illegal("no more cards may be reserved")
        source = turn.get("from")
        if source == "table":
            card = self._on_table(turn)
        elif source == "deck":
            card = self._on_deck(turn)
        else:
            raise Illegal(f"a card cannot be reserved from {source!r}")
        gold = 1 if self.bank["gold"] else 0
        if strict or "gold" in turn:
            self._expect(turn, "gold", gold)
        return {**dict.fromkeys(TOKENS, 0), "gold": gold}, card, source

    def _buy(self, turn: dict, strict: bool) -> tuple[dict, int, str]:
        source = turn.get("from")
        if source == "table":
            card = self._on_table(turn)
        elif source == "reserve":
            card = turn.get("card")
            if card not in [entry["card"] for entry in self.mover()["reserved"]]:
                raise Illegal(f"card {card!r} is not in the reserve of seat {self.to_move}")
        else:
            raise Illegal(f"a card cannot be bought from {source!r}")
        if "paid" in turn:
            paid = read_tokens(turn["paid"], "paid")
        elif strict:
            raise Illegal("the payment is missing")
        else:
            paid = self.least_gold(card)
        if paid is None or paid not in self.payments(card):
            raise Illegal(f"{turn.get('paid', 'nothing that seat holds')} does not pay for card {card}")
        return {token: -paid[token] for token in TOKENS}, card, source

    def _on_table(self, turn: dict) -> int:
        """The card a turn names, by id or by level and place."""
        if "card" in turn:
            face_up = [card for level in LEVELS for card in self.table[level] if card is not None]
            if turn["card"] not in face_up:
                raise Illegal(f"card {turn['card']!r} is not on the table")
            return turn["card"]
        level, place = turn.get("level"), turn.get("place")
        if (
            level not in LEVELS
            or place not in range(1, self.rules["face_up"] + 1)
            or self.table[level][place - 1] is None
        ):
            raise Illegal(f"no card at level {level!r}, place {place!r}")
        return self.table[level][place - 1]

    def _on_deck(self, turn: dict) -> int:
        """The top card of the deck a turn names, by level or by the id of that very card."""
        if "card" in turn and turn["card"] not in [deck[0] for deck in self.decks.values() if deck]:
            raise Illegal(f"card {turn['card']!r} is not on top of a deck")
        level = self.card[turn["card"]]["level"] if "card" in turn else turn.get("level")
        if level not in LEVELS or not self.decks[level]:
            raise Illegal(f"no deck of level {level!r} with a card left")
        return self.decks[level][0]

    def _returned(self, turn: dict, held: dict, strict: bool) -> dict:
        if strict and "returned" not in turn:
            raise Illegal("what is given back is missing")
        returned = read_tokens(turn.get("returned", {}), "returned")
        excess = max(0, sum(held.values()) - self.rules["limits"]["tokens"])
        if sum(returned.values()) != excess:
            raise Illegal(f"{some(returned)} given back, it has to be {excess} in all")
        if any(returned[token] > held[token] for token in TOKENS):
            raise Illegal(f"{some(returned)} given back out of {some(held)}")
        return returned

    def _choice(self, turn: dict, bonus: dict, strict: bool) -> int | None:
        visitors = self.visitors(bonus)
        chosen = turn.get("noble")
        if strict and "noble" not in turn:
            raise Illegal("the noble is missing")
        if chosen is None and not strict and len(visitors) == 1:
            return visitors[0]
        if chosen is None and not visitors:
            return None
        if chosen not in visitors or isinstance(chosen, bool):
            raise Illegal(f"noble {chosen!r} chosen out of {visitors}")
        return chosen

    def _move_card(self, action: str, card: int, source: str) -> None:
        """Take a card from where it lies, refill its place, and lay it where the action puts it."""
        seat, level = self.mover(), self.card[card]["level"]
        if source == "table":
            place = self.table[level].index(card)
            self.table[level][place] = self.decks[level].pop(0) if self.decks[level] else None
        elif source == "deck":
            self.decks[level].pop(0)
        else:
            seat["reserved"] = [entry for entry in seat["reserved"] if entry["card"] != card]
        if action == "reserve":
            seat["reserved"].append({"card": card, "from": source})
        else:
            seat["cards"].append(card)
            seat["purchased"] += 1
            seat["bonus"][self.card[card]["bonus"]] += 1
            seat["prestige"] += self.card[card]["prestige"]

    def _end_of_turn(self, quiet: bool) -> None:
        """Count the turn, hand it on, and after the last seat look for the end: target before
        stalemate before round limit."""
        self.turns_of[self.to_move - 1] += 1
        self.quiet_turns += quiet
        if self.to_move < self.players:
            self.to_move += 1
            return
        prestige = [seat["prestige"] for seat in self.seats]
        if target_reached(self.rules, prestige):
            winners, decided_by = decide(self.rules, prestige, [seat["purchased"] for seat in self.seats])
            self.over = {"ended": "target", "winners": winners, "decided_by": decided_by}
        elif self.quiet_turns == self.players:
            self.over = {"ended": "stalemate", "winners": [], "decided_by": None}
        elif self.round >= self.rules["round_limit"]:
            self.over = {"ended": "round_limit", "winners": [], "decided_by": None}
        self.to_move, self.quiet_turns = 1, 0
        if self.over is None:
            self.round += 1


def empty_seat() -> dict:
    """A seat with nothing. `cards` are the cards purchased since the start or since the position;
    `purchased` counts all."""
    return {
        "tokens": dict.fromkeys(TOKENS, 0),
        "bonus": dict.fromkeys(COLOURS, 0),
        "prestige": 0,
        "purchased": 0,
        "cards": [],
        "reserved": [],
        "nobles": [],
    }


def deal(rules: dict, cards: list[dict], nobles: list[dict], players: int, setup: dict) -> Game:
    """A new game from a record's set-up: `decks` by level in draw order, the first of them for the
    table, and `nobles`, those shown."""
    game = Game(rules, cards, nobles, players)
    for level in LEVELS:
        draw = list(setup["decks"][str(level)])
        for place in range(rules["face_up"]):
            game.table[level][place] = draw.pop(0) if draw else None
        game.decks[level] = draw
    game.nobles = list(setup["nobles"])
    for seat, given in zip(game.seats, rules.get("prestige_at_start", []), strict=False):
        seat["prestige"] = given
    return game
