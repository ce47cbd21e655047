"""Where no method is named: what is read by its meaning, what the other methods add, and what is said of it."""

from __future__ import annotations

import pytest

from bridge_graph import bridges
from motif import Graph
from motif.engine.control import Control
from motif.errors import Cancelled, DeadlineExceeded, NoEntityFound
from motif.graphs.evidence import Node, Results
from motif.knowledge_graph import meaning
from motif.knowledge_graph.choosing import Chooser
from motif.knowledge_graph.meaning import Meant, likelier
from motif.retrievers import meaning_evidence
from question_graphs import question_graph, small_graph


def answers(found: Results) -> set[object]:
    return {one.name if isinstance(one, Node) else one for piece in found for one in piece.answers}


def chosen(found: Results) -> str:
    return str(found.metadata["choice"]["method"])


def test_what_no_pattern_says_is_answered_by_its_meaning() -> None:
    found = bridges().retrieve("How many bridges are in each town?")
    assert found.status == "answered" and chosen(found) == "meaning"
    assert (found.table is not None and set(found.table.rows) == {("Harrow", 1), ("Velden", 2)}) or {
        (row[0].name, row[1])
        for row in found.table.rows  # type: ignore[union-attr]
    } == {("Harrow", 1), ("Velden", 2)}
    assert "did you mean" not in found[0].text.casefold()


def test_what_it_is_ordered_by_stands_beside_the_answers() -> None:
    found = bridges().retrieve("What is the longest bridge?")
    assert answers(found) == {"New Span"} and found.table is not None
    assert found.table.columns == ("bridge", "length_m") and found.table.rows[0][1] == 480


def test_of_several_that_are_as_much_all_are_given() -> None:
    heights = [("Alpha Mast", 7), ("Beta Mast", 9), ("Gamma Mast", 9)]
    nodes = [(("Tower",), {"name": name, "height": height}) for name, height in heights]
    links = [(at, "IN", 3, {}) for at in range(3)]
    towers = small_graph("towers", [*nodes, (("Town",), {"name": "Velden"})], links)
    assert answers(towers.retrieve("Which tower is the tallest?")) == {"Beta Mast", "Gamma Mast"}
    assert len(towers.retrieve("What are the top 1 tallest towers?")) == 1


def test_one_thing_compared_with_another_is_true_or_false() -> None:
    assert answers(bridges().retrieve("Is New Span longer than Iron Gate?")) == {True}
    assert answers(bridges().retrieve("Is Old Span longer than Iron Gate?")) == {False}
    assert answers(bridges().retrieve("Is Old Span shorter than Iron Gate?")) == {True}


def test_what_both_say_comes_with_its_plan_and_is_answered() -> None:
    found = bridges().retrieve("Which bridges span the Tarn?")
    assert answers(found) == {"New Span", "Iron Gate"} and found.status == "answered"
    assert found.metadata["plan"]["pattern"] and found.readings


def test_what_a_name_has_tells_which_relation_is_meant() -> None:
    """No word says that one of them directed, and that both acted in it holds of nothing."""
    found = question_graph("films").retrieve("Which film by Michael Mann has Robert De Niro in it?")
    assert answers(found) == {"Heat"}


def test_a_pattern_that_is_there_is_given_where_the_meaning_finds_nothing() -> None:
    nothing = Meant(Results(metadata={"status": "empty", "confidence": 0.6}), 0.6, True)
    pattern = bridges().retrieve("Which bridges span the Tarn?", planner="patterns")
    found = likelier(nothing, pattern)
    assert answers(found) == {"New Span", "Iron Gate"} and found.status == "unsure"
    assert "Tarn" in found.readings[0], "said is what was answered"


@pytest.mark.parametrize(
    "question", ["Which bridges are longer than 9000 m?", "Which bridges were built before 1200?"]
)
def test_where_none_is_so_the_answer_is_none_and_not_what_says_less(question: str) -> None:
    found = bridges().retrieve(question)
    assert found.status == "empty" and not found, "not all bridges, by a pattern that leaves the number out"


def test_what_is_understood_and_none_is_given_without_asking_the_other_planners(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unasked(*_: object) -> Results:
        raise AssertionError("The other planners were asked.")

    monkeypatch.setattr(Chooser, "run", unasked)
    found = bridges().retrieve("Which bridges were built before 1200?")
    assert not found and found.status in ("empty", "unsure") and found.complete


def test_where_a_meaning_found_something_the_others_have_a_tenth_of_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given = []

    def found_nothing(chooser: Chooser, courses: object) -> Results:
        given.append(chooser.control.timeout)
        return Results(complete=False)

    monkeypatch.setattr(Chooser, "run", found_nothing)
    monkeypatch.setattr(Meant, "is_sure", False)
    assert answers(bridges().retrieve("Which bridges span the Tarn?", timeout=30)) == {
        "New Span",
        "Iron Gate",
    }
    assert given and 0 < given[0] <= 3


def test_the_planner_of_patterns_alone_reads_no_meaning() -> None:
    found = bridges().retrieve("Which bridges span the Tarn?", planner="patterns")
    assert answers(found) == {"New Span", "Iron Gate"} and not found.readings


@pytest.mark.parametrize(
    "question",
    [
        "Who painted Iron Gate?",
        "Which company insured Old Span?",
        "What is the oldest tunnel?",
        "Who painted the Mona Lisa?",
    ],
)
def test_what_the_graph_does_not_hold_is_not_presented_as_an_answer(question: str) -> None:
    try:
        found = bridges().retrieve(question)
    except NoEntityFound:
        return
    assert found.status in ("unsure", "not held")


def test_nothing_of_the_graph_is_an_error_as_before() -> None:
    with pytest.raises(NoEntityFound):
        bridges().retrieve("zzzz?")


def test_a_graph_without_labels_is_not_read() -> None:
    bare = Graph.from_triples([("Heat", "directed_by", "Mann"), ("Ali", "directed_by", "Mann")])
    assert not bare.retrieve("Who directed Heat?").readings


def test_a_reading_that_comes_too_late_leaves_the_other_planners_their_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(meaning, "plan_meanings", late)
    found = bridges().retrieve("Which bridges span the Tarn?")
    assert answers(found) == {"New Span", "Iron Gate"} and found.status == "unsure"


def test_a_meaning_that_is_named_heeds_deadline_and_cancellation() -> None:
    graph, question = bridges(), "How many bridges are in each town?"
    graph.retrieve(question, planner="meaning")
    with Control(timeout=0) as control, pytest.raises(DeadlineExceeded):
        graph.retrieve(question, planner="meaning", control=control)
    with Control() as control:
        control.cancel()
        with pytest.raises(Cancelled):
            graph.retrieve(question, planner="meaning", control=control)


def test_rows_that_are_not_joined_in_time_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meaning_evidence, "answer_and_lineage", late)
    found = bridges().retrieve("How many bridges are in each town?", planner="meaning")
    assert not found and not found.complete and found.status == "unsure"
    assert found.metadata["notes"][0] == "Its meaning was not answered: the time was up."


def late(*_: object) -> None:
    raise DeadlineExceeded("too late")


def test_all_that_a_label_has_is_no_answer_where_none_of_it_is_asked_for() -> None:
    """Read whole, and nothing found: unsure whether it was read rightly, but the others are not shown instead."""
    found = bridges().retrieve("Which bridges were built in 1777?")
    assert not answers(found)
    assert found.status in ("unsure", "empty") and found.readings


@pytest.mark.parametrize(
    ("status", "score", "expected", "said"),
    [
        ("unsure", 0.05, {"New Span", "Iron Gate"}, "unsure"),
        ("not held", 0.05, {"New Span", "Iron Gate"}, "not held"),
        ("unsure", 0.5, {"Old Span"}, "unsure"),
    ],
)
def test_a_guess_gives_way_to_what_a_pattern_finds_exactly(
    status: str, score: float, expected: set[object], said: str
) -> None:
    """A reading that leaves most words out is hardly ever right; that something is not held is said all the same."""
    guess = bridges().retrieve("Which bridges are in Harrow?", planner="meaning")
    assert answers(guess) == {"Old Span"}
    guess.metadata.update(status=status, confidence=score)
    pattern = bridges().retrieve("Which bridges span the Tarn?", planner="patterns")
    pattern.metadata["plan"]["confidence"] = 0.8
    found = likelier(Meant(guess, score, True), pattern)
    assert answers(found) == expected and found.status == said
    assert ("Tarn" in found.readings[0]) == ("Iron Gate" in expected), "said is what was answered"


@pytest.mark.parametrize(("omitted", "said"), [([], "answered"), (["designed"], "unsure")])
def test_two_that_agree_are_sure_only_of_what_both_read(omitted: list[str], said: str) -> None:
    read = bridges().retrieve("Which bridges span the Tarn?", planner="meaning")
    read.metadata.update(status="unsure", confidence=0.7)
    pattern = bridges().retrieve("Which bridges span the Tarn?", planner="patterns")
    omissions = [{"kind": "name", "text": text} for text in omitted]
    pattern.metadata["plan"].update(confidence=0.95, omissions=omissions)
    assert likelier(Meant(read, 0.7, True), pattern).status == said


def test_who_has_no_neighbour_is_nobodys_neighbour_either() -> None:
    """The relationship is kept once, in either direction."""
    names = ("Arvo", "Belta", "Corvin", "Dunmar")
    nodes = [(("Country",), {"name": name}) for name in names]
    links = [(0, "NEIGHBOUR_OF", 1, {}), (2, "IN", 4, {})]
    lands = small_graph("lands", [*nodes, (("Continent",), {"name": "Estia"})], links)
    assert answers(lands.retrieve("Which countries have no neighbours?")) == {"Corvin", "Dunmar"}


def test_a_question_like_one_that_was_taught_is_answered_as_taught() -> None:
    graph = bridges.__wrapped__()  # one that no other test asks
    question = "Which structures did {} erect?"
    assert graph.retrieve(question.format("Bo Larch")).status != "answered"
    graph.learn(
        [{"question": question.format("[Bo Larch]"), "pattern": [["?bridge", "DESIGNED_BY", "Bo Larch"]]}]
    )
    for name in ("Bo Larch", "Ada Quill"):
        found = graph.retrieve(question.format(name))
        assert found.metadata["plan"]["pattern"] == [["?bridge", "DESIGNED_BY", name]]
        assert found.status == "answered" and not found.metadata.get("notes")
    assert graph.retrieve("Which tiny structures did Bo Larch erect?").status == "unsure"
