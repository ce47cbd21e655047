"""Guidance for tracing: examples out of a graph by reverse generation, and the training of a Triple-GNN on them.

Names are imported when they are first used: examples need no torch, and training is not needed to export them.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_HOMES = {
    "export_chats": "chats",
    "generate_examples": "generation",
    "load_examples": "example_file",
    "save_examples": "example_file",
    "split_entities": "entity_split",
    "train_guidance": "training",
    "write_guidance_data": "job",
}


def __getattr__(name: str) -> Any:
    """The public ``name``, from the module of this package that holds it."""
    if name not in _HOMES:
        raise AttributeError(f"{__name__} has no {name!r}; it has {', '.join(sorted(_HOMES))}.")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
