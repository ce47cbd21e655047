"""What a later reading of a graph is given before it takes the earlier one's place: all that the earlier one had."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from motif.catalog.detection import OWN_EMBEDDING
from motif.errors import Cancelled, DeadlineExceeded, InvalidInput, JobFailed, MissingVectors, MotifError
from motif.graphs.layers import EdgeLayer
from motif.graphs.projection import NAME, TEXT, TRIPLE, Projection

if TYPE_CHECKING:
    from motif.models.encoder import TextEncoder

LEFT_OUT = "layersLeftOut"
"""In the configuration: layers that the graph as it is now has nothing to be computed of, and why."""


def _run(job: str, *arguments: Any, **options: Any) -> Any:
    from motif.jobs import find_job

    return find_job(job)(*arguments, **options)


@dataclass(frozen=True, slots=True)
class Completing:
    """Gives a later reading of a graph what the earlier one had; what `motif.catalog.Catalog.renew` calls.

    Vectors of texts that are there still are kept and the others encoded; trussness, computed edges and indexes of
    paths are kept where nothing that they are made of has changed, else made anew with their options.

    Parameters
    ----------
    encoder
        Gives the text encoder, asked only where a text is new.
    checkpoint
        A folder where vectors are kept by text.
    run
        Called with the name of a job, its arguments and options.
    running
        ``progress`` or ``control``, for jobs that take them.

    Raises what a job raises, `JobFailed` for texts that cannot be encoded.
    """

    encoder: Callable[[], TextEncoder]
    checkpoint: Path
    run: Callable[..., Any] = _run
    running: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self, old: Projection, new: Projection) -> Projection:
        from motif.catalog.alignment import with_paths, with_trussness
        from motif.catalog.carrying import carried_dominance, carried_structure
        from motif.engine.data_graph import data_graph
        from motif.indexes.paths import build_path_table

        whole = self._with_vectors(old, new)
        whole = carried_structure(old, carried_dominance(old, whole))
        if old.trussness is not None and whole.trussness is None:
            whole = with_trussness(whole, self.run("trussness", whole, **self.running))
        if whole.dominance is not None:
            for length in old.paths.keys() - whole.paths.keys():
                table = build_path_table(data_graph(whole), whole.dominance, length)
                whole = with_paths(whole, table)
        for layer in old.layers.values():
            whole = whole if layer.name in whole.layers else self._with_layer(layer, whole)
        return whole

    def _with_vectors(self, old: Projection, new: Projection) -> Projection:
        from motif.catalog.carrying import partly_carried

        new = replace(new, vectors={**new.vectors, **partly_carried(old, new)})
        lacking = [kind for kind in old.vectors if _lacks(old, new, kind)]
        if not lacking:
            return new
        try:
            encoder, made = self.encoder(), dict(new.vectors)
            options = {"checkpoint": self.checkpoint, **self.running}
            texts = [kind for kind in lacking if kind != TRIPLE]
            if texts:
                made |= self.run("text_embeddings", new, encoder, kinds=texts, **options)
            if TRIPLE in lacking:
                made[TRIPLE] = self.run("triple_embeddings", new, encoder, **options)
        except (Cancelled, DeadlineExceeded):
            raise
        except MotifError as error:
            raise JobFailed(
                f"The graph has new texts, which could not be encoded: {error.message} "
                f"The projection '{old.name}' stays as it was, at epoch {old.epoch}.",
                hint=error.hint or "Refresh it once more when the encoder answers.",
            ) from error
        return replace(new, vectors=made)

    def _with_layer(self, layer: EdgeLayer, new: Projection) -> Projection:
        from motif.catalog.alignment import with_layer
        from motif.knowledge_graph.edge_layers import LayerJob, compute_layers, options_of_layer

        job, options = str(json.loads(layer.settings)["job"]), options_of_layer(layer)
        try:
            [made] = compute_layers(
                [LayerJob(job, options)],
                new,
                self.encoder,
                run=self.run,
                checkpoint=self.checkpoint,
                **self.running,
            )
        except (InvalidInput, MissingVectors) as error:  # nothing is there any more that it could be made of
            told = {**new.configuration.get(LEFT_OUT, {}), layer.name: error.message}
            return replace(new, configuration={**new.configuration, LEFT_OUT: told})
        return with_layer(new, made)


def _lacks(old: Projection, new: Projection, kind: str) -> bool:
    """Whether a text of ``kind`` needs a vector that ``new`` has not; vectors of the user's own are the user's."""
    from motif.catalog.text_vectors import rows_without

    if kind in new.vectors:
        return len(rows_without(new, kind, new.vectors[kind])) > 0
    if kind in (NAME, TEXT) and old.configuration.get("embeddingProperty") not in (None, OWN_EMBEDDING):
        return False
    return kind != TEXT or new.nodes.has_texts
