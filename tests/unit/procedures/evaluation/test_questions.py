"""Questions of files and data sets, divided and sampled; what cannot be read is named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from motif.errors import InvalidInput, InvalidSource
from motif_procedures.evaluation.examples import load_examples
from motif_procedures.evaluation.questions import Choice, has_splits, load_questions

LINES: list[dict[str, Any]] = [
    {"question": f"question {number}?", "answers": [number], "kind": "even" if number % 2 == 0 else "odd"}
    for number in range(40)
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "own.jsonl"
    file.write_text("\n\n".join(json.dumps(line) for line in LINES), encoding="utf-8")
    return file


def test_a_file_is_read_whole_or_divided(path: Path) -> None:
    every = load_questions(Choice(str(path)))
    assert [asked.text for asked in every] == [line["question"] for line in LINES]
    assert every[3].answers == ("3",) and every[3].group == "odd" and every[3].plan is None
    dev, test = (load_questions(Choice(str(path), split=split)) for split in ("dev", "test"))
    assert (len(dev), len(test)) == (10, 30)
    assert {asked.text for asked in [*dev, *test]} == {asked.text for asked in every}
    assert not has_splits(str(path))


def test_a_sample_is_drawn_per_group_and_by_the_seed(path: Path) -> None:
    drawn = load_questions(Choice(str(path), sample=5))
    assert sorted(asked.group for asked in drawn) == ["even"] * 5 + ["odd"] * 5
    assert drawn == load_questions(Choice(str(path), sample=5))
    assert drawn != load_questions(Choice(str(path), sample=5, seed=1))
    assert len(load_questions(Choice(str(path), sample=1000))) == 40


def test_a_pattern_a_plan_and_evidence_are_read(tmp_path: Path) -> None:
    file = tmp_path / "own.jsonl"
    row = {
        "question": "who directed Heat?",
        "answers": ["Michael Mann"],
        "pattern": [["Heat", "directed_by", "?who"]],
        "evidence": [["Heat", "directed_by", "Michael Mann"]],
        "topic": "Heat",
    }
    plan = {"question": "how many?", "answers": [3], "plan": {"pattern": row["pattern"], "count": True}}
    file.write_text(f"{json.dumps(row)}\n{json.dumps(plan)}\n", encoding="utf-8")
    first, second = load_questions(Choice(str(file)))
    assert first.plan is not None and first.plan.answer == "?who" and first.group == "1"
    assert first.known == ("Heat",) and first.evidence == (("Heat", "directed_by", "Michael Mann"),)
    assert second.plan is not None and second.plan.count


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 2: Expecting property name"),
        ("[1]", "line 2: an object is needed"),
        ('{"answers": ["x"]}', "line 2: 'question' is missing"),
        ('{"question": "q"}', "line 2: 'answers' must be a list"),
        ('{"question": "q", "answers": []}', "with at least one"),
        ('{"question": 7, "answers": ["x"]}', "line 2: 'question' must be text, not 7"),
        ('{"question": "q", "answers": ["x"], "pattren": []}', "Did you mean 'pattern'"),
        ('{"question": "q", "answers": ["x"], "pattern": [["a", "b"]]}', "line 2: Triple 1"),
        ('{"question": "q", "answers": ["x"], "evidence": [["a", "b", 3]]}', "'evidence' must be a list"),
        ('{"question": "q", "answers": ["x"], "plan": {"patern": []}}', "A plan has no key 'patern'"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, message: str) -> None:
    file = tmp_path / "own.jsonl"
    file.write_text(f'{{"question": "q", "answers": ["x"]}}\n{line}\n', encoding="utf-8")
    with pytest.raises(InvalidSource, match=r"own\.jsonl, line 2") as caught:
        load_questions(Choice(str(file)))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        (Choice("metaqaa"), "Did you mean 'metaqa'"),
        (Choice("nowhere.jsonl"), "nowhere.jsonl cannot be read"),
        (Choice("metaqa", split="tset"), "There is no split 'tset'"),
        (Choice("metaqa"), "'metaqa' has splits. Name one"),
        (Choice("metaqa", split="test", sample=0), "1 question or more, not 0"),
    ],
)
def test_a_choice_that_cannot_be_is_refused(choice: Choice, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        load_questions(choice)


def test_examples_are_development_questions_in_turn(path: Path) -> None:
    test = {asked.text for asked in load_questions(Choice(str(path), split="test"))}
    examples = load_examples("dev:2", Choice(str(path), split="test", sample=3))
    assert len(examples) == 4 and not test & {example["question"] for example in examples}
    parity = [int(example["answers"][0]) % 2 for example in examples]
    assert parity[0] != parity[1] and parity[2] != parity[3]


def test_examples_of_a_file_may_lose_their_patterns(tmp_path: Path) -> None:
    file = tmp_path / "examples.yml"
    file.write_text("- question: who?\n  pattern: [[a, b, '?c']]\n  answers: [d]\n", encoding="utf-8")
    assert load_examples(str(file), Choice("x"))[0]["pattern"] == [["a", "b", "?c"]]
    assert load_examples(str(file), Choice("x"), answers_only=True) == [
        {"question": "who?", "answers": ["d"]}
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [("question: x", "must hold a list"), ("- [", "cannot be read"), (None, "cannot be read")],
)
def test_examples_that_cannot_be_read_are_named(tmp_path: Path, content: str | None, message: str) -> None:
    file = tmp_path / "examples.yml"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    with pytest.raises(InvalidSource, match=message):
        load_examples(str(file), Choice("x"))
    with pytest.raises(InvalidInput, match="how many development questions"):
        load_examples("dev:many", Choice("x"))


def test_a_development_question_is_taught_by_its_pattern_or_by_its_answers(tmp_path: Path) -> None:
    file = tmp_path / "own.jsonl"
    row = {"question": "who?", "answers": ["Mann"], "pattern": [["Heat", "directed_by", "?x"]]}
    file.write_text(f"{json.dumps(row)}\n" * 8, encoding="utf-8")
    [example] = load_examples("dev:1", Choice(str(file)))
    assert set(example) == {"question", "plan"} and example["plan"]["answer"] == "?x"
    [example] = load_examples("dev:1", Choice(str(file)), answers_only=True)
    assert example == {"question": "who?", "answers": ["Mann"]}
