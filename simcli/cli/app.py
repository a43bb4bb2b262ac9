"""`simcli`: the options before the command, and what becomes of errors.

Exit codes: 0 done, 1 a fault of simcli, 2 wrong use or bad input, 3 and 4 a gate of `compare`, 5
run data that do not fit, 6 a strategy broke, 130 interrupted."""

import errno
import io
import os
import sys
import traceback
from typing import Annotated

import typer
from typer.main import get_command

from simcli import __version__
from simcli.base.errors import BadInput, SimcliError
from simcli.cli.lazy import LazyGroup
from simcli.cli.memory import keep_few_pools

FAULT, INTERRUPTED = 1, 130
# The machine's refusals, not a fault of ours: full, forbidden, read-only, too long a name, too many
# files.
REFUSALS = (
    errno.ENOSPC,
    errno.EDQUOT,
    errno.EFBIG,
    errno.EACCES,
    errno.EPERM,
    errno.EROFS,
    errno.ENAMETOOLONG,
    errno.EMFILE,
    errno.EIO,
)

app = typer.Typer(
    cls=LazyGroup,
    add_completion=False,
    rich_markup_mode=None,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    subcommand_metavar="COMMAND ...",
)


@app.callback(epilog="`simcli COMMAND --help` explains a command. Numbers may be written 250k, 2M or 1e6.")
def top(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show the traceback of an error (also SIMCLI_DEBUG=1).")
    ] = False,
) -> None:
    """Play Splendor by the million, exactly and fast, and report on its balance."""
    if debug:
        os.environ["SIMCLI_DEBUG"] = "1"
    if version:
        print(f"simcli {__version__}")
    elif context.invoked_subcommand is None:
        print(context.get_help())
    else:
        keep_few_pools()
        return
    raise typer.Exit


def main(arguments: list[str] | None = None) -> None:
    """The entry point: run the command line and end the process with the exit code that the outcome
    calls for."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # what the terminal cannot write is escaped
        sys.stdout.reconfigure(errors="backslashreplace")
    code = _run(sys.argv[1:] if arguments is None else arguments)
    try:
        if sys.stdout:  # None where the process was started with its output closed
            sys.stdout.flush()
    except OSError as error:
        _forget_output()
        if code == 0 and not isinstance(error, BrokenPipeError):
            code = _refused(error)
    sys.exit(code)


def _run(arguments: list[str]) -> int:
    """Run one command; its exit code. Errors are printed on stderr."""
    try:
        command = get_command(app)
        with command.make_context("simcli", arguments) as context:
            command.invoke(context)
    except typer.Exit as end:
        return end.exit_code
    except SimcliError as error:
        return _print_error(str(error), error.exit_code)
    except typer.TyperException as error:
        return _print_error(_usage(error), BadInput.exit_code)
    except (KeyboardInterrupt, typer.Abort):
        return _print_error("Interrupted.", INTERRUPTED)
    except BrokenPipeError:  # the reader of our output has seen enough
        return 0
    except OSError as error:
        return _refused(error) if error.errno in REFUSALS else _fault(error)
    except Exception as error:
        return _fault(error)
    return 0


def _refused(error: OSError) -> int:
    """Print what the machine refused; returns the exit code."""
    name = f"{error.filename}: " if error.filename else ""
    return _print_error(f"{name}{error.strerror}", BadInput.exit_code)


def _fault(error: Exception) -> int:
    """Print that this is a fault of simcli; returns the exit code."""
    text = " ".join(str(error).split())
    return _print_error(
        f"This is a fault of simcli: {type(error).__name__}: {text} (SIMCLI_DEBUG=1 shows where)", FAULT
    )


def _print_error(message: str, code: int) -> int:
    """Print a message on stderr, with the traceback where it is asked for; returns the code."""
    if os.environ.get("SIMCLI_DEBUG", "0") not in ("", "0"):
        traceback.print_exc()
    print(f"simcli: {message}", file=sys.stderr)
    return code


def _usage(error: typer.TyperException) -> str:
    """The complaint about a wrong option or argument in two lines: what is wrong, and where help
    is."""
    text = " ".join(error.format_message().split())
    context = getattr(error, "ctx", None)
    return text + (f"\n`{context.command_path} --help` explains it." if context else "")


def _forget_output() -> None:
    """Point stdout at nothing after its reader went away, so that the interpreter's last flush
    stays silent."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


if __name__ == "__main__":
    main()
