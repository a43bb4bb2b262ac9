"""What one process compiled, the next one finds, also where a strategy passes functions to
functions; a copy of the file does not."""

import subprocess
import sys

STRATEGY = '''"""Takes the dearest, by a score that is passed to a function."""

from simcli.toolkit import best_action


def dear(view, action):
    return action


def choose(view, legal):
    return best_action(view, legal, dear)
'''
LOAD = (
    "import sys; from simcli.strategy.loading import load; load(sys.argv[1], lambda *what: print('compiled'))"
)


def test_the_second_process_compiles_nothing(tmp_path):
    files = [tmp_path / "here" / "mine.py", tmp_path / "here" / "mine.py", tmp_path / "there" / "mine.py"]
    said = []
    for file in files:
        file.parent.mkdir(exist_ok=True)
        file.write_text(STRATEGY)
        said.append(
            subprocess.run(
                [sys.executable, "-c", LOAD, str(file)], check=True, capture_output=True, text=True
            ).stdout
        )
    assert said == ["compiled\n", "", "compiled\n"]
