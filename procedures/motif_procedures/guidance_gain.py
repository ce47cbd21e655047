"""The job ``guidance_gain``: what each model's guidance gains on questions made out of a graph."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.catalog.guidance_gains import KeptGain
from motif.engine.control import Control
from motif.errors import InvalidInput, NoEntityFound
from motif.graphs.guidance import GuidanceModel
from motif.graphs.plan import STRATEGIES
from motif.knowledge_graph import Graph
from motif.knowledge_graph.guiding import GENERAL
from motif.models.guidance_file import weights_hash
from motif.retrievers.presentation import Entities
from motif_procedures.guidance import generate_examples
from motif_procedures.guidance.example import GuidanceExample
from motif_procedures.stopping import Report

MOST_LOST = 0.01
"""What a model may lose by one strategy and still guide."""

_ERRORS = 2.0
_HOPS = (1, 2, 3)
_SECONDS = 10.0


def measure_guidance(
    graph: Graph,
    models: Mapping[str, GuidanceModel],
    *,
    count: int = 200,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
    control: Control | None = None,
) -> dict[str, KeptGain]:
    """What each of ``models`` gains above tracing without guidance, in points of coverage.

    Questions of 1 to 3 triples are made out of the graph, each relation in other words than the graph's; each is traced
    by both strategies, without guidance and under each model. It is covered where some gold path lies wholly in the
    evidence.

    Parameters
    ----------
    graph
        With vectors of names and triples.
    models
        By name.
    count, seed
        How many questions, and what they are drawn by.

    Raises `InvalidInput` where nothing can be asked, `MissingVectors` for a graph that was not embedded, `Cancelled`.
    """
    tell = Report("Measuring guidance", progress, control)
    examples = generate_examples(
        graph.projection, count=count, hops=_HOPS, seed=seed + 1, noise=1.0, control=control
    )
    entities = Entities(graph.projection)
    gold = [
        [{entities.relationship(row).id for row in path} for path in one.paths.tolist()] for one in examples
    ]
    covered: dict[str | None, NDArray[np.bool_]] = {}
    for place, name in enumerate((None, *models)):
        found = []
        for number, (example, paths) in enumerate(zip(examples, gold, strict=True)):
            tell(place * len(examples) + number, (1 + len(models)) * len(examples))
            found.append(
                [
                    _covers(
                        graph, example, paths, (verb, False if name is None else _choice(name, models[name]))
                    )
                    for verb in STRATEGIES
                ]
            )
        covered[name] = np.array(found, np.bool_)
    tell((1 + len(models)) * len(examples), (1 + len(models)) * len(examples))
    return {name: _gain(model, covered[None], covered[name]) for name, model in models.items()}


def gain_of(without: NDArray[np.bool_], under: NDArray[np.bool_]) -> tuple[float, bool]:
    """The mean gain, from -1 to 1, and whether it is one: more than twice its standard error, and no strategy loses.

    Parameters
    ----------
    without, under : bool (questions, strategies)
        Which were covered without guidance and under a model.

    >>> gain_of(np.array([[False, True]] * 10), np.array([[True, True]] * 10))
    (0.5, True)
    """
    each = under.astype(np.float64) - without
    of_question = each.mean(axis=1)
    mean, error = float(of_question.mean()), float(of_question.std()) / len(of_question) ** 0.5
    return mean, bool(mean > _ERRORS * error and each.mean(axis=0).min() >= -MOST_LOST)


def _choice(name: str, model: GuidanceModel) -> GuidanceModel | str:
    """How `trace` is given the model: the general one by its name, since it weighs less."""
    return GENERAL if name == GENERAL else model


def _gain(model: GuidanceModel, without: NDArray[np.bool_], under: NDArray[np.bool_]) -> KeptGain:
    gain, helps = gain_of(without, under)
    return KeptGain(weights_hash(model), round(100 * gain, 2), helps, len(without))


def _covers(graph: Graph, example: GuidanceExample, paths: Sequence[set[str]], how: tuple[str, Any]) -> bool:
    """Whether the evidence of ``example``, traced by ``how`` (strategy, model), holds one of ``paths`` wholly."""
    strategy, model = how
    try:
        found = graph.trace(
            example.triples,
            strategy=strategy,  # type: ignore[arg-type]
            guidance=model,
            answer=example.answer or None,
            timeout=_SECONDS,
        )
    except (NoEntityFound, InvalidInput):
        return False
    evidence = {relationship.id for piece in found for relationship in piece.relationships}
    return any(path <= evidence for path in paths)
