"""The service's own description, in OpenAPI, made from the procedures it answers: their arguments and keys."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from motif.service.information import PROTOCOL, package_version
from motif.service.keys import Key, a_text
from motif.service.procedures import Intake, Procedure, procedure_name
from motif.service.routes import INTAKES, PROCEDURES
from motif.service.streaming import FRAMES, NDJSON

Schema = dict[str, Any]

PATH = "/openapi.json"
"""Where it is."""

_PART: Schema = {"anyOf": [dict(a_text.schema), {"type": "object"}, {"type": "null"}]}
_TRIPLES: Schema = {
    "type": "array",
    "items": {"type": "array", "items": _PART, "minItems": 3, "maxItems": 3},
    "minItems": 1,
    "description": "Triples (head, relation, tail), each part a name, an unknown such as '?film', null or a map.",
}
_PROJECTION: Schema = {"type": ["string", "array", "object"], "description": "'*', a name, names, or a map."}
ARGUMENTS: Mapping[str, Schema] = {
    "graphName": dict(a_text.schema),
    "pattern": _TRIPLES,
    "triples": _TRIPLES,
    "question": {"anyOf": [{"type": "string"}, _TRIPLES]},
    "plan": {"type": "object", "description": "A plan as motif.plan yields it."},
    "text": dict(a_text.schema),
    "word": {"type": "string"},
    "jobId": {"type": "string"},
    "failIfMissing": {"type": "boolean"},
    "nodeProjection": _PROJECTION,
    "relationshipProjection": _PROJECTION,
}
"""What an argument of each name holds."""

_OBJECT: Schema = {"type": "object"}
_ERROR: Schema = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message", "hint"],
            "properties": {name: {"type": "string"} for name in ("code", "message", "hint")},
        }
    },
}
STATUSES: Mapping[int, str] = {
    400: "What was sent cannot be used.",
    401: "The token is missing or wrong.",
    403: "Only the login that made the projection may do that.",
    404: "No projection of that name, or nothing at that path.",
    405: "Another method answers there.",
    409: "A projection of that name is there already, was refreshed meanwhile, or the catalog is locked.",
    413: "The body is larger than the service reads.",
    421: "The request was signed for another service, or is to be asked of the one that this one follows.",
    422: "The graph or the installation lacks what this needs.",
    499: "The caller went away, or cancelled.",
    500: "A fault of the service's own.",
    502: "A language model failed.",
    503: "The service is busy, is shutting down, or has no memory left.",
    504: "The deadline passed.",
}
"""Statuses of errors, as docs/protocol.md has them."""


@cache
def description() -> Schema:
    """The whole of it."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Motif service",
            "version": package_version(),
            "description": f"What answers CALL motif.*; protocol {PROTOCOL}.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
        "security": [{"token": []}],
        "paths": {
            "/health": {"get": _plain("That the service is up.", None, security=[])},
            "/metrics": {"get": _plain("Counts for Prometheus.", None, "text/plain")},
            "/v1/hello": {
                "post": _plain("Proves that the service knows the token.", {"nonce": "string"}, security=[])
            },
            "/v1/cancel": {"post": _plain("Cancels the work of a call.", {"jobId": "string"})},
            "/v1/running": {"post": _plain("Whether a call is being answered.", {"jobId": "string"})},
            "/v1/reply": {
                "post": _plain(
                    "Rows of a statement that was asked for.",
                    {"jobId": "string", "key": "string", "id": "integer"},
                )
            },
            "/v1/epochs": {
                "post": _plain(
                    "Every graph, and the files that a follower has otherwise.",
                    {"follower": "string", "wait": "number"},
                )
            },
            "/v1/epochs/file": {
                "post": _plain(
                    "The bytes of a file of a graph, from one on.",
                    {"graph": "string", "file": "string"},
                    "application/octet-stream",
                )
            },
            **{f"/v1/{path}": {"post": _of_procedure(path, each)} for path, each in PROCEDURES.items()},
            **{f"/v1/{path}": {"post": _of_intake(path, each)} for path, each in INTAKES.items()},
        },
    }


def _of_procedure(path: str, procedure: Procedure) -> Schema:
    kinds = [NDJSON] + ([FRAMES] if procedure.packed is not None else [])
    request = _request(procedure.arguments, procedure.keys or {})
    return {
        **_named(path, procedure),
        "requestBody": {"required": True, "content": {"application/json": {"schema": request}}},
        "responses": _responses({kind: {} for kind in kinds}),
    }


def _of_intake(path: str, intake: Intake) -> Schema:
    frames = {"description": "Frames; the first holds the request and its plan.", "format": "binary"}
    return {
        **_named(path, intake),
        "requestBody": {"required": True, "content": {FRAMES: {"schema": {"type": "string", **frames}}}},
        "responses": _responses({NDJSON: {}}),
    }


def _named(path: str, answers: Procedure | Intake) -> Schema:
    said = (answers.answer.__doc__ or "").strip().partition("\n")[0]
    return {"operationId": procedure_name(path), "summary": said or f"What CALL {procedure_name(path)} does."}


def _plain(
    summary: str, takes: Mapping[str, str] | None, kind: str = "application/json", **more: Any
) -> Schema:
    """An operation that keeps the service; ``takes``: the types of what it is sent, all of it needed."""
    operation: Schema = {"summary": summary, "responses": _responses({kind: {}}), **more}
    if takes is not None:
        types = {name: {"type": type} for name, type in takes.items()}
        schema = {"type": "object", "required": list(takes), "properties": types}
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return operation


def _responses(content: Schema) -> Schema:
    errors = {
        str(status): {"description": said, "content": {"application/json": {"schema": _ERROR}}}
        for status, said in STATUSES.items()
    }
    return {"200": {"description": "The answer.", "content": content}, **errors}


def _request(arguments: tuple[str, ...], keys: Mapping[str, Key]) -> Schema:
    given = {name: _configuration(keys) if name == "configuration" else ARGUMENTS[name] for name in arguments}
    return {
        "type": "object",
        "required": ["database", "arguments"],
        "properties": {
            "database": {
                "type": "object",
                "required": ["id", "name"],
                "properties": {"id": {"type": "string"}, "name": {"type": "string"}},
            },
            "transaction": {"type": ["integer", "null"]},
            "jobId": {"type": "string"},
            "user": {"type": ["string", "null"]},
            "roles": {"type": "boolean"},
            "owned": {"type": "boolean"},
            "schema": {"type": "array", "items": _OBJECT},
            "arguments": {
                "type": "object",
                "properties": given,
                "required": [
                    name for name in arguments if name in ("graphName", "pattern", "triples", "plan")
                ],
                "additionalProperties": False,
            },
        },
    }


def _configuration(keys: Mapping[str, Key]) -> Schema:
    """Null values count as not given."""
    given: dict[str, Schema] = {
        name: {"anyOf": [dict(key.read.schema), {"type": "null"}]} for name, key in keys.items()
    }
    for name, key in keys.items():
        given[name]["description"] = key.needed
    return {"type": ["object", "null"], "properties": given, "additionalProperties": False}
