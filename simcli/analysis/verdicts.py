"""The five verdicts: fairness, length, ties, nobles, anomalies. One sentence each with a number,
its interval and what it means.

A verdict is about sizes, not about p values: at ten million games everything differs from
everything."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from simcli.analysis.balance import ShortAnswer
from simcli.analysis.phrases import count, counted, handicap_phrase, mean_text, percent, points, share_text
from simcli.analysis.seats import SeatTable

GOOD, WATCH, BAD, UNKNOWN = "good", "watch", "bad", "unknown"
_ORDER = (BAD, WATCH, UNKNOWN, GOOD)

# Where a verdict turns from good to watch, and for stalemates to bad.
SLOW = 1.5
MANY_SHARED = 0.02
MANY_TIES = 0.10
RARE_NOBLES = 0.25
HEAVY_NOBLES = 1 / 3
MANY_UNFINISHED = 0.01


@dataclass(frozen=True)
class Line:
    """The verdict on one topic in one setting; of two equal ones the one with the larger `size` is
    told first."""

    setting: str
    status: str
    text: str
    size: float = 0.0


@dataclass(frozen=True)
class Verdict:
    """The verdict on one topic: the status of the worst setting, the sentence about it, and a line
    for each setting."""

    topic: str
    status: str
    sentence: str
    lines: tuple[Line, ...]
    worst: str = ""

    @property
    def others(self) -> tuple[Line, ...]:
        """The lines of the settings that the sentence is not about."""
        return tuple(line for line in self.lines if line.setting != self.worst)


def verdicts(answers: Sequence[ShortAnswer]) -> tuple[Verdict, ...]:
    """The five verdicts over all settings of a report."""
    topics: dict[str, Callable[[ShortAnswer], Line]] = {
        "Fairness": _fairness,
        "Length": _length,
        "Ties": _ties,
        "Nobles": _nobles,
        "Anomalies": _anomalies,
    }
    return tuple(_verdict(topic, [judge(answer) for answer in answers]) for topic, judge in topics.items())


def _verdict(topic: str, lines: Sequence[Line]) -> Verdict:
    if not lines:
        return Verdict(topic, UNKNOWN, "No run, so nothing can be said.", ())
    worst = min(lines, key=lambda line: (_ORDER.index(line.status), -line.size))
    sentence = worst.text if len(lines) == 1 else f"{worst.setting}: {worst.text}"
    return Verdict(topic, worst.status, sentence, tuple(lines), worst.setting)


def _fairness(answer: ShortAnswer) -> Line:
    table = answer.seats.teams or answer.seats.headline
    if table is None:
        return Line(answer.label, UNKNOWN, f"no conclusion about seats: {answer.seats.why}.")
    furthest = table.furthest
    off = furthest.share.value - furthest.fair
    where = (
        f"{_lower(furthest.name)} {_verb(furthest.name)} {share_text(furthest.share)} "
        f"of the games where {percent(furthest.fair)} is fair"
    )
    if table.verdict == "outside":
        return Line(
            answer.label,
            BAD,
            (
                f"{where}: {points(off)}, more than one point off with 95% confidence. "
                f"{_meaning(table)}{_handicap(answer)}"
            ),
            abs(off),
        )
    if apart := _apart(answer):
        return Line(
            answer.label,
            WATCH,
            f"it depends on who plays. {apart} All such line-ups together: {where}.",
            abs(off),
        )
    if table.verdict == "inside":
        return Line(
            answer.label,
            GOOD,
            f"no seat is further than one point from fair; the furthest: {where}.",
            abs(off),
        )
    deals = counted(furthest.share.deals, "deal")
    return Line(
        answer.label, UNKNOWN, f"{where}; {deals} cannot yet say whether that is within one point.", abs(off)
    )


def _apart(answer: ShortAnswer) -> str:
    """The line-up of one strategy whose seats are furthest from fair, if its interval is outside
    although all together are not."""
    if answer.seats.teams:
        return ""
    outside = [table for table in answer.seats.by_run if table.mirror and table.verdict == "outside"]
    if not outside:
        return ""
    table = max(outside, key=lambda table: abs(table.furthest.share.value - table.furthest.fair))
    row = table.furthest
    return (
        f"With {table.label}, {_lower(row.name)} wins {share_text(row.share)}: "
        f"{points(row.share.value - row.fair)}."
    )


def _handicap(answer: ShortAnswer) -> str:
    """What would make the seat (team) furthest from fair a fair one."""
    name = (answer.seats.teams or answer.seats.headline).furthest.name
    row = next((row for row in answer.seats.handicaps if row.name == name), None)
    if row is None:
        return ""
    text = f" Fair would be {handicap_phrase(row)}"
    return f"{text}, so no whole prestige helps." if row.pointless else f"{text}."


def _meaning(table: SeatTable) -> str:
    """What is known about going first: nothing where the interval of the first seat (team) spans
    fair, even if another seat is off."""
    first = table.rows[0]
    if first.share.known and first.share.low > first.fair:
        return (
            "Going first is an advantage." if table.kind != "teams" else "The team that starts is favoured."
        )
    if first.share.known and first.share.high < first.fair:
        return (
            "Going first is a disadvantage."
            if table.kind != "teams"
            else "The team that starts is at a disadvantage."
        )
    return "The order of play matters."


def _length(answer: ShortAnswer) -> Line:
    tempo = answer.tempo
    if tempo.rounds is None:
        return Line(answer.label, UNKNOWN, "no game has a winner, so there is no length to speak of.")
    low, high, middle = tempo.quantiles[0.05], tempo.quantiles[0.95], tempo.quantiles[0.5]
    text = f"{mean_text(tempo.rounds)} rounds on average, nine games in ten between {low} and {high}"
    slow = high > SLOW * middle
    meaning = "a few games drag far beyond the rest" if slow else "the length is predictable"
    return Line(
        answer.label, WATCH if slow else GOOD, f"{text}: {meaning}.", high / middle if middle else 0.0
    )


def _ties(answer: ShortAnswer) -> Line:
    endings = answer.endings
    if endings.tied is None:
        return Line(answer.label, UNKNOWN, "no game has a winner, so no tie can be counted.")
    shared = endings.deciders["shared"]
    text = (
        f"{share_text(endings.tied)} of the games are level on prestige and need a "
        f"tie-break; {share_text(shared)} end shared"
    )
    much = endings.tied.value > MANY_TIES or shared.value > MANY_SHARED
    return Line(
        answer.label,
        WATCH if much else GOOD,
        f"{text}: {'the tie-break carries weight' if much else 'prestige alone decides nearly always'}.",
        endings.tied.value,
    )


def _nobles(answer: ShortAnswer) -> Line:
    nobles = answer.nobles
    if nobles.a_game is None or nobles.turned is None:
        return Line(answer.label, UNKNOWN, "no finished game, so nothing can be said about nobles.")
    text = f"{mean_text(nobles.a_game)} of {nobles.shown} nobles come a game"
    text += (
        f", in half of the games one has come by round {nobles.half}"
        if nobles.half
        else ", in most games none"
    )
    text += f"; they change the winner of {share_text(nobles.turned)} of the games"
    rare = nobles.without.value > RARE_NOBLES
    meaning = "they weigh heavily" if nobles.turned.value > HEAVY_NOBLES else "they matter without ruling"
    if rare:
        meaning = f"{share_text(nobles.without)} of the games see none, so they come late"
    return Line(answer.label, WATCH if rare else GOOD, f"{text}: {meaning}.", nobles.without.value)


def _anomalies(answer: ShortAnswer) -> Line:
    endings = answer.endings
    if not answer.games:
        return Line(answer.label, UNKNOWN, "no game was played.")
    broken = [oddity for oddity in answer.oddities if oddity.kind == "impossible"]
    if broken:
        return Line(
            answer.label,
            BAD,
            (
                f"{count(sum(one.count or 0 for one in broken))} games reach the target "
                "sooner than the cards allow: the rules "
                f"or cards were changed."
            ),
        )
    unfinished = answer.games - answer.finished
    if not unfinished:
        bound = endings.endings["target"]
        rest = f" (at most {percent(1 - bound.low, 3)} of such games would not)" if bound.known else ""
        every = f"all {count(answer.games)} games reach" if answer.games > 1 else "the one game reaches"
        return Line(
            answer.label, GOOD, f"{every} the target{rest}.", 0.0 if not bound.known else 1 - bound.low
        )
    parts = [
        f"{share_text(endings.endings[word])} {name}"
        for word, name in (("stalemate", "end in stalemate"), ("round_limit", "hit the round limit"))
        if endings.endings[word].value
    ]
    many = unfinished / answer.games > MANY_UNFINISHED
    meaning = "the rules can lock up" if many else "rare enough to be a curiosity"
    return Line(
        answer.label,
        BAD if many else WATCH,
        (
            f"{count(unfinished)} of {counted(answer.games, 'game')} "
            f"{'has' if unfinished == 1 else 'have'} no winner: {' and '.join(parts)}; "
            f"{meaning}."
        ),
        unfinished / answer.games,
    )


def _verb(name: str) -> str:
    return "win" if name.startswith("Seats") else "wins"


def _lower(name: str) -> str:
    return name[0].lower() + name[1:]
