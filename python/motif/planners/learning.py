"""Learning from examples: which paths questions like these meant, which words said so, and what to weigh how much."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from motif.models.encoder import stamp
from motif.planners.alignment import vocabulary_of
from motif.planners.associations import Associations, Usage, associate
from motif.planners.experience import Experience, masked_vectors
from motif.planners.fitting import Choice, fit_weights
from motif.planners.lessons import Lesson, known_path, named_path, read_lessons
from motif.planners.memory import Memory
from motif.planners.path_features import GENERIC_WEIGHTS, N_OWN
from motif.planners.paths import PathRanker
from motif.planners.protocol import PlanningGraph

_DOUBT = float(np.log(4))
"""How much less likely than the likeliest, as a logarithm, a path with the right answers may be."""
_SPREAD = 0.3 + 0.3 * np.abs(GENERIC_WEIGHTS)


def learn(
    examples: Sequence[Mapping[str, Any]],
    graph: PlanningGraph,
    memory: Memory | None = None,
    *,
    in_steps: Collection[int] = (),
    is_lenient: bool = False,
) -> Memory:
    """A memory of ``memory`` and the ``examples``; the same in the same order gives the same.

    Parameters
    ----------
    examples
        Mappings with ``question`` and one of ``pattern``, ``plan``, ``cypher`` or ``answers``. With answers
        alone, those of the paths that lead to just these are taken for right which the words suggest.
    in_steps
        Numbers (from 1) of those that are plans of steps alone and teach nothing about paths.
    is_lenient
        One that does not fit the graph, which may have changed since it was taught, teaches nothing.

    Raises `InvalidInput`, naming the example, for one that is malformed or does not fit the graph.

    >>> from motif import Graph
    >>> view = Graph.from_triples([("Heat", "directed_by", "Michael Mann"), ("Heat", "release_year", "1995")]).view
    >>> learn([{"question": "who is behind [Heat]?", "answers": ["Michael Mann"]}], view).lessons[0].paths
    ((('directed_by', True),),)
    """
    known = memory or Memory()
    read, unused = read_lessons(examples, graph, in_steps, is_lenient=is_lenient)
    lessons = tuple(dict.fromkeys((*known.lessons, *_plausible(read, graph))))
    if not lessons:
        return Memory(unused=tuple(unused))
    encoder = graph.encoder if graph.has_encoder else None
    made_by = None if encoder is None else stamp(encoder)
    draft = Memory(
        lessons=lessons,
        associations=_associations(lessons, graph),
        vectors=None if encoder is None else masked_vectors(lessons, encoder),
        encoder=None if made_by is None else (made_by.name, made_by.dimension, made_by.hash),
        unused=tuple(unused),
    )
    weights = fit_weights(_choices(draft, graph), GENERIC_WEIGHTS, _SPREAD)
    return Memory(lessons, weights, draft.associations, draft.vectors, draft.encoder, draft.unused)


def _plausible(lessons: Sequence[Lesson], graph: PlanningGraph) -> list[Lesson]:
    """The lessons with only those of their paths that the words suggest about as much as the likeliest of them.

    Many paths lead to a few answers by chance.
    """
    ranker = PathRanker(graph)
    found = []
    for lesson in lessons:
        if len(lesson.paths) > 1:
            ranked = ranker.score(lesson.wording(), graph.names.exact(lesson.entity))
            scores = {named_path(graph.projection, path): score for path, score in ranked}
            least = max(scores.get(path, -np.inf) for path in lesson.paths) - _DOUBT
            likely = tuple(path for path in lesson.paths if scores.get(path, -np.inf) >= least)
            lesson = dataclasses.replace(lesson, paths=likely)
        found.append(lesson)
    return found


def _associations(lessons: Sequence[Lesson], graph: PlanningGraph) -> Associations:
    vocabulary = vocabulary_of(graph)
    usages = []
    for lesson in lessons:
        wording = lesson.wording()
        words = [word.text for word in (*wording.left, *wording.right) if word.is_content]
        meanings = vocabulary.meanings(words)
        for named in lesson.paths:
            path = known_path(graph.projection, named)
            if path is not None and words:
                said = [
                    step.relation
                    for before, step in zip((None, *path), path, strict=False)
                    if before is None or before.relation != step.relation
                ]
                usages.append(Usage(words, meanings, said, 1 / len(lesson.paths)))
    return associate(usages, vocabulary.relations)


def _choices(memory: Memory, graph: PlanningGraph) -> list[Choice]:
    """Each lesson as a choice among all paths from its entity; it does not vote on itself."""
    ranker = PathRanker(graph, memory)
    experience = Experience(memory, graph)
    choices = []
    for place, lesson in enumerate(memory.lessons):
        rows = graph.names.exact(lesson.entity)
        considered = ranker.consider(lesson.wording(), rows)
        right = {path for named in lesson.paths if (path := known_path(graph.projection, named)) is not None}
        is_right = np.array([path.path in right for path in considered.reached], np.bool_)
        if not is_right.any():
            continue
        features = considered.features.copy()
        features[:, N_OWN:] = experience.votes(considered.wording, considered.candidates.symbols, place)
        choices.append(Choice(features, is_right))
    return choices
