"""What decides games: one bar a setting, from prestige alone to shared, in shares of the finished games."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import percent_axis
from simcli.figures.style import BLUE, INK, ORANGE, PURPLE, RED, SKY

COLOURS = {"prestige": BLUE, "weakest_member": SKY, "fewest_cards": ORANGE, "shared": PURPLE, "other": RED}


def draw(axis: Axes, rows: Sequence[tuple[str, dict[str, float]]], names: dict[str, str]) -> None:
    """`rows`: (setting, {decider: share}); `names`: decider -> what to write above. Prestige is cut so that the rest can be seen: the axis
    says so.
    """
    deciders = [word for word in names if word != "prestige" and any(word in shares for _, shares in rows)]
    most = max((sum(shares.get(word, 0.0) for word in deciders) for _, shares in rows), default=0.0)
    for number, (_, shares) in enumerate(rows):
        left = 0.0
        for word in deciders:
            value = shares.get(word, 0.0)
            axis.barh(number, value, left=left, height=0.55, color=COLOURS[word], linewidth=0)
            left += value
        axis.annotate(
            f"{100 * left:.1f}%",
            (left, number),
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
            fontsize=8,
            color=INK,
        )
    for number, word in enumerate(deciders):
        axis.annotate(
            names[word],
            (0.0, 1.0),
            xycoords="axes fraction",
            xytext=(0, 4 + 11 * (len(deciders) - 1 - number)),
            textcoords="offset points",
            fontsize=8,
            color=COLOURS[word],
            va="bottom",
        )
    axis.set_yticks(range(len(rows)), [name for name, _ in rows])
    axis.set_ylim(len(rows) - 0.5, -0.6)
    axis.set_xlim(0, max(0.01, most * 1.25))
    percent_axis(axis, digits=0 if most > 0.03 else 1)
    axis.set_xlabel("share of the games not decided by prestige alone")
    axis.tick_params(axis="y", length=0)
    axis.grid(axis="x")
