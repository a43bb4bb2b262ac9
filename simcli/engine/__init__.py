"""The compiled game. It knows no file, clock, screen or strategy, and imports nothing else of
simcli."""
