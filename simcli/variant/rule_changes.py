"""Rules in words: key by key, and what of them is not as in the rules of that name that come with
simcli."""

from functools import cache

from simcli.base.toml_text import write_value
from simcli.variant.rules import load_rules, shipped_rules

_NAMES = ("name", "title", "players")


def flat(rules: dict, players: int | None = None) -> dict[str, str]:
    """Rules (nested as in a run's manifest) by dotted key as text; of what goes by number of
    players that for `players`, all where that is None."""
    texts = {}
    for name, value in rules.items():
        inner = value if isinstance(value, dict) else {"": value}
        for key, item in inner.items():
            by_players = players is not None and isinstance(item, dict)
            texts[f"{name}.{key}".rstrip(".")] = write_value(item.get(str(players)) if by_players else item)
    return {key: value for key, value in texts.items() if key not in _NAMES}


@cache
def _shipped(name: str | None) -> dict | None:
    return load_rules(name).to_dict() if name in shipped_rules() else None


def changed(rules: dict, players: int | None = None) -> dict[str, str]:
    """The keys of `flat` rules that are not as shipped under their name, with their values; none
    where no rules of that name are shipped."""
    shipped = _shipped(rules.get("name"))
    if shipped is None:
        return {}
    plain = flat(shipped, players)
    return {key: value for key, value in flat(rules, players).items() if plain.get(key) != value}


def rules_text(rules: dict, players: int | None = None) -> str:
    """Rules in a few words: `standard`, `standard, with prestige_to_win = 18`."""
    others = ", ".join(f"{key} = {value}" for key, value in changed(rules, players).items())
    return f"{rules.get('name', '')}{f', with {others}' if others else ''}"
