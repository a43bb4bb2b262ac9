"""The whole result of a comparison as plain values with a versioned schema: what every output is
written from. Never NaN."""

from simcli import __version__
from simcli.compare.calculator import bounds_of, estimates
from simcli.compare.decide import FAIL, IDENTICAL, INCONCLUSIVE, PASS, Answer, Gate
from simcli.compare.require import Judged

SCHEMA = "simcli-compare/1"
EXIT_CODES = {PASS: 0, IDENTICAL: 0, FAIL: 3, INCONCLUSIVE: 4}
_WORST_FIRST = (FAIL, INCONCLUSIVE, PASS, IDENTICAL)
WORDS = {
    "no-regression": {PASS: "not worse", FAIL: "worse"},
    "improve": {PASS: "better", FAIL: "not better"},
    "equivalent": {PASS: "no difference that matters", FAIL: "different"},
}


def words_of(gate: str, verdict: str) -> str:
    """A verdict in the words of its gate."""
    others = {INCONCLUSIVE: "not decided", IDENTICAL: "plays identically", "": "stopped"}
    return WORDS[gate][verdict] if verdict in WORDS[gate] else others[verdict]


def overall(verdicts: list[str]) -> str:
    """The verdict over several gates: the worst."""
    return next(word for word in _WORST_FIRST if word in verdicts)


def identical_answer(players: int, why: str, deals: int, games: int, seconds: float) -> dict:
    """The entry of a number of players for which nothing differs and no test was needed."""
    return {
        "players": players,
        "verdict": IDENTICAL,
        "words": "plays identically",
        "why": why,
        "blocks": deals,
        "games": games,
        "seconds": round(seconds, 3),
        "games_per_second": None,
        "share": None,
        "elo": None,
        "nelo": None,
        "los": None,
        "intervals": {},
        "always_valid": None,
        "llr": None,
        "lower": None,
        "upper": None,
        "counts": [],
        "unfinished_rate": None,
        "by_seating": [],
        "identical_fraction": 1.0,
        "warning": "",
    }


def answer_dict(answer: Answer, gate: Gate, layout, paired: bool) -> dict:
    """The entry of one number of players."""
    blocks, sums, decision = answer.blocks, answer.sums, answer.decision
    unit = layout.top / layout.games
    games = sums.deals * layout.games
    found = {
        "players": answer.players,
        "verdict": answer.verdict,
        "words": words_of(gate.name, answer.verdict),
        "why": answer.why,
        "blocks": sums.deals,
        "games": games * (1 + paired),
        "seconds": round(answer.seconds, 3),
        "games_per_second": round(answer.played / answer.seconds, 1)
        if answer.played and answer.seconds > 0
        else None,
        **estimates(blocks),
        "always_valid": bounds_of(answer.interval),
        "llr": None if decision is None else decision.llr.value,
        "lower": None if decision is None else decision.lower,
        "upper": None if decision is None else decision.upper,
        "llr_method": None if decision is None else decision.llr.method,
        "counts": [
            {"score": score, "blocks": count}
            for score, count in zip(blocks.support, blocks.counts, strict=True)
            if count
        ],
        "unfinished_rate": sums.unfinished / (games * (1 + paired)) if games else None,
        "mean_rounds": sums.rounds / games if games else None,
        "by_seating": [
            value / unit / sums.deals if sums.deals else None for value in sums.by_seating.tolist()
        ],
        "identical_fraction": sums.same / sums.deals if paired and sums.deals else None,
        "planned_blocks": answer.planned,
        "blocks_a_look": answer.look,
        "warning": "",
    }
    if (
        answer.verdict == FAIL
        and gate.name == "no-regression"
        and found["share"] is not None
        and found["share"] > blocks.reference
    ):
        found["warning"] = "failed, although the estimate is above par: look again with more games"
    if paired and sums.deals:
        own = sums.own / layout.top / sums.deals
        found["candidate_share"], found["baseline_share"] = own, own - (blocks.mean or 0.0)
    return found


def require_dict(judged: Judged) -> dict:
    """The entry of one requirement."""
    requirement = judged.requirement
    limits = [None if abs(limit) == float("inf") else limit for limit in (requirement.low, requirement.high)]
    return {
        "players": judged.players,
        "requirement": requirement.text,
        "metric": requirement.metric,
        "meaning": requirement.meaning,
        "from": limits[0],
        "to": limits[1],
        "verdict": judged.verdict,
        "value": judged.value,
        "low": judged.low,
        "high": judged.high,
        "deals": judged.deals,
    }


def result_dict(
    baseline: str, candidate: str, gate: Gate, answers: list[dict], requirements: list[dict], design: dict
) -> dict:
    """The result: verdict first, then gates by number of players, then requirements."""
    verdict = overall([each["verdict"] for each in (*answers, *requirements)])
    return {
        "schema": SCHEMA,
        "verdict": verdict,
        "passed": verdict in (PASS, IDENTICAL),
        "exit_code": EXIT_CODES[verdict],
        "baseline": baseline,
        "candidate": candidate,
        "gate": {
            "name": gate.name,
            "elo0": gate.elo0,
            "elo1": gate.elo1,
            "alpha": gate.alpha,
            "beta": gate.beta,
            "model": gate.model,
        },
        "design": design,
        "answers": answers,
        "requirements": requirements,
        "simcli": __version__,
    }
