"""A process that is killed at a named point: the old state or the whole new one answers, and the next run succeeds.

Each case runs the same few lines twice: in a child that dies at the point, then here.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import motif_procedures  # noqa: F401
from dying import run_and_die
from fakes import HashEncoder
from motif import Graph
from motif.catalog import Catalog, from_triples
from motif.catalog.thresholds import read_threshold, save_threshold
from motif.crash_points import POINTS, VARIABLE
from motif.errors import GraphNotFound, StorageFailed
from motif.graphs.projection import NAME, Projection, VectorSet
from motif.graphs.stamp import EncoderStamp
from motif.settings import load_settings

STAMP = EncoderStamp("toy", 2, "5a")
TRIPLES = [("Heat", "directed by", "Mann"), ("Ran", "directed by", "Kurosawa")]
LESSON = {"question": "who made [Heat]?", "pattern": [["Heat", "directed by", "?who"]]}
SECOND = {"question": "who made [Ran]?", "pattern": [["Ran", "directed by", "?who"]]}


def films(more: bool = False) -> Projection:
    return from_triples([*TRIPLES, ("Ali", "directed by", "Mann")] if more else TRIPLES)


def project(home: Path) -> None:
    Catalog(home).create("db", "films", films, existing="keep")


def add_vectors(home: Path) -> None:
    catalog = Catalog(home)
    rows = catalog.open("db", "films").n_nodes
    matrix = np.eye(2, dtype=np.float32)
    catalog.add_vectors("db", "films", {NAME: VectorSet(STAMP, np.zeros(rows, np.int32), matrix)})


def refresh(home: Path) -> None:
    Catalog(home).create("db", "films", lambda: films(more=True), existing="replace")


def drop(home: Path) -> None:
    Catalog(home).drop("db", "films", fail_if_missing=False)


def learn(home: Path) -> None:
    opened(home).learn([SECOND])


def calibrate(home: Path) -> None:
    save_threshold(Catalog(home).learned_folder("db", "films"), 0.5, STAMP)


def opened(home: Path) -> Graph:
    catalog = Catalog(home)
    return Graph(
        lambda: catalog.open("db", "films"),
        encoder=HashEncoder,
        settings=load_settings(),
        learned=catalog.learned_folder("db", "films"),
    )


ACTIONS = {action.__name__: action for action in (project, add_vectors, refresh, drop, learn, calibrate)}


def test_the_variable_names_the_point(tmp_path: Path) -> None:
    """Once as a real process is killed, which begins with the variable set; the others set it in a child."""
    paths = os.pathsep.join([str(Path(__file__).parents[1]), *filter(None, sys.path)])
    environment = {
        **os.environ,
        VARIABLE: "snapshot.synced",
        "MOTIF_HOME": str(tmp_path),
        "PYTHONPATH": paths,
    }
    child = subprocess.run(
        [sys.executable, __file__, "project", str(tmp_path)],
        env=environment,
        capture_output=True,
        check=False,
    )
    assert child.returncode == -signal.SIGKILL, child.stderr.decode()
    assert Catalog(tmp_path).list("db") == []


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MOTIF_HOME", str(tmp_path / "home"))
    project(tmp_path / "home")
    opened(tmp_path / "home").learn([LESSON])
    save_threshold(Catalog(tmp_path / "home").learned_folder("db", "films"), 0.43, STAMP)
    return tmp_path / "home"


def state(home: Path) -> tuple[int, int, bool, int, float | None]:
    """Epoch, nodes, whether there are vectors, examples, threshold, as the next process sees them; all checked."""
    catalog = Catalog(home)
    projection = catalog.open("db", "films", verify=True)
    assert "problem" not in projection.configuration
    threshold = read_threshold(catalog.learned_folder("db", "films"), STAMP)
    examples = len(opened(home)._learned.examples())
    return projection.epoch, projection.n_nodes, NAME in projection.vectors, examples, threshold


def leftovers(home: Path) -> set[str]:
    """What lies about a graph that nothing will read."""
    folder = Catalog(home).learned_folder("db", "films").parent
    around = [entry.name for entry in folder.parent.iterdir() if entry.name.startswith(".")]
    inside = [entry.name for entry in folder.rglob("*") if entry.name.startswith(".")]
    old = sorted(int(entry.name) for entry in folder.iterdir() if entry.name.isdecimal())[:-1]
    return {*around, *inside, *map(str, old)}


@pytest.mark.parametrize("action", ["add_vectors", "refresh"])
@pytest.mark.parametrize(
    "point", ["snapshot.array", "snapshot.synced", "snapshot.renamed", "current.written"]
)
def test_killed_before_the_flip_the_old_epoch_answers(home: Path, action: str, point: str) -> None:
    before = state(home)
    run_and_die(ACTIONS[action], home, at=point)
    assert state(home) == before
    ACTIONS[action](home)
    after = state(home)
    assert after[0] > before[0] and after[1:3] != before[1:3] and after[3:] == before[3:]
    assert not leftovers(home)


def test_killed_when_the_graph_was_read_the_old_epoch_answers(home: Path) -> None:
    before = state(home)
    run_and_die(refresh, home, at="refresh.read")
    assert state(home) == before
    refresh(home)
    assert state(home)[1] == before[1] + 1 and not leftovers(home)


@pytest.mark.parametrize("action", ["add_vectors", "refresh"])
@pytest.mark.parametrize("point", ["current.flipped", "snapshot.removing"])
def test_killed_after_the_flip_the_new_epoch_answers_and_the_next_run_tidies(
    home: Path, action: str, point: str
) -> None:
    before = state(home)
    run_and_die(ACTIONS[action], home, at=point)
    after = state(home)
    assert after[0] > before[0] and after[1:3] != before[1:3] and after[3:] == before[3:]
    assert leftovers(home)
    ACTIONS[action](home)
    assert state(home)[1:] == after[1:] and not leftovers(home)


@pytest.mark.parametrize("point", ["snapshot.array", "snapshot.synced", "snapshot.renamed"])
def test_a_first_projection_that_was_killed_is_not_there_and_can_be_made(tmp_path: Path, point: str) -> None:
    run_and_die(project, tmp_path, at=point)
    with pytest.raises(GraphNotFound):
        Catalog(tmp_path).open("db", "films")
    assert Catalog(tmp_path).list("db") == []
    project(tmp_path)
    assert state(tmp_path)[1] == 4 and not leftovers(tmp_path)


def test_a_drop_that_was_killed_has_dropped_and_what_was_taught_is_gone(home: Path) -> None:
    run_and_die(drop, home, at="drop.removing")
    assert Catalog(home).list("db") == [] and not Catalog(home).exists("db", "films")
    project(home)
    assert state(home) == (1, 4, False, 0, None) and not leftovers(home)


@pytest.mark.parametrize("point", ["learned.memory", "durable.written"])
def test_examples_of_a_process_that_was_killed_are_those_before(home: Path, point: str) -> None:
    run_and_die(learn, home, at=point)
    assert opened(home)._learned.examples() == [LESSON]
    assert opened(home).retrieve("who made [Heat]?", planner="paths")[0].answers[0].name == "Mann"
    learn(home)
    assert opened(home)._learned.examples() == [LESSON, SECOND]
    folder = Catalog(home).learned_folder("db", "films")
    assert not leftovers(home) and sum(entry.is_dir() for entry in folder.iterdir()) == 1


def test_a_threshold_of_a_process_that_was_killed_is_the_one_before(home: Path) -> None:
    run_and_die(calibrate, home, at="durable.written")
    assert state(home)[-1] == 0.43
    calibrate(home)
    assert state(home)[-1] == 0.5 and not leftovers(home)


@pytest.mark.parametrize(
    ("action", "point"),
    [
        ("refresh", "snapshot.array"),
        ("refresh", "snapshot.array 3"),
        ("refresh", "snapshot.synced"),
        ("refresh", "current.written"),
        ("add_vectors", "snapshot.array 2"),
        ("learn", "learned.memory"),
        ("learn", "durable.written"),
        ("calibrate", "durable.written"),
    ],
)
def test_on_a_full_disk_all_stays_as_it_was_and_the_message_says_what_to_do(
    home: Path, monkeypatch: pytest.MonkeyPatch, action: str, point: str
) -> None:
    before = state(home)
    monkeypatch.setattr("motif.crash_points._words", [*point.split(), "full"])
    monkeypatch.setattr("motif.crash_points._passed", 0)
    with pytest.raises(StorageFailed, match=r"No space left on device.*still there.*Free some space"):
        ACTIONS[action](home)
    monkeypatch.setattr("motif.crash_points._words", [])
    assert state(home) == before and not leftovers(home)
    ACTIONS[action](home)
    assert state(home) != before


def test_every_point_is_known() -> None:
    """The points that are passed anywhere are those that are listed, so that a test cannot wait for none."""
    sources = [Path(sys.modules[name].__file__ or "").parent for name in ("motif", "motif_procedures")]
    code = "".join(path.read_text(encoding="utf-8") for source in sources for path in source.rglob("*.py"))
    assert sorted(re.findall(r'\n +reached\("(.+?)"\)', code)) == sorted(POINTS)


if __name__ == "__main__":
    ACTIONS[sys.argv[1]](Path(sys.argv[2]))
