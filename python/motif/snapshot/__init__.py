"""Projections as files: written whole or not at all, checked, and mapped into memory by their readers."""

from motif.snapshot.folders import Current, folder_name, graph_folder, write_lock
from motif.snapshot.reading import Manifest, current_manifest, open_projection, read_manifest
from motif.snapshot.writing import drop_snapshots, write_snapshot

__all__ = [
    "Current",
    "Manifest",
    "current_manifest",
    "drop_snapshots",
    "folder_name",
    "graph_folder",
    "open_projection",
    "read_manifest",
    "write_lock",
    "write_snapshot",
]
