"""How a finished game becomes rows: one byte (or two) a column, columns side by side, so that they leave the kernel without a copy."""

from numba import njit

from simcli.engine.counting import count_end, count_events
from simcli.engine.ending import SHARED, TARGET, decided_by, rank_of, standing
from simcli.engine.gems import COLOURS
from simcli.engine.observe import LANE, MISSING, NOTED_ROUNDS
from simcli.engine.processor import population, trailing_zeros
from simcli.engine.state import LEVELS

GAME_BYTES = (
    *("rounds", "ended", "decided_by", "winners", "margin", "lead_changes", "target_round", "target_seat"),
    *(f"deck_left_{level}" for level in (1, 2, 3)),
)
SEAT_BYTES = (
    *("rank", "share", "prestige", "prestige_nobles", "cards", "cards_1", "cards_2", "cards_3"),
    *(f"bonus_{i}" for i in range(5)),
    *(
        "nobles",
        "first_noble_round",
        "reserves_table",
        "reserves_deck",
        "reserved_bought",
        "gold_paid",
        "forced_passes",
    ),
    *(f"prestige_{r}" for r in NOTED_ROUNDS),
    *(f"cards_after_{r}" for r in NOTED_ROUNDS),
    "reserves_wanted",
)
SEAT_WORDS = (*(f"taken_{i}" for i in range(6)), *(f"returned_{i}" for i in range(6)))
NOBLE_BYTES = ("seat", "round", "noble", "rivals")


@njit
def margin_of(table, rules, winners):
    """Standing of the winners less that of the best other side; 0 where the win is shared."""
    first, best = trailing_zeros(winners), -1
    for seat in range(table.players):
        if rules.team[seat] != rules.team[first]:
            best = max(best, standing(table, rules, seat))
    return standing(table, rules, first) - best


@njit
def write_game(table, rules, tally, veto, ended, place_at, row, game_bytes, turns, seat_bytes, seat_words):
    """Write row `row` of the games and rows row * players + seat of the seats; add the cards to the sums.

    `share` is 0 for a loser, k where k seats share the win, MISSING where nobody won; `winners` is a mask of seats."""
    players = table.players
    best = 0
    for seat in range(players):
        rank = rank_of(table, rules, seat)
        seat_bytes[0, row * players + seat] = rank
        best |= int(rank == 1) << seat
    winners, decider, margin = 0, MISSING, MISSING
    if ended == TARGET:
        winners = best
        decider = decided_by(table, rules, winners)
        margin = 0 if decider == SHARED else margin_of(table, rules, winners)
    sharing = population(winners)
    count_events(tally, veto, rules, table, place_at, winners)
    count_end(tally, table, place_at)
    game_bytes[0, row] = table.round
    game_bytes[1, row] = ended
    game_bytes[2, row] = decider
    game_bytes[3, row] = winners
    game_bytes[4, row] = margin
    game_bytes[5, row] = min(tally.lead_changes, 254)
    game_bytes[6, row] = tally.target_round
    game_bytes[7, row] = tally.target_seat
    for level in range(LEVELS):
        game_bytes[8 + level, row] = table.deck_size[level]
    turns[row] = table.round * players
    for seat in range(players):
        player, t = table.player[seat], tally.seat[seat]
        i = row * players + seat
        seat_bytes[1, i] = MISSING if winners == 0 else sharing if winners >> seat & 1 else 0
        seat_bytes[2, i] = player.prestige
        seat_bytes[3, i] = t.prestige_nobles
        seat_bytes[4, i] = player.purchased
        level_2, level_3 = tally.high_cards >> LANE * seat & 0xFF, tally.high_cards >> LANE * seat + 8 & 0xFF
        seat_bytes[5, i] = player.purchased - level_2 - level_3
        seat_bytes[6, i] = level_2
        seat_bytes[7, i] = level_3
        for colour in range(COLOURS):
            seat_bytes[8 + colour, i] = player.bonus >> 8 * colour & 0xFF
        seat_bytes[13, i] = player.nobles
        seat_bytes[14, i] = t.first_noble_round
        seat_bytes[15, i] = tally.reserves >> LANE * seat & 0xFF
        seat_bytes[16, i] = tally.reserves >> LANE * seat + 8 & 0xFF
        seat_bytes[17, i] = tally.reserved_bought >> LANE * seat & 0xFF
        seat_bytes[18, i] = t.gold_paid
        seat_bytes[19, i] = t.forced_passes
        for k in range(len(NOTED_ROUNDS)):
            seat_bytes[20 + k, i] = t.prestige_after >> 8 * k & 0xFF
            seat_bytes[20 + len(NOTED_ROUNDS) + k, i] = t.cards_after >> 8 * k & 0xFF
        seat_bytes[20 + 2 * len(NOTED_ROUNDS), i] = tally.reserves_wanted >> LANE * seat & 0xFF
        for token in range(COLOURS + 1):
            seat_words[token, i] = t.taken >> 10 * token & 0x3FF
            seat_words[COLOURS + 1 + token, i] = t.returned >> 10 * token & 0x3FF
