"""How a finished game becomes rows: one byte (or two) a column, columns side by side, so that they
leave the kernel without a copy."""

from collections import namedtuple

from numba import njit

from simcli.engine.counting import count_end, count_events
from simcli.engine.ending import SHARED, TARGET, decided_by, rank_of, standing
from simcli.engine.gems import count
from simcli.engine.names import (
    COLOUR_COUNT,
    LEVEL_COUNT,
    LEVELS,
    MISSING,
    NOTED_ROUNDS,
    TOKEN_COUNT,
    positions,
)
from simcli.engine.processor import population, trailing_zeros
from simcli.engine.tally import TOKEN_LANE, first_count, seat_count, second_count

GAME_BYTES = (
    *("rounds", "ended", "decided_by", "winners", "margin", "lead_changes", "target_round", "target_seat"),
    *(f"deck_left_{level}" for level in LEVELS),
)
SEAT_BYTES = (
    *("rank", "share", "prestige", "prestige_nobles", "cards", *(f"cards_{level}" for level in LEVELS)),
    *(f"bonus_{i}" for i in range(COLOUR_COUNT)),
    *("nobles", "first_noble_round", "reserves_table", "reserves_deck", "reserved_bought"),
    *("gold_paid", "forced_passes"),
    *(f"prestige_{r}" for r in NOTED_ROUNDS),
    *(f"cards_after_{r}" for r in NOTED_ROUNDS),
    "reserves_wanted",
)
SEAT_WORDS = (*(f"taken_{i}" for i in range(TOKEN_COUNT)), *(f"returned_{i}" for i in range(TOKEN_COUNT)))
NOBLE_BYTES = ("seat", "round", "noble", "rivals")
_GAME, _SEAT, _WORD, _VISIT = map(positions, (GAME_BYTES, SEAT_BYTES, SEAT_WORDS, NOBLE_BYTES))
_PRESTIGE_AFTER = SEAT_BYTES.index(f"prestige_{NOTED_ROUNDS[0]}")
_CARDS_AFTER = SEAT_BYTES.index(f"cards_after_{NOTED_ROUNDS[0]}")
_MOST_LEAD_CHANGES = MISSING - 1
_TOKEN_BITS = (1 << TOKEN_LANE) - 1

# The rows of a part, as arrays that the kernel fills: uint8[columns, rows], and so on.
Rows = namedtuple(
    "Rows",
    [
        "game_bytes",  # uint8[GAME_BYTES, games]
        "turns",  # uint16[games]
        "seat_bytes",  # uint8[SEAT_BYTES, games * players]
        "seat_words",  # uint16[SEAT_WORDS, games * players]
        "noble_bytes",  # uint8[NOBLE_BYTES, visits]
        "noble_games",  # int64[visits]: the row of the game of each visit
        "filled",  # int64[FILLED]: how many rows there are already
    ],
)
FILLED = positions(("games", "nobles"))


@njit
def margin_of(table, rules, winners):
    """Standing of the winners less that of the best other side; 0 where the win is shared."""
    first, best = trailing_zeros(winners), -1
    for seat in range(table.players):
        if rules.team[seat] != rules.team[first]:
            best = max(best, standing(table, rules, seat))
    return standing(table, rules, first) - best


@njit
def write_game(table, rules, tally, veto, ended, place_at, rows):
    """Add a finished game to the rows, and its cards to the sums. Moves `rows.filled` on.

    `share` is 0 for a loser, k where k seats share the win, MISSING where nobody won; `winners` is
    a mask of seats."""
    game_bytes, seat_bytes, seat_words = rows.game_bytes, rows.seat_bytes, rows.seat_words
    row, players = rows.filled[FILLED.games], table.players
    best = 0
    for seat in range(players):
        rank = rank_of(table, rules, seat)
        seat_bytes[_SEAT.rank, row * players + seat] = rank
        best |= int(rank == 1) << seat
    winners, decider, margin = 0, MISSING, MISSING
    if ended == TARGET:
        winners = best
        decider = decided_by(table, rules, winners)
        margin = 0 if decider == SHARED else margin_of(table, rules, winners)
    sharing = population(winners)
    count_events(tally, veto, rules, table, place_at, winners)
    count_end(tally, table, place_at)
    game_bytes[_GAME.rounds, row] = table.round
    game_bytes[_GAME.ended, row] = ended
    game_bytes[_GAME.decided_by, row] = decider
    game_bytes[_GAME.winners, row] = winners
    game_bytes[_GAME.margin, row] = margin
    game_bytes[_GAME.lead_changes, row] = min(tally.lead_changes, _MOST_LEAD_CHANGES)
    game_bytes[_GAME.target_round, row] = tally.target_round
    game_bytes[_GAME.target_seat, row] = tally.target_seat
    for level in range(LEVEL_COUNT):
        game_bytes[_GAME.deck_left_1 + level, row] = table.deck_size[level]
    rows.turns[row] = table.round * players
    for seat in range(players):
        player, t = table.player[seat], tally.seat[seat]
        i = row * players + seat
        level_2, level_3 = first_count(tally.high_cards, seat), second_count(tally.high_cards, seat)
        seat_bytes[_SEAT.share, i] = MISSING if winners == 0 else sharing if winners >> seat & 1 else 0
        seat_bytes[_SEAT.prestige, i] = player.prestige
        seat_bytes[_SEAT.prestige_nobles, i] = t.prestige_nobles
        seat_bytes[_SEAT.cards, i] = player.purchased
        seat_bytes[_SEAT.cards_1, i] = player.purchased - level_2 - level_3
        seat_bytes[_SEAT.cards_2, i] = level_2
        seat_bytes[_SEAT.cards_3, i] = level_3
        for colour in range(COLOUR_COUNT):
            seat_bytes[_SEAT.bonus_0 + colour, i] = count(player.bonus, colour)
        seat_bytes[_SEAT.nobles, i] = player.nobles
        seat_bytes[_SEAT.first_noble_round, i] = t.first_noble_round
        seat_bytes[_SEAT.reserves_table, i] = first_count(tally.reserves, seat)
        seat_bytes[_SEAT.reserves_deck, i] = second_count(tally.reserves, seat)
        seat_bytes[_SEAT.reserved_bought, i] = seat_count(tally.reserved_bought, seat)
        seat_bytes[_SEAT.gold_paid, i] = t.gold_paid
        seat_bytes[_SEAT.forced_passes, i] = t.forced_passes
        for k in range(len(NOTED_ROUNDS)):
            seat_bytes[_PRESTIGE_AFTER + k, i] = count(t.prestige_after, k)
            seat_bytes[_CARDS_AFTER + k, i] = count(t.cards_after, k)
        seat_bytes[_SEAT.reserves_wanted, i] = seat_count(tally.reserves_wanted, seat)
        for token in range(TOKEN_COUNT):
            seat_words[_WORD.taken_0 + token, i] = t.taken >> TOKEN_LANE * token & _TOKEN_BITS
            seat_words[_WORD.returned_0 + token, i] = t.returned >> TOKEN_LANE * token & _TOKEN_BITS
    rows.filled[FILLED.games] = row + 1
    _write_visits(tally, row, rows)


@njit
def _write_visits(tally, row, rows):
    """Add the visits of nobles in the game on `row`."""
    noble = rows.filled[FILLED.nobles]
    for i in range(tally.visits):
        visit = tally.visit[i]
        rows.noble_bytes[_VISIT.seat, noble] = visit.seat
        rows.noble_bytes[_VISIT.round, noble] = visit.round
        rows.noble_bytes[_VISIT.noble, noble] = visit.noble
        rows.noble_bytes[_VISIT.rivals, noble] = visit.rivals
        rows.noble_games[noble] = row
        noble += 1
    rows.filled[FILLED.nobles] = noble
