"""Quick matches between strategies, for search: who wins how often, and nothing else is noted."""

from functools import cache

import numpy as np

from simcli.runs.kernel import Table, checked_call, compiled
from simcli.strategy.loading import Strategy, load
from simcli.variant.catalogue import load_catalogue
from simcli.variant.engine_record import rules_record
from simcli.variant.rules import load_rules


@cache
def _record(rules: str, players: int) -> np.ndarray:
    return rules_record(load_rules(rules), load_catalogue(), players)


def play(
    line_up: list[Strategy | str], deals: int, seed: int, rules: str = "standard"
) -> tuple[np.ndarray, np.ndarray, float]:
    """Play `deals` deals in every rotation of the line-up. Returns the seatings, int64[seatings,
    seats]: the place that sits there; the win shares, float64[deals, seatings, seats], all zero in
    a game without a winner; the mean number of rounds."""
    strategies = [load(each) if isinstance(each, str) else each for each in line_up]
    players = len(strategies)
    table = Table(_record(rules, players), strategies)
    seatings = np.array(
        [[(seat + k) % players for seat in range(players)] for k in range(players)], dtype=np.int64
    )
    winners = np.zeros((deals, players), np.uint8)
    rounds = np.zeros((deals, players), np.uint8)
    outputs = (winners.reshape(-1), rounds.reshape(-1), None)
    checked_call(
        compiled("winners"), table, (seed, 0, deals, seatings), outputs, lambda: int(np.count_nonzero(rounds))
    )
    won = (winners[:, :, None] >> np.arange(players)) & 1
    return seatings, won / np.maximum(won.sum(axis=2, keepdims=True), 1), float(rounds.mean())


def match(line_up: list[Strategy | str], deals: int, seed: int, rules: str = "standard") -> np.ndarray:
    """The mean win share of each place on each deal, float64[deals, places]; all share a game
    without a winner."""
    seatings, shares, _ = play(line_up, deals, seed, rules)
    players = seatings.shape[1]
    shares = np.where(shares.any(axis=2, keepdims=True), shares, 1 / players)
    by_place = np.zeros((deals, players))
    for k, places in enumerate(seatings):
        by_place[:, places] += shares[:, k, :]
    return by_place / players
