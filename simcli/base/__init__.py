"""What every room may use: errors, words, paths, and reading JSON and TOML with line numbers.

Imports nothing else of simcli but the names that the compiled game shares (`engine.names`).
"""
