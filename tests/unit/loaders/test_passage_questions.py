import json

import pytest

from motif.errors import InvalidSource
from motif_loaders import openie, openie_questions, ottqa, ottqa_questions

TABLE = {
    "table_id": "Films_0",
    "title": "Films",
    "url": "https://example.org/films",
    "header": ["Year", "Film"],
    "rows": [[str(1980 + row), f"Film {row}"] for row in range(12)],
}


def write(folder, name, *rows):
    (folder / name).write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")


def ottqa_folder(folder, *nodes):
    write(folder, "tables_dev.jsonl", TABLE)
    (folder / "passages_dev.tsv").write_text("/wiki/Film_1\tFilm 1 is a film .\n", encoding="utf-8")
    write(
        folder,
        "questions_dev.jsonl",
        {"id": "q", "question": "which ?", "table_id": "Films_0", "answer_nodes": nodes},
    )
    return folder


def node(where, row=0):
    return {
        "text": "x",
        "cell": [row, 1],
        "url": "/wiki/Film_1" if where == "passage" else None,
        "where": where,
    }


@pytest.mark.parametrize(
    ("nodes", "gold", "kind"),
    [
        ([node("passage"), node("passage", 3)], ["passage:/wiki/Film_1"], "passage"),
        ([node("table", 9), node("table", 10)], ["table:Films_0:0", "table:Films_0:1"], "table"),
        ([node("passage"), node("table", 11)], ["passage:/wiki/Film_1", "table:Films_0:1"], "both"),
    ],
)
def test_gold_of_ottqa_is_a_chunk_of_its_loader(tmp_path, nodes, gold, kind):
    folder = ottqa_folder(tmp_path, *nodes)
    [question] = ottqa_questions.load(folder)
    assert (question.id, question.text, list(question.gold), question.kind) == ("q", "which ?", gold, kind)
    chunks = {record.key.value for record in ottqa.load(folder) if hasattr(record, "key")}
    assert set(question.gold) <= chunks


def test_segments_of_other_lengths(tmp_path):
    folder = ottqa_folder(tmp_path, node("table", 11))
    [question] = ottqa_questions.load(folder, rows=5)
    assert question.gold == ("table:Films_0:2",)
    assert "table:Films_0:2" in {r.key.value for r in ottqa.load(folder, rows=5) if hasattr(r, "key")}


def test_gold_of_openie_is_a_chunk_of_its_loader(tmp_path):
    write(
        tmp_path,
        "corpus.jsonl",
        *({"id": place, "title": "t", "text": f"text {place}"} for place in range(3)),
    )
    steps = {"question_decomposition": [{}, {}, {}]}
    write(
        tmp_path,
        "questions.jsonl",
        {"id": "a", "question": "who?", "gold_docs": [2, 0, 2], **steps},
        {"id": "b", "question": "what?", "gold_docs": [1]},
    )
    first, second = openie_questions.load(tmp_path)
    assert (first.gold, first.kind) == (("passage:2", "passage:0"), "3 steps")
    assert (second.gold, second.kind) == (("passage:1",), "1 step")
    chunks = {record.key.value for record in openie.load(tmp_path) if hasattr(record, "key")}
    assert {*first.gold, *second.gold} <= chunks


@pytest.mark.parametrize(
    ("loader", "name", "needed"),
    [
        (ottqa_questions, "questions_dev.jsonl", "answer_nodes is needed"),
        (openie_questions, "questions.jsonl", "gold_docs is needed"),
    ],
)
@pytest.mark.parametrize("line", ["{", '{"id": "q", "question": "which?"}', "[1]"])
def test_a_line_that_is_no_question_is_named(tmp_path, loader, name, needed, line):
    (tmp_path / name).write_text(f"\n{line}\n", encoding="utf-8")
    with pytest.raises(InvalidSource, match=r"line 2.*is no question") as raised:
        list(loader.load(tmp_path))
    assert needed in str(raised.value)
