"""Another strategy's functions, for a strategy that builds on them."""

from numba import njit

from simcli.engine.model import View

_lend = None  # how strategy.loading lends a module; it registers this itself


def borrow(name):
    """Another strategy, by name or path, to play with: `greedy = borrow("greedy")` at the top of a
    file, then in a function `greedy.choose(borrowed(view, greedy.defaults), legal)`. Raises
    ImportError where simcli is not what reads the file."""
    if _lend is None:
        raise ImportError(
            f"borrow({name!r}) works in a strategy file that simcli reads, "
            "such as with 'simcli strategies check FILE'"
        )
    return _lend(name)


def lend_with(lend):
    """Name the function that `borrow` asks for the module of another strategy; the loader of
    strategies calls this."""
    global _lend
    _lend = lend


@njit(inline="always")  # a view cannot be returned from a compiled call
def borrowed(view, parameters):
    """The view with other parameters: those that a borrowed strategy asks for."""
    return View(view.table, view.hand, view.rules, view.rng, parameters, view.scratch)
