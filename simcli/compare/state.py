"""What a comparison keeps while it runs, so that it can be stopped, or killed, and gone on with to
the same verdict on the same games."""

import hashlib
import json
import os
from pathlib import Path

from simcli.base.errors import RunDataError
from simcli.compare.play import Sums

FORMAT = "simcli-compare-state/1"


def identity(config: dict) -> str:
    """16 hexadecimal digits of all that decides which games are played."""
    return hashlib.sha256(json.dumps(config, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:16]


class State:
    """The sums by number of players, in a JSON file (or nowhere, without one)."""

    def __init__(self, path: Path | None, config: dict):
        self.path, self.id = path, identity(config)
        self.sums: dict[str, dict] = {}
        if path and path.exists():
            self.sums = self._read()

    def _read(self) -> dict:
        try:
            held = json.loads(self.path.read_text(encoding="utf-8"))
        except (ValueError, OSError) as error:
            raise RunDataError(f"{self.path}: cannot be read as JSON ({error})") from None
        if not isinstance(held, dict) or held.get("format") != FORMAT:
            raise RunDataError(f"{self.path}: not the state of a comparison ({FORMAT})")
        if held.get("id") != self.id:
            raise RunDataError(
                f"{self.path}: the state of another comparison; strategies, rules, seed or "
                "gate differ. Give another file"
            )
        return held["sums"]

    def of(self, players: int) -> Sums | None:
        """What an earlier process played with this number of players."""
        if str(players) not in self.sums:
            return None
        try:
            return Sums.from_dict(self.sums[str(players)])
        except (KeyError, TypeError, ValueError, AttributeError):
            raise RunDataError(
                f"{self.path}: the sums of {players} players are broken; delete the file to begin again"
            ) from None

    def keep(self, players: int, sums: Sums) -> None:
        """Note the sums, and write the file where there is one."""
        self.sums[str(players)] = sums.to_dict()
        if self.path:
            self.write(self.path)

    def write(self, path: Path) -> None:
        """Write everything aside and put it in its place."""
        write_aside(path, json.dumps({"format": FORMAT, "id": self.id, "sums": self.sums}))


def write_aside(path: Path, text: str) -> None:
    """Write a file aside, synced, and put it in its place: whatever happens meanwhile, the old text
    or the new one is there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(path.name + ".tmp")
    with open(aside, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    aside.replace(path)
