"""The calibrated threshold of tracing, kept beside a graph's epochs: a small file that survives a refresh."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from motif.catalog.beside import writing_beside
from motif.durable import write_durably
from motif.errors import InvalidSource
from motif.graphs.stamp import EncoderStamp

FILE = "tracing.json"
"""Its name inside `motif.catalog.Catalog.learned_folder`."""


def save_threshold(
    folder: Path, threshold: float, encoder: EncoderStamp, facts: Mapping[str, Any] | None = None
) -> Path:
    """Keeps ``threshold`` for texts of ``encoder`` in ``folder``, in place of an earlier one; the file's path.

    Parameters
    ----------
    facts
        What else is kept: how it was found and how good it is, as plain values.

    Raises `GraphNotFound` when the graph was dropped meanwhile, `StorageFailed` where the disk is full.
    """
    content = {
        "threshold": threshold,
        "encoder": encoder.text,
        "dimension": encoder.dimension,
        **(facts or {}),
    }
    with writing_beside(folder):
        write_durably(folder / FILE, json.dumps(content, indent=1) + "\n")
    return folder / FILE


def read_threshold(folder: Path, encoder: EncoderStamp) -> float | None:
    """The threshold kept in ``folder`` for texts of ``encoder``; None where there is none, or it is another's.

    Raises `InvalidSource` for a file that cannot be read.
    """
    path = folder / FILE
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        threshold, made_by = float(content["threshold"]), content["encoder"]
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InvalidSource(
            f"The calibrated threshold cannot be read from {path}: {error!r}.",
            hint="Delete the file and run motif calibrate again.",
        ) from error
    return threshold if made_by == encoder.text else None
