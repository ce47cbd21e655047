"""The job ``triple_embeddings``: vectors of a projection's relationships with both their ends (STEM §3.5)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from motif.engine.control import Control
from motif.graphs.projection import TRIPLE, Projection, VectorSet
from motif.models.encoder import TextEncoder
from motif_procedures.embed_text import embed_projection


def embed_triples(
    projection: Projection,
    encoder: TextEncoder,
    *,
    known: Projection | None = None,
    progress: Callable[[int, int], None] | None = None,
    control: Control | None = None,
    checkpoint: Path | None = None,
) -> VectorSet:
    """The vector of each relationship of ``projection`` as "head relation tail", each distinct text encoded once.

    Texts are those of `motif.indexes.triples.triple_texts`. Where ``projection`` has vectors of the same model already,
    they are kept and only the rest is encoded. The encoder runs where it is: a sentence-transformers model on the
    device that it was loaded to, on a GPU in batches; the ONNX encoder on the CPU. Beside the vectors
    (4 × dimension bytes per distinct text) about 400 bytes per distinct text are needed while it runs; no list of the
    texts of all relationships is made.

    Parameters
    ----------
    known, progress, control, checkpoint
        As in `motif_procedures.embed_text.embed_projection`, which raises the same errors.

    Returns
    -------
    `VectorSet` with ``index`` int32 (m,) and ``matrix`` float32 (distinct texts, dimension), L2-normalised.

    >>> from motif.catalog import from_triples
    >>> class Lengths:
    ...     name, dimension = "lengths", 2
    ...     def encode(self, texts):
    ...         return [[len(text), 1.0] for text in texts]
    >>> vectors = embed_triples(from_triples([("Heat", "directed_by", "Mann"), ("Heat", "year", "1995")]), Lengths())
    >>> vectors.index.tolist(), vectors.matrix.shape
    ([0, 1], (2, 2))
    """
    made = embed_projection(
        projection,
        encoder,
        kinds=(TRIPLE,),
        known=known,
        progress=progress,
        control=control,
        checkpoint=checkpoint,
    )
    return made[TRIPLE]
