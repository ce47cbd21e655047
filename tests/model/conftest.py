"""The group ``model``: tests with a real language model, where one is served.

``MOTIF_TEST_MODEL`` is the address of a server of OpenAI's protocol, ``http://127.0.0.1:8099/v1``; without it every
test is skipped. ``MOTIF_TEST_MODEL_NAME`` is what it calls the model; unset: the first that it lists.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("langchain_core", reason="langchain-core is not installed")

import httpx

import motif
from motif.models.language import ChatModel
from motif.settings import ModelSettings
from motif_procedures.cypher_questions.arena import Arena, arena_of_files
from real_model import ADDRESS, HOSPITAL, SECONDS, Asked, Served


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.model)


@pytest.fixture(scope="session")
def served() -> Served:
    """The model of the server at ``MOTIF_TEST_MODEL``; the test is skipped where none is named."""
    url = os.environ.get(ADDRESS, "").rstrip("/")
    if not url:
        pytest.skip(f"{ADDRESS} names no model's server (http://127.0.0.1:8099/v1)")
    listed = httpx.get(f"{url}/models", timeout=30).raise_for_status().json()["data"]
    return Served(url, os.environ.get(f"{ADDRESS}_NAME") or str(listed[0]["id"]))


@pytest.fixture(scope="session")
def settings(served: Served) -> ModelSettings:
    """Of a model that may be slow."""
    return ModelSettings(name=f"openai:{served.name}", timeout=SECONDS, retries=1)


@pytest.fixture(scope="session")
def without() -> Arena:
    """The hospital, asked without a model."""
    return arena_of_files("hospital", HOSPITAL, lambda what, done, total: None)


@pytest.fixture(scope="session")
def asking(served: Served, settings: ModelSettings, without: Arena) -> Callable[..., Asked]:
    """Makes the hospital, asked with the model; ``options`` of its settings."""

    def make(**options: Any) -> Asked:
        chat = served.chat()
        model = ChatModel(chat, dataclasses.replace(settings, **options))
        source = without.graph
        graph = motif.Graph(
            lambda: source.projection,
            encoder=lambda: source.view.encoder,
            model=lambda: model,
            settings=source._settings,
        )
        return Asked(graph, model, chat)

    return make


@pytest.fixture
def asked(asking: Callable[[], Asked]) -> Asked:
    """The hospital, asked with the model."""
    return asking()
