"""From the tables of a run to small tidy answers. Reads run folders with polars; knows the schema
and never the engine."""
