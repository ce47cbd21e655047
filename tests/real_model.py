"""A real language model behind an address, and a graph that asks it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import motif
from model_servers import SchemaChat
from motif.models.language import ChatModel

ADDRESS = "MOTIF_TEST_MODEL"
SECONDS = 600.0
"""For a question: on two cores the first call with a new prompt alone takes more than a minute."""
HOSPITAL = Path(__file__).parent / "questions" / "hospital.cypher"


@dataclass(frozen=True)
class Served:
    """A model behind an address."""

    url: str
    name: str

    def chat(self) -> SchemaChat:
        """A LangChain model of it, whose calls are counted from none."""
        return SchemaChat(url=self.url, served=self.name, wait=SECONDS)


@dataclass(frozen=True)
class Asked:
    """A graph, the model that it asks, and LangChain's object, which tells the calls."""

    graph: motif.Graph
    model: ChatModel
    chat: SchemaChat

    @property
    def n_calls(self) -> int:
        return len(self.chat.asked)
