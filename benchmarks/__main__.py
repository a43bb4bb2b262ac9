"""`python -m benchmarks [NAME...]`: the benchmarks of that name, or the kernel's."""

import importlib
import sys
from pathlib import Path

KNOWN = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("_"))

for name in sys.argv[1:] or ["kernel"]:
    if name not in KNOWN:
        sys.exit(f"there is no benchmark {name!r}; there are {', '.join(KNOWN)}")
    importlib.import_module(f"benchmarks.{name}").main()
