"""`python -m simcli`: the same as the command `simcli`."""

from simcli.cli.app import main

main()
