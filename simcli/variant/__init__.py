"""What is played: the rules, the tables of cards and nobles, and the printed game they are compared
with.

Imports `base` and `engine`.
"""
