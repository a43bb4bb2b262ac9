"""Strategies: finding, loading and compiling an author's file, and checking that it keeps the
rules.

Imports the rooms up to `position`, and `toolkit` and `foresight`.
"""
