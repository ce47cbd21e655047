"""MetaQA's film graph: 43,234 names, 133,582 triples of 9 relations.

One node per name: in this data set a person, a year and a tag of the same text are one node. Data: Y. Zhang
et al., "Variational Reasoning for Question Answering with Knowledge Graph", AAAI 2018; Creative Commons,
attribution.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from motif_loaders.records import Record
from motif_loaders.text_files import data_folder, fields, find_file
from motif_loaders.triple_records import records_of_triples


def load(source: Path | None = None) -> Iterator[Record]:
    """Records of the graph in folder ``source`` (``kb.tsv``, or the original ``kb.txt``; plain or gzipped).

    Nodes have the label ``Entity`` and the key ``name``; types are the relations as they stand in the data.
    Without ``source``, the folder ``metaqa`` inside ``MOTIF_DATA``.

    Raises `InvalidSource`, naming the line.
    """
    return records_of_triples(read_triples(data_folder(source, "metaqa")))


def read_triples(folder: Path) -> Iterator[tuple[str, str, str]]:
    """(film, relation, object) for each line of the graph's file in ``folder``."""
    path = find_file(folder, "kb.tsv", "kb.txt")
    separator = "|" if path.name.startswith("kb.txt") else "\t"
    for _, (film, relation, thing) in fields(path, 3, separator, names="film, relation, object"):
        yield film, relation, thing
