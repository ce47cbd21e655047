"""YAML and JSON that somebody hands over: read, or told in one way."""

from __future__ import annotations

from pathlib import Path

import pytest

from motif.errors import InvalidConfiguration, InvalidSource
from motif.given import is_too_deep, read_json, read_yaml
from motif.planners.example_files import read_examples
from motif.settings import load_settings
from motif_procedures.erqa.question_file import read_questions as read_erqa
from motif_procedures.evaluation.question_file import read_question_file
from motif_procedures.spark.question import read_questions as read_spark

NONE = {
    "no such day": "- 2001-99-99",
    "no such hour": "- 2001-01-01 25:00:00",
    "no date": "- !!timestamp x",
    "no truth value": "- !!bool x",
    "itself": "- &a [*a]",
    "nested": "- " * 3000 + "a",
    "not nested as YAML nests": "[" * 100_000,
    "one of ten of ten": "\n".join(
        ["- &a0 [1, 1]", *(f"- &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9))]
    ),
}


@pytest.mark.parametrize("text", NONE.values(), ids=NONE.keys())
def test_yaml_that_is_none_is_told(text: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        read_yaml(text)
    path = tmp_path / "examples.yml"
    path.write_text(text)
    with pytest.raises(InvalidSource, match="is not valid YAML"):
        read_examples(path)


def test_yaml_and_json_are_read() -> None:
    assert read_yaml("- &a {b: 1}\n- *a") == [{"b": 1}, {"b": 1}]
    assert read_json('[{"b": 1}]') == [{"b": 1}]


def test_json_that_is_nested_too_deep_is_told() -> None:
    for text in ("[" * 100 + "]" * 100, "[" * 100_000):
        with pytest.raises(ValueError, match="nested deeper than 64 levels"):
            read_json(text)


def test_as_deep_as_it_may_be() -> None:
    assert not is_too_deep(1, 0)
    assert is_too_deep([], 0) is False
    assert is_too_deep([[]], 1) is False
    assert is_too_deep([[[1]]], 2)


@pytest.mark.parametrize("content", [b"service:\n  port: \xff", b"timeout: 2001-99-99", b"a: &a [*a]"])
def test_settings_that_cannot_be_read_are_told(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "motif.yaml"
    path.write_bytes(content)
    with pytest.raises(InvalidConfiguration, match="cannot be read"):
        load_settings({"MOTIF_CONFIG": str(path)})


@pytest.mark.parametrize("line", ["[" * 100_000, "-1", '{"question": 1}', '{"question": [[[1]]]}'])
def test_lines_that_are_no_questions_are_told(line: str, tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text(line)
    for read in (read_question_file, lambda path: list(read_erqa(path)), lambda path: list(read_spark(path))):
        with pytest.raises(InvalidSource, match="line 1"):
            read(path)
