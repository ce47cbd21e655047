"""Questions about what no graph here holds, with names of things that it does hold: none may be presented as answered.

They ask by a verb, a property or a noun of which the schema has nothing: who "blackmailed" a player is not who trains
him. ``python tests/foreign_questions.py [--test] GRAPH…`` asks them of graphs of ``tests/questions`` and prints those
that are answered all the same, of the half to look at or, with ``--test``, of the half that is only counted.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

import motif
from motif.errors import NoEntityFound
from motif.indexes.names import readable
from motif_procedures.cypher_questions.graph_files import PlainGraph
from schema_questions import GRAPHS, Things, graph_of

VERBS = {
    "dev": (
        "sued",
        "insulted",
        "poisoned",
        "photographed",
        "forgave",
        "blackmailed",
        "insured",
        "imitated",
        "kidnapped",
    ),
    "test": (
        "mourned",
        "ridiculed",
        "hypnotised",
        "applauded",
        "inspired",
        "banned",
        "robbed",
        "threatened",
        "refused",
    ),
}
PROPERTIES = {
    "dev": ("shoe size", "star sign", "favourite colour", "wingspan", "tax number"),
    "test": ("blood pressure", "nickname", "boiling point", "horsepower", "middle name"),
}
NOUNS = {
    "dev": ("nurses", "gladiators", "volcanoes", "submarines", "violins"),
    "test": ("shepherds", "lighthouses", "dinosaurs", "parachutes", "plumbers"),
}
OF_EACH = 12
"""Questions of each kind to one graph."""


def foreign_questions(
    plain: PlainGraph, graph: motif.Graph, half: str = "dev", seed: int = 0
) -> Iterator[str]:
    """`OF_EACH` questions by verbs and by properties, and one for each noun that the graph has not."""
    draw = random.Random(seed)
    names = graph.view.projection.nodes.names
    words = " ".join((*_schema(plain), *(names[row] for row in range(len(plain.nodes))))).lower()
    verbs, nouns = ([one for one in held[half] if one[:5] not in words] for held in (VERBS, NOUNS))
    properties = [one for one in PROPERTIES[half] if not any(part[:5] in words for part in one.split())]
    links = draw.sample(range(len(plain.links)), min(OF_EACH, len(plain.links)))
    for at in links:
        one = plain.links[at]
        near, far = draw.sample((one.source, one.target), 2)
        yield f"Which {_things(plain, near).plural} {draw.choice(verbs)} {names[far]}?"
    for row in draw.sample(range(len(plain.nodes)), min(OF_EACH, len(plain.nodes))):
        yield f"What is the {draw.choice(properties)} of {names[row]}?"
    yield from (f"How many {noun} are there?" for noun in nouns)
    yield from (f"Which {noun} are there?" for noun in nouns)


def presented(graph: motif.Graph, question: str) -> bool:
    """Whether a question is answered, and so that it looks right."""
    try:
        return graph.retrieve(question).status == "answered"
    except NoEntityFound:
        return False


def _things(plain: PlainGraph, row: int) -> Things:
    return Things(sorted(plain.nodes[row].labels)[0], (), ())


def _schema(plain: PlainGraph) -> Iterator[str]:
    for node in plain.nodes:
        yield from (readable(word) for word in (*node.labels, *node.properties))
    for link in plain.links:
        yield from (readable(word) for word in (link.type, *link.properties))


def main(given: list[str]) -> None:
    """Prints the share that is presented, and of the half to look at each question that is."""
    half = "test" if "--test" in given else "dev"
    asked, wrong = 0, 0
    for name in [one for one in given if not one.startswith("--")] or GRAPHS:
        plain, graph = graph_of(name)
        for question in foreign_questions(plain, graph, half):
            asked += 1
            if presented(graph, question):
                wrong += 1
                print(f"{name}: {question}" if half == "dev" else name, flush=True)
    print(f"{wrong} of {asked} are presented as answered ({half}).")


if __name__ == "__main__":
    main(sys.argv[1:])
