"""Judge of game records (simcli-game/1): plays each again with the reference engine and refuses the
first thing that does not fit.

As a script: `python tests/record_check.py [--cards FILE] [--nobles FILE] < games.jsonl` prints how
many games are right, or the first fault (exit code 1).
"""

import argparse
import json
import sys
from pathlib import Path

from reference import Game, Illegal, deal
from reference_tables import COLOURS, DATA, LEVELS, TOKENS, for_players, read_cards, read_nobles

RESULT_KEYS = {"ended", "rounds", "prestige", "cards", "nobles", "winners", "decided_by"}


def check_record(record: dict, cards: list[dict] | None = None, nobles: list[dict] | None = None) -> None:
    """Raise AssertionError, with the game and turn in its text, unless every line of the record
    follows from the rules."""
    cards = read_cards() if cards is None else cards
    nobles = read_nobles() if nobles is None else nobles
    name = f"game {record.get('game', 'without a number')!r}"
    for key in ("format", "game", "rules", "players", "setup", "turns", "result"):
        assert key in record, f"{name}: no {key!r}"
    assert record["format"] == "simcli-game/1", f"{name}: format {record['format']!r}"
    rules = record["rules"]
    check_players(record["players"], rules, name)
    players = len(record["players"])
    check_setup(record["setup"], rules, cards, nobles, players, name)

    game = deal(rules, cards, nobles, players, record["setup"])
    check_invariants(game, name)
    for number, turn in enumerate(record["turns"], start=1):
        where = f"{name}, turn {number}"
        try:
            game.apply(turn, strict=True)
        except Illegal as fault:
            raise AssertionError(f"{where}: {fault}: {turn}") from fault
        check_invariants(game, where)
    assert game.over is not None, f"{name}: the record stops before the game is over"
    check_result(record["result"], game, name)


def check_players(seats: list[dict], rules: dict, name: str) -> None:
    """Seats from 1 in order, as many as the rules allow, each in the team that the rules give
    it."""
    assert len(seats) in rules["players"], (
        f"{name}: {len(seats)} players, the rules are for {rules['players']}"
    )
    teams = {seat: number for number, team in enumerate(rules["teams"], start=1) for seat in team}
    for expected, seat in enumerate(seats, start=1):
        assert seat["seat"] == expected, f"{name}: seat {seat['seat']!r} where seat {expected} belongs"
        assert seat["team"] == teams.get(expected), f"{name}: seat {expected} in team {seat['team']!r}"


def check_setup(
    setup: dict, rules: dict, cards: list[dict], nobles: list[dict], players: int, name: str
) -> None:
    """Every card of the table lies once in the deck of its level; the right number of different
    nobles is shown."""
    assert set(setup["decks"]) == {str(level) for level in LEVELS}, f"{name}: decks {sorted(setup['decks'])}"
    for level in LEVELS:
        whole = sorted(card["id"] for card in cards if card["level"] == level)
        assert sorted(setup["decks"][str(level)]) == whole, (
            f"{name}: the level-{level} deck is not the cards of that level"
        )
    shown, known = setup["nobles"], {noble["id"] for noble in nobles}
    assert len(shown) == for_players(rules["nobles"]["shown"], players), f"{name}: {len(shown)} nobles shown"
    assert len(set(shown)) == len(shown) and set(shown) <= known, f"{name}: nobles {shown}"


def check_invariants(game: Game, where: str) -> None:
    """What has to hold after every turn of a game played from its set-up, whatever was played."""
    gems = for_players(game.rules["bank"]["gems"], game.players)
    for token in TOKENS:
        piles = [game.bank[token], *(seat["tokens"][token] for seat in game.seats)]
        assert min(piles) >= 0, f"{where}: fewer than no {token} tokens"
        expected = game.rules["bank"]["gold"] if token == "gold" else gems
        assert sum(piles) == expected, f"{where}: {sum(piles)} {token} tokens in the game, not {expected}"

    places = [
        card for level in LEVELS for card in (*game.table[level], *game.decks[level]) if card is not None
    ]
    for seat in game.seats:
        places += [*seat["cards"], *(entry["card"] for entry in seat["reserved"])]
    assert sorted(places) == sorted(game.card), f"{where}: a card is lost or in two places"
    for level in LEVELS:
        assert None not in game.table[level] or not game.decks[level], (
            f"{where}: an empty place and a deck of level {level}"
        )

    tiles = [*game.nobles, *(noble for seat in game.seats for noble in seat["nobles"])]
    assert len(set(tiles)) == len(tiles) == for_players(game.rules["nobles"]["shown"], game.players), (
        f"{where}: nobles {tiles}"
    )

    for number in range(1, game.players + 1):
        check_seat(game, number, f"{where}: seat {number}")
    assert max(game.turns_of) - min(game.turns_of) <= 1, f"{where}: turns by seat {game.turns_of}"
    if game.over is not None:
        assert len(set(game.turns_of)) == 1, f"{where}: turns by seat at the end {game.turns_of}"


def check_seat(game: Game, number: int, where: str) -> None:
    """Limits of a seat, and that what is counted about it follows from its cards, its nobles and
    what the rules gave it at the start."""
    seat, limits = game.seats[number - 1], game.rules["limits"]
    assert sum(seat["tokens"].values()) <= limits["tokens"], f"{where} holds {seat['tokens']}"
    assert len(seat["reserved"]) <= limits["reserved"], f"{where} has {len(seat['reserved'])} reserved cards"
    cards = [game.card[card] for card in seat["cards"]]
    bonus = {colour: sum(card["bonus"] == colour for card in cards) for colour in COLOURS}
    prestige = sum(game.rules.get("prestige_at_start", [])[number - 1 : number])
    prestige += sum(card["prestige"] for card in cards) + sum(
        game.noble[noble]["prestige"] for noble in seat["nobles"]
    )
    assert seat["purchased"] == len(cards), f"{where} has {len(cards)} cards, counted {seat['purchased']}"
    assert seat["bonus"] == bonus, f"{where} has bonuses {bonus}, counted {seat['bonus']}"
    assert seat["prestige"] == prestige, f"{where} has {prestige} prestige, counted {seat['prestige']}"


def check_result(result: dict, game: Game, name: str) -> None:
    """The result line against the reference engine's own end of the game."""
    assert set(result) >= RESULT_KEYS, f"{name}: the result lacks {sorted(RESULT_KEYS - set(result))}"
    expected = {
        **game.over,
        "rounds": game.round,
        "prestige": [seat["prestige"] for seat in game.seats],
        "cards": [seat["purchased"] for seat in game.seats],
        "nobles": [sorted(seat["nobles"]) for seat in game.seats],
    }
    given = {
        **{key: result[key] for key in RESULT_KEYS},
        "nobles": [sorted(nobles) for nobles in result["nobles"]],
    }
    for key in sorted(RESULT_KEYS):
        assert given[key] == expected[key], (
            f"{name}: {key} is {given[key]!r} in the result, the turns make it {expected[key]!r}"
        )


def main() -> int:
    """Check the records on standard input; the exit code."""
    parser = argparse.ArgumentParser(
        description="Check game records, one JSON object a line, from standard input."
    )
    parser.add_argument("--cards", type=Path, default=DATA / "cards.csv", help="card table of the games")
    parser.add_argument("--nobles", type=Path, default=DATA / "nobles.csv", help="noble table of the games")
    options = parser.parse_args()
    cards, nobles = read_cards(options.cards), read_nobles(options.nobles)
    games = turns = 0
    for line_number, line in enumerate(sys.stdin, start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            check_record(record, cards, nobles)
        except (AssertionError, ValueError) as fault:
            print(f"line {line_number}: {fault}")
            return 1
        except (KeyError, TypeError, AttributeError) as fault:
            print(f"line {line_number}: not in the form of a record: {fault!r}")
            return 1
        games += 1
        turns += len(record["turns"])
    print(f"{games} games right, {turns} turns")
    return 0 if games else 1


if __name__ == "__main__":
    raise SystemExit(main())
