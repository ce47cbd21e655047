"""Models that guide in an evaluation, trained on questions that the evaluation does not ask."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.graphs.guidance import GuidanceModel
from motif.graphs.projection import Projection
from motif.models.encoder import TextEncoder, stamp
from motif.models.guidance_file import load_general_guidance, load_guidance, save_guidance
from motif.settings import load_settings

SHARES = (0.7, 0.1, 0.2)
"""Parts of the nodes: for training, "dev" and "test"."""

DEFAULTS: Mapping[str, Any] = {
    "examples": 10_000, "noise": 0.7, "layers": 5, "dimension": 32, "epochs": 1, "learning_rate": 3e-3,
    "subgraph_nodes": 300,
}  # fmt: skip
"""How many questions a model is trained on, the share of their relations that are reworded, and its size."""

Progress = Callable[[int, int], None]


def asked_entities(projection: Projection, part: str) -> NDArray[np.bool_]:
    """Nodes that questions of ``part`` are about, bool (n,): "train", "dev" or "test"; the same parts each time."""
    from motif_procedures.guidance import split_entities

    parts = split_entities(projection, shares=SHARES, seed=0)
    chosen: NDArray[np.bool_] = parts[("train", "dev", "test").index(part)]
    return chosen


@dataclass(frozen=True)
class TrainedModels:
    """Models by the graph they are trained on, kept in the cache folder by all that made them.

    Attributes
    ----------
    options
        In place of those of `DEFAULTS`: "examples" and "noise"; all others are
        `motif_procedures.guidance.train_guidance`'s.
    restart
        Trains again what is there.
    """

    encoder: TextEncoder
    options: Mapping[str, Any]
    restart: bool = False

    @cached_property
    def general(self) -> GuidanceModel:
        """The model that comes with Motif."""
        return load_general_guidance()

    def trained_on(
        self, dataset: str, projection: Projection, progress: Progress | None = None
    ) -> GuidanceModel:
        """The model trained on questions about the nodes of ``projection`` that are for training."""
        folder = load_settings().cache / "guidance" / self._key(dataset, projection)
        path = folder / "model.safetensors"
        if path.exists() and not self.restart:
            return load_guidance(path)
        model = self._train(projection, folder, progress)
        save_guidance(path, model)
        return model

    def _key(self, dataset: str, projection: Projection) -> str:
        told = [dataset, projection.n_nodes, projection.n_relationships, SHARES, stamp(self.encoder).text]
        text = json.dumps([*told, sorted(self._options.items())], default=str)
        return f"{dataset}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"

    @property
    def _options(self) -> dict[str, Any]:
        return {**DEFAULTS, **self.options}

    def _train(self, projection: Projection, folder: Path, progress: Progress | None) -> GuidanceModel:
        from motif_procedures.guidance import generate_examples, train_guidance

        chosen = self._options
        count, noise = int(chosen.pop("examples")), float(chosen.pop("noise"))
        entities = asked_entities(projection, "train")
        examples = generate_examples(
            projection, count=count, noise=noise, part="train", entities=entities, seed=0
        )
        model: GuidanceModel = train_guidance(
            [(projection, examples)],
            self.encoder,
            folder=folder,
            progress=progress,
            checkpoint=load_settings().cache / "vectors",
            **chosen,
        )
        return model
