"""An old epoch leaves memory once nobody reads it, whatever was asked of it before."""

import contextlib
import gc
import threading
import time
import weakref

import pytest

from fakes import HashEncoder
from motif.catalog import from_triples
from motif.engine.control import Control
from motif.errors import MotifError
from motif.graphs.companions import companion
from motif.graphs.graph_schema import GraphSchema
from motif.knowledge_graph import Graph
from motif.knowledge_graph.letting_go import LettingGo
from motif.planners.slots.planner import SlotPlanner
from motif.settings import Settings

QUESTIONS = (
    "who directed Film 3?",
    "how many films did Director 2 direct?",
    "films released in 1995",
    "who directd Flm 3?",
)


def projection(films):
    triples = [(f"Film {i}", "directed_by", f"Director {i % 5}") for i in range(films)]
    triples += [(f"Film {i}", "release_year", str(1990 + i % 10)) for i in range(films)]
    labels = {f"Film {i}": "Film" for i in range(films)} | {f"Director {i}": "Person" for i in range(5)}
    return from_triples(triples, labels=labels)


def let_go(known: weakref.ref[object]) -> bool:
    """Whether nothing holds it any more; a thread of another test may be where it looks at all objects."""
    for _ in range(50):
        gc.collect()
        if known() is None:
            return True
        time.sleep(0.1)
    return False


@pytest.fixture
def epochs():
    return [projection(30)]


@pytest.fixture
def graph(epochs):
    return Graph(lambda: epochs[-1], encoder=HashEncoder, settings=Settings())


def ask_everything(graph):
    for question in QUESTIONS:
        for method in ("auto", "match", "search"):
            for planner in ("auto", "meaning", "paths"):
                with contextlib.suppress(MotifError):  # what nothing answers leaves memory too
                    graph.retrieve(question, method=method, planner=planner)
    graph.search([("?film", "directed_by", "Director 1")])
    graph.match([("?film", "directed by", "Direktor 1")])
    graph.verify("Film 3 was directed by Director 3")


def test_an_epoch_that_was_asked_in_words_is_let_go_after_a_refresh(graph, epochs):
    ask_everything(graph)
    view = graph.view
    old = [weakref.ref(view), weakref.ref(view.values), weakref.ref(view.projection.nodes.label_set)]
    del view
    epochs[:] = [projection(33)]
    assert graph.retrieve("who directed Film 32?")[0].answers[0].name == "Director 2"
    assert all(map(let_go, old))


def test_who_still_reads_an_epoch_keeps_it(graph, epochs):
    with graph.held():
        old = weakref.ref(graph.view)
        epochs[:] = [projection(33)]
        threading.Thread(target=lambda: graph.view).start()
        gc.collect()
        assert graph.retrieve("who directed Film 3?")
        assert old() is graph.view
    assert old() is not graph.view
    assert let_go(old)


def test_a_planner_of_steps_does_not_keep_the_graphs_that_it_planned_for(graph, epochs):
    schema = GraphSchema(labels={}, relations={}, n_nodes=0, n_relationships=0)
    planner = SlotPlanner(lambda: schema)
    with Control() as control:
        planner.plan(QUESTIONS[0], graph.view, limit=1, control=control)
    old = weakref.ref(graph.view)
    epochs[:] = [projection(33)]
    assert graph.view is not old()
    assert let_go(old)


class Owner:
    """Something that companions are made of."""


def test_what_no_longer_fits_is_made_again():
    owner, maker = Owner(), Owner()
    first = companion(owner, maker, lambda: [1], lambda made: True)
    assert companion(owner, maker, lambda: [2], lambda made: made == [1]) is first
    assert companion(owner, maker, lambda: [2], lambda made: made == [2]) == [2]
    assert companion(owner, Owner(), lambda: [3], lambda made: True) == [3]


def test_cycles_are_collected_without_being_asked_and_the_thread_ends():
    letting_go = LettingGo((0.0, 0.01))
    owner = Owner()
    owner.itself = owner
    gone = threading.Event()
    weakref.finalize(owner, gone.set)
    letting_go.of(owner)
    del owner
    assert gone.wait(100)


def test_what_stays_in_use_is_looked_at_a_few_times_only():
    letting_go = LettingGo((0.0, 0.01))
    owner = Owner()
    letting_go.of(owner)
    thread = letting_go._thread
    if thread is not None:
        thread.join(100)
        assert not thread.is_alive()
    letting_go.of(owner)  # begins anew
