"""A small corpus about films in a real server, as neo4j-graphrag leaves one: every method has three answers there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations, pairwise
from pathlib import Path

import neo4j

import motif
from fakes import HashEncoder
from motif.embedded import ServerState
from motif.settings import Settings

NAME = "frameworks"

FILMS = {"Heat": 1995, "Ali": 2001, "Collateral": 2004, "Thief": 1981}
STARRED = {
    "Heat": ("Al Pacino", "Robert De Niro", "Val Kilmer"),
    "Ali": ("Will Smith", "Jamie Foxx", "Jon Voight"),
    "Collateral": ("Tom Cruise", "Jamie Foxx", "Jada Smith"),
    "Thief": ("James Caan", "Tuesday Weld", "Jim Belushi"),
}
DIRECTOR = "Michael Mann"

DIRECTED = "which films did Michael Mann direct?"
QUESTIONS = {
    "auto": DIRECTED,
    "search": DIRECTED,
    "match": DIRECTED,
    "trace": DIRECTED,
    "spark": "which films have a year after 1990?",
    "expand": "What did Michael Mann make?",
    "community": "Who plays beside Jamie Foxx in the films of Michael Mann?",
}
"""A question for each method, with at least three pieces of evidence."""

_WRITE = """
UNWIND $films AS film MERGE (f:Film:__Entity__ {name: film.name}) SET f.year = film.year
MERGE (d:Person:__Entity__ {name: $director}) MERGE (d)-[:DIRECTED]->(f)
WITH f, film UNWIND film.starred AS name
MERGE (p:Person:__Entity__ {name: name}) MERGE (p)-[:ACTED_IN]->(f)
"""
_BESIDE = """
UNWIND $pairs AS pair MATCH (a:Person {name: pair[0]}), (b:Person {name: pair[1]}) MERGE (a)-[:PLAYS_BESIDE]->(b)
"""
_CHUNKS = """
UNWIND $chunks AS row CREATE (c:Chunk {id: row.id, title: row.title, text: row.text})
WITH c, row UNWIND row.names AS name MATCH (e:__Entity__ {name: name}) CREATE (e)-[:FROM_CHUNK]->(c)
"""
_NEXT = "UNWIND $pairs AS pair MATCH (a:Chunk {id: pair[0]}), (b:Chunk {id: pair[1]}) CREATE (a)-[:NEXT_CHUNK]->(b)"


@contextmanager
def framework_graph(server: ServerState, home: Path) -> Iterator[motif.Graph]:
    """The corpus written, projected and embedded in ``server``, whose other data goes; taken away at the end."""
    login = (server.user, server.password)
    settings = Settings(home=home / "home", cache=home / "cache")
    with neo4j.GraphDatabase.driver(server.bolt, auth=login, notifications_min_severity="OFF") as driver:
        driver.execute_query("MATCH (n) DETACH DELETE n")
        _write(driver)
        with motif.connect(driver=driver, encoder=HashEncoder(), settings=settings) as connection:
            graph = connection.project(
                NAME,
                name_property={"Chunk": "title", "Film": "name", "Person": "name"},
                text_properties=["text"],
                node_properties=["year"],
            )
            yield graph.embed().embed_triples()
        driver.execute_query("MATCH (n) DETACH DELETE n")


def _write(driver: neo4j.Driver) -> None:
    films = [{"name": film, "year": year, "starred": STARRED[film]} for film, year in FILMS.items()]
    driver.execute_query(_WRITE, films=films, director=DIRECTOR)
    pairs = [list(pair) for names in STARRED.values() for pair in combinations(names, 2)]
    driver.execute_query(_BESIDE, pairs=pairs)
    chunks = []
    for film, year in FILMS.items():
        one, other, third = STARRED[film]
        chunks += [
            (film, f"{DIRECTOR} made the film {film} in {year}.", [DIRECTOR, film]),
            (
                f"The cast of {film}",
                f"{one} and {other} are in {film}, with {third}.",
                [one, other, third, film],
            ),
            (f"The end of {film}", f"In {film}, {one} outlives {third}.", [one, third, film]),
        ]
    rows = [{"id": f"c{i}", "title": one[0], "text": one[1], "names": one[2]} for i, one in enumerate(chunks)]
    driver.execute_query(_CHUNKS, chunks=rows)
    driver.execute_query(_NEXT, pairs=[[one["id"], other["id"]] for one, other in pairwise(rows)])
