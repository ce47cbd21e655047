"""Long jobs on a Ray cluster of two machines: what they give is what they give here, also where a machine is lost."""

from __future__ import annotations

import dataclasses
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import motif
from motif.catalog.rows import from_rows
from motif.cli.cluster_findings import cluster_findings
from motif.engine.control import Control
from motif.errors import Cancelled, DeadlineExceeded, InvalidInput
from motif.graphs.layers import EdgeLayer
from motif.graphs.projection import NAME, Projection
from motif.jobs import find_job, job_on
from motif.models.encoder import load_encoder
from motif.models.spread_encoder import SpreadEncoder, configured_encoder
from motif.settings import RaySettings, Settings, load_settings
from motif_procedures.embed_text import embed_projection
from motif_procedures.vector_store import VectorStore

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("ray")]

cluster_utils = pytest.importorskip(
    "ray.cluster_utils", reason="needs the package ray: make test-slow installs it"
)
MACHINE = {"num_cpus": 1, "object_store_memory": 200 << 20}


@pytest.fixture(scope="module")
def machines() -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        started = cluster_utils.Cluster(
            initialize_head=True, head_node_args={**MACHINE, "include_dashboard": False}
        )
        started.add_node(**MACHINE)
        yield started
        import ray

        ray.shutdown()
        started.shutdown()


@pytest.fixture
def settings(machines: Any) -> Settings:
    return dataclasses.replace(load_settings(), ray=RaySettings(machines.address))


@pytest.fixture(scope="module")
def films() -> Projection:
    """A thousand and more names, and relationships that make triangles."""
    names = [f"The {place}th night of the year {1900 + place % 90}" for place in range(1500)]
    nodes = [(str(place), ["Film"], {"name": name}) for place, name in enumerate(names)]
    pairs = [(place, (place + step) % 300) for place in range(300) for step in (1, 2, 7)]
    return from_rows(nodes, [(str(a), "FOLLOWS", str(b), {}) for a, b in pairs])


def test_texts_are_encoded_once_each_and_as_here_though_a_machine_is_lost_meanwhile(
    machines: Any, settings: Settings, films: Projection, tmp_path: Path
) -> None:
    lost, done = machines.add_node(**MACHINE), list[int]()

    def progress(so_far: int, total: int) -> None:
        done.append(so_far)
        if so_far == 0:
            threading.Timer(1.0, machines.remove_node, (lost,), {"allow_graceful": False}).start()

    encoder = configured_encoder(settings)
    assert isinstance(encoder, SpreadEncoder)
    here = embed_projection(films, load_encoder(settings.encoder), kinds=(NAME,))[NAME]
    there = embed_projection(films, encoder, kinds=(NAME,), progress=progress, checkpoint=tmp_path)[NAME]
    assert np.array_equal(there.index, here.index) and np.array_equal(there.matrix, here.matrix)
    assert done[-1] == 1500
    texts = list(films.nodes.names)
    kept = list(VectorStore(tmp_path, here.encoder).find_in_parts(texts))
    assert sorted(place for places, _ in kept for place in places.tolist()) == list(range(1500))
    again = list[int]()
    embed_projection(
        films, encoder, kinds=(NAME,), checkpoint=tmp_path, progress=lambda so_far, total: again.append(total)
    )
    assert again == [0]


@pytest.mark.parametrize(
    ("name", "options"),
    [("trussness", {}), ("dominance_embeddings", {"dimension": 3}), ("neighbour_edges", {"k_neighbor": 2})],
)
def test_a_whole_job_gives_what_it_gives_here(
    settings: Settings, films: Projection, name: str, options: dict[str, Any]
) -> None:
    some = from_rows([(str(n), ["F"], {"name": f"night {n}"}) for n in range(60)], _ring(60))
    embedded = dataclasses.replace(
        some, vectors=find_job("text_embeddings")(some, load_encoder(settings.encoder))
    )
    told = list[tuple[int, int]]()
    there = job_on(settings.cluster, name)(embedded, progress=lambda *far: told.append(far), **options)
    here = find_job(name)(embedded, **options)
    assert _plain(there) == _plain(here)
    assert told and told[-1][0] == told[-1][1]


def test_training_runs_there_and_its_model_guides_here(settings: Settings) -> None:
    films = motif.Graph.from_triples(
        [
            (f"Film {n}", relation, f"Person {n % 7}")
            for n in range(40)
            for relation in ("directed_by", "starring")
        ]
    )
    examples = find_job("guidance_examples")(films.projection, count=20, seed=1)
    asked = {"epochs": 1, "dimension": 16, "seed": 1, "device": "cpu"}
    encoder = configured_encoder(settings)
    there = job_on(settings.cluster, "guidance_training")([(films.projection, examples)], encoder, **asked)
    here = find_job("guidance_training")(
        [(films.projection, examples)], load_encoder(settings.encoder), **asked
    )
    assert there.arrays.keys() == here.arrays.keys()
    assert all(np.allclose(there.arrays[name], here.arrays[name], atol=1e-3) for name in here.arrays)


def test_an_address_in_the_environment_is_all_that_a_graph_needs(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    films = [(f"Film {n}", "directed_by", f"Person {n % 7}") for n in range(300)]
    here = motif.Graph.from_triples(films).embed().embed_dominance(dimension=3)
    monkeypatch.setenv("MOTIF_RAY_ADDRESS", str(settings.ray.address))
    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path))  # nothing is encoded yet
    there = motif.Graph.from_triples(films).embed().embed_dominance(dimension=3)
    mine, others = here.projection.vectors[NAME], there.projection.vectors[NAME]
    assert np.array_equal(mine.matrix, others.matrix) and np.array_equal(mine.index, others.index)
    assert _plain(here.projection.dominance) == _plain(there.projection.dominance)
    asked = [("?film", "directed by", "Person 3")]
    assert [one.answers for one in there.search(asked)] == [one.answers for one in here.search(asked)]


def test_a_job_that_is_cancelled_here_ends_there(settings: Settings, films: Projection) -> None:
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled, match="stopped"):
        job_on(settings.cluster, "dominance_embeddings")(films, kind="gat", epochs=500, control=control)


def test_past_its_deadline_it_says_so(settings: Settings, films: Projection) -> None:
    with Control(timeout=0) as control, pytest.raises(DeadlineExceeded, match="stopped"):
        job_on(settings.cluster, "dominance_embeddings")(films, kind="gat", epochs=500, control=control)


def test_what_cannot_be_sent_is_told(settings: Settings, films: Projection) -> None:
    with pytest.raises(InvalidInput, match=r"cannot be sent to the cluster.*MOTIF_RAY_ADDRESS"):
        job_on(settings.cluster, "similarity_edges")(films, threading.Lock())


def test_what_is_wrong_is_told_in_the_jobs_own_words(settings: Settings, films: Projection) -> None:
    with pytest.raises(InvalidInput, match="k_neighbor must be a whole number, 1 or more, not 0"):
        job_on(settings.cluster, "neighbour_edges")(films, k_neighbor=0)


def test_the_doctor_has_something_done_on_each_machine(settings: Settings) -> None:
    [found] = cluster_findings(settings.cluster)
    assert found.verdict == "ok" and found.found.startswith("2 of 2 machines, 2 processors, at ")


def test_signals_are_handled_as_before(settings: Settings) -> None:
    before = signal.getsignal(signal.SIGTERM)
    assert settings.cluster is not None and settings.cluster.processors >= 1
    assert signal.getsignal(signal.SIGTERM) is before


def _ring(size: int) -> list[tuple[str, str, str, dict[str, Any]]]:
    return [(str(n), "NEXT", str((n + step) % size), {}) for n in range(size) for step in (1, 2)]


def _plain(found: Any) -> Any:
    if isinstance(found, EdgeLayer):
        return found.source.tolist(), found.target.tolist(), found.score.tolist()
    return (found if isinstance(found, np.ndarray) else found.vectors).tolist()
