"""What the run tables `nobles` and `cards` must hold, counted plainly from game records that the
reference engine plays again."""

from collections import Counter

from reference import Game, deal
from reference_tables import COLOURS


def sides(rules: dict, players: int) -> dict[int, int]:
    """The side of each seat: its team, or itself."""
    teams = {seat: number for number, team in enumerate(rules["teams"], start=1) for seat in team}
    return {seat: teams.get(seat, seat) for seat in range(1, players + 1)}


def others(game: Game, seat: int) -> list[int]:
    """The seats of other sides."""
    side = sides(game.rules, game.players)
    return [other for other in side if side[other] != side[seat]]


def rivals(game: Game, seat: int, noble: int) -> list[int]:
    """The seats of other sides that lack at most one bonus for a noble."""
    wanted = game.noble[noble]["bonus"]
    lack = {
        other: sum(max(0, wanted[c] - game.seats[other - 1]["bonus"][c]) for c in COLOURS)
        for other in others(game, seat)
    }
    return [other for other, missing in lack.items() if missing <= 1]


def can_pay(game: Game, seat: int, card: int) -> bool:
    """Can a seat pay for a card with what it has, gold for any colour that is missing?"""
    holder, cost = game.seats[seat - 1], game.card[card]["cost"]
    missing = sum(max(0, cost[c] - holder["bonus"][c] - holder["tokens"][c]) for c in COLOURS)
    return missing <= holder["tokens"]["gold"]


def face_up(game: Game) -> set[int]:
    """The cards on the table."""
    return {card for row in game.table.values() for card in row if card is not None}


def count_game(
    record: dict, place_of: dict[int, int], cards: list[dict], nobles: list[dict], sums: Counter
) -> list[tuple]:
    """Add one game to `sums`, (place, seat, card, column) to number, and return its visits: (game,
    seat, round, noble, rivals)."""
    seats = range(1, len(record["players"]) + 1)
    game = deal(record["rules"], cards, nobles, len(seats), record["setup"])
    faced: Counter = Counter()
    bought: dict[tuple[int, int], int] = {}
    visits = []

    def add(seat: int, card: int, column: str, number=1) -> None:
        sums[place_of[seat], seat, card, column] += number

    for turn in record["turns"]:
        seat, card = turn["seat"], turn.get("card")
        for shown in face_up(game):
            faced[seat, shown] += 1
        if turn["action"] == "reserve":
            add(seat, card, f"reserved_{turn['from']}")
            if turn["from"] == "table":
                add(
                    seat,
                    card,
                    "reserved_wanted",
                    int(any(can_pay(game, other, card) for other in others(game, seat))),
                )
        elif turn["action"] == "buy":
            bought[seat, card] = turn["round"]
            add(seat, card, "bought")
            add(seat, card, "bought_reserved", int(turn["from"] == "reserve"))
            add(seat, card, "sum_of_rounds", turn["round"])
        game.apply(turn, strict=True)
        if turn["noble"] is not None:
            visits.append(
                (record["game"], seat, turn["round"], turn["noble"], rivals(game, seat, turn["noble"]))
            )
    winners = record["result"]["winners"]
    for seat, card in faced:
        add(seat, card, "faced", faced[seat, card])
        add(seat, card, "games_faced")
    for seat, card in set(faced) | set(bought) if winners else ():
        kind = "bought" if (seat, card) in bought else "faced"
        add(seat, card, f"finished_{kind}")
        add(seat, card, f"win_shares_{kind}", 12 // len(winners) if seat in winners else 0)
    return visits
