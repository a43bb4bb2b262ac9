"""The one place where deals of a plan become parts, and parts become tables: for runs, clusters,
`verify` and `doctor`."""

import polars as pl

from simcli.runs.kernel import Part, Table, compiled, play_part, seatings_by_seat
from simcli.runs.plan import Plan
from simcli.store.tables import part_tables
from simcli.variant.engine_record import card_rows


def prepare(plan: Plan | None = None, announce=None):
    """The compiled kernel for a plan (None: any plan without a veto), out of the cache where it is
    there.

    `announce(what)` is called before a compilation."""
    return compiled("tables-veto" if plan and plan.veto else "tables", announce)


class Player:
    """Plays deals of a plan, in every seating each. One a thread; only `tables` may be called by
    another thread meanwhile."""

    def __init__(self, plan: Plan, kernel):
        """`kernel` is what `prepare` returned."""
        self.plan, self.kernel = plan, kernel
        self.seatings = seatings_by_seat(plan.seatings)
        self.table = Table(plan.record, list(plan.strategies))
        self.card_ids = [card.id for card in card_rows(plan.catalogue)]

    def new_part(self, deals: int) -> Part:
        """An empty part with room for that many deals."""
        return Part(
            deals * len(self.seatings),
            len(self.plan.strategies),
            int(self.plan.record["nobles_shown"][0]),
            veto=self.plan.veto,
        )

    def play(self, part: Part, first: int, deals: int) -> None:
        """Play deals first, first + 1, ... and add them to `part`. Raises StrategyError where a
        strategy breaks."""
        play_part(self.kernel, self.table, part, self.plan.seed, first, deals, self.seatings)

    def tables(self, part: Part, first: int) -> dict[str, pl.DataFrame]:
        """The run tables of a part whose first deal is `first`, by name."""
        return part_tables(part, self.plan.labels, first, self.seatings, self.plan.record[0], self.card_ids)
