"""The short table after a run: win shares by strategy and by seat, length, nobles, what decided the
games. Reads a part at a time."""

from dataclasses import dataclass
from pathlib import Path

from simcli.analysis.endings import DECIDER_METRICS
from simcli.analysis.evaluate import metrics_of
from simcli.analysis.paired import estimates
from simcli.analysis.runs import open_run
from simcli.analysis.sums import Estimate

WITHOUT_WINNER = {"stalemate": "stalemate_rate", "round_limit": "round_limit_rate"}


@dataclass(frozen=True)
class Share:
    """The share of the wins of a strategy (all its places together) or of a seat, None where no
    game has a winner; `fair` is what it would be if all places were alike."""

    name: str
    share: Estimate | None
    fair: float


@dataclass(frozen=True)
class Summary:
    """What `simcli run` prints when it is done. Shares leave out games without a winner; None where
    there is no such game."""

    games: int
    deals: int
    strategies: tuple[Share, ...]
    seats: tuple[Share, ...]
    mean_rounds: float | None
    mean_nobles: float
    decided: dict[str, float]  # share of the games with a winner, by what decided them
    # Share of all games that ended in stalemate or at the round limit
    without_winner: dict[str, float]


def summarise(folder: Path) -> Summary:
    """The summary of a run folder. Raises RunDataError."""
    run = open_run(folder)
    labels = run.strategies if len(run.strategies) > 1 else ()
    by_strategy = {f"strategy{number}_share": label for number, label in enumerate(labels, 1)}
    by_seat = {f"seat{seat}_share": f"seat {seat}" for seat in range(1, run.players + 1)}
    others = ("mean_rounds", "nobles_per_game", *DECIDER_METRICS.values(), *WITHOUT_WINNER.values())
    metrics = metrics_of(run, labels)
    wanted = [metrics[name] for name in (*by_strategy, *by_seat, *others) if name in metrics]
    values = estimates([run], wanted, labels=labels)
    means = {name: value.value for name, value in values.items()}
    return Summary(
        round(values["nobles_per_game"].n),
        run.deals,
        tuple(
            Share(label, values.get(name), run.line_up.count(label) / run.players)
            for name, label in by_strategy.items()
        ),
        tuple(Share(seat, values.get(name), 1 / run.players) for name, seat in by_seat.items()),
        means.get("mean_rounds"),
        means["nobles_per_game"],
        {word: means.get(name, 0.0) for word, name in DECIDER_METRICS.items()}
        if "mean_rounds" in means
        else {},
        {word: means[name] for word, name in WITHOUT_WINNER.items()},
    )


def as_dict(summary: Summary) -> dict:
    """The summary as plain values for JSON."""

    def shares(found):
        return {
            s.name: {
                "win_share": s.share and s.share.value,
                "low": s.share and s.share.low,
                "high": s.share and s.share.high,
                "fair": s.fair,
            }
            for s in found
        }

    return {
        "games": summary.games,
        "deals": summary.deals,
        "strategies": shares(summary.strategies),
        "seats": shares(summary.seats),
        "mean_rounds": summary.mean_rounds,
        "mean_nobles": summary.mean_nobles,
        "decided_by": summary.decided,
        "without_winner": summary.without_winner,
    }


def as_text(summary: Summary, table) -> str:
    """The summary as text; `table(header, rows)` aligns rows (cli.output.table)."""
    rows = [
        [s.name, *_percent(s.share), f"{100 * s.fair:.1f}%"] for s in (*summary.strategies, *summary.seats)
    ]
    lines = [table(["", "win share", "95% interval", "fair"], rows)]
    if summary.mean_rounds is not None:
        rest = [
            f"{name.replace('_', ' ')} {100 * value:.2f}%" for name, value in summary.decided.items() if value
        ]
        lines.append(
            f"\n{summary.mean_rounds:.2f} rounds and {summary.mean_nobles:.2f} nobles a game on average."
        )
        lines.append(f"Decided by: {', '.join(rest)}.")
    lost = ", ".join(
        f"{name.replace('_', ' ')} {100 * value:.3f}%" for name, value in summary.without_winner.items()
    )
    lines.append(f"Without a winner: {lost}.")
    lines.append(f"Intervals are clustered by deal (n = {summary.deals:,} deals).")
    return "\n".join(lines)


def _percent(share: Estimate | None) -> list[str]:
    if share is None:
        return ["-", "-"]
    bounds = f"{100 * share.low:.2f}% to {100 * share.high:.2f}%" if share.known else "-"
    return [f"{100 * share.value:.2f}%", bounds]
