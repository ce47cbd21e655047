"""Room on the disk: looked at before, and said in words when it ran out."""

from __future__ import annotations

import shutil
from pathlib import Path

from motif.errors import EmbeddedServerError

_MEGABYTE = 1024 * 1024


def check_free_space(folder: Path, needed: int) -> None:
    """Raise `EmbeddedServerError` unless ``needed`` bytes are free where that folder is or will be."""
    existing = folder
    while not existing.exists():
        existing = existing.parent
    free = shutil.disk_usage(existing).free
    if free < needed:
        raise EmbeddedServerError(
            f"The disk of {folder} has {free // _MEGABYTE} MB free; {needed // _MEGABYTE} MB are needed.",
            hint=_REMEDY,
        )


def out_of_space(folder: Path) -> EmbeddedServerError:
    """The error for a disk that ran full while something was written to that folder."""
    return EmbeddedServerError(f"The disk of {folder} is full.", hint=_REMEDY)


_REMEDY = "Free some space, or put Motif's folders on another disk with MOTIF_HOME and MOTIF_CACHE."
