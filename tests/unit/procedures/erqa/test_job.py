"""Files of questions, the job that writes them, and the words of a model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from motif.catalog.triples import from_triples
from motif.errors import InvalidInput, InvalidSource
from motif.models.language import adapt_chat_model
from motif_procedures.erqa import write_erqa
from motif_procedures.erqa.generation import ErqaOptions, generate_questions
from motif_procedures.erqa.polishing import names_in, polished
from motif_procedures.erqa.question_file import as_values, read_questions, write_questions
from scripted_models import ScriptedModel

FACTS = [
    (film, relation, value)
    for film, year in (("Heat", "1995"), ("Casino", "1995"), ("Ronin", "1998"))
    for relation, value in (("release_year", year), ("has_genre", "Crime"), ("in_language", "English"))
]
FACTS += [("Heat", "directed_by", "Michael Mann"), ("Casino", "directed_by", "Martin Scorsese")]
FACTS += [("Heat", "starred_actors", "Val Kilmer"), ("Ronin", "starred_actors", "Sean Bean")]
FACTS += [("Ronin", "directed_by", "John Frankenheimer")]
GRAPH = from_triples(FACTS)
OPTIONS = ErqaOptions(2, constraints=(3,), seed=4)


class TestFiles:
    def test_what_is_written_is_read_again(self, tmp_path: Path) -> None:
        questions = generate_questions(GRAPH, OPTIONS)
        path = tmp_path / "new" / "questions.jsonl"
        assert write_questions(path, questions) == 2
        assert list(read_questions(path)) == questions

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ("[1]", "line 2: an object is needed"),
            ("{", "line 2: Expecting property name"),
            ({"pattern": "x"}, "'pattern' must be a list"),
            ({"seed": "x"}, "'seed' must be a number"),
            ({"question": 4}, "'question' must be text"),
            ({"pattern": [["a", "b"]]}, "must have three parts"),
            ({"noise": [{"triple": 0}]}, "noise is an object with triple, kind, name and said"),
            ({"noise": [{"triple": 0, "kind": "slang", "name": "a", "said": "b"}]}, "not 'slang'"),
            ({"noise": [{"triple": 9, "kind": "typo", "name": "a", "said": "b"}]}, "from 0 to 2, not 9"),
        ],
    )
    def test_a_bad_line_is_named(self, tmp_path: Path, change: Any, message: str) -> None:
        good = as_values(generate_questions(GRAPH, OPTIONS)[0])
        bad = change if isinstance(change, str) else json.dumps(good | change)
        path = tmp_path / "questions.jsonl"
        path.write_text(f"{json.dumps(good)}\n{bad}\n", encoding="utf-8")
        with pytest.raises(InvalidSource, match=message):
            list(read_questions(path))

    def test_files_that_cannot_be_read_or_written(self, tmp_path: Path) -> None:
        with pytest.raises(InvalidSource, match="cannot be read"):
            list(read_questions(tmp_path / "none.jsonl"))
        with pytest.raises(InvalidSource, match="cannot be written"):
            write_questions(tmp_path, [])


class TestJob:
    def test_writes_and_tells_what(self, tmp_path: Path) -> None:
        out = tmp_path / "questions.jsonl"
        written = write_erqa(
            {"out": out, "questions": 4, "constraints": [3, 4], "noise": 0.25, "seed": None}, projection=GRAPH
        )
        assert written["byConstraints"] == {"3": 2, "4": 2}
        assert (written["questions"], written["constraints"], written["impossible"]) == (4, 14, 0)
        assert sum(written["changed"].values()) == 4
        assert len(list(read_questions(out))) == 4

    def test_reads_a_file_of_triples(self, tmp_path: Path) -> None:
        source = tmp_path / "graph.tsv"
        source.write_text("".join("\t".join(fact) + "\n" for fact in FACTS), encoding="utf-8")
        out = tmp_path / "questions.jsonl"
        assert (
            write_erqa({"out": out, "triples": source, "questions": 1, "constraints": [3]})["questions"] == 1
        )

    @pytest.mark.parametrize(
        ("request_", "message"),
        [
            ({}, "need a file"),
            ({"out": "x", "size": 3}, "have no 'size'"),
            ({"out": "x"}, "drawn from one graph, not 0"),
            ({"out": "x", "graph": "a", "dataset": "b"}, "not 2"),
            ({"out": "x", "graph": "movies"}, "needs a database"),
            ({"out": "x", "dataset": "metaq"}, "no graph of its own"),
            ({"out": "x", "questions": 0}, "1 question or more"),
        ],
    )
    def test_requests_that_cannot_be(self, request_: dict[str, Any], message: str) -> None:
        with pytest.raises(InvalidInput, match=message):
            write_erqa(request_)


class TestPolishing:
    def test_the_models_words_are_kept_and_nothing_else_changes(self) -> None:
        question = generate_questions(GRAPH, OPTIONS)[0]
        words = f"Which film has all of {', '.join(names_in(question))}?"
        model = adapt_chat_model(ScriptedModel(script=[{"question": words}]))
        found = polished([question], model)[0]
        assert found.question == words
        assert (found.pattern, found.answers) == (question.pattern, question.answers)

    @pytest.mark.parametrize("fault", ["What is it?", "Which film is it?", "Which one"])
    def test_what_asks_something_else_is_refused_and_the_template_stays(self, fault: str) -> None:
        question = generate_questions(GRAPH, OPTIONS)[0]
        model = ScriptedModel(script=[{"question": fault}])
        assert polished([question], adapt_chat_model(model)) == [question]
        assert len(model.prompts) > 1

    def test_an_answer_given_away_is_refused(self) -> None:
        question = generate_questions(GRAPH, OPTIONS)[0]
        words = f"Which film, namely {question.answers[0]} , has all of {', '.join(names_in(question))}?"
        model = adapt_chat_model(ScriptedModel(script=[{"question": words}]))
        assert polished([question], model) == [question]
