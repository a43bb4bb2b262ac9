"""simcli: Splendor played, recorded and reported by the million."""

__version__ = "0.1.0"
