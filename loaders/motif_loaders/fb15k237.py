"""FB15k-237: 14,541 entities of Freebase, 310,116 triples of 237 relations.

Data: K. Toutanova, D. Chen, "Observed versus latent features for knowledge base and text inference", CVSC
2015.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from motif.errors import InvalidSource
from motif_loaders.records import Key, NodeRecord, Record, RelationshipRecord
from motif_loaders.text_files import data_folder, fields, find_file

SPLITS = ("train", "valid", "test")


def load(source: Path | None = None, *, splits: str | Sequence[str] = SPLITS) -> Iterator[Record]:
    """Records of the graph in folder ``source`` (``train.tsv``, …, ``entity_names.tsv``; plain or gzipped).

    Nodes have the label ``Entity``, the key ``mid`` (names are shared by several entities) and ``name``;
    types are Freebase's paths as they stand (``/people/person/nationality``). ``splits`` says which files
    make the graph, as a list or joined by commas. Without ``source``, the folder ``fb15k237`` inside
    ``MOTIF_DATA``.

    Raises `InvalidSource`, naming the line; also for an entity without a name.
    """
    wanted = splits.split(",") if isinstance(splits, str) else list(splits)
    if unknown := sorted(set(wanted) - set(SPLITS)):
        raise InvalidSource(f"FB15k-237 has no split {', '.join(unknown)}; choose among {', '.join(SPLITS)}.")
    return _records(data_folder(source, "fb15k237"), wanted)


def _records(folder: Path, splits: Sequence[str]) -> Iterator[Record]:
    keys: dict[str, Key] = {}
    for _, (mid, name) in fields(find_file(folder, "entity_names.tsv"), 2, names="mid, name"):
        keys[mid] = Key("Entity", "mid", mid)
        yield NodeRecord(keys[mid], {"name": name})
    for split in splits:
        path = find_file(folder, f"{split}.tsv")
        for number, (head, relation, tail) in fields(path, 3, names="head, relation, tail"):
            for mid in (head, tail):
                if mid not in keys:
                    raise InvalidSource(
                        f"{path}, line {number}: the entity {mid} is not in entity_names.tsv."
                    )
            yield RelationshipRecord(keys[head], relation, keys[tail])
