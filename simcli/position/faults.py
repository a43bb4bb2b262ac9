"""What a strategy answered that is not allowed, in words."""

from simcli.engine.answers import BAD_ACTION, BAD_NOBLE, BAD_TOKEN


def illegal_answer(fault) -> str:
    """In words what a strategy answered that is not allowed, from a FAULT record."""
    answer, allowed = int(fault["answer"]), int(fault["allowed"])
    kind = int(fault["kind"])
    if kind == BAD_ACTION:
        legal = [a for a in range(64) if allowed >> a & 1]
        return f"chose action {answer}, which is not among the legal ones {legal}"
    if kind == BAD_TOKEN:
        return f"gave back token {answer}, of which it holds none (0-4 are the colours, 5 is gold)"
    if kind == BAD_NOBLE:
        return f"chose the noble at place {answer}, whose requirement is not met"
    return f"paid {answer:#x} for a need of {allowed:#x} (packed gems), which does not fit"
