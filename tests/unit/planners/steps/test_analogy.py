"""Examples followed without a model: the question's own names and numbers in the example's places, or nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fakes
from motif.catalog import from_triples
from motif.graphs.graph_schema import GraphSchema, LabelProfile, PropertyProfile
from motif.graphs.plan import Plan
from motif.graphs.step_reading import step_value
from motif.planners.steps.analogy import Analogy, texts_in
from motif.planners.steps.examples import StepExamples
from motif.retrievers.view import View

LABELS = {
    **dict.fromkeys(["Heat", "Alien", "The Insider", "Airplane!", "Heat Wave"], "Film"),
    **dict.fromkeys(["Michael Mann", "Ridley Scott", "Jim Abrahams"], "Person"),
}
TRIPLES = [
    ("Heat", "directed_by", "Michael Mann"),
    ("The Insider", "directed_by", "Michael Mann"),
    ("Alien", "directed_by", "Ridley Scott"),
    ("Airplane!", "directed_by", "Jim Abrahams"),
    ("Heat Wave", "directed_by", "Jim Abrahams"),
]
GENRE = PropertyProfile("genre", "STRING", values=("Drama", "Comedy", "Science fiction"))
SCHEMA = GraphSchema({"Film": LabelProfile("Film", 5, {"genre": GENRE})}, {})

CYPHER = "MATCH (f:Film)-[:directed_by]->(p {name: 'Michael Mann'}) WHERE f.year > 1999 RETURN f"


@pytest.fixture(scope="module")
def films() -> View:
    return View(from_triples(TRIPLES, labels=LABELS), fakes.HashEncoder)


def find(where: dict[str, Any], label: str | None = "Film") -> dict[str, Any]:
    return {"steps": [{"step": "find", "as": "a", "label": label, "where": where}]}


def made(view: View, examples: Sequence[dict[str, Any]], question: str) -> Any:
    """The first step's conditions, parameters, text or limit of what is planned; None where nothing is."""
    plan = StepExamples(examples).plan_like(question, view, SCHEMA)
    return None if plan is None else step_value(plan.steps[0])


def test_names_and_numbers_of_cypher_are_those_of_the_question(films: View) -> None:
    example = {"question": "films by [Michael Mann] after 1999?", "cypher": CYPHER}
    step = made(films, [example], "Films by ridley scott after 2,005")
    assert step["parameters"] == {"said_1": "Ridley Scott", "said_2": 2005}
    assert step["cypher"] == (
        "MATCH (f:Film)-[:directed_by]->(p {name: $said_1}) WHERE f.year > $said_2 RETURN f"
    )


def test_the_plan_says_where_it_comes_from(films: View) -> None:
    known = StepExamples([{"question": "films by Michael Mann after 1999", "cypher": CYPHER}])
    plan = known.plan_like("films by Ridley Scott after 2001?", films, SCHEMA)
    assert isinstance(plan, Plan)
    assert (plan.method, plan.planner, plan.confidence) == ("spark", "examples", 0.95)
    assert plan.question == "films by Ridley Scott after 2001?"
    assert plan.notes == ("as the example 'films by Michael Mann after 1999'",)
    assert Plan.from_value(plan.as_dict()) == plan


@pytest.mark.parametrize(
    ("example", "question", "where"),
    [
        (("drama films under $20", {"genre": "Drama", "price": {"$lt": 20}}), "comedy films under $12.50?",
         {"genre": "Comedy", "price": {"$lt": 12.5}}),
        (("drama films", {"genre": "Drama"}), "Science Fiction films", {"genre": "Science fiction"}),
        (("drama films", {"genre": "Drama"}), "horror films", None),
        (("drama films under $20", {"price": {"$lt": 20}}), "drama films under €20", None),
        (("drama films under 20%", {"price": {"$lt": 20}}), "drama films under 30", None),
        (("about 5 to 5 dollars", {"price": 5}), "about 5 to 7 dollars", None),
        (("about 5 to 5 dollars", {"price": 5}), "about 5 to 5 dollars", {"price": 5}),
        (("made in 2019", {"made": {"$between": ["2019-01-01", "2019-12-31"]}}), "made in 2004",
         {"made": {"$between": ["2004-01-01", "2004-12-31"]}}),
        (("made in 2019", {"made": {"$gte": "2019-01-01"}, "year": 2019, "note": "2019"}), "made in 2004",
         {"made": {"$gte": "2004-01-01"}, "year": 2004, "note": "2004"}),
        (("made in 2019", {"made": {"$gt": "2019-12-31"}}), "made in spring", None),
        (("between 3 and 5", {"$and": [{"n": {"$gte": 3}}, {"$not": {"n": {"$gt": 5}}}]}), "between 10 and 1,000.5",
         {"$and": [{"n": {"$gte": 10}}, {"$not": {"n": {"$gt": 1000.5}}}]}),
        (("over 2 million people", {"n": {"$gt": 2000000}}), "over 750,000 people", {"n": {"$gt": 750000}}),
        (("over 2000000 people", {"n": {"$gt": 2000000}}), "Over 1.25 billion people?", {"n": {"$gt": 1250000000}}),
        (("over 2 million people", {"millions": {"$gt": 2}}), "over 3 million people", None),
        (("like Heat", {"name": "Heat"}), "like Alien", {"name": "Alien"}),
        (("like Heat", {"name": "Heat"}), "like the insider", {"name": "The Insider"}),
        (("like Heat", {"name": "Heat"}), "like the Alien", {"name": "Alien"}),
        (("like Heat", {"name": "Heat"}), "like Airplane!", {"name": "Airplane!"}),
        (("like Heat", {"name": "Heat"}), "like Ridley Scott", None),
        (("like Heat", {"name": "Heat"}), "like Alien or Heat", None),
        (("like Heat", {"name": "Heat"}), "I like Alien", None),
        (("like heat", {"note": {"$ilike": "%heat%"}}), "like cold water", {"note": {"$ilike": "%cold water%"}}),
        (("like Drama", {"note": {"$like": "drama"}}), "like Noise", {"note": {"$like": "noise"}}),
        (("is it colour", {"colour": True}), "Is the it a colour?", {"colour": True}),
        (("Heat Wave or Heat", {"$or": [{"name": "Heat Wave"}, {"name": "Heat"}]}), "Alien or Heat",
         {"$or": [{"name": "Alien"}, {"name": "Heat"}]}),
        (("Heat Wave or Heat", {"$or": [{"name": "Heat Wave"}, {"name": "Heat"}]}), "Heat or Alien", None),
        (("the film The Insider", {"name": "The Insider"}), "film Alien", {"name": "Alien"}),
        (("the Heat in short", {"name": "Heat"}), "The Insider in short", {"name": "The Insider"}),
    ],
)  # fmt: skip
def test_values_of_conditions(films: View, example: tuple[str, Any], question: str, where: Any) -> None:
    said, conditions = example
    step = made(films, [{"question": said, "plan": find(conditions)}], question)
    assert (None if step is None else step["where"]) == where


def test_words_searched_for_and_limits(films: View) -> None:
    steps = [{"step": "vector_search", "as": "a", "text": "space pirates", "limit": 3}]
    example = {"question": "the 3 films most like space pirates", "plan": {"steps": steps}}
    step = made(films, [example], "The 7 films most like a long sea voyage?")
    assert (step["text"], step["limit"]) == ("a long sea voyage", 7)
    # More than a search may give: another question is no licence for it.
    assert made(films, [example], "the 99999 films most like a sea voyage") is None


@pytest.mark.parametrize(
    "question",
    ["all about cats by Smith", "all about cats 2", "all about cats, dogs", "all about cats and dogs"],
)
def test_words_that_say_more_than_the_example_are_none(films: View, question: str) -> None:
    example = {"question": "all about pies", "plan": find({"note": {"$like": "pies"}})}
    assert made(films, [example], question) is None
    assert made(films, [{**example, "question": "pies"}], "cats") is None
    like = {"question": "all about tales of 2 cities", "plan": find({"note": {"$like": "tales of 2 cities"}})}
    assert made(films, [like], "all about visions of 2 towns")["where"] == {
        "note": {"$like": "visions of 2 towns"}
    }


def test_two_ways_to_divide_the_words_are_none(films: View) -> None:
    where = {"$or": [{"note": {"$like": "red"}}, {"note": {"$like": "blue"}}]}
    example = {"question": "red and blue", "plan": find(where)}
    assert made(films, [example], "pink and green") is not None
    assert made(films, [example], "pink and green and grey") is None


def test_a_name_of_several_nodes_is_none_unless_spelt_as_one() -> None:
    labels = {**LABELS, "HEAT": "Film"}
    view = View(
        from_triples([*TRIPLES, ("HEAT", "directed_by", "Jim Abrahams")], labels=labels), fakes.HashEncoder
    )
    example = {"question": "like Alien", "plan": find({"name": "Alien"})}
    assert made(view, [example], "like heat") is None
    assert made(view, [example], "like HEAT")["where"] == {"name": "HEAT"}


def test_of_several_examples_the_one_that_shares_most_words(films: View) -> None:
    short = {"question": "all about pies", "plan": find({"note": {"$like": "pies"}})}
    long = {
        "question": "all about pies that are sweet",
        "plan": find({"note": {"$like": "pies"}, "sweet": True}),
    }
    step = made(films, [short, long], "all about cakes that are sweet")
    assert step["where"] == {"note": {"$like": "cakes"}, "sweet": True}
    other = {"question": "all about tarts", "plan": find({"title": {"$like": "tarts"}})}
    assert made(films, [short, other], "all about cakes") is None
    assert made(films, [short, short], "all about cakes")["where"] == {"note": {"$like": "cakes"}}


def test_a_plan_with_problems_is_passed_over(films: View) -> None:
    known = StepExamples([{"question": "like Heat", "plan": find({"name": "Heat"})}])
    asked: list[Plan] = []

    def problems_of(plan: Plan) -> list[str]:
        asked.append(plan)
        return ["no such label"]

    assert known.plan_like("like Alien", films, SCHEMA, problems_of) is None
    assert len(asked) == 1


@pytest.mark.parametrize(
    "cypher",
    [
        "MATCH (f)-[:R*1..3]->(g) WHERE f.n > 3 RETURN g",
        "MATCH (f) WHERE f.n3 > 3.5 AND f.name = 'it\\'s 3' RETURN f",
        "MATCH (f:`3`) /* 3 */ WHERE f.n > $said_1 RETURN f // 3",
    ],
)
def test_only_values_of_cypher_become_parameters(cypher: str) -> None:
    [step] = StepExamples([{"question": "q", "cypher": cypher}]).examples[0].plan.steps
    analogy = Analogy("more than 3", [step])
    [plain] = [dict(one) for one in analogy._steps]
    back = plain["cypher"]
    for name, value in plain.get("parameters", {}).items():
        back = back.replace(f"${name}", str(value))
    assert back == cypher
    assert "*1..3" in plain["cypher"] or "R*" not in cypher


def test_a_long_question_takes_no_long_time(films: View) -> None:
    where = {"$or": [{"note": {"$like": word}} for word in ("red", "blue", "pink")]}
    example = {"question": "red and blue and pink", "plan": find(where)}
    assert made(films, [example], "and " * 900) is None
    assert made(films, [example], "and " * 45) is None


def test_texts_of_a_plan() -> None:
    steps = (
        StepExamples([{"question": "q", "plan": find({"a": "x", "b": {"$in": ["y", 3]}})}])
        .examples[0]
        .plan.steps
    )
    assert texts_in(steps) == ["x", "y"]


words = st.text("bdfgk", min_size=3, max_size=6)


@given(st.lists(words, min_size=1, max_size=4), st.integers(0, 10**6), st.integers(0, 10**6), words, words)
@settings(max_examples=60, deadline=None)
def test_what_is_asked_is_what_is_planned(
    frame: list[str], number: int, other: int, value: str, new: str
) -> None:
    """A twin in one line: the example's question with its values replaced is planned with the values replaced."""
    text = " ".join(frame)
    if value in frame or new in frame or value == new:
        return
    view = View(from_triples([("x", "r", "y")]), fakes.HashEncoder)
    example = {"question": f"{text} {value} {number}", "plan": find({"t": value, "n": number}, None)}
    asked = re.sub(str(number), str(other), f"{text} {new} {number}")
    step = made(view, [example], asked.upper() if other % 2 else asked)
    assert step["where"] == {"t": new, "n": other} or step["where"] == {"t": new.upper(), "n": other}
