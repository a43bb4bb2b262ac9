"""Numbers in, numbers out: estimates, intervals and tests, from numpy and the standard library.

May import `base`. Results are frozen dataclasses and never hold NaN or infinity: where no number
exists the field is None and `note` or `method` says why. The unit of inference is the deal with
all its seatings: `n` counts deals wherever a function took sums by deal.
"""
