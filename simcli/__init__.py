"""simcli: Splendor played, recorded and reported by the million."""

from simcli.base.errors import BadInput, RunDataError, StrategyError

__version__ = "0.1.0"
__all__ = ["BadInput", "RunDataError", "StrategyError", "__version__", "play"]


def __getattr__(name: str):
    # Read when it is asked for: the command line's help must not wait for numba and polars.
    if name == "play":
        from simcli.api import play

        return play
    raise AttributeError(f"module 'simcli' has no attribute {name!r}")
