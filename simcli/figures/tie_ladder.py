"""What decides games: one bar a setting, with the parts of the finished games that prestige alone
did not decide."""

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import named_rows, percent_axis, write
from simcli.figures.style import BLUE, INK, ORANGE, PURPLE, RED, SKY

COLOURS = {"prestige": BLUE, "weakest_member": SKY, "fewest_cards": ORANGE, "shared": PURPLE, "other": RED}


def draw(
    axis: Axes, labels: Sequence[str], shares: Sequence[Mapping[str, float]], names: Mapping[str, str]
) -> None:
    """`labels`: the settings; `shares`: for each, decider -> share; `names`: decider -> what to
    write above. Prestige, which decides nearly all games, is left out so that the rest can be
    seen."""
    deciders = [word for word in names if word != "prestige" and any(word in bar for bar in shares)]
    ends = [0.0] * len(shares)
    for number, word in enumerate(deciders):
        widths = [bar.get(word, 0.0) for bar in shares]
        axis.barh(range(len(shares)), widths, left=ends, height=0.55, color=COLOURS[word], linewidth=0)
        ends = [end + width for end, width in zip(ends, widths, strict=True)]
        above = 4 + 11 * (len(deciders) - 1 - number)
        write(axis, names[word], (0.0, 1.0), (0, above), "axes fraction", color=COLOURS[word], va="bottom")
    for height, end in enumerate(ends):
        write(axis, f"{100 * end:.1f}%", (end, height), (4, 0), va="center", color=INK)
    named_rows(axis, labels)
    most = max(ends, default=0.0)
    axis.set_xlim(0, max(0.01, most * 1.25))
    percent_axis(axis, digits=0 if most > 0.03 else 1)
    axis.set_xlabel("share of games not decided by prestige alone")
