"""run.json: what a run is (everything that affects its result, and the hash of that as its id), and
how it went."""

import hashlib
import json
import os
import platform
from datetime import UTC, datetime
from pathlib import Path

from simcli import __version__
from simcli.base.errors import RunDataError

FORMAT = "simcli-run/1"
NAME = "run.json"


def run_id(config: dict) -> str:
    """16 hexadecimal digits: the hash of the configuration as canonical JSON."""
    return hashlib.sha256(json.dumps(config, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:16]


def engine_fingerprint() -> str:
    """Hash of the engine's sources: runs of different engines are not continued or merged."""
    digest = hashlib.sha256()
    for path in sorted((Path(__file__).parents[1] / "engine").glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def now() -> str:
    """The time in UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def versions() -> dict[str, str]:
    """Versions of what plays and writes."""
    import numba
    import numpy
    import polars

    return {
        "simcli": __version__,
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": numpy.__version__,
        "polars": polars.__version__,
    }


def new_manifest(config: dict, command: str, shard: tuple[int, int] | None = None) -> dict:
    """The manifest of a run that begins now."""
    return {
        "format": FORMAT,
        "id": run_id(config),
        "config": config,
        "shard": list(shard) if shard else None,
        "versions": versions(),
        "machine": {"processor": platform.processor() or platform.machine(), "cores": os.cpu_count()},
        "created": now(),
        "command": command,
        "progress": {"state": "running", "games": 0, "seconds": 0.0, "games_per_second": None},
    }


def write_manifest(folder: Path, manifest: dict) -> None:
    """Write run.json aside, synced, and put it in its place."""
    aside = folder / f"{NAME}.tmp"
    with open(aside, "w", encoding="utf-8") as file:
        json.dump(manifest, file, indent=1, ensure_ascii=False, allow_nan=False)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())
    aside.replace(folder / NAME)


def read_manifest(folder: Path, check_id: bool = True) -> dict:
    """The manifest of a run folder; it has at least `format`, `id` and the object `config`.

    Raises RunDataError, naming the file, where it is missing, broken or of another format, and with
    `check_id` also where the configuration is not the one that the id was made from.
    """
    path = Path(folder) / NAME
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise RunDataError(f"{path} is missing: {str(folder)!r} is not a run folder") from None
    except (ValueError, OSError) as error:
        raise RunDataError(f"{path}: not readable as JSON ({error})") from None
    format_ = manifest.get("format") if isinstance(manifest, dict) else None
    if format_ != FORMAT:
        raise RunDataError(f"{path}: the format is {format_!r}; this version of simcli reads {FORMAT!r}")
    if not isinstance(manifest.get("config"), dict) or "id" not in manifest:
        raise RunDataError(f"{path}: 'config' or 'id' is missing")
    if check_id and run_id(manifest["config"]) != manifest["id"]:
        raise RunDataError(
            f"{path}: the id {manifest['id']!r} is not that of the configuration; "
            "the file was changed by hand"
        )
    return manifest
