"""The job ``guidance_data``: examples of a graph, written to files; as chats too where they are asked for."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from motif.engine.control import Control
from motif.errors import InvalidInput
from motif.graphs.projection import Projection
from motif.models.language import ChatModel
from motif_procedures.guidance.chats import export_chats
from motif_procedures.guidance.example import GuidanceExample
from motif_procedures.guidance.example_file import save_examples
from motif_procedures.guidance.generation import generate_examples
from motif_procedures.guidance.model_writing import ModelWriter
from motif_procedures.memory_graph import graph_in_memory, graph_of_triples

EXAMPLES = "examples.jsonl"

KEYS = ("dataset", "source", "triples", "folder", "count", "hops", "noise", "part", "seed", "chats", "split")


def write_guidance_data(
    request: Mapping[str, Any],
    *,
    projection: Projection | None = None,
    model: ChatModel | None = None,
    progress: Callable[[int, int], None] | None = None,
    control: Control | None = None,
) -> dict[str, Any]:
    """Writes examples of a graph to ``examples.jsonl`` in a folder, and what was written, as plain values.

    Parameters
    ----------
    request
        ``folder``; ``dataset`` (a loader, with ``source``, its folder) or ``triples`` (a file), unless ``projection``
        is given; ``count``, ``hops``, ``noise``, ``part`` and ``seed`` as
        `motif_procedures.guidance.generation.generate_examples` takes them; ``chats``, whether to export them for
        fine-tuning, with ``split`` as `motif_procedures.guidance.chats.export_chats` takes it. What is None is left
        out.
    model
        Writes the words in place of templates.

    Raises `InvalidInput` and its kin for a request that cannot be.
    """
    given = {key: value for key, value in request.items() if value is not None}
    for key in given:
        if key not in KEYS:
            raise InvalidInput(f"Guidance data have no '{key}'.", hint=f"Keys: {', '.join(KEYS)}.")
    if "folder" not in given:
        raise InvalidInput("The examples need a folder.", hint="--output FOLDER")
    graph = _taken_graph(given, projection)
    folder = Path(given.pop("folder"))
    chats, split = given.pop("chats", False), given.pop("split", 0.0)
    writer = None if model is None else ModelWriter(model)
    examples = generate_examples(graph, **given, model=writer, progress=progress, control=control)
    save_examples(folder / EXAMPLES, graph, examples)
    summary = {"folder": str(folder), "graph": graph.name} | summary_of(examples)
    if chats:
        summary["chats"] = export_chats(examples, folder, split=split)
    if writer is not None:
        summary["words"] = dataclasses.asdict(writer.counts)
    return summary


def _taken_graph(given: dict[str, Any], projection: Projection | None) -> Projection:
    """The graph that a request names, whose keys are taken out of it."""
    dataset, source, triples = (given.pop(key, None) for key in ("dataset", "source", "triples"))
    n_named = sum(graph is not None for graph in (projection, dataset, triples))
    if n_named != 1:
        raise InvalidInput(
            f"Examples are walks in one graph, not {n_named}.",
            hint="Name a projection, or --dataset metaqa, or --triples FILE.",
        )
    if projection is not None:
        return projection
    if dataset is not None:
        return graph_in_memory(dataset, None if source is None else Path(source)).projection
    return graph_of_triples(Path(triples)).projection


def summary_of(examples: Sequence[GuidanceExample]) -> dict[str, Any]:
    """How many examples of each kind there are, and how much they ask for.

    >>> summary_of([])
    {'examples': 0, 'byTriples': {}, 'byStrategy': {}, 'gold': [0, 0], 'answers': [0, 0]}
    """
    return {
        "examples": len(examples),
        "byTriples": _counts([str(len(example.triples)) for example in examples]),
        "byStrategy": _counts([example.strategy for example in examples]),
        "gold": _spread([len(example.gold) for example in examples]),
        "answers": _spread([len(example.answers) for example in examples]),
    }


def _counts(values: Sequence[str]) -> dict[str, int]:
    return dict(sorted(Counter(values).items()))


def _spread(numbers: Sequence[int]) -> list[int]:
    """The median and what nine of ten do not exceed."""
    return [int(found) for found in np.quantile(numbers or [0], [0.5, 0.9])]
