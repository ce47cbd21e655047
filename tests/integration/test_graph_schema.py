"""The schema of a known graph, read from a real server; and forms of values, told alike by Python and by Cypher."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from motif.catalog.graph_schema import read_graph_schema
from motif.database import Database
from motif.embedded import ServerState
from motif.graphs.graph_schema import (
    Ends,
    GraphSchema,
    LabelProfile,
    PropertyProfile,
    RelationProfile,
    SearchIndex,
    ValueFormat,
)
from motif.graphs.value_formats import DATE_PATTERNS, fits, read_value, reading_of

pytestmark = pytest.mark.integration

FILMS = """
UNWIND [['Heat', '$11.80', 1995, date('1995-12-15')], ['Ronin', '$5', 1998, date('1998-09-25')],
        ['Up', '$7.50', null, date('2009-05-29')]] AS row
CREATE (f:Film {title: row[0], price: row[1], year: row[2], shown: row[3], motifTextEmbedding: [1.0, 0.0],
                motifTextEmbeddingModel: 'tiny@1'})
CREATE (:Person:Director {name: 'Director of ' + row[0], tags: ['a', 'b']})-[:DIRECTED {fee: 1.5}]->(f)
"""
INDEX = """
CREATE VECTOR INDEX film_vectors IF NOT EXISTS FOR (f:Film) ON (f.motifTextEmbedding)
OPTIONS {indexConfig: {`vector.dimensions`: 2, `vector.similarity_function`: 'cosine'}}
"""


@pytest.fixture
def database(server: ServerState) -> Iterator[Database]:
    with Database.connect(server.bolt, (server.user, server.password), "neo4j") as opened:
        opened.write("MATCH (n) DETACH DELETE n")
        yield opened
        opened.write("DROP INDEX film_vectors IF EXISTS")
        opened.write("DROP INDEX film_rating IF EXISTS")
        opened.write("MATCH (n) DETACH DELETE n")


@pytest.fixture
def films(database: Database) -> Database:
    database.write(FILMS)
    database.write("CREATE (:Unrelated {x: 1})-[:ELSEWHERE]->(:Unrelated)")
    database.write(INDEX)
    database.write("CREATE INDEX film_rating IF NOT EXISTS FOR (f:Film) ON (f.rating)")
    database.run("CALL db.awaitIndexes(60)")
    return database


class WithoutAllCounts:
    """A session whose user may not call the procedure that tells all counts."""

    def __init__(self, database: Database) -> None:
        self._session = database.reading()
        self.version = self._session.version

    def run(self, statement: str, parameters: Mapping[str, Any], **options: Any) -> list[dict[str, Any]]:
        return [] if "SHOW PROCEDURES" in statement else self._session.run(statement, parameters, **options)

    def explain(self, statement: str, parameters: Mapping[str, Any]) -> Any:
        return self._session.explain(statement, parameters)


def known_schema(version: str) -> GraphSchema:
    titles = ("Heat", "Ronin", "Up")
    directors = tuple(f"Director of {title}" for title in titles)
    title = PropertyProfile("title", "STRING", examples=titles, values=titles, length=11 / 3)
    name = PropertyProfile("name", "STRING", examples=directors, values=directors, length=47 / 3)
    price = PropertyProfile(
        "price",
        "STRING",
        minimum=5.0,
        maximum=11.8,
        examples=("$11.80", "$5", "$7.50"),
        values=("$11.80", "$5", "$7.50"),
        format=ValueFormat("currency", "$"),
        length=13 / 3,
    )
    year = PropertyProfile(
        "year", "INTEGER", 2 / 3, minimum=1995, maximum=1998, examples=(1995, 1998), values=(1995, 1998)
    )
    days = ("1995-12-15", "1998-09-25", "2009-05-29")
    shown = PropertyProfile("shown", "DATE", minimum=days[0], maximum=days[2], examples=days)
    rating = PropertyProfile("rating", "ANY", 0.0)
    tags = PropertyProfile("tags", "LIST", distinct=1 / 3, examples=(("a", "b"),))
    fee = PropertyProfile(
        "fee", "FLOAT", distinct=1 / 3, minimum=1.5, maximum=1.5, examples=(1.5,), values=(1.5,)
    )
    of_film = {one.name: one for one in (price, rating, shown, title, year)}
    of_person = {"name": name, "tags": tags}
    ends = (Ends("Director", "Film", 1.0), Ends("Person", "Film", 1.0))
    return GraphSchema(
        labels={
            "Director": LabelProfile("Director", 3, of_person, "name"),
            "Film": LabelProfile("Film", 3, of_film, "title"),
            "Person": LabelProfile("Person", 3, of_person, "name"),
        },
        relations={"DIRECTED": RelationProfile("DIRECTED", 3, ends, {"fee": fee}, name, title)},
        indexes=(
            SearchIndex("film_rating", "range", "node", ("Film",), ("rating",)),
            SearchIndex(
                "film_vectors", "vector", "node", ("Film",), ("motifTextEmbedding",), 2, "cosine", "tiny@1"
            ),
        ),
        n_nodes=8,
        n_relationships=3,
        version=version,
    )


def test_the_schema_of_a_known_graph_exactly(films: Database) -> None:
    found = read_graph_schema(
        films.reading(), labels=["Film", "Person", "Director"], types=["DIRECTED", "NOTHING"]
    )
    assert found.labels == known_schema(films.version).labels
    assert found.relations == known_schema(films.version).relations
    assert found.indexes == known_schema(films.version).indexes
    assert (found.n_relationships, found.version) == (3, films.version)


def test_the_whole_database_has_every_label(films: Database) -> None:
    found = read_graph_schema(films.reading())
    assert list(found.labels) == ["Director", "Film", "Person", "Unrelated"]
    assert list(found.relations) == ["DIRECTED", "ELSEWHERE"]
    assert (found.n_nodes, found.n_relationships) == (8, 4)


def test_a_user_without_the_right_to_all_counts_reads_the_same(films: Database) -> None:
    found = read_graph_schema(WithoutAllCounts(films))
    assert found == read_graph_schema(films.reading())


def test_an_empty_database_has_an_empty_schema(database: Database) -> None:
    found = read_graph_schema(database.reading(), labels=[])
    assert (found.labels, found.relations, found.n_nodes) == ({}, {}, 0)
    found = read_graph_schema(database.reading())
    assert (found.labels, found.relations, found.n_nodes, found.n_relationships) == ({}, {}, 0, 0)


def test_a_sample_is_not_of_the_first_nodes(database: Database) -> None:
    """Of 12,000 nodes the last tenth alone has ``late``; a rare label stands between them."""
    database.write(
        "UNWIND range(0, 11999) AS i CREATE (n:Common {i: i}) "
        "FOREACH (_ IN CASE WHEN i >= 10800 THEN [1] ELSE [] END | SET n.late = 'x') "
        "FOREACH (_ IN CASE WHEN i % 2000 = 77 THEN [1] ELSE [] END | CREATE (n)-[:HAS]->(:Rare {rare: i}))"
    )
    found = read_graph_schema(database.reading())
    late = found.labels["Common"].properties["late"]
    assert late.present == pytest.approx(0.1, abs=0.02)
    number = found.labels["Common"].properties["i"]
    assert number.minimum < 50
    assert number.maximum > 11_900
    assert found.labels["Rare"].properties["rare"].values == (77, 2077, 4077, 6077, 8077, 10077)
    assert found.relations["HAS"].ends == (Ends("Common", "Rare", 1.0),)


def test_ids_that_nothing_has_any_more_do_not_hide_a_label(database: Database) -> None:
    database.write("UNWIND range(0, 9999) AS i CREATE (:Common {i: i})")
    database.write("MATCH (n:Common) WHERE n.i < 9000 DELETE n")
    found = read_graph_schema(database.reading()).labels["Common"]
    assert found.count == 1000
    assert (found.properties["i"].present, found.properties["i"].maximum > 9900) == (1.0, True)


FORMATS = [
    ValueFormat("number"),
    ValueFormat("number", "", ","),
    ValueFormat("currency", "$"),
    ValueFormat("currency", "€", ","),
    ValueFormat("quantity", "min"),
    ValueFormat("quantity", "km/h"),
    ValueFormat("quantity", "m²"),
    ValueFormat("quantity", "a.*(b"),
    ValueFormat("year"),
    ValueFormat("boolean"),
    ValueFormat("date"),
    *(ValueFormat("date", pattern=pattern) for pattern in DATE_PATTERNS),
]
TEXTS = [
    *("", " ", "0", "5", "-5", "+1,234.50", "1.234,50", "00501", "1e5", "NaN", "٣", "5\n", "1,23"),
    *(
        "$5",
        "-$1,234.5",
        "$-5",
        "-$-5",
        "5 $",
        "5\u00a0€",
        "€ 7,50",
        "12 min",
        "12 mins",
        "12min",
        "1,200 km/h",
        "5 m²",
    ),
    *("3 a.*(b", "3 aab", "1995", "3995", "yes", "NO", "yeſ", "T", "2019-03-01", "2019-02-31", "2019-13-01"),
    *("2019-03-01T10:00:00.5+01:00[Europe/Berlin]", "2019-03-01 10:00", "1/2/2019", "13/2/2019", "2/13/2019"),
    *(
        "2019/02/13",
        "13.2.2019",
        "2019.2.13",
        "13-02-2019",
        "3 March 2019",
        "3. Mär 2019",
        "3. Mar. 2019",
        "3-MAR-2019",
    ),
    *("3/mar/2019", "March 3, 2019", "Sept 3 2019", "May 2019", "May, 2019", "2019-03", "3/2019", "İ"),
]


def test_forms_are_told_alike_by_python_and_by_cypher(database: Database) -> None:
    statement = "UNWIND $texts AS text RETURN text =~ $shape AS fits"
    for form in FORMATS:
        rows = database.run(statement, texts=TEXTS, shape=reading_of(form).shape)
        assert [row["fits"] for row in rows] == [fits(text, form) for text in TEXTS], form


def test_numbers_are_read_alike_by_python_and_by_cypher(database: Database) -> None:
    statement = """
    UNWIND $texts AS text
    WITH reduce(left = text, literal IN $removed | replace(left, literal, '')) AS digits
    RETURN toFloat(CASE WHEN $comma THEN replace(digits, ',', '.') ELSE digits END) AS number
    """
    for form in FORMATS:
        reading = reading_of(form)
        if reading.gives == "number":
            texts = [text for text in TEXTS if fits(text, form)]
            rows = database.run(
                statement, texts=texts, removed=list(reading.removed), comma=reading.decimal_comma
            )
            assert [row["number"] for row in rows] == [read_value(text, form) for text in texts]
