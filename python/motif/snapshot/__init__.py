"""Projections as files: written whole or not at all, checked, and mapped into memory by their readers."""

from motif.snapshot.folders import Current, folder_name, graph_folder, name_of_folder, next_epoch, write_lock
from motif.snapshot.reading import (
    Manifest,
    current_manifest,
    open_projection,
    opened_or_older,
    problem_of,
    read_manifest,
)
from motif.snapshot.removing import drop_snapshots
from motif.snapshot.writing import write_snapshot

__all__ = [
    "Current",
    "Manifest",
    "current_manifest",
    "drop_snapshots",
    "folder_name",
    "graph_folder",
    "name_of_folder",
    "next_epoch",
    "open_projection",
    "opened_or_older",
    "problem_of",
    "read_manifest",
    "write_lock",
    "write_snapshot",
]
