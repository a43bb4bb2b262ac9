"""The result of a comparison in words and aligned numbers, for a terminal: the verdict first,
always candidate minus baseline."""


def number(value: float | None, digits: int = 2, sign: bool = True) -> str:
    """A number with a fixed number of digits; a dash where there is none."""
    if value is None:
        return "-"
    return f"{value:+.{digits}f}" if sign else f"{value:.{digits}f}"


def percent(value: float | None, digits: int = 2, sign: bool = False) -> str:
    """A share as a percentage; a dash where there is none."""
    return "-" if value is None else f"{100 * value:{'+' if sign else ''}.{digits}f}%"


def between(interval: dict, show) -> str:
    """`(low to high)` of an interval as plain values; what is missing is open."""
    return f"({show(interval['low'])} to {show(interval['high'])})"


def estimate_lines(found: dict, difference: bool = False) -> list[str]:
    """Share, Elo, normalized Elo with their intervals, and 1 - p, a line each; `difference`: the
    share is candidate minus baseline."""
    intervals = found["intervals"]

    def share(value):
        return percent(value, 2, difference)

    rows = [
        (
            "share difference" if difference else "win share",
            share(found["share"]),
            between(intervals["share"], share),
            intervals["share"]["note"],
        ),
        ("Elo", number(found["elo"]), between(intervals["elo"], number), intervals["elo"]["note"]),
        (
            "normalized Elo",
            number(found["nelo"]),
            between(intervals["nelo"], number),
            intervals["nelo"]["note"],
        ),
        ("1 - p (one-sided)", number(found["los"], 4, False), "", ""),
    ]
    return [
        f"  {name:<18} {value:>9}  {span}{f'  {note}' if note else ''}".rstrip()
        for name, value, span, note in rows
    ]


def histogram_lines(counts: list[dict], width: int = 30) -> list[str]:
    """Block scores with bars, a line each; where there are many scores, the most frequent dozen in
    order."""
    most = max((cell["blocks"] for cell in counts), default=0)
    kept = sorted(sorted(counts, key=lambda cell: -cell["blocks"])[:12], key=lambda cell: cell["score"])
    lines = [
        (
            f"  {cell['score']:>+7.3f}  {cell['blocks']:>9,.0f}  {'#' * round(width * cell['blocks'] / most)}"
        ).rstrip()
        for cell in kept
    ]
    left = len(counts) - len(kept)
    return lines + ([f"  and {left} rarer scores"] if left else [])


def result_text(result: dict) -> str:
    """The whole result: verdict first."""
    gate, paired = result["gate"], result["design"]["paired"]
    lines = [f"{result['verdict'].upper()}: {result['candidate']} against {result['baseline']}"]
    how = "on the same deals against the same field" if paired else "head to head"
    lines.append(
        f"Gate {gate['name']}: H0 {gate['elo0']:+g}, H1 {gate['elo1']:+g} "
        f"{gate['model']} Elo, alpha {gate['alpha']:g}, beta {gate['beta']:g}, {how}."
    )
    for each in result["answers"]:
        lines += [
            "",
            f"{each['players']} players: {each['words']}. {each['why'][:1].upper()}{each['why'][1:]}.",
        ]
        if each["warning"]:
            lines.append(f"  Note: {each['warning']}.")
        if each["share"] is None:
            continue
        if paired:
            lines.append(
                f"  candidate {percent(each['candidate_share'])}, baseline "
                f"{percent(each['baseline_share'])} of the wins"
            )
        lines += estimate_lines(each, paired)
        always = each["always_valid"]
        lines.append(
            (
                f"  {'always valid':<18} {'':>9}  "
                f"{between(always, lambda value: percent(value, 2, paired))} at "
                f"{100 * always['level']:g}%  {always['note']}"
            ).rstrip()
        )
        if each["llr"] is not None:
            lines.append(f"  LLR {each['llr']:.3f}, bounds {each['lower']:.3f} and {each['upper']:.3f}")
        speed = f", {each['games_per_second']:,.0f} games/s" if each["games_per_second"] else ""
        lines.append(f"  {each['games']:,} games on {each['blocks']:,} deals{speed}")
        if each["identical_fraction"] is not None:
            lines.append(f"  {percent(each['identical_fraction'])} of the deals are played identically")
        if each["unfinished_rate"]:
            lines.append(
                f"  {percent(each['unfinished_rate'], 4)} of the games have no winner (they count as par)"
            )
        lines.append("  block scores:")
        lines += histogram_lines(each["counts"])
    for each in result["requirements"]:
        value = number(each["value"], 4, False)
        lines += [
            "",
            (
                f"{each['players']} players: {each['requirement']}: {each['verdict']}, "
                f"{value} ({number(each['low'], 4, False)} to "
                f"{number(each['high'], 4, False)})"
            ),
        ]
    return "\n".join(lines)
