"""The errors that a user can cause or meet, each with the exit code it leads to.

Anything else that escapes is a fault of simcli itself and ends with exit code 1.
"""


class SimcliError(Exception):
    """An error with a plain message for the user. `exit_code` is what the command line ends
    with."""

    exit_code = 1


class BadInput(SimcliError):
    """Wrong use or bad input: the message quotes the value, says where it stands and what is
    allowed."""

    exit_code = 2


class RunDataError(SimcliError):
    """Run data that do not fit: a corrupt part, other rules, an overlap. The message names the
    file."""

    exit_code = 5


class StrategyError(SimcliError):
    """A strategy broke: it raised, or answered illegally."""

    exit_code = 6


class Interrupted(SimcliError):
    """The user stopped the command; the message is the exact line that resumes it."""

    exit_code = 130


def near_match(word: str, allowed) -> str:
    """Return ` Did you mean 'X'?` for the nearest of `allowed` names, or an empty string."""
    import difflib

    close = difflib.get_close_matches(word, [str(a) for a in allowed], n=1, cutoff=0.5)
    return f" Did you mean {close[0]!r}?" if close else ""


def first_line(error: Exception, most: int = 120) -> str:
    """The first line of what a library says, cut to `most` characters; the name of the error where
    it says nothing."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:most]
