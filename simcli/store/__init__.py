"""What lies on disk: the schema of the tables, the manifest of a run, and its parts.

Imports `base` and `engine`.
"""
