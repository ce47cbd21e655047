"""Guidance models in files: a Triple-GNN's weights in the safetensors format, with what they were trained on.

torch is not needed: what is read here runs in numpy (`motif.engine.guidance`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.errors import InvalidInput, InvalidSource, JobFailed
from motif.graphs.guidance import PLACES, SIGNS, GuidanceModel
from motif.graphs.stamp import EncoderStamp
from motif.models.safetensors import read_metadata, read_safetensors, write_safetensors

READOUTS = ("linear", "query")

_KEY = "motif_guidance"
_VERSION = 2
_GENERAL = Path(__file__).with_name("general_guidance.safetensors")


def guidance_shapes(
    n_layers: int, dimension: int, encoder_dimension: int, readout: str
) -> dict[str, tuple[int, ...]]:
    """The shape of each array of a `GuidanceModel` by its name.

    >>> guidance_shapes(1, 2, 3, "linear")["triple1.weight"]
    (4, 3)
    """
    d, e = dimension, encoder_dimension
    shapes: dict[str, tuple[int, ...]] = {"shape.weight": (d, PLACES), "shape.bias": (d,)}
    for part in ("triple", "relation"):
        shapes |= {f"{part}1.weight": (2 * d, e), f"{part}1.bias": (2 * d,), f"{part}2.weight": (e, 2 * d)}
    for number in range(n_layers):
        layer = f"layer.{number}"
        for gate, width in (("gate1", PLACES * SIGNS), ("gate2", d)):
            shapes |= {f"{layer}.{gate}.weight": (d, width), f"{layer}.{gate}.bias": (d,)}
        shapes |= {f"{layer}.update.weight": (d, 2 * d), f"{layer}.norm.scale": (d,)}
    if readout == "query":
        shapes |= {"score.hidden.weight": (d, 2 * d), "score.hidden.bias": (d,)}
    return {**shapes, "score.weight": (d,), "score.bias": (1,)}


def save_guidance(path: Path, model: GuidanceModel, *, half: bool = False) -> None:
    """Writes ``model`` to a file, which is replaced whole.

    Parameters
    ----------
    half
        Whether the numbers are kept as float16, in half the room; rounded so they are what is read again.

    Raises `InvalidInput` for a model whose arrays do not fit together, `JobFailed` when the file cannot be written.
    """
    arrays = {
        name: np.asarray(array, np.float16 if half else np.float32) for name, array in model.arrays.items()
    }
    wrong = _misfit(model.n_layers, model.dimension, model.encoder.dimension, model.readout, arrays)
    if wrong:
        raise InvalidInput(f"The guidance model cannot be kept: {wrong}.")
    said = {
        "version": _VERSION,
        "layers": model.n_layers,
        "dimension": model.dimension,
        "readout": model.readout,
        "encoder": [model.encoder.name, model.encoder.dimension, model.encoder.hash],
        "weights": _digest(arrays),
        "facts": dict(model.facts),
    }
    try:
        write_safetensors(path, arrays, {_KEY: json.dumps(said, sort_keys=True)})
    except OSError as error:
        raise JobFailed(
            f"The guidance model cannot be written to {path}: {error}.",
            hint="Name another file, or make room.",
        ) from error


def load_guidance(path: Path) -> GuidanceModel:
    """The model in a file that `save_guidance` wrote, its arrays in float32.

    Raises `InvalidSource` when the file is missing, is cut off, was changed, or is no guidance model.
    """
    try:
        said = json.loads(read_metadata(path).get(_KEY, "null"))
    except ValueError as error:
        raise _unusable(path, "its description cannot be read") from error
    if not isinstance(said, dict):
        raise _unusable(path, "it does not say that it is one")
    if said.get("version") != _VERSION:
        raise _unusable(path, f"it is of version {said.get('version')}, and this Motif reads {_VERSION}")
    arrays = read_safetensors(path)
    try:
        sizes = int(said["layers"]), int(said["dimension"])
        encoder = EncoderStamp(*said["encoder"])
        wrong = _misfit(*sizes, encoder.dimension, said["readout"], arrays)
    except (KeyError, TypeError, ValueError) as error:
        raise _unusable(path, f"its description lacks or misstates {error}") from error
    if wrong or said.get("weights") != _digest(arrays):
        raise _unusable(path, wrong or "its numbers are not those that were written")
    full = {name: np.array(array, np.float32) for name, array in arrays.items()}
    return GuidanceModel(*sizes, encoder, full, said["readout"], said.get("facts") or {})


@cache
def load_general_guidance() -> GuidanceModel:
    """The model that comes with this package, trained on many graphs with its default encoder.

    Raises `InvalidSource` when this installation lacks it.
    """
    return load_guidance(_GENERAL)


def weights_hash(model: GuidanceModel) -> str:
    """A hash of the numbers of ``model``: equal for models that compute the same."""
    return _digest(model.arrays)


def check_guidance(model: GuidanceModel, encoder: EncoderStamp, graph: str) -> None:
    """Refuses a model whose texts were encoded otherwise than those of the graph called ``graph``.

    The data may be others than it was trained on: relations enter as vectors of their texts. A hash decides where
    both encoders have one, else the name.

    Raises `InvalidInput` with the reason and what to do.

    >>> from motif.graphs.stamp import EncoderStamp
    >>> check_guidance(GuidanceModel(1, 2, EncoderStamp("mini", 3), {}), EncoderStamp("large", 8), "movies")
    Traceback (most recent call last):
    motif.errors.InvalidInput: The guidance model was trained on vectors of 'mini' (3 dimensions), and 'movies' has \
those of 'large' (8 dimensions). Train one for it: motif train-guidance movies.
    """
    own = model.encoder
    same = own.hash == encoder.hash if own.hash and encoder.hash else own.name == encoder.name
    if same and own.dimension == encoder.dimension:
        return
    raise InvalidInput(
        f"The guidance model was trained on vectors of '{own.text}' ({own.dimension} dimensions), and '{graph}' has "
        f"those of '{encoder.text}' ({encoder.dimension} dimensions).",
        hint=f"Train one for it: motif train-guidance {graph}.",
    )


def _misfit(
    n_layers: int, dimension: int, encoder_dimension: int, readout: str, arrays: Mapping[str, NDArray[Any]]
) -> str:
    """Why ``arrays`` are not those of such a model; empty when they are."""
    if readout not in READOUTS:
        return f"it has the readout {readout!r}, not one of {', '.join(READOUTS)}"
    if min(n_layers, dimension, encoder_dimension) < 1:
        return f"it has {n_layers} layers, {dimension} dimensions and vectors of {encoder_dimension}"
    shapes = guidance_shapes(n_layers, dimension, encoder_dimension, readout)
    if shapes.keys() != arrays.keys():
        lacking, foreign = _some(shapes.keys() - arrays.keys()), _some(arrays.keys() - shapes.keys())
        return f"it lacks {lacking} and has {foreign} too much"
    for name, shape in shapes.items():
        if arrays[name].shape != shape:
            return f"{name} has the shape {arrays[name].shape}, not {shape}"
        if not np.isfinite(arrays[name]).all():
            return f"{name} holds numbers that are not finite"
    return ""


def _some(names: set[str]) -> str:
    return ", ".join(sorted(names)[:3]) or "nothing"


def _digest(arrays: Mapping[str, NDArray[Any]]) -> str:
    content = hashlib.sha256()
    for name in sorted(arrays):
        content.update(name.encode())
        content.update(np.ascontiguousarray(arrays[name]).tobytes())
    return content.hexdigest()[:32]


def _unusable(path: Path, why: str) -> InvalidSource:
    return InvalidSource(
        f"{path} is no guidance model that can be used: {why}.",
        hint="Train one with motif train-guidance GRAPH, or name the file of one.",
    )
