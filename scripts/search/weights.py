"""Find the weights of a strategy by search over games.

    python scripts/search/weights.py balanced noble-hunter cheapest-first --deals 1000

Plays candidates against the named opponents and prints the best weights found, to be written into
the file by hand. The search is CMA-ES (Hansen and Ostermeier, Completely derandomized
self-adaptation in evolution strategies, 2001) with its usual constants, in steps relative to the
weights that it starts from. Every candidate of a generation plays the same deals, every generation
new ones. An opponent written `a+b` or `a+b+c` is a field: all of them at one table. At the end the
mean of the last generations is played on deals that the search has not seen, beside the start.
"""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).resolve().parents[2]), str(Path(__file__).resolve().parent)]

from arena import match

from simcli.strategy.loading import load

FINAL_SEED = 999_999


def fitness(strategy, fields: list[list], deals: int, seed: int, rules: str) -> float:
    """Mean over the fields of the win share, over par: 0.5 stands for the par of any number of
    players."""
    total = 0.0
    for field in fields:
        total += match([strategy, *field], deals, seed, rules)[:, 0].mean() * (len(field) + 1) / 2
    return total / len(fields)


class Search:
    """CMA-ES over the named weights of a strategy, as multiples of `steps` from where they
    start."""

    def __init__(self, start: np.ndarray, steps: np.ndarray, width: float, rng: np.random.Generator):
        self.n = n = len(start)
        self.start, self.steps, self.width, self.rng = start, steps, width, rng
        self.offspring = 4 + int(3 * np.log(n)) + 3
        parents = self.offspring // 2
        weights = np.log(parents + 0.5) - np.log(np.arange(1, parents + 1))
        self.weights = weights / weights.sum()
        self.parents, effective = parents, 1 / (self.weights**2).sum()
        self.c_path = (4 + effective / n) / (n + 4 + 2 * effective / n)
        self.c_width = (effective + 2) / (n + effective + 5)
        self.c_one = 2 / ((n + 1.3) ** 2 + effective)
        self.c_rank = min(1 - self.c_one, 2 * (effective - 2 + 1 / effective) / ((n + 2) ** 2 + effective))
        self.damping = 1 + 2 * max(0, np.sqrt((effective - 1) / (n + 1)) - 1) + self.c_width
        self.effective, self.expected = effective, np.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n))
        self.mean, self.path, self.path_width, self.covariance = (
            np.zeros(n),
            np.zeros(n),
            np.zeros(n),
            np.eye(n),
        )

    def ask(self) -> np.ndarray:
        """One generation: float64[offspring, n] of weights."""
        values, self.basis = np.linalg.eigh(self.covariance)
        self.scale = np.sqrt(np.maximum(values, 1e-12))
        self.moves = (self.rng.standard_normal((self.offspring, self.n)) * self.scale) @ self.basis.T
        return self.values(self.mean + self.width * self.moves)

    def values(self, points: np.ndarray) -> np.ndarray:
        """Points of the search as weights."""
        return self.start + points * self.steps

    def tell(self, results: np.ndarray) -> None:
        """Move on, given the results of the generation (more is better)."""
        order = np.argsort(-results)[: self.parents]
        move = self.weights @ self.moves[order]
        self.mean = self.mean + self.width * move
        white = self.basis @ ((self.basis.T @ move) / self.scale)
        self.path_width = (1 - self.c_width) * self.path_width + np.sqrt(
            self.c_width * (2 - self.c_width) * self.effective
        ) * white
        self.path = (1 - self.c_path) * self.path + np.sqrt(
            self.c_path * (2 - self.c_path) * self.effective
        ) * move
        rank = (self.moves[order].T * self.weights) @ self.moves[order]
        self.covariance = (
            (1 - self.c_one - self.c_rank) * self.covariance
            + self.c_one * np.outer(self.path, self.path)
            + self.c_rank * rank
        )
        self.width *= np.exp(
            self.c_width / self.damping * (np.linalg.norm(self.path_width) / self.expected - 1)
        )


def main() -> None:
    """Read the command line, search, print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("strategy", help="name, or name:weight=value to start from")
    parser.add_argument("opponents", nargs="+", help="opponents; a+b+c for a field at one table")
    parser.add_argument("--only", default="", help="search these weights only, separated by commas")
    parser.add_argument("--generations", type=int, default=40)
    parser.add_argument("--deals", type=int, default=500, help="a candidate and field")
    parser.add_argument("--width", type=float, default=0.3, help="first step, as a part of each weight")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="standard")
    options = parser.parse_args()
    base = load(options.strategy)
    fields = [[load(name) for name in field.split("+")] for field in options.opponents]
    names = options.only.split(",") if options.only else list(base.parameters)
    start = np.array([base.parameters[name] for name in names])
    search = Search(start, np.maximum(np.abs(start), 0.1), options.width, np.random.default_rng(options.seed))

    def candidate(values):
        return replace(base, parameters=base.parameters | dict(zip(names, map(float, values), strict=True)))

    tail = []
    for generation in range(options.generations):
        seed = 1000 * options.seed + generation
        results = np.array(
            [
                fitness(candidate(values), fields, options.deals, seed, options.rules)
                for values in search.ask()
            ]
        )
        search.tell(results)
        tail = [*tail, search.mean][-max(1, options.generations // 4) :]
        print(
            f"{generation:3d}  best {results.max():.4f}  mean {results.mean():.4f}  width {search.width:.3f}",
            file=sys.stderr,
            flush=True,
        )
    found = search.values(np.mean(tail, axis=0))
    for label, values in (("start", start), ("found", found)):
        print(
            f"{label}: "
            f"{fitness(candidate(values), fields, 10 * options.deals, FINAL_SEED, options.rules):.4f}"
        )
    print(",".join(f"{name}={value:.4g}" for name, value in zip(names, found, strict=True)))


if __name__ == "__main__":
    main()
