"""``python -m motif.cli``."""

from motif.cli.main import main

main()
