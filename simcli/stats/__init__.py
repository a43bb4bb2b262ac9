"""Numbers in, numbers out: estimates, intervals and tests. Knows no file, table, engine or strategy;
needs numpy and the standard library only.

Results are frozen dataclasses. No result ever holds NaN or infinity:
where no number exists the field is None and `note` or `method` says why.
The unit of inference is the deal (with all its seatings): `n` in a result counts deals wherever the function took sums by deal.
"""
