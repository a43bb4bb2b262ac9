"""`simcli baseline`: a stored baseline for the repository: save, show, accept."""

from pathlib import Path
from typing import Annotated

import typer

from simcli.base.errors import BadInput, RunDataError
from simcli.cli import options
from simcli.cli.lazy import new_app
from simcli.cli.output import note, print_json

app = new_app()
File = Annotated[Path, typer.Argument(metavar="FILE", help="The baseline, such as ci/baseline.json.")]
Code = Annotated[str, typer.Argument(metavar="STRATEGY", help="A strategy, a file, or git:REV:PATH.")]


@app.callback()
def baseline() -> None:
    """Keep a strategy as the baseline that later versions are compared with."""


def _store(file: Path, strategy: str, rules, catalogue, history: list, quiet: bool) -> dict:
    from simcli.cli.announce import announcer
    from simcli.compare.sides import side
    from simcli.compare.stored import behaviour, new_baseline, write_baseline
    from simcli.runs.kernel import compiled
    from simcli.store.manifest import now
    from simcli.variant.engine_record import rules_record

    announce = announcer(quiet)
    candidate, _ = side(strategy, announce)
    kernel = compiled("digests", lambda: announce("the game"))
    digests = behaviour(candidate, kernel, rules, lambda players: rules_record(rules, catalogue, players))
    stored = new_baseline(candidate, rules, catalogue, digests, now(), history)
    write_baseline(file, stored)
    return stored


@app.command()
def save(
    file: File,
    strategy: Code,
    rules: options.Rules = "standard",
    settings: options.Settings = None,
    cards: options.Cards = None,
    nobles: options.Nobles = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing baseline.")] = False,
    quiet: options.Quiet = False,
) -> None:
    """Write STRATEGY, its text, and how it plays, into FILE."""
    from simcli.variant.catalogue import load_catalogue
    from simcli.variant.rules import load_rules

    if file.suffix != ".json":
        raise BadInput(f"{str(file)!r}: a baseline is a file that ends in .json")
    if file.exists() and not force:
        raise BadInput(
            f"{str(file)!r} exists already; `simcli baseline accept` renews it, --force replaces it"
        )
    stored = _store(
        file, strategy, load_rules(rules, settings or ()), load_catalogue(cards, nobles), [], quiet
    )
    note(f"{file}: {stored['strategy']['label']}, rules {stored['rules']['name']}", quiet)


@app.command()
def show(file: File, as_json: options.AsJson = False) -> None:
    """Show what a baseline holds."""
    from simcli.compare.stored import read_baseline, rules_facts
    from simcli.variant.catalogue import load_catalogue
    from simcli.variant.rule_changes import rules_text
    from simcli.variant.rules import rules_from_dict

    stored = read_baseline(file)
    if as_json:
        print_json(stored)
        return
    facts, rules = stored["strategy"], rules_from_dict(stored["rules"], str(file))
    printed = stored["cards"] == rules_facts(rules, load_catalogue())["cards"]
    print(
        f"{facts['label']} ({facts['file']}, source {facts['source'][:16]}), saved with simcli "
        f"{stored['simcli']}"
    )
    for place in facts["borrowed"]:
        print(f"  with {place}, which it borrows from")
    tables = (
        "the cards and nobles of the printed game"
        if printed
        else f"other cards or nobles ({stored['cards']})"
    )
    print(f"rules {rules_text(rules.to_dict())}; {tables}")
    for line in stored["history"]:
        print(f"  {line['time']}  {line['strategy']}  {line['source']}")


@app.command()
def accept(
    file: File,
    strategy: Code,
    cards: options.Cards = None,
    nobles: options.Nobles = None,
    quiet: options.Quiet = False,
) -> None:
    """Make STRATEGY the baseline from now on, under the same rules and tables; the history of the
    file stays."""
    from simcli.compare.stored import read_baseline, rules_facts
    from simcli.variant.catalogue import load_catalogue
    from simcli.variant.rules import rules_from_dict

    old = read_baseline(file)
    rules, catalogue = rules_from_dict(old["rules"], str(file)), load_catalogue(cards, nobles)
    if rules_facts(rules, catalogue)["cards"] != old["cards"]:
        raise RunDataError(
            f"{file}: the baseline is of other tables of cards or nobles; give those that it was "
            "saved with (--cards, --nobles)"
        )
    stored = _store(file, strategy, rules, catalogue, old["history"], quiet)
    note(f"{file}: {stored['strategy']['label']} instead of {old['strategy']['label']}", quiet)
