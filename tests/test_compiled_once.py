"""What one process compiled, the next one finds, also where a strategy passes functions to functions."""

import subprocess
import sys

STRATEGY = '''"""Takes the dearest, by a score that is passed to a function."""

from simcli.toolkit import best_action


def dear(view, action):
    return action


def choose(view, legal):
    return best_action(view, legal, dear)
'''
LOAD = "import sys; from simcli.strategy import load; load(sys.argv[1], lambda *what: print('compiled'))"


def test_the_second_process_compiles_nothing(tmp_path):
    (tmp_path / "mine.py").write_text(STRATEGY)
    said = [
        subprocess.run([sys.executable, "-c", LOAD, str(tmp_path / "mine.py")], check=True, capture_output=True, text=True).stdout for _ in range(2)
    ]
    assert said == ["compiled\n", ""]
