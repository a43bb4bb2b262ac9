"""One table, one turn, one game: as JSON, as text, and in plain words where something is illegal.

Imports `base`, `engine`, `variant` and `native`.
"""
