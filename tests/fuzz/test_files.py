"""What users hand over, and what lies on a disk, with bytes changed: told, and never taken for whole."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from fuzzing import fuzz
from motif.catalog import Catalog
from motif.catalog.rows import from_rows
from motif.errors import InvalidConfiguration, MotifError, SnapshotCorrupt
from motif.given import is_too_deep
from motif.graphs.projection import Projection
from motif.knowledge_graph import Graph
from motif.planners.example_files import read_examples
from motif.settings import load_settings
from motif.snapshot import graph_folder, write_snapshot
from motif_procedures.cypher_questions.questions import read_questions
from motif_procedures.erqa.question_file import read_questions as read_erqa
from motif_procedures.evaluation.question_file import read_question_file
from motif_procedures.spark.question import read_questions as read_spark
from mutations import a_value, as_json, changed, spoilt
from requests_at_random import LINKS, NODES

pytestmark = pytest.mark.fuzz


def content_of(projection: Projection) -> Any:
    """All that tells one projection from another, as text."""
    nodes, table = projection.nodes, projection.relationships
    return (
        [nodes.names[row] for row in range(len(nodes))],
        nodes.label_sets,
        nodes.label_set.tolist(),
        {name: [column.value(row) for row in range(len(nodes))] for name, column in nodes.properties.items()},
        (table.source.tolist(), table.target.tolist(), table.relation.tolist(), list(table.relations)),
        {name: [column.value(row) for row in range(len(table))] for name, column in table.properties.items()},
    )


def test_a_snapshot_of_which_a_byte_changed_is_refused(tmp_path: Path) -> None:
    whole, folder = tmp_path / "whole", graph_folder(tmp_path / "home", "d", "films")
    write_snapshot(graph_folder(whole, "d", "films"), from_rows(NODES, LINKS))
    kept = graph_folder(whole, "d", "films")
    files = sorted(path.relative_to(kept) for path in kept.rglob("*") if path.is_file())
    expected = repr(content_of(Catalog(whole).open("d", "films")))

    def make(random: Random) -> tuple[Path, bytes | None]:
        file = random.choice(files)
        content = (kept / file).read_bytes()
        kind = random.random()
        if kind < 0.05:
            return file, None
        if kind < 0.4 and content[:1] == b"{":
            return file, as_json(changed(random, json.loads(content), often=0.1))
        return file, spoilt(random, content)

    def check(case: tuple[Path, bytes | None]) -> None:
        file, content = case
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(kept, folder)
        if content is None:
            (folder / file).unlink()
        else:
            (folder / file).write_bytes(content)
        try:
            catalog = Catalog(tmp_path / "home")
            assert len(catalog.list("d")) <= 1
            found = catalog.open("d", "films")
        except SnapshotCorrupt as error:
            assert error.hint
        except MotifError as error:
            assert error.message.strip()
        else:
            assert repr(content_of(found)) == expected

    fuzz("snapshots", make, check, share=0.5)


EXAMPLES: list[Any] = [
    {"question": "who is behind [Heat]?", "pattern": [["?who", "DIRECTED", "Heat"]]},
    {"question": "how old is [Michael Mann]?", "answers": ["1943"]},
    {"question": "who made [Ali]?", "plan": {"pattern": [["?p", "DIRECTED", "Ali"]], "answer": "?p"}},
    {
        "question": "who wrote [Heat]?",
        "cypher": "MATCH (p:Person)-[:WROTE]->(f:Film {name: 'Heat'}) RETURN p.name",
    },
]


def in_yaml(random: Random, value: Any) -> bytes:
    """``value`` as YAML, of which bytes may be others; dates that there are not, and what refers to itself, too."""
    plain = json.loads(as_json(value))
    text = (
        json.dumps(value)
        if is_too_deep(plain)
        else yaml.safe_dump(plain, allow_unicode=random.random() < 0.5)
    )
    if random.random() < 0.3:
        odd = [
            "2001-99-99",
            "1:99:99",
            "0o9",
            "&a [*a]",
            "*a",
            "!!python/object:os.system x",
            "!!binary x",
            "<<: 1",
        ]
        odd += [
            "? [a]\n: b",
            "{a: {b: &x [*x]}}",
            "--- a\n--- b",
            "\t- x",
            "1e999",
            ".nan",
            "~",
            "!!timestamp x",
        ]
        odd += [
            "!!int x",
            "!!float x",
            "0b",
            "0x",
            "-",
            "2001-01-01 25:00:00",
            "12345678-01-01",
            "1_000",
            "!!set {a}",
        ]
        lines = text.split("\n")
        line = random.randrange(len(lines))
        lines[line] = lines[line].rpartition(" ")[0] + " " + random.choice(odd)
        text = "\n".join(lines)
    return spoilt(random, text.encode("utf-8", "surrogatepass"), most=2)


def test_a_file_of_examples_is_learnt_or_told(films: Graph, tmp_path: Path) -> None:
    path = tmp_path / "examples.yml"

    def check(content: bytes) -> None:
        path.write_bytes(content)
        try:
            report = films.learn(path, replace=True)
            assert report.examples >= 0
        except MotifError as error:
            assert error.message.strip()

    def make(random: Random) -> bytes:
        examples = random.sample(EXAMPLES, random.randint(1, 3))
        return in_yaml(random, changed(random, examples, often=random.choice([0.0, 0.03, 0.1])))

    try:
        fuzz("files of examples", make, check, share=0.2)
    finally:
        films.learn([], replace=True)


SETTINGS: dict[str, Any] = {
    "timeout": 5,
    "home": "/nowhere/home",
    "service": {"port": 7690, "maximum_body": 1000, "wait": 3},
    "memory": {"limit": "2 GiB"},
    "model": "fake",
}


def test_a_file_of_settings_is_read_or_told(tmp_path: Path) -> None:
    path = tmp_path / "motif.yaml"

    def check(content: bytes) -> None:
        path.write_bytes(content)
        try:
            load_settings({"MOTIF_CONFIG": str(path)})
        except InvalidConfiguration as error:
            assert error.message.strip()

    fuzz(
        "files of settings",
        lambda random: in_yaml(random, changed(random, SETTINGS, often=random.choice([0.0, 0.05]))),
        check,
        share=1,
    )


ROWS: list[tuple[str, Callable[[Path], Any], list[Any]]] = [
    (
        "questions.jsonl",
        read_question_file,
        [
            {
                "question": "who directed heat?",
                "answers": ["Michael Mann"],
                "pattern": [["?p", "DIRECTED", "Heat"]],
            },
            {"question": "who?", "answers": ["Michael Mann"], "topic": "Heat", "kind": "1", "id": "a"},
            {
                "question": "who?",
                "answers": [],
                "plan": {"pattern": [["?p", "DIRECTED", "Heat"]], "answer": "?p"},
            },
            {"question": "who?", "answers": ["x"], "evidence": [["Heat", "DIRECTED", "x"]]},
        ],
    ),
    (
        "films.yml",
        read_questions,
        [{"question": "who directed heat?", "gold": "MATCH (p)-[:DIRECTED]->(f) RETURN p.name", "id": "a"}],
    ),
    (
        "films.jsonl",
        read_questions,
        [{"question": "who directed heat?", "cypher": "MATCH (p)-[:DIRECTED]->(f) RETURN p.name", "id": "a"}],
    ),
    ("erqa.jsonl", lambda path: list(read_erqa(path)), []),
    ("spark.jsonl", lambda path: list(read_spark(path)), []),
    ("lessons.yml", read_examples, EXAMPLES),
]
ERQA = Path(__file__).parents[1] / "questions" / "erqa_world.jsonl"


@pytest.mark.parametrize(("name", "read", "rows"), ROWS, ids=[name for name, *_ in ROWS])
def test_a_file_of_questions_is_read_or_told(
    name: str, read: Callable[[Path], Any], rows: list[Any], tmp_path: Path
) -> None:
    path = tmp_path / name
    given = rows or [json.loads(line) for line in ERQA.read_text("utf-8").splitlines()[:20]]

    def check(content: bytes) -> None:
        path.write_bytes(content)
        try:
            read(path)
        except MotifError as error:
            assert error.message.strip()

    def make(random: Random) -> bytes:
        some = changed(
            random, random.choices(given, k=random.randint(1, 3)), a_value, often=random.choice([0.0, 0.05])
        )
        if name.endswith(".yml"):
            return in_yaml(random, some)
        lines = some if isinstance(some, list) else [some]
        return spoilt(random, b"\n".join(map(as_json, lines)), most=2)

    fuzz(f"questions in {name}", make, check, share=0.5)
