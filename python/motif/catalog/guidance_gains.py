"""What guidance gains in a graph, by model, kept beside its epochs: a small file that survives a refresh."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from motif.catalog.beside import writing_beside
from motif.durable import write_durably
from motif.errors import InvalidSource
from motif.graphs.stamp import EncoderStamp

FILE = "guidance.json"
"""Its name inside `motif.catalog.Catalog.learned_folder`."""


@dataclass(frozen=True, slots=True)
class KeptGain:
    """What one model was measured to gain.

    Attributes
    ----------
    weights
        Hash of the model's numbers: another model of the same name was not measured.
    gain
        Points of coverage above tracing without it.
    helps
        Whether that is enough for it to guide by itself.
    questions
        How many were asked.
    """

    weights: str
    gain: float
    helps: bool
    questions: int


def save_gains(folder: Path, gains: Mapping[str, KeptGain], encoder: EncoderStamp) -> Path:
    """Keeps ``gains`` by the models' names for texts of ``encoder`` in ``folder``; the file's path.

    Raises `GraphNotFound` when the graph was dropped meanwhile, `StorageFailed` where the disk is full.
    """
    models = {name: asdict(gain) for name, gain in gains.items()}
    content = {"encoder": encoder.text, "models": models}
    with writing_beside(folder):
        write_durably(folder / FILE, json.dumps(content, indent=1) + "\n")
    return folder / FILE


def read_gains(folder: Path, encoder: EncoderStamp) -> dict[str, KeptGain]:
    """The gains kept in ``folder`` for texts of ``encoder``, by the models' names; none where there is no file.

    Raises `InvalidSource` for a file that cannot be read.
    """
    path = folder / FILE
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        gains = {name: KeptGain(**values) for name, values in content["models"].items()}
        made_by = content["encoder"]
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InvalidSource(
            f"What guidance gains cannot be read from {path}: {error!r}.",
            hint="Delete the file and run motif calibrate again.",
        ) from error
    return gains if made_by == encoder.text else {}
