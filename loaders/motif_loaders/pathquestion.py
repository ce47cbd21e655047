"""PathQuestion's graph of its two-hop questions: 1,056 names, 1,211 triples of 13 relations.

Data: M. Zhou, M. Huang, X. Zhu, "An Interpretable Reasoning Network for Multi-Relation Question Answering",
COLING 2018.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from motif_loaders.records import Record
from motif_loaders.text_files import data_folder, fields, find_file
from motif_loaders.triple_records import records_of_triples


def load(source: Path | None = None) -> Iterator[Record]:
    """Records of the graph in folder ``source`` (``kb.tsv``, plain or gzipped).

    Nodes have the label ``Entity`` and the key ``name``, underscores kept, as the questions write them.
    Without ``source``, the folder ``pathquestion`` inside ``MOTIF_DATA``.

    Raises `InvalidSource`, naming the line.
    """
    return records_of_triples(read_triples(data_folder(source, "pathquestion")))


def read_triples(folder: Path) -> Iterator[tuple[str, str, str]]:
    """(subject, relation, object) for each line of ``kb.tsv`` in ``folder``."""
    for _, (head, relation, tail) in fields(
        find_file(folder, "kb.tsv"), 3, names="subject, relation, object"
    ):
        yield head, relation, tail
