"""Computed edges as named arrays, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from motif.graphs.layers import EdgeLayer
from motif.snapshot.columns import Arrays, Read, put_columns, read_columns


def put_layers(arrays: Arrays, layers: Mapping[str, EdgeLayer]) -> list[dict[str, Any]]:
    """Puts the arrays of all layers, by number, since names of types may be anything; what is no array."""
    described = []
    for number, (key, layer) in enumerate(layers.items()):
        prefix = f"layer.{number}"
        arrays |= {f"{prefix}.source": layer.source, f"{prefix}.target": layer.target}
        arrays[f"{prefix}.score"] = layer.score
        entry: dict[str, Any] = {"key": key, "name": layer.name, "settings": layer.settings}
        entry["count"] = len(layer)
        entry["properties"] = put_columns(arrays, f"{prefix}.property", layer.properties)
        described.append(entry)
    return described


def read_layers(read: Read, described: Sequence[Mapping[str, Any]]) -> dict[str, EdgeLayer]:
    """The layers that `put_layers` put."""
    return {
        entry["key"]: EdgeLayer(
            entry["name"],
            entry["settings"],
            read(f"layer.{number}.source"),
            read(f"layer.{number}.target"),
            read(f"layer.{number}.score"),
            read_columns(read, f"layer.{number}.property", entry["properties"]),
        )
        for number, entry in enumerate(described)
    }
