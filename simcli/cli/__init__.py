"""The command line: each command parses its words, calls one function and prints the answer."""
