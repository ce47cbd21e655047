"""The job ``guidance_training``: a Triple-GNN learns which nodes a question's triples call for (STEM, appendix C)."""

from __future__ import annotations

import difflib
import hashlib
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.errors import InvalidInput
from motif.graphs.guidance import GuidanceModel
from motif.graphs.projection import RELATION, Projection
from motif.models.encoder import TextEncoder, stamp
from motif.models.triple_gnn import GuidanceNetwork, TripleGnn
from motif_procedures.guidance.example import GuidanceExample
from motif_procedures.guidance.example_file import load_examples
from motif_procedures.guidance.question_blocks import Looking
from motif_procedures.guidance.question_texts import ExamplesOf, QuestionTexts, gather_texts
from motif_procedures.guidance.training_checkpoint import Moment, TrainingCheckpoint
from motif_procedures.guidance.training_run import Course, TrainingRun
from motif_procedures.stopping import Report

_OF_NETWORK = tuple(field.name for field in fields(GuidanceNetwork))
_OF_COURSE = tuple(field.name for field in fields(Course))
_OF_LOOKING = {"subgraph": "subgraph", "subgraph_nodes": "nodes", "hops": "hops", "fanouts": "fanouts"}


def train_guidance(
    graphs: Sequence[tuple[Projection, Sequence[GuidanceExample] | Path]],
    encoder: TextEncoder,
    *,
    validation: Sequence[ExamplesOf] | float = (),
    seed: int = 0,
    folder: Path | None = None,
    checkpoint: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
    control: Control | None = None,
    **options: Any,
) -> GuidanceModel:
    """A model that guides tracing, trained on examples over one graph or several.

    Parameters
    ----------
    graphs
        Each graph with its examples, or with the file that `save_examples` wrote.
    encoder
        Of relations and names; the model can be used with this one alone.
    validation
        Further graphs with examples, or the share of each graph's nodes whose questions are kept back. With it the
        weights of the epoch that finds most are kept.
    seed
        Of the first weights and of every draw. On a CPU the same arguments give the same weights, be the training
        killed and run again or not.
    folder
        Where a training keeps what it has done, so that a killed run continues; None to keep nothing.
    checkpoint
        The vector store's folder.
    progress
        Called with steps done and the total.
    control
        Looked at after each step.
    options
        Fields of `motif.models.triple_gnn.GuidanceNetwork` (``layers``, ``dimension``, ``readout``, ``device``, …), of
        `motif_procedures.guidance.training_run.Course` (``epochs``, ``learning_rate``, …), and ``subgraph``,
        ``subgraph_nodes``, ``hops``, ``fanouts`` of `motif_procedures.guidance.question_blocks.Looking`.

    What it was trained on and how well it does stands in the model's ``facts``.

    Raises `InvalidInput` for an option that does not exist or cannot be, without examples, and for examples or a graph
    of another encoder or graph than is given; `MissingDependency` without torch; `Cancelled`.
    """
    network, course, looking = training_options(options)
    gnn = TripleGnn(stamp(encoder), network, seed=seed)
    for projection, _ in graphs:
        _check_encoder(projection, encoder)
    learnt, asked = _divided([_loaded(*one) for one in graphs], validation, seed)
    texts = gather_texts([*learnt, *asked])
    vectors = texts.vectors(encoder, checkpoint)
    run = TrainingRun(texts, len(learnt), vectors, course, looking, seed)
    kept = None
    if folder is not None:
        kept = TrainingCheckpoint(folder, _fingerprint(texts, vectors, (network, course, looking, seed)))
    best = run(gnn, kept, Report("Training the guidance model", progress, control))
    settings = {**asdict(network), **asdict(course), **_said(looking), "seed": seed}
    facts = {**_facts(learnt, best), "settings": settings, "device": str(gnn.device)}
    if kept is not None:
        kept.remove()
    return gnn.model(facts)


def training_options(options: dict[str, Any]) -> tuple[GuidanceNetwork, Course, Looking]:
    """What ``options`` say by name. Raises `InvalidInput` for one that does not exist, or cannot be."""
    known = {*_OF_NETWORK, *_OF_COURSE, *_OF_LOOKING}
    for name in options:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            raise InvalidInput(
                f"A training has no option '{name}'.",
                hint=f"Did you mean '{near[0]}'?" if near else f"Options: {', '.join(sorted(known))}.",
            )
    return (
        GuidanceNetwork(**{name: options[name] for name in _OF_NETWORK if name in options}),
        Course(**{name: options[name] for name in _OF_COURSE if name in options}),
        Looking(**{field: options[name] for name, field in _OF_LOOKING.items() if name in options}),
    )


def data_hash(graphs: Sequence[Projection]) -> str:
    """Of names, relations and relationships: graphs of one hash are the same, whatever they are called."""
    content = hashlib.sha256()
    for graph in graphs:
        links = graph.relationships
        for text in (*graph.nodes.names, *links.relations):
            content.update(text.encode() + b"\0")
        for array in (links.source, links.target, links.relation):
            content.update(np.ascontiguousarray(array, "<i4").tobytes())
    return content.hexdigest()[:32]


def _check_encoder(projection: Projection, encoder: TextEncoder) -> None:
    if RELATION not in projection.vectors:
        return
    own, given = projection.vectors[RELATION].encoder, stamp(encoder)
    same = own.hash == given.hash if own.hash and given.hash else own.name in ("", given.name)
    if not same or own.dimension != given.dimension:
        raise InvalidInput(
            f"'{projection.name}' has vectors of '{own.text}', and the training would encode with '{given.text}'.",
            hint="Train with the graph's encoder, or embed the graph with the other.",
        )


def _loaded(projection: Projection, examples: Sequence[GuidanceExample] | Path) -> ExamplesOf:
    if isinstance(examples, Path):
        return projection, load_examples(examples, projection)
    return projection, examples


def _divided(
    graphs: list[ExamplesOf], validation: Sequence[ExamplesOf] | float, seed: int
) -> tuple[list[ExamplesOf], list[ExamplesOf]]:
    """What is learnt from and what is asked: no question entity of the one is in the other."""
    if not isinstance(validation, (int, float)):
        return graphs, list(validation)
    if not 0 <= validation < 1:
        raise InvalidInput(f"The share to validate with must be from 0 to below 1, not {validation!r}.")
    learnt: list[ExamplesOf] = []
    asked: list[ExamplesOf] = []
    for projection, examples in graphs:
        back = np.random.default_rng([seed, 5]).random(projection.n_nodes) < validation
        learnt.append((projection, [one for one in examples if not back[one.entities].any()]))
        asked.append((projection, [one for one in examples if back[one.entities].all()]))
    return learnt, asked


def _facts(learnt: Sequence[ExamplesOf], best: Moment) -> dict[str, Any]:
    projections = [projection for projection, _ in learnt]
    relations = {name for projection in projections for name in projection.relationships.relations}
    return {
        "data": data_hash(projections),
        "graphs": [projection.name for projection in projections],
        "relations": sorted(relations),
        "relationships": sum(projection.n_relationships for projection in projections),
        "examples": sum(len(examples) for _, examples in learnt),
        "epochs": best.epoch,
        "loss": _rounded(best.loss),
        "recall": _rounded(best.recall),
    }


def _rounded(number: float) -> float | None:
    return None if math.isnan(number) else round(number, 4)


def _said(looking: Looking) -> dict[str, Any]:
    return {
        name: list(value) if isinstance(value := getattr(looking, field), tuple) else value
        for name, field in _OF_LOOKING.items()
    }


def _fingerprint(texts: QuestionTexts, vectors: NDArray[np.float32], settings: tuple[Any, ...]) -> str:
    """What the weights depend on: other data, encoder, options or seed begin anew."""
    content = hashlib.sha256(repr(settings).encode())
    content.update(vectors.tobytes())
    for graph in texts.graphs:
        for array in (
            graph.graph.source,
            graph.graph.outgoing.indices,
            graph.graph.relation,
            graph.relations,
        ):
            content.update(array.tobytes() + b"\0")
        for question in graph.questions:
            for array in (question.entities, question.gold, question.triples):
                content.update(array.tobytes() + b"\0")
    return content.hexdigest()[:32]
