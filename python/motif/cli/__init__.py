"""The command ``motif``: start a server, load, project, ask."""

from motif.cli.main import main

__all__ = ["main"]
