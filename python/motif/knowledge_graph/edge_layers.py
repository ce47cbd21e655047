"""Which job computes which edges, and with which of the options given."""

from __future__ import annotations

import difflib
import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from motif.catalog.own_edges import without_computed_edges
from motif.errors import InvalidInput
from motif.graphs.corpus import corpus_of
from motif.graphs.layers import EdgeLayer
from motif.graphs.projection import Projection
from motif.jobs import find_job
from motif.models.encoder import TextEncoder

EDGES: Mapping[str, str] = {
    "similarity": "similarity_edges",
    "neighbours": "neighbour_edges",
    "chunks": "chunk_edges",
    "mentions": "inter_layer_edges",
}
"""What users call the edges, and the job that computes them."""

ALL = "all"

_OF_CHUNKS = (EDGES["chunks"], EDGES["mentions"])

_GIVEN = ("projection", "encoder", "progress", "control", "checkpoint")
"""Parameters of jobs that are not for users to give."""


@dataclass(frozen=True, slots=True)
class LayerJob:
    """A job to run, and the options to run it with."""

    job: str
    options: Mapping[str, Any]


def layer_jobs(edges: str, options: Mapping[str, Any], spelled: Callable[[str], str] = str) -> list[LayerJob]:
    """The jobs that compute ``edges``, each with those of the options that it takes.

    Parameters
    ----------
    spelled
        How the caller writes the name of an option.

    Raises `InvalidInput` for edges of no known kind, and for an option that none of the jobs takes.
    """
    if edges != ALL and edges not in EDGES:
        near = difflib.get_close_matches(str(edges), [*EDGES, ALL], n=1)
        kinds = f"There are {', '.join(map(repr, EDGES))} and '{ALL}'."
        raise InvalidInput(
            f"There are no edges of the kind {edges!r}.", hint=f"Did you mean '{near[0]}'?" if near else kinds
        )
    jobs = list(EDGES.values()) if edges == ALL else [EDGES[edges]]
    taken = {job: _options_of(job) for job in jobs}
    known = sorted({option for names in taken.values() for option in names})
    for option in options:
        if option not in known:
            near = difflib.get_close_matches(option, known, n=1)
            others = f"They have: {', '.join(map(spelled, known)) or 'none'}."
            raise InvalidInput(
                f"Edges of the kind '{edges}' have no option '{spelled(option)}'.",
                hint=f"Did you mean '{spelled(near[0])}'?" if near else others,
            )
    return [
        LayerJob(job, {key: value for key, value in options.items() if key in names})
        for job, names in taken.items()
    ]


def _options_of(job: str) -> tuple[str, ...]:
    return tuple(name for name in inspect.signature(find_job(job)).parameters if name not in _GIVEN)


def compute_layers(
    jobs: Sequence[LayerJob],
    projection: Projection,
    encoder: Callable[[], TextEncoder],
    *,
    run: Callable[..., Any],
    checkpoint: Path,
    **running: Any,
) -> list[EdgeLayer]:
    """The edges that ``jobs`` compute for ``projection``, of what it holds apart from edges that Motif has written.

    Of several jobs, those of chunks are left out where there is none.

    Parameters
    ----------
    encoder
        Gives the encoder to a job that encodes texts.
    run
        Called with the job's name, its arguments and options: `find_job` and call, or `motif.jobs.run_job`.
    checkpoint
        The folder of vectors of texts that were encoded before.
    running
        ``progress`` and ``control``, for a job that takes them.
    """
    original = without_computed_edges(projection)
    chosen = jobs
    if len(jobs) > 1 and corpus_of(original) is None:
        chosen = [job for job in jobs if job.job not in _OF_CHUNKS]
    given = {"checkpoint": checkpoint, **running}
    layers: list[EdgeLayer] = []
    for job in chosen:
        parameters = inspect.signature(find_job(job.job)).parameters
        options = {key: value for key, value in given.items() if key in parameters}
        arguments = (original, encoder()) if "encoder" in parameters else (original,)
        layer: EdgeLayer = run(job.job, *arguments, **options, **job.options)
        layers.append(_with_options(layer, job.options))
    return layers


def options_of_layer(layer: EdgeLayer) -> dict[str, Any]:
    """The options that a layer was computed with, as `compute_layers` keeps them; those not given are left out."""
    return dict(json.loads(layer.settings).get("options", {}))


def _with_options(layer: EdgeLayer, options: Mapping[str, Any]) -> EdgeLayer:
    """The layer, whose settings tell what it was asked for with: a refresh computes it with the same."""
    if not options:
        return layer
    told = {**json.loads(layer.settings), "options": dict(options)}
    return replace(layer, settings=json.dumps(told, ensure_ascii=False))
