"""The columns of the run tables: names, types and meaning, in one place.

The writer, the analysis, `docs/tables.md` and the tests all read this file. Polars is imported only
when types are asked for."""

from dataclasses import dataclass
from functools import cache

from simcli.base.words import COLOURS, DECIDERS, ENDINGS, LEVELS, NOTED_ROUNDS, TOKENS

SCHEMA_VERSION = 1


@dataclass(frozen=True)
class Column:
    """One column. `type`: the name of a polars type, or `enum:a,b,c` for a closed list of words;
    `nullable`: may hold null."""

    name: str
    type: str
    meaning: str
    nullable: bool = False


def _enum(words) -> str:
    return "enum:" + ",".join(words)


GAMES = (
    Column("game", "Int64", "number of the game in the run, from 0: deal * seatings + seating"),
    Column("deal", "Int64", "number of the deal (deck orders and nobles), from 0"),
    Column(
        "seating",
        "UInt8",
        "number of the seating of the line-up, from 0; with rotate, place p (from 0) sits in "
        "seat (p + seating) mod players + 1",
    ),
    Column("rounds", "UInt8", "rounds begun"),
    Column("turns", "UInt16", "turns played by all seats together"),
    Column("ended", _enum(ENDINGS), "how the game ended"),
    Column("decided_by", _enum(DECIDERS), "what decided it; null where there is no winner", nullable=True),
    Column(
        "winners", "List(UInt8)", "the seats that won, in ascending order; empty where there is no winner"
    ),
    Column(
        "margin",
        "UInt8",
        "prestige of the winner minus that of the best other side (the team where there are "
        "teams); null where there is no winner",
        nullable=True,
    ),
    Column(
        "lead_changes",
        "UInt8",
        "how often the leader in prestige (of the team, where there are teams) at the end of a "
        "round differed from the one before; a tie keeps the old leader",
    ),
    Column(
        "target_round",
        "UInt8",
        "round in which a side first reached the target; null if none did",
        nullable=True,
    ),
    Column(
        "target_seat",
        "UInt8",
        "seat in whose turn the target was first reached; null if it was not",
        nullable=True,
    ),
    *(
        Column(f"deck_left_{level}", "UInt8", f"cards left in the level-{level} deck at the end")
        for level in LEVELS
    ),
)

SEATS = (
    Column("game", "Int64", "number of the game"),
    Column("seat", "UInt8", "place in the order of play, from 1"),
    Column("place", "UInt8", "place in the line-up, from 1"),
    Column("team", "UInt8", "number of the team, from 1; null without teams", nullable=True),
    Column("strategy", "Categorical", "the strategy in this seat, as named in the line-up"),
    Column(
        "win_share",
        "Float64",
        "share of the win (1/k for each of k winners); null where there is no winner",
        nullable=True,
    ),
    Column(
        "rank",
        "UInt8",
        "rank at the end, from 1; equal seats share a rank and the next one is skipped; where "
        "there is no winner, the standings",
    ),
    Column("prestige", "UInt8", "prestige at the end, including what the rules gave at the start"),
    Column(
        "prestige_cards",
        "UInt8",
        "prestige from development cards; neither this nor `prestige_nobles` includes what the "
        "rules gave at the start",
    ),
    Column("prestige_nobles", "UInt8", "prestige from nobles"),
    Column("cards", "UInt8", "development cards purchased"),
    *(Column(f"cards_{level}", "UInt8", f"level-{level} development cards purchased") for level in LEVELS),
    *(Column(f"bonus_{colour}", "UInt8", f"{colour} bonuses at the end") for colour in COLOURS),
    Column("nobles", "UInt8", "nobles at the end"),
    Column(
        "first_noble_round", "UInt8", "round of the first noble's visit; null if none came", nullable=True
    ),
    Column("reserves_table", "UInt8", "cards reserved from the table"),
    Column(
        "reserves_wanted",
        "UInt8",
        "cards reserved from the table that a seat of another side could have bought at once",
    ),
    Column("reserves_deck", "UInt8", "cards reserved from a deck"),
    Column("reserved_bought", "UInt8", "reserved cards purchased later"),
    *(Column(f"taken_{token}", "UInt16", f"{token} tokens taken") for token in TOKENS),
    *(
        Column(f"returned_{token}", "UInt16", f"{token} tokens given back at the hand limit")
        for token in TOKENS
    ),
    Column("gold_paid", "UInt8", "gold tokens paid"),
    Column("forced_passes", "UInt8", "turns passed because nothing else was legal"),
    *(
        Column(
            f"prestige_{r}",
            "UInt8",
            f"prestige after round {r}; null if the game ended earlier",
            nullable=True,
        )
        for r in NOTED_ROUNDS
    ),
    *(
        Column(
            f"cards_after_{r}",
            "UInt8",
            f"cards purchased after round {r}; null if the game ended earlier",
            nullable=True,
        )
        for r in NOTED_ROUNDS
    ),
)

NOBLES = (
    Column("game", "Int64", "number of the game"),
    Column("seat", "UInt8", "the seat visited"),
    Column("round", "UInt8", "round of the visit"),
    Column("noble", "UInt8", "id of the noble tile"),
    Column(
        "rivals",
        "List(UInt8)",
        "the seats of other sides that lacked at most one bonus for this noble when it came, in "
        "ascending order",
    ),
)

CARDS = (
    Column("strategy", "Categorical", "the strategy"),
    Column("place", "UInt8", "place in the line-up, from 1"),
    Column("seat", "UInt8", "the seat it played"),
    Column("card", "Int16", "id of the development card"),
    Column("games", "Int64", "games of this part with the strategy in this seat"),
    Column("faced", "Int64", "the seat's own turns with the card face up on the table"),
    Column("games_faced", "Int64", "games in which the seat had a turn with the card face up"),
    Column("bought", "Int64", "purchases of the card"),
    Column("bought_reserved", "Int64", "purchases of the card from the seat's reserve"),
    Column("reserved_table", "Int64", "times the card was reserved from the table"),
    Column(
        "reserved_wanted",
        "Int64",
        "times it was reserved from the table while a seat of another side could have bought it at once",
    ),
    Column("reserved_deck", "Int64", "times the card was reserved from a deck"),
    Column(
        "win_shares_bought",
        "Float64",
        "sum of win shares over games with a winner in which this seat purchased it",
    ),
    Column(
        "win_shares_faced",
        "Float64",
        "sum of win shares over games with a winner in which this seat faced it and did not purchase it",
    ),
    Column("finished_bought", "Int64", "games with a winner in which this seat purchased it"),
    Column(
        "finished_faced", "Int64", "games with a winner in which this seat faced it and did not purchase it"
    ),
    Column("sum_of_rounds", "Int64", "sum of the rounds of purchase"),
)

ROUNDS = (
    Column("strategy", "Categorical", "the strategy"),
    Column("place", "UInt8", "place in the line-up, from 1"),
    Column("seat", "UInt8", "the seat it played"),
    Column("round", "UInt8", "the round"),
    Column("turns", "Int64", "turns of this seat in this round, in all games of the part"),
    Column("forced_passes", "Int64", "turns that were forced passes"),
    Column("returning", "Int64", "turns in which tokens had to be given back"),
    Column("full_hands", "Int64", "turns that ended with as many tokens as the limit allows"),
    Column("bought", "Int64", "turns with a purchase"),
    Column("reserved", "Int64", "turns with a reserve"),
    Column("sum_of_prestige", "Int64", "sum of the seat's prestige at the end of these turns"),
    Column("sum_of_cards", "Int64", "sum of the seat's purchased cards at the end of these turns"),
    *(
        Column(f"empty_{token}", "Int64", f"turns that began with no {token} token in the bank")
        for token in TOKENS
    ),
    Column("short", "Int64", "turns that began with fewer than three colours in the bank"),
)

# An exposure is a game with a winner in which the seat had an own turn with the card face up.
VETOES = (
    Column("strategy", "Categorical", "the strategy"),
    Column("place", "UInt8", "place in the line-up, from 1"),
    Column("seat", "UInt8", "the seat it played"),
    Column("card", "Int16", "id of the development card"),
    Column("exposed_vetoed", "Int64", "exposures in which the veto forbade this seat to purchase the card"),
    Column("win_shares_vetoed", "Float64", "sum of win shares over those exposures"),
    Column("exposed_free", "Int64", "exposures in which the seat was free to purchase it"),
    Column("win_shares_free", "Float64", "sum of win shares over those exposures"),
    Column("bought_free", "Int64", "free exposures in which the seat purchased the card"),
)

TABLES = {"games": GAMES, "seats": SEATS, "nobles": NOBLES, "cards": CARDS, "rounds": ROUNDS}
VETOED_TABLES = {**TABLES, "vetoes": VETOES}  # of a run with a veto


def polars_type(column: Column):
    """The polars data type of a column."""
    import polars as pl

    if column.type.startswith("enum:"):
        return pl.Enum(column.type[5:].split(","))
    if column.type.startswith("List("):
        return pl.List(getattr(pl, column.type[5:-1]))
    return getattr(pl, column.type)()


@cache
def polars_schema(table: str) -> dict:
    """Column name to polars type, in order, of one of the `VETOED_TABLES`."""
    return {column.name: polars_type(column) for column in VETOED_TABLES[table]}
