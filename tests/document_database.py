"""A database in memory that understands what the writer of documents asks of Neo4j."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from motif.database import Written
from motif_cypher import Template

Node = tuple[str, str]
"""A label and an id."""


class DocumentDatabase:
    """Nodes by label and id; relationships by ends and type. Interrupted after ``fail_after`` writes of rows."""

    def __init__(self, fail_after: int | None = None) -> None:
        self.nodes: dict[Node, dict[str, Any]] = {}
        self.relationships: dict[tuple[Node, str, Node, str], dict[str, Any]] = {}
        self.reads: list[str] = []
        self.writes: list[str] = []
        self.fail_after = fail_after

    def of(self, label: str) -> dict[str, dict[str, Any]]:
        """The nodes of a label, by id."""
        return {identity: values for (of_label, identity), values in self.nodes.items() if of_label == label}

    def image(self) -> tuple[dict[Node, dict[str, Any]], dict[Any, dict[str, Any]]]:
        """A copy to compare with."""
        nodes = {key: dict(values) for key, values in self.nodes.items()}
        return nodes, {key: dict(values) for key, values in self.relationships.items()}

    # -- what the writer calls -------------------------------------------------------------------------------

    def run(self, statement: Template, /, **parameters: Any) -> list[dict[str, Any]]:
        self.reads.append(statement.name)
        rows: list[dict[str, Any]] = getattr(self, f"_{statement.name}")(**parameters)
        return rows

    def write(
        self,
        statement: Template,
        rows: Sequence[Any] | None = None,
        /,
        *,
        batch: int = 1000,
        marked: bool = True,
    ) -> Written:
        assert not marked, "what is loaded makes projections stale"
        if rows is None:
            return Written()
        if self.fail_after is not None and len(self.writes) >= self.fail_after:
            raise KeyboardInterrupt
        self.writes.append(statement.name)
        before = len(self.nodes), len(self.relationships)
        for row in rows:
            getattr(self, f"_{statement.name}")(statement.text, row)
        return Written(max(0, len(self.nodes) - before[0]), max(0, len(self.relationships) - before[1]))

    # -- reads ---------------------------------------------------------------------------------------------------

    def _tokens(self) -> list[dict[str, Any]]:
        labels = sorted({label for label, _ in self.nodes})
        return [{"kind": "label", "name": label} for label in labels]

    def _count_labelled_nodes(self) -> list[dict[str, Any]]:
        return [{"total": len(self.nodes)}]

    def _document_hashes(self, ids: list[str]) -> list[dict[str, Any]]:
        known = self.of("Document")
        return [{"id": one, "hash": known[one].get("contentHash")} for one in ids if one in known]

    def _unsettled_entities(self, ids: list[str]) -> list[dict[str, Any]]:
        known = self.of("Document")
        return [
            {"id": one} for one in sorted({name for of in ids for name in known[of].get("unsettled", [])})
        ]

    def _documents_below(self, prefix: str) -> list[dict[str, Any]]:
        known = self.of("Document").items()
        return [
            {"id": one}
            for one, values in known
            if one.startswith(prefix) and {"contentHash", "unsettled"} & values.keys()
        ]

    def _entity_mentions(self, ids: list[str]) -> list[dict[str, Any]]:
        found = []
        for one in ids:
            said = [
                (self._document(target), self.nodes[target]["index"], values["description"])
                for (source, kind, target, _), values in self.relationships.items()
                if kind == "FROM_CHUNK" and source[1] == one and "description" in values
            ]
            node = self.nodes.get(("__Entity__", one))
            if node is not None and said:
                descriptions = [description for _, _, description in sorted(said)]
                found.append({"id": one, "name": node["name"], "known": node.get("description"),
                              "descriptions": descriptions})  # fmt: skip
        return found

    # -- writes --------------------------------------------------------------------------------------------------

    def _load_nodes(self, text: str, row: Any) -> None:
        self.nodes.setdefault((text.split("`")[1], row[0]), {}).update(row[1])

    def _load_labels(self, text: str, row: Any) -> None:
        assert (text.split("`")[1], row[0]) in self.nodes

    def _load_relationships(self, text: str, row: Any) -> None:
        parts = text.split("`")
        source, target = (parts[1], row[0]), (parts[5], row[1])
        assert source in self.nodes and target in self.nodes
        told = "" if len(row) < 4 else row[3]
        self.relationships.setdefault((source, parts[9], target, told), {}).update(row[2])

    _load_keyed_relationships = _load_relationships

    def _begin_documents(self, text: str, row: Any) -> None:
        values = self.nodes.setdefault(("Document", row[0]), {})
        values.pop("contentHash", None)
        named = [source[1] for chunk in self._chunks(row[0]) for source in self._mentioning(chunk)]
        values["unsettled"] = [*values.get("unsettled", []), *row[1], *named]

    def _finish_documents(self, text: str, row: Any) -> None:
        values = self.nodes["Document", row[0]]
        values["contentHash"] = row[1]
        del values["unsettled"]

    def _unlink_chunks(self, text: str, row: Any) -> None:
        chunks = set(self._chunks(row[0]))
        for chunk in chunks:
            for name in ("topic", "entities", "events"):
                self.nodes[chunk].pop(name, None)
        for key, values in list(self.relationships.items()):
            source, kind, target, _ = key
            is_told = kind == "RELATED_TO" and ("Chunk", values.get("chunk")) in chunks
            if (
                (kind == "NEXT_CHUNK" and source in chunks)
                or (kind == "FROM_CHUNK" and target in chunks)
                or is_told
            ):
                del self.relationships[key]

    def _remove_chunks(self, text: str, row: Any) -> None:
        for chunk in self._chunks(row[0]):
            if chunk[1] not in row[1]:
                self._detach(chunk)

    def _remove_documents(self, text: str, row: Any) -> None:
        self._detach(("Document", row[0]))

    def _remove_unmentioned(self, text: str, row: Any) -> None:
        entity = ("__Entity__", row[0])
        kinds = {kind for source, kind, target, _ in self.relationships if entity in (source, target)}
        if entity in self.nodes and kinds <= {"RELATED_TO", "IS_SIMILAR", "IS_NEAR", "MENTIONS"}:
            self._detach(entity)

    # -- the graph -------------------------------------------------------------------------------------------------

    def _chunks(self, document: str) -> list[Node]:
        target = ("Document", document)
        return [
            source for source, kind, to, _ in self.relationships if kind == "FROM_DOCUMENT" and to == target
        ]

    def _mentioning(self, chunk: Node) -> list[Node]:
        return [source for source, kind, to, _ in self.relationships if kind == "FROM_CHUNK" and to == chunk]

    def _document(self, chunk: Node) -> str:
        return next(
            to[1] for source, kind, to, _ in self.relationships if kind == "FROM_DOCUMENT" and source == chunk
        )

    def _detach(self, node: Node) -> None:
        self.nodes.pop(node, None)
        for key in [key for key in self.relationships if node in (key[0], key[2])]:
            del self.relationships[key]
