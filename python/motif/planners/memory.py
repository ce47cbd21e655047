"""What was learnt from examples, and its files."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from motif.errors import InvalidSource
from motif.planners.associations import Associations
from motif.planners.lessons import Lesson
from motif.planners.path_features import GENERIC_WEIGHTS

FORMAT = 1
_LESSONS, _ARRAYS = "lessons.json", "lessons.npz"


@dataclass(frozen=True)
class Memory:
    """What was learnt from examples.

    Attributes
    ----------
    lessons
        What each example teaches, by the names of entities and relations: it holds after a refresh.
    weights : float64 (features,)
        Of `motif.planners.path_features.FEATURES`, fitted to the lessons.
    associations
        Which words stood for which relations.
    vectors : float32 (lessons, dimension) or None
        Of the masked questions; None without an encoder.
    encoder
        Name, dimension and hash of the encoder that made them.
    unused
        In words, which of the examples given last teach nothing, and why.
    """

    lessons: tuple[Lesson, ...] = ()
    weights: NDArray[np.float64] = field(default_factory=lambda: GENERIC_WEIGHTS.copy())
    associations: Associations = field(default_factory=dict)
    vectors: NDArray[np.float32] | None = None
    encoder: tuple[str, int, str] | None = None
    unused: tuple[str, ...] = ()

    def save(self, folder: FilePath) -> None:
        """Write ``lessons.json`` and ``lessons.npz`` into ``folder``, which is made where missing."""
        folder.mkdir(parents=True, exist_ok=True)
        content = {
            "format": FORMAT,
            "lessons": [
                {
                    "question": lesson.question,
                    "span": lesson.span,
                    "others": lesson.others,
                    "entity": lesson.entity,
                    "paths": lesson.paths,
                }
                for lesson in self.lessons
            ],
            "associations": self.associations,
            "encoder": self.encoder,
        }
        vectors = np.zeros((0, 0), np.float32) if self.vectors is None else self.vectors
        np.savez(folder / _ARRAYS, weights=self.weights, vectors=vectors)
        (folder / _LESSONS).write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")

    @staticmethod
    def load(folder: FilePath) -> Memory:
        """What `save` wrote; an empty memory where there is nothing. Raises `InvalidSource` for a broken file."""
        if not (folder / _LESSONS).is_file():
            return Memory()
        try:
            return _loaded(folder)
        except (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile) as error:
            raise InvalidSource(
                f"What was learnt cannot be read from {folder}: {error}.",
                hint="Delete the folder and learn the examples again.",
            ) from error


def _loaded(folder: FilePath) -> Memory:
    content = json.loads((folder / _LESSONS).read_text(encoding="utf-8"))
    if content["format"] != FORMAT:
        raise ValueError(f"its format is {content['format']}, not {FORMAT}")
    lessons = tuple(
        Lesson(
            question=item["question"],
            span=(item["span"][0], item["span"][1]),
            others=tuple((start, end) for start, end in item["others"]),
            entity=item["entity"],
            paths=tuple(tuple((name, bool(way)) for name, way in path) for path in item["paths"]),
        )
        for item in content["lessons"]
    )
    with np.load(folder / _ARRAYS) as arrays:
        weights, vectors = arrays["weights"], arrays["vectors"]
    if len(weights) != len(GENERIC_WEIGHTS):
        raise ValueError(f"it has {len(weights)} weights, not {len(GENERIC_WEIGHTS)}")
    encoder = content["encoder"]
    return Memory(
        lessons,
        weights,
        content["associations"],
        vectors if encoder else None,
        None if encoder is None else (encoder[0], encoder[1], encoder[2]),
    )
