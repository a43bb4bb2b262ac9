"""Playing runs and keeping them: planning, playing, resuming, merging, verifying, replaying and
sweeping.

Imports the rooms up to `strategy` and `store`.
"""
