"""The registry of metrics: every single number about games, defined once as polars expressions over
the run tables.

Imports `base` and `store` (the schema); it reads no file: `analysis` evaluates metrics, reports and
comparisons name them."""
