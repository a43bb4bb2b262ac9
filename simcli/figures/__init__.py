"""Figures: one file each, drawing on an axis that is given, from a small table."""
