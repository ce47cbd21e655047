"""The job ``erqa``: questions of several constraints over a graph, written to a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from motif.errors import InvalidInput
from motif.graphs.projection import Projection
from motif.knowledge_graph import Connection
from motif_procedures.erqa.generation import ErqaOptions, generate_questions
from motif_procedures.erqa.noise import NoiseOptions
from motif_procedures.erqa.polishing import WritingModel, polished
from motif_procedures.erqa.question import ErqaQuestion
from motif_procedures.erqa.question_file import write_questions
from motif_procedures.memory_graph import graph_in_memory, graph_of_triples

Progress = Callable[[int, int], None]

KEYS = (
    "graph",
    "dataset",
    "folder",
    "triples",
    "out",
    "questions",
    "constraints",
    "most_answers",
    "noise",
    "wrong",
    "kinds",
    "seed",
)


def write_erqa(
    request: Mapping[str, Any],
    *,
    projection: Projection | None = None,
    connection: Connection | None = None,
    model: WritingModel | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Writes the questions that ``request`` asks for, and what was written, as plain values.

    Parameters
    ----------
    request
        ``out``, the file; ``graph`` (a projection of the connection), ``dataset`` (a loader, with ``folder``) or
        ``triples`` (a file), unless ``projection`` is given; and the parts of
        `motif_procedures.erqa.generation.ErqaOptions` and `motif_procedures.erqa.noise.NoiseOptions`. What is None is
        left out.
    model
        Puts the questions into better words.

    Raises `InvalidInput` and its kin for a request that cannot be.
    """
    given = {key: value for key, value in request.items() if value is not None}
    for key in given:
        if key not in KEYS:
            raise InvalidInput(f"ERQA questions have no '{key}'.", hint=f"Keys: {', '.join(KEYS)}.")
    if "out" not in given:
        raise InvalidInput("The questions need a file.", hint="--out questions.jsonl")
    options = options_of(given)
    tell = progress or (lambda done, total: None)
    graph = projection if projection is not None else _projection(given, connection)
    questions = generate_questions(graph, options, tell)
    if model is not None:
        questions = polished(questions, model, tell)
    path = Path(given["out"])
    write_questions(path, questions)
    return _summary(path, graph, questions)


def options_of(given: Mapping[str, Any]) -> ErqaOptions:
    """The options among the keys of a request. Raises `InvalidInput`.

    >>> options_of({"questions": 10, "constraints": [4], "noise": 0.2}).noise.share
    0.2
    """
    names = {"noise": "share", "wrong": "wrong", "kinds": "kinds"}
    noise = {names[key]: value for key, value in given.items() if key in names}
    plain = {key: given[key] for key in ("questions", "most_answers", "seed") if key in given}
    if "constraints" in given:
        plain["constraints"] = tuple(given["constraints"])
    if "kinds" in noise:
        noise["kinds"] = tuple(noise["kinds"])
    return ErqaOptions(**plain, noise=NoiseOptions(**noise)).checked()


def _projection(given: Mapping[str, Any], connection: Connection | None) -> Projection:
    named = [key for key in ("graph", "dataset", "triples") if key in given]
    if len(named) != 1:
        raise InvalidInput(
            f"Questions are drawn from one graph, not {len(named)}.",
            hint="Name a projection, or --dataset metaqa, or --triples FILE.",
        )
    if "dataset" in given:
        return graph_in_memory(given["dataset"], given.get("folder")).projection
    if "triples" in given:
        return graph_of_triples(Path(given["triples"])).projection
    if connection is None:
        raise InvalidInput(f"The projection '{given['graph']}' needs a database.", hint="Set NEO4J_URI.")
    return connection.graph(given["graph"]).projection


def _summary(path: Path, projection: Projection, questions: Sequence[ErqaQuestion]) -> dict[str, Any]:
    changes = Counter(change.kind for question in questions for change in question.noise)
    return {
        "file": str(path),
        "graph": {"nodes": projection.n_nodes, "relationships": projection.n_relationships},
        "questions": len(questions),
        "byConstraints": dict(Counter(question.kind for question in questions)),
        "constraints": sum(question.n_constraints for question in questions),
        "changed": dict(changes),
        "answers": sum(len(question.answers) for question in questions),
        "impossible": sum(not question.is_possible for question in questions),
    }
