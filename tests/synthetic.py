"""Plausible run folders without an engine, with planted effects, for the tests of analysis, figures
and report.

Only the shape is true: columns and types of the schema, whole deals, shares that add up, winners by
prestige and then fewest cards. The numbers are drawn, not played.
"""

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import polars as pl

from simcli.base.words import COLOURS, DECIDERS, ENDINGS, NOTED_ROUNDS, TOKENS
from simcli.store.schema import VETOES, polars_schema, polars_type

RULES = {
    "name": "standard",
    "title": "Splendor, base game",
    "players": [2, 3, 4],
    "prestige_to_win": 15,
    "teams": [],
    "tie_break": ["fewest_cards"],
    "face_up": 4,
    "round_limit": 200,
    "bank": {"gems": {"2": 4, "3": 5, "4": 7}, "gold": 5},
    "nobles": {"shown": {"2": 3, "3": 4, "4": 5}},
    "limits": {"tokens": 10, "reserved": 3, "pair_minimum": 4},
    "takes": {"fewer": "only-if-short"},
}
CARDS = [
    {
        "id": number + 1,
        "level": level,
        "bonus": COLOURS[number % 5],
        "prestige": level - 1,
        "cost": {COLOURS[(number + 1) % 5]: 2 + level},
    }
    for number, level in enumerate([1] * 40 + [2] * 30 + [3] * 20)
]
NOBLES = [
    {
        "id": number + 1,
        "name": f"Noble {number + 1}",
        "prestige": 3,
        "bonus": {COLOURS[number % 5]: 4, COLOURS[(number + 1) % 5]: 4},
    }
    for number in range(10)
]


def write_run(
    folder: Path,
    line_up=("greedy", "greedy"),
    deals: int = 1000,
    seed: int = 1,
    seat_gain=None,
    strength=None,
    rules: dict | None = None,
    parts: int = 2,
    stalemates: float = 0.001,
    lucky_card: int | None = None,
    seating: str = "rotate",
    veto: float = 0.0,
    effects: dict[int, float] | None = None,
) -> Path:
    """Write one run. `seat_gain`: extra prestige by seat; `strength`: extra prestige by label;
    `stalemates`: share of games without a winner; `lucky_card`: the card whose buyers win more;
    `seating`: rotate or fixed; `veto`: rate of the veto, with `effects` of being free to purchase a
    card on the win index.
    """
    players = len(line_up)
    rules = {**RULES, **(rules or {})}
    same = len(set(line_up)) == 1
    seatings = [
        [(place + k) % players + 1 for place in range(players)]
        for k in range(1 if same or seating == "fixed" else players)
    ]
    manifest = _manifest(line_up, players, seatings, deals, seed, rules, veto)
    for table in ("games", "seats", "nobles", "cards", "rounds"):
        (folder / table).mkdir(parents=True, exist_ok=True)
    (folder / "run.json").write_text(json.dumps(manifest, indent=1), encoding="utf-8")
    edges = np.linspace(0, deals, parts + 1).astype(int)
    rng = np.random.default_rng([seed, 77, players, *[sum(map(ord, label)) for label in line_up]])
    for first, last in pairwise(edges):
        if last > first:
            name = f"part-{first:012d}-{last - 1:012d}.parquet"
            tables = _tables(
                rng, line_up, seatings, first, last, rules, seat_gain, strength or {}, stalemates, lucky_card
            )
            for table, frame in tables.items():
                frame.write_parquet(folder / table / name)
            if veto:
                exposed = max(1, (last - first) * len(seatings) // 2)
                frame = veto_table(
                    np.random.default_rng([seed, first, 64]), line_up, seatings, exposed, veto, effects or {}
                )
                (folder / "vetoes").mkdir(exist_ok=True)
                frame.write_parquet(folder / "vetoes" / name)
    return folder


def veto_table(rng, line_up, seatings, exposed: int, veto: float, effects: dict[int, float]) -> pl.DataFrame:
    """A `vetoes` table in which each strategy in each seat is exposed to each card `exposed` times
    in all seatings together."""
    players = len(line_up)
    rows = []
    for place, label in enumerate(line_up):
        seats = sorted({seating[place] for seating in seatings})
        for seat in seats:
            for card in CARDS:
                vetoed = int(rng.binomial(exposed // len(seats), veto))
                free = exposed // len(seats) - vetoed
                chance = 1 / players - effects.get(card["id"], 0.0) / players * np.array([1 - veto, -veto])
                won = rng.binomial([vetoed, free], chance)
                rows.append(
                    (
                        label,
                        place + 1,
                        seat,
                        card["id"],
                        vetoed,
                        float(won[0]),
                        free,
                        float(won[1]),
                        int(rng.binomial(free, 0.4)),
                    )
                )
    return pl.DataFrame(rows, schema={column.name: polars_type(column) for column in VETOES}, orient="row")


def _manifest(line_up, players, seatings, deals, seed, rules, veto) -> dict:
    games = deals * len(seatings)
    entries = [
        {"label": label, "name": label.split(":")[0], "parameters": {}, "source": "0" * 64}
        for label in line_up
    ]
    return {
        "format": "simcli-run/1",
        "id": f"{seed:08x}{deals:08x}",
        "config": {
            "line_up": entries,
            "players": players,
            "seating": "rotate",
            "seatings": seatings,
            "deals": deals,
            "games": games,
            "seed": seed,
            "rules": rules,
            "cards": CARDS,
            "nobles": NOBLES,
            "veto": veto,
            "batch_deals": 65536,
            "engine": "1",
            "shard": None,
        },
        "versions": {
            "simcli": "0.1.0",
            "python": "3.11.0",
            "numba": "0.68.1",
            "numpy": "2.4.6",
            "polars": "2.1.0",
        },
        "machine": {"processor": "drawn", "cores": 2},
        "created": "2026-01-01T00:00:00Z",
        "command": f"simcli run {' '.join(line_up)} --games {games} --seed {seed}",
        "progress": {"state": "complete", "games": games, "seconds": 1.0, "games_per_second": float(games)},
    }


def _tables(
    rng, line_up, seatings, first, last, rules, seat_gain, strength, stalemates, lucky_card
) -> dict[str, pl.DataFrame]:
    players, per_deal = len(line_up), len(seatings)
    deal = np.repeat(np.arange(first, last), per_deal)
    seating = np.tile(np.arange(per_deal), last - first)
    count = len(deal)
    game = deal * per_deal + seating
    place_of = np.array([[list(row).index(seat + 1) for seat in range(players)] for row in seatings])[seating]
    gain = (
        np.array(seat_gain if seat_gain is not None else [0.0] * players)
        + np.array([strength.get(label, 0.0) for label in line_up])[place_of]
    )
    shared = np.repeat(rng.normal(0, 1, (last - first, players)), per_deal, axis=0)
    latent = 11 + gain + shared + rng.normal(0, 2.6, (count, players))
    prestige = np.clip(
        np.round(latent + np.maximum(0, 15 - latent.max(axis=1, keepdims=True))), 0, 25
    ).astype(int)
    prestige = np.where(
        prestige.max(axis=1, keepdims=True) < 15,
        prestige + 15 - prestige.max(axis=1, keepdims=True),
        prestige,
    )
    cards = np.clip(np.round(11 + rng.normal(0, 1.6, (count, players))), 4, 20).astype(int)
    nobles = np.minimum(rng.binomial(2, 0.3, (count, players)), prestige // 3)
    for seat in range(players):
        nobles[:, seat] = np.minimum(nobles[:, seat], players + 1 - nobles[:, :seat].sum(axis=1))
    rounds = np.clip(np.round(rng.normal(27, 2.4, count)), 14, 60).astype(int)
    stuck = rng.random(count) < stalemates
    teams = (
        np.array(
            [next(i for i, team in enumerate(rules["teams"]) if seat + 1 in team) for seat in range(players)]
        )
        if rules["teams"]
        else None
    )
    win, decided, margin = _winners(prestige, cards, teams)
    win[stuck] = 0
    units = _units(prestige, teams)
    target = np.where(win > 0, prestige, 0).argmax(axis=1)
    other = (target + 1) % players
    target = np.where(rng.random(count) < 0.05, other, target)
    lead_changes = rng.poisson(2.5, count)
    games = pl.DataFrame(
        {
            "game": game,
            "deal": deal,
            "seating": seating,
            "rounds": rounds,
            "turns": rounds * players,
            "ended": [ENDINGS[1] if s else ENDINGS[0] for s in stuck],
            "decided_by": [None if s else DECIDERS[d] for s, d in zip(stuck, decided, strict=True)],
            "winners": [(np.flatnonzero(row > 0) + 1).tolist() for row in win],
            "margin": [None if s else int(m) for s, m in zip(stuck, margin, strict=True)],
            "lead_changes": lead_changes,
            "target_round": [None if s else int(r) for s, r in zip(stuck, rounds, strict=True)],
            "target_seat": [None if s else int(t) + 1 for s, t in zip(stuck, target, strict=True)],
            "deck_left_1": np.clip(18 - rng.poisson(12, count), 0, 36),
            "deck_left_2": np.clip(20 - rng.poisson(6, count), 0, 26),
            "deck_left_3": np.clip(15 - rng.poisson(3, count), 0, 16),
        },
        schema=polars_schema("games"),
    )
    assert units.shape[0] == count
    seats = _seats(rng, game, place_of, line_up, teams, win, stuck, prestige, cards, nobles, rounds)
    first_round = seats["first_noble_round"].to_numpy().reshape(count, players)
    return {
        "games": games,
        "seats": seats,
        "nobles": _visits(rng, game, nobles, first_round, rounds),
        "cards": _cards(rng, line_up, place_of, win, stuck, lucky_card),
        "rounds": _rounds(line_up, place_of, rounds),
    }


def _units(values, teams):
    if teams is None:
        return values
    return np.stack([values[:, teams == team].sum(axis=1) for team in range(teams.max() + 1)], axis=1)


def _winners(prestige, cards, teams):
    points, fewer = _units(prestige, teams), _units(cards, teams)
    top = points == points.max(axis=1, keepdims=True)
    tied = top.sum(axis=1) > 1
    held = np.where(top, fewer, 999)
    best = top & (held == held.min(axis=1, keepdims=True))
    decided = np.where(~tied, 0, np.where(best.sum(axis=1) == 1, 1, 3))
    ordered = np.sort(points, axis=1)
    if teams is None:
        win = best / best.sum(axis=1, keepdims=True)
    else:
        win = best[:, teams] / best[:, teams].sum(axis=1, keepdims=True)
    return win.astype(float), decided, ordered[:, -1] - ordered[:, -2]


def _seats(rng, game, place_of, line_up, teams, win, stuck, prestige, cards, nobles, rounds) -> pl.DataFrame:
    count, players = prestige.shape
    flat = count * players
    first = np.minimum(rng.integers(14, 26, (count, players)), rounds[:, None])
    columns = {
        "game": np.repeat(game, players),
        "seat": np.tile(np.arange(1, players + 1), count),
        "place": (place_of + 1).ravel(),
        "team": [None] * flat if teams is None else np.tile(teams + 1, count),
        "strategy": np.array(line_up)[place_of].ravel(),
        "win_share": [
            None if s else float(w) for s, w in zip(np.repeat(stuck, players), win.ravel(), strict=True)
        ],
        "rank": np.where(win > 0, 1, 2).ravel(),
        "prestige": prestige.ravel(),
        "prestige_cards": (prestige - 3 * nobles).ravel(),
        "prestige_nobles": (3 * nobles).ravel(),
        "cards": cards.ravel(),
        "cards_1": (cards - cards // 3 - cards // 6).ravel(),
        "cards_2": (cards // 3).ravel(),
        "cards_3": (cards // 6).ravel(),
        **{f"bonus_{colour}": (cards // 5).ravel() for colour in COLOURS},
        "nobles": nobles.ravel(),
        "first_noble_round": [
            int(f) if n else None for n, f in zip(nobles.ravel(), first.ravel(), strict=True)
        ],
        "reserves_table": rng.poisson(1.4, flat) + 1,
        "reserves_wanted": rng.binomial(1, 0.4, flat),
        "reserves_deck": rng.poisson(0.2, flat),
        "reserved_bought": rng.binomial(1, 0.6, flat),
        **{f"taken_{token}": rng.poisson(7, flat) for token in TOKENS},
        **{f"returned_{token}": rng.poisson(0.2, flat) for token in TOKENS},
        "gold_paid": rng.poisson(1, flat),
        "forced_passes": rng.binomial(1, 0.002, flat),
    }
    for number in NOTED_ROUNDS:
        part = np.clip(number / rounds[:, None] + rng.normal(0, 0.12, prestige.shape), 0, 1) ** 1.5
        over = np.broadcast_to(rounds[:, None] < number, prestige.shape).ravel()
        columns[f"prestige_{number}"] = [
            None if o else int(v) for o, v in zip(over, (prestige * part).ravel(), strict=True)
        ]
    for number in NOTED_ROUNDS:
        part = np.clip(number / rounds[:, None] + rng.normal(0, 0.08, prestige.shape), 0, 1)
        over = np.broadcast_to(rounds[:, None] < number, prestige.shape).ravel()
        columns[f"cards_after_{number}"] = [
            None if o else int(v) for o, v in zip(over, (cards * part).ravel(), strict=True)
        ]
    return pl.DataFrame(columns, schema=polars_schema("seats"))


def _visits(rng, game, nobles, first_round, rounds) -> pl.DataFrame:
    rows = []
    for row, seat in zip(*np.nonzero(nobles), strict=True):
        begin = int(first_round[row, seat])
        for number in range(nobles[row, seat]):
            rivals = [other + 1 for other in range(nobles.shape[1]) if other != seat and rng.random() < 0.2]
            rows.append(
                (
                    int(game[row]),
                    int(seat) + 1,
                    min(begin + 2 * number, int(rounds[row])),
                    int(rng.integers(1, 11)),
                    rivals,
                )
            )
    rows.sort()
    return pl.DataFrame(rows, schema=polars_schema("nobles"), orient="row")


def _cards(rng, line_up, place_of, win, stuck, lucky_card) -> pl.DataFrame:
    players = win.shape[1]
    rows = []
    for place, label in enumerate(line_up):
        for seat in range(players):
            here = place_of[:, seat] == place
            total = int(here.sum())
            if not total:
                continue
            shares, over = win[here, seat], stuck[here]
            for card in CARDS:
                faced = rng.random(total) < 0.5
                chance = 0.15 + (0.3 * shares if card["id"] == lucky_card else 0.0)
                bought = faced & (rng.random(total) < chance)
                only = faced & ~bought
                done = ~over
                rows.append(
                    (
                        label,
                        place + 1,
                        seat + 1,
                        card["id"],
                        total,
                        int(faced.sum() * 6),
                        int(faced.sum()),
                        int(bought.sum()),
                        int(bought.sum() // 10),
                    )
                    + (
                        int(total * 0.02),
                        int(total * 0.005),
                        int(total * 0.002),
                        float(shares[bought & done].sum()),
                        float(shares[only & done].sum()),
                    )
                    + (
                        int((bought & done).sum()),
                        int((only & done).sum()),
                        int(bought.sum() * (6 + 5 * card["level"])),
                    )
                )
    return pl.DataFrame(rows, schema=polars_schema("cards"), orient="row")


def _rounds(line_up, place_of, rounds) -> pl.DataFrame:
    players = place_of.shape[1]
    rows = []
    for place, label in enumerate(line_up):
        for seat in range(players):
            here = rounds[place_of[:, seat] == place]
            for number in range(1, int(here.max(initial=0)) + 1):
                turns = int((here >= number).sum())
                late = min(1.0, number / 25)
                empty = [int(turns * late * share) for share in (0.05, 0.06, 0.04, 0.07, 0.09, 0.25)]
                rows.append(
                    (
                        label,
                        place + 1,
                        seat + 1,
                        number,
                        turns,
                        turns // 900,
                        int(turns * 0.05 * late),
                        int(turns * 0.1 * late),
                        int(turns * (0.2 + 0.3 * late)),
                    )
                    + (
                        turns // 12,
                        int(turns * number * 0.5),
                        int(turns * number * 0.4),
                        *empty,
                        int(turns * 0.02 * late),
                    )
                )
    return pl.DataFrame(rows, schema=polars_schema("rounds"), orient="row")
