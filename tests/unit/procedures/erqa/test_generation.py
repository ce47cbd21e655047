"""Questions of several constraints: their answers by brute force, their noise, and that a seed gives them again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motif.catalog.triples import from_triples
from motif.errors import InvalidInput
from motif.graphs.pattern import parse_pattern
from motif.graphs.projection import Projection
from motif.indexes.names import build_name_index
from motif_procedures.erqa.bridge_stars import BridgeStars
from motif_procedures.erqa.constraints import AnswerFinder, Constraint
from motif_procedures.erqa.generation import ErqaOptions, generate_questions
from motif_procedures.erqa.noise import NoiseOptions
from motif_procedures.erqa.question import ErqaQuestion
from motif_procedures.erqa.wording import question_words, telling_label, type_of

Fact = tuple[str, str, str]

NAMES = ("Ann Lee", "Bob", "Cäcilie Öz", "Drama", "The Wire", "Heat (1995)", "Ida", "Jo Ho", "1995", "Kim Xu")


def films(n_films: int = 30, seed: int = 3) -> list[Fact]:
    """Films with facts that many share."""
    random = np.random.default_rng(seed)
    people = [
        f"{first} {last}"
        for first in ("Anna", "Béla", "Carl", "Dora")
        for last in ("Moritz", "Sander", "Vega")
    ]
    facts: list[Fact] = []
    for number in range(n_films):
        film = f"The Story of Number {number}"
        facts += [(film, "starred_actors", str(name)) for name in random.choice(people, 4, replace=False)]
        facts.append((film, "directed_by", str(random.choice(people))))
        facts.append((film, "has_genre", str(random.choice(["Drama", "Comedy", "Western"]))))
        facts.append((film, "release_year", str(random.choice(["1995", "1996"]))))
    return facts


def answers_by_brute_force(projection: Projection, triples: Sequence[Any]) -> set[str]:
    """Names of all nodes that, put in place of the unknown, make every triple a fact."""
    pattern = parse_pattern(triples)
    table, names = projection.relationships, projection.nodes.names
    facts = [
        (source, table.relations[relation], target)
        for source, relation, target in zip(table.source, table.relation, table.target, strict=True)
    ]
    found = set()
    for row in range(projection.n_nodes):
        label = next(node.label for node in pattern.nodes if not node.is_known)
        if label is not None and label not in projection.nodes.labels(row):
            continue
        if all(_is_met(facts, names, row, pattern.nodes, edge) for edge in pattern.edges):
            found.add(names[row])
    return found


def _is_met(facts: Sequence[Any], names: Any, row: int, nodes: Any, edge: Any) -> bool:
    return any(
        relation == edge.relation
        and source != target
        and (source == row if not nodes[edge.head].is_known else names[source] == nodes[edge.head].name)
        and (target == row if not nodes[edge.tail].is_known else names[target] == nodes[edge.tail].name)
        for source, relation, target in facts
    )


class TestAnswers:
    def test_each_answer_meets_every_constraint_and_none_is_missing(self) -> None:
        projection = from_triples(films())
        for question in generate_questions(projection, ErqaOptions(45, most_answers=50)):
            assert set(question.answers) == answers_by_brute_force(projection, question.gold)
            assert question.pattern == question.gold

    def test_labels_narrow_the_answers_and_name_what_is_asked(self) -> None:
        facts = films()
        labels = {head: ["Film"] for head, _, _ in facts} | {tail: ["Thing"] for _, _, tail in facts}
        projection = from_triples(facts, labels)
        for question in generate_questions(projection, ErqaOptions(12, most_answers=50)):
            assert set(question.answers) == answers_by_brute_force(projection, question.gold)
            assert question.question.startswith(("Which film ", "Which thing "))
            assert {"unknown": "answer", "label": question.question.split()[1].title()} in [
                part for head, _, tail in question.pattern for part in (head, tail)
            ]

    @settings(max_examples=60, deadline=None)
    @given(data=st.data())
    def test_the_finder_agrees_with_brute_force_on_any_multigraph(self, data: st.DataObject) -> None:
        node = st.sampled_from(NAMES)
        facts = data.draw(st.lists(st.tuples(node, st.sampled_from("rst"), node), min_size=1, max_size=25))
        projection = from_triples(facts)
        relations = projection.relationships.relations
        named = st.sampled_from([projection.nodes.names[row] for row in range(projection.n_nodes)])
        drawn = data.draw(
            st.lists(
                st.builds(Constraint, st.integers(0, len(relations) - 1), st.booleans(), named),
                min_size=1,
                max_size=4,
                unique_by=lambda constraint: constraint.name,
            )
        )
        finder = AnswerFinder(projection, build_name_index(projection.nodes.names))
        triples = [
            ("?answer", relations[one.relation], {"name": one.name})
            if one.outgoing
            else ({"name": one.name}, relations[one.relation], "?answer")
            for one in drawn
        ]
        found = {projection.nodes.names[row] for row in finder.rows(drawn).tolist()}
        assert found == answers_by_brute_force(projection, triples)


class TestBridgeStars:
    def test_both_stars_have_the_bridges_and_the_visible_one_has_nothing_of_the_rest(self) -> None:
        projection = from_triples(films())
        stars, random = BridgeStars(projection), np.random.default_rng(5)
        for _ in range(40):
            drawn = stars.draw(5, random)
            assert drawn is not None
            star, constraints = drawn
            of_visible = {projection.nodes.names[row] for row in stars.neighbours(star.visible).tolist()}
            assert {one.name for one in constraints if one.is_bridge} <= of_visible
            assert not {one.name for one in constraints if not one.is_bridge} & of_visible
            assert len({one.name for one in constraints}) == 5
            assert 1 <= sum(one.is_bridge for one in constraints) <= 4

    def test_a_graph_without_any_says_so(self) -> None:
        chain = from_triples([(str(number), "next", str(number + 1)) for number in range(20)])
        with pytest.raises(
            InvalidInput, match="too few bridge-star subgraphs for 3 questions of 4 constraints: 0"
        ):
            generate_questions(chain, ErqaOptions(3))


class TestSets:
    def test_the_same_seed_gives_the_same_questions_and_another_gives_others(self) -> None:
        projection = from_triples(films())
        options = ErqaOptions(15, most_answers=50, noise=NoiseOptions(0.3, 0.2))
        first, again = (generate_questions(projection, options) for _ in range(2))
        assert first == again
        assert first != generate_questions(projection, ErqaOptions(15, most_answers=50, seed=1))

    def test_as_many_of_each_number_of_constraints(self) -> None:
        found = generate_questions(from_triples(films()), ErqaOptions(11, most_answers=50))
        assert [question.kind for question in found] == ["4"] * 4 + ["5"] * 4 + ["6"] * 3
        assert all(len(question.pattern) == int(question.kind) for question in found)
        assert len({frozenset(question.gold) for question in found}) == 11  # type: ignore[arg-type]

    def test_questions_with_more_answers_than_allowed_are_turned_down(self) -> None:
        projection = from_triples(films())
        found = generate_questions(projection, ErqaOptions(20, constraints=(2,), most_answers=2))
        assert max(len(question.answers) for question in found) <= 2

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            (ErqaOptions(0), "1 question or more, not 0"),
            (ErqaOptions(constraints=()), "2 to 32 constraints, not none"),
            (ErqaOptions(constraints=(4, 33)), "not 4, 33"),
            (ErqaOptions(constraints=(1,)), "not 1"),
            (ErqaOptions(most_answers=0), "At least 1 answer"),
            (ErqaOptions(noise=NoiseOptions(1.5)), "'noise' is a share from 0 to 1, not 1.5"),
            (ErqaOptions(noise=NoiseOptions(wrong=-1)), "'wrong' is a share"),
            (ErqaOptions(noise=NoiseOptions(0.1, kinds=("slang",))), "no kind of noise 'slang'"),
            (ErqaOptions(noise=NoiseOptions(0.1, kinds=())), "Noise needs a kind"),
        ],
    )
    def test_options_that_cannot_be_are_refused(self, options: ErqaOptions, message: str) -> None:
        with pytest.raises(InvalidInput, match=message):
            generate_questions(from_triples(films()), options)


class TestNoise:
    def test_the_share_is_as_asked_and_the_rest_stays(self) -> None:
        projection = from_triples(films())
        clean = generate_questions(projection, ErqaOptions(30, most_answers=50))
        noisy = generate_questions(projection, ErqaOptions(30, most_answers=50, noise=NoiseOptions(0.2)))
        n_constraints = sum(question.n_constraints for question in clean)
        assert sum(len(question.noise) for question in noisy) == round(0.2 * n_constraints)
        for before, after in zip(clean, noisy, strict=True):
            assert (before.gold, before.answers, before.id) == (after.gold, after.answers, after.id)
            assert changed(after) == {change.triple: (change.name, change.said) for change in after.noise}
            assert all(change.said in after.question for change in after.noise)

    def test_nothing_is_changed_into_another_node(self) -> None:
        projection = from_triples(films())
        names = build_name_index(projection.nodes.names)
        found = generate_questions(projection, ErqaOptions(30, most_answers=50, noise=NoiseOptions(0.6)))
        changes = [change for question in found for change in question.noise]
        assert changes
        for change in changes:
            called = {projection.nodes.names[row] for row in names.exact(change.said).tolist()}
            assert called <= {change.name}
            assert change.said != change.name

    @pytest.mark.parametrize("kind", ["alias", "typo"])
    def test_one_kind_alone(self, kind: str) -> None:
        options = ErqaOptions(12, most_answers=50, noise=NoiseOptions(0.3, kinds=(kind,)))
        found = generate_questions(from_triples(films()), options)
        assert {change.kind for question in found for change in question.noise} == {kind}

    def test_a_wrong_constraint_leaves_no_answer(self) -> None:
        projection = from_triples(films())
        found = generate_questions(
            projection, ErqaOptions(20, most_answers=50, noise=NoiseOptions(wrong=0.25))
        )
        impossible = [question for question in found if not question.is_possible]
        assert len(impossible) == 5
        for question in impossible:
            assert [change.kind for change in question.noise] == ["wrong"]
            assert not answers_by_brute_force(projection, question.pattern)
            assert answers_by_brute_force(projection, question.gold)


class TestWording:
    def test_names_that_read_as_unknowns_are_escaped(self) -> None:
        facts = [(film, "r", f"{n}") for film in "AB" for n in range(4)]
        facts += [("A", "tag", "?x"), ("A", "tag", "UNK"), ("B", "tag", "t")]
        found = generate_questions(from_triples(facts), ErqaOptions(6, constraints=(2, 3, 4)))
        for question in found:
            assert parse_pattern(question.pattern).unknowns == ("answer",)

    def test_the_type_comes_from_the_label_then_from_the_relations(self) -> None:
        relations = ("/film/film/genre", "directed_by")
        of_film = [Constraint(0, True, "Drama"), Constraint(1, True, "Michael Mann")]
        assert type_of(relations, of_film, None) == "film"
        assert type_of(relations, of_film, "TVShow") == "tv show"
        assert type_of(relations, [Constraint(0, False, "Heat")], None) == "genre"
        assert type_of(relations, [Constraint(1, False, "Heat")], None) == "entity"

    def test_one_clause_for_each_constraint(self) -> None:
        words = question_words(
            "person", ("directed_by", "knows"), [Constraint(0, False, "Heat"), Constraint(1, True, "Al")]
        )
        assert words == "Which person is what Heat is directed by and knows Al?"

    def test_a_label_that_all_carry_tells_nothing(self) -> None:
        labels: Mapping[str, Sequence[str]] = {"Heat": ["Entity"], "Mann": ["Entity"]}
        assert telling_label(from_triples([("Heat", "by", "Mann")], labels), 0) is None


def changed(question: ErqaQuestion) -> dict[int, tuple[str, str]]:
    """By triple the names in which a question differs from the graph's."""
    before, after = parse_pattern(question.gold), parse_pattern(question.pattern)
    found = {}
    for place, (one, other) in enumerate(zip(before.edges, after.edges, strict=True)):
        assert one.relation == other.relation
        for was, now in ((one.head, other.head), (one.tail, other.tail)):
            names = before.nodes[was].name, after.nodes[now].name
            if names[0] != names[1]:
                found[place] = (str(names[0]), str(names[1]))
    return found
