"""Motif's chat model as neo4j-graphrag's pipeline calls one. Needs the extra ``graphrag``: import it late."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from neo4j_graphrag.components.types import Neo4jGraph
from neo4j_graphrag.llm.base import LLMBase
from neo4j_graphrag.llm.types import LLMResponse

from motif.engine.control import Control
from motif.errors import InvalidInput
from motif.models.language import Messages
from motif_loaders.remembered_answers import RememberingModel

_DESCRIBED = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "description": {"type": "string"}},
    "required": ["name", "description"],
}
_SAID = {
    "type": "object",
    "properties": {"description": {"type": "string"}},
    "required": ["description"],
}
GRAPH_SCHEMA = {
    "title": "graph",
    "description": "The entities and relationships of a passage.",
    "type": "object",
    "properties": {
        "nodes": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "id": {"type": "string"},
                    "label": {"type": "string"},
                    "properties": _DESCRIBED,
                },
                "required": ["id", "label", "properties"],
            },
        },
        "relationships": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "start_node_id": {"type": "string"},
                    "end_node_id": {"type": "string"},
                    "type": {"type": "string"},
                    "properties": _SAID,
                },
                "required": ["start_node_id", "end_node_id", "type", "properties"],
            },
        },
    },
    "required": ["nodes", "relationships"],
}
"""JSON schema of neo4j-graphrag's `Neo4jGraph` with the properties that Motif asks for: providers refuse open maps."""


class PipelineModel(LLMBase):
    """An `LLMInterfaceV2` of neo4j-graphrag over a `RememberingModel`, for one piece of work that ``control`` can stop.

    A graph that is asked for comes back valid, or is asked for again; whatever goes wrong is Motif's `ModelFailed`.
    """

    supports_structured_output = True

    def __init__(self, model: RememberingModel, control: Control) -> None:
        super().__init__(model.name)
        self._model = model
        self._control = control

    def invoke(
        self,
        input: Any,
        message_history: Any = None,
        system_instruction: str | None = None,
        response_format: Any = None,
        **options: Any,
    ) -> LLMResponse:
        """The answer to a text or messages; JSON where ``response_format`` is a pydantic model or a JSON schema."""
        messages = _messages(input, message_history, system_instruction)
        if response_format is None:
            return LLMResponse(content=self._model.complete(messages, control=self._control))
        if response_format is Neo4jGraph:
            value = self._model.complete(
                messages, schema=GRAPH_SCHEMA, read=graph_of, control=self._control
            ).model_dump(mode="json")
        else:
            value = self._model.complete(messages, schema=_schema(response_format), control=self._control)
        return LLMResponse(content=json.dumps(value))

    async def ainvoke(self, *arguments: Any, **options: Any) -> LLMResponse:
        """As `invoke`; the caller's thread waits, since each chunk is extracted in one of its own."""
        return self.invoke(*arguments, **options)


def graph_of(value: Any) -> Neo4jGraph:
    """The graph that a model wrote, without what is no entity or relationship.

    Raises `InvalidInput`, which the model is shown, when there are no such lists at all.
    """
    nodes = _mappings(value, "nodes")
    relationships = _mappings(value, "relationships")
    graph = {
        "nodes": [_tidied(node, ("id", "label")) for node in nodes if node.get("id") not in (None, "")],
        "relationships": [
            _tidied(one, ("start_node_id", "end_node_id", "type")) for one in relationships if one.get("type")
        ],
    }
    return Neo4jGraph.model_validate(graph)


def _mappings(value: Any, key: str) -> list[Mapping[str, Any]]:
    found = value.get(key) if isinstance(value, Mapping) else None
    if not isinstance(found, list):
        raise InvalidInput(
            f'It must be one object with the lists "nodes" and "relationships"; {key} is none.'
        )
    return [one for one in found if isinstance(one, Mapping)]


def _tidied(one: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    """What the pipeline's strict types take: keys as texts, properties that are texts; ``name`` may stand outside."""
    given = one.get("properties")
    properties = dict(given) if isinstance(given, Mapping) else {}
    outside = {name: one[name] for name in ("name", "description") if name in one}
    told = {
        str(name): str(value)
        for name, value in {**outside, **properties}.items()
        if isinstance(value, str | int | float)
    }
    return {**{key: str(one.get(key) or "") for key in keys}, "properties": told}


def _schema(response_format: Any) -> Mapping[str, Any]:
    if isinstance(response_format, Mapping):
        return response_format
    schema = dict(response_format.model_json_schema())
    return {"description": schema.get("title", "answer"), **schema}


def _messages(input: Any, history: Any, system: str | None) -> Messages:
    before = getattr(history, "messages", history) or []
    given = [{"role": "user", "content": input}] if isinstance(input, str) else list(input)
    first = [("system", system)] if system else []
    return [*first, *((str(one["role"]), str(one["content"])) for one in (*before, *given))]
