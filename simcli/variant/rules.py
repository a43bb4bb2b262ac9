"""The rules of a variant: read from TOML, changed by `--set`, checked and frozen.

What each key may be is in `rule_keys`; the file, `--set` and the run manifest all go through the
same checks.
"""

from dataclasses import dataclass, field
from pathlib import Path

from simcli.base.errors import BadInput, near_match
from simcli.base.paths import data_folder
from simcli.base.toml_text import read_setting, read_toml, write_value
from simcli.base.words import LEVELS
from simcli.variant.rule_keys import DEFAULTS, KEYS, LEFT_OUT_EMPTY, PLAYERS, TABLES, Refused


@dataclass(frozen=True)
class Rules:
    """The resolved rules of a variant. Tuples and dicts are not to be changed; seats count from
    1."""

    name: str
    title: str
    players: tuple[int, ...]  # numbers of players the rules are for, ascending
    prestige_to_win: int  # of one seat, or of a team together
    teams: tuple[tuple[int, ...], ...]  # the seats of each team; empty without teams
    prestige_at_start: tuple[int, ...]  # by seat; seats beyond its end begin with none
    tie_break: tuple[str, ...]  # words of TIE_BREAKS, in the order in which they are asked
    face_up: int  # cards of each level on the table
    round_limit: int
    bank_gems: dict[int, int] = field(hash=False)  # number of players -> tokens of each of the five colours
    bank_gold: int
    nobles_shown: dict[int, int] = field(hash=False)  # number of players -> noble tiles
    limit_tokens: int
    limit_reserved: int
    pair_minimum: int
    takes_fewer: str  # "only-if-short" or "free"

    def to_dict(self) -> dict:
        """The rules as plain values for JSON, keys nested as in the TOML (numbers of players as
        text); `LEFT_OUT_EMPTY` as it says."""
        return self._nested(
            [
                dotted
                for dotted, key in KEYS.items()
                if dotted not in LEFT_OUT_EMPTY or getattr(self, key.field)
            ]
        )

    def _nested(self, keys) -> dict:
        nested: dict = {}
        for dotted in keys:
            *tables, last = dotted.split(".")
            place = nested.setdefault(tables[0], {}) if tables else nested
            place[last] = _plain(getattr(self, KEYS[dotted].field))
        return nested

    def to_toml(self) -> str:
        """The rules as the text of a rules file, with every key; reading it gives the same
        rules."""
        top, tables = [], []
        for name, value in self._nested(KEYS).items():
            if isinstance(value, dict):
                tables += ["", f"[{name}]", *(f"{key} = {write_value(item)}" for key, item in value.items())]
            else:
                top.append(f"{name} = {write_value(value)}")
        return "\n".join([*top, *tables]) + "\n"


def _plain(value):
    if isinstance(value, dict):
        return {str(key): item for key, item in value.items()}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def shipped_rules() -> dict[str, Path]:
    """The rules that come with simcli: name -> file."""
    return {path.stem: path for path in sorted((data_folder() / "rules").glob("*.toml"))}


def load_rules(name_or_path: str | Path = "standard", overrides=()) -> Rules:
    """Read shipped rules by name, or a rules file by path, change what `overrides` (texts
    `KEY=VALUE`) say, and check the result."""
    path = _find(str(name_or_path))
    values, lines = read_toml(path, "rules file")
    flat = _flatten(values, path, lines)
    where = {dotted: f"{path}{f', line {lines[dotted]}' if dotted in lines else ''}" for dotted in KEYS}
    for setting in overrides:
        dotted = _override(flat, setting)
        where[dotted] = f"--set {setting}"
    return _checked(flat, str(path), where)


def rules_from_dict(values: dict, source: str = "the rules") -> Rules:
    """Rules out of plain values nested as in the TOML (what `to_dict` gives); `source` is named in
    error messages."""
    if not isinstance(values, dict):
        raise BadInput(f"{source}: {values!r} is not a table of rules")
    return _checked(_flatten(values, source, {}), str(source), dict.fromkeys(KEYS, str(source)))


def _find(name: str) -> Path:
    shipped = shipped_rules()
    if name in shipped:
        return shipped[name]
    path = Path(name)
    if "/" in name or name.endswith(".toml") or path.is_file():
        return path
    known = ", ".join(shipped)
    raise BadInput(
        f"There are no rules called {name!r}.{near_match(name, shipped)} Shipped are "
        f"{known}; give a file by its path."
    )


def _flatten(values: dict, source, lines: dict[str, int]) -> dict:
    """Values by dotted key; an unknown key is refused with its line."""
    flat = {}
    for name, value in values.items():
        if name in TABLES:
            if not isinstance(value, dict):
                raise BadInput(f"{_at(source, lines, name)}: {name!r} is a table of its own, not {value!r}")
            flat |= {f"{name}.{key}": item for key, item in value.items()}
        elif isinstance(value, dict) and value and name not in KEYS:
            raise BadInput(
                f"{_at(source, lines, name)}: unknown table {name!r}.{near_match(name, TABLES)} "
                f"Known are {', '.join(TABLES)}."
            )
        else:
            flat[name] = value
    for dotted in flat:
        if dotted not in KEYS:
            raise BadInput(f"{_at(source, lines, dotted)}: unknown key {dotted!r}.{_nearest_key(dotted)}")
    return flat


def _at(source, lines: dict[str, int], dotted: str) -> str:
    return f"{source}, line {lines[dotted]}" if dotted in lines else str(source)


def _nearest_key(dotted: str) -> str:
    """The key most likely meant: by its whole name, or by its last part (`gold` for
    `bank.gold`)."""
    last = [key for key in KEYS if key.split(".")[-1] == dotted.split(".")[-1]]
    hint = near_match(dotted, last) or near_match(dotted, KEYS)
    return hint or (f" Did you mean {last[0]!r}?" if last else f" Known are {', '.join(KEYS)}.")


def _override(flat: dict, setting: str) -> str:
    """Put one `KEY=VALUE` into the flat values; returns the key that it changed."""
    dotted, value = read_setting(setting)
    table, _, players = dotted.rpartition(".")
    if table in KEYS and isinstance(flat.get(table), dict):  # one number of players: bank.gems.2=5
        if players not in map(str, PLAYERS):
            raise BadInput(f"--set {setting}: {players!r} is not a valid number of players; 2, 3 and 4 are")
        flat[table] = {**{str(key): item for key, item in flat[table].items()}, players: value}
        return table
    if dotted not in KEYS:
        raise BadInput(f"--set {setting}: unknown key {dotted!r}.{_nearest_key(dotted)}")
    flat[dotted] = value
    return dotted


def _checked(flat: dict, source: str, where: dict[str, str]) -> Rules:
    flat = DEFAULTS | flat
    missing = [dotted for dotted in KEYS if dotted not in flat]
    if missing:
        raise BadInput(f"{source}: the key {missing[0]!r} is missing; `simcli rules standard` shows all keys")
    values = {}
    for dotted, key in KEYS.items():
        try:
            values[key.field] = key.check(flat[dotted])
        except Refused as refused:
            raise BadInput(
                f"{where[dotted]}: {dotted} is {write_value(flat[dotted])}; allowed is {refused}"
            ) from None
    rules = Rules(**values)
    _check_together(rules, where)
    return rules


def _check_together(rules: Rules, where: dict[str, str]) -> None:
    """Checks that involve several keys."""
    seats = sum(map(len, rules.teams))
    if rules.teams and rules.players != (seats,):
        raise BadInput(
            f"{where['teams']}: teams of {seats} seats need players = [{seats}]; it is "
            f"{write_value(rules.players)}"
        )
    if not rules.teams and "weakest_member" in rules.tie_break:
        raise BadInput(
            f"{where['tie_break']}: tie_break has 'weakest_member', which needs teams; "
            "without them 'fewest_cards' is allowed"
        )
    _check_start(rules, where["prestige_at_start"])
    for dotted, table in (("bank.gems", rules.bank_gems), ("nobles.shown", rules.nobles_shown)):
        for players in rules.players:
            if players not in table:
                raise BadInput(
                    f"{where[dotted]}: {dotted} has no number for {players} players, whom these rules are for"
                )


def _check_start(rules: Rules, where: str) -> None:
    """Nobody has won before the first turn, and every seat named exists."""
    given = rules.prestige_at_start
    if len(given) > max(rules.players):
        raise BadInput(
            f"{where}: prestige_at_start is {write_value(given)}; allowed is one number for "
            f"each of {max(rules.players)} seats"
        )
    for seats in rules.teams or [(seat,) for seat in range(1, len(given) + 1)]:
        together = sum(given[seat - 1] for seat in seats if seat <= len(given))
        if together >= rules.prestige_to_win:
            who = (
                f"seats {'-'.join(map(str, seats))} {together} together"
                if rules.teams
                else f"seat {seats[0]} {together}"
            )
            raise BadInput(
                f"{where}: prestige_at_start gives {who}, and {rules.prestige_to_win} win (prestige_to_win); "
                f"allowed is from 0 to {rules.prestige_to_win - 1}"
            )


def check_fits(rules: Rules, catalogue, players: int | None = None) -> None:
    """Refuse a catalogue too small for the rules: for `players` players, or for every number that
    the rules are for."""
    if players and players not in rules.players:
        allowed = " or ".join(map(str, rules.players))
        raise BadInput(f"{players} strategies given; the rules {rules.name!r} are for {allowed} players")
    for count in (players,) if players else rules.players:
        if rules.nobles_shown[count] > len(catalogue.nobles):
            raise BadInput(
                f"The rules {rules.name!r} show {rules.nobles_shown[count]} nobles to {count} "
                "players and the table of nobles has "
                f"{len(catalogue.nobles)}; add tiles or use --set "
                f"nobles.shown.{count}={len(catalogue.nobles)}"
            )
    for level in LEVELS:
        cards = sum(card.level == level for card in catalogue.cards)
        if cards < rules.face_up:
            raise BadInput(
                f"The rules {rules.name!r} lay out {rules.face_up} cards of each level and the "
                f"table of cards has {cards} of level {level}"
            )
