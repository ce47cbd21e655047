"""Draws the pictures of the pages about methods: each is a real result over a sample graph, drawn by ``show()``.

``python docs/pictures.py`` writes those that need no server; with ``--uri`` and ``--password`` of a server that holds
the sample graph ``world``, that of plans of steps too. Tests compare the files with what this draws.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import motif
from motif.catalog import from_rows
from motif.graphs.evidence import Evidence, Results
from motif.models.encoder import load_encoder
from motif.settings import load_settings
from motif_loaders import registry, world
from motif_loaders.records import Key, NodeRecord, Record, RelationshipRecord

IMAGES = Path(__file__).parent / "images"

LABELS = ("Country", "Continent", "Subregion", "Language", "Currency")
"""What of ``world`` is drawn from, with the capitals: small enough to embed in seconds."""


def search() -> Evidence:
    """A capital, told by a misspelt currency and by relations that are not the graph's."""
    pattern = [("?country", "pays with", "Zlotty"), ("?country", "capital city", "?city")]
    return countries().search(pattern, answer="?city")[0]


def matching() -> Evidence:
    """A country that three facts are told of."""
    question = "Which country borders France, borders Germany and has the language French?"
    return answering(countries().retrieve(question, method="match"), "Switzerland")


def tracing() -> Evidence:
    """One trace from a capital over a border to a language."""
    question = "What is spoken in the countries next to the one whose capital is Vienna?"
    return answering(countries().retrieve(question, method="trace", top_k=20), "Romansh")


def expansion() -> Evidence:
    """What the best seed leads to."""
    question = "What describes the conditions under which barley is grown?"
    found = resources().expand(question, seeds=1, neighbours=3, bm25_weight=1)
    return next(piece for piece in found if piece.metadata["role"] == "neighbour")


def communities() -> Evidence:
    """The first community about a part of Europe."""
    return countries().community("Which countries of Eastern Europe are neighbours?")[0]


PICTURES: Mapping[str, Callable[[], Evidence]] = {
    "search": search,
    "matching": matching,
    "tracing": tracing,
    "expansion": expansion,
    "communities": communities,
}
"""Pictures that need no server, by the name of their file."""


def planning(graph: motif.Graph) -> Evidence:
    """A country that a number and a border tell, over ``graph``, a projection of ``world`` in a database."""
    question = "countries with more than 100 million inhabitants that border China"
    return answering(graph.retrieve(question, method="spark"), "India")


def answering(found: Results, name: str) -> Evidence:
    """The piece that is answered by the node called ``name``."""
    return next(piece for piece in found if name in [answer.name for answer in piece.answers])


@cache
def countries() -> motif.Graph:
    """The countries of ``world`` with what `LABELS` names and their capitals, embedded."""
    records = list(world.load())
    capitals = {record.target for record in records if getattr(record, "type", "") == "HAS_CAPITAL"}
    kept = (
        record
        for record in records
        if isinstance(record, RelationshipRecord) or record.key.label in LABELS or record.key in capitals
    )
    return graph_of(kept).embed().embed_triples()


@cache
def resources() -> motif.Graph:
    """The whole of ``registry``, without vectors."""
    return graph_of(registry.load())


def graph_of(records: Iterable[Record]) -> motif.Graph:
    """A loader's nodes, and the relationships between them, as a graph in memory."""
    nodes: dict[str, tuple[list[str], dict[str, Any]]] = {}
    links: dict[tuple[str, str, str], dict[str, Any]] = {}
    for record in records:
        if isinstance(record, NodeRecord):
            _, properties = nodes.setdefault(_id(record.key), (list(record.all_labels), {}))
            properties |= {record.key.property: record.key.value, **record.properties}
        elif isinstance(record, RelationshipRecord):
            links[_id(record.source), record.type, _id(record.target)] = dict(record.properties)
    inside = [(*ends, told) for ends, told in links.items() if ends[0] in nodes and ends[2] in nodes]
    projection = from_rows([(one, *told) for one, told in nodes.items()], inside)
    settings = load_settings()
    return motif.Graph(
        lambda: projection,
        encoder=cache(lambda: load_encoder(settings.encoder, settings.cache)),
        settings=settings,
    )


def _id(key: Key) -> str:
    return f"{key.label} {key.value}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--uri")
    parser.add_argument("--password")
    parser.add_argument("--graph", default="world", help="the projection of world")
    arguments = parser.parse_args()
    drawn = {name: piece() for name, piece in PICTURES.items()}
    if arguments.uri:
        with motif.connect(arguments.uri, ("neo4j", arguments.password)) as connection:
            drawn["planning"] = planning(connection.graph(arguments.graph))
    for name, piece in drawn.items():
        piece.show().save(IMAGES / f"{name}.svg")
        print(f"{name}: {piece.text}")


if __name__ == "__main__":
    main()
