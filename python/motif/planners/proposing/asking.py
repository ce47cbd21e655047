"""A language model is asked for a statement; what it writes is read as a meaning or sent back once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from motif.errors import InvalidInput
from motif.graphs.meaning import Meaning
from motif.models.language import Completion, Messages
from motif.planners.cypher.tokens import CypherRefused
from motif.planners.cypher_literals import identifier
from motif.planners.linking import linker_of
from motif.planners.meaning.planner import vocabulary_of
from motif.planners.model_asking import Asking
from motif.planners.prompting import as_data, as_lines, checked_words, marked, prompt
from motif.planners.proposing.mending import mended
from motif.planners.proposing.spelling import Spellings, spellings_of
from motif.planners.proposing.statement import meaning_of_cypher
from motif.planners.protocol import Mention, PlanningGraph

MOST_NAMES = 8
"""Things that the question names, told to the model."""

_PER_NAME: Final = 3
_FENCED: Final = re.compile(r"```(?:\w+\n)?(.*?)(?:```|$)", re.DOTALL)
_BEGINNING: Final = re.compile(r"\b(?:OPTIONAL\s+)?MATCH\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a model means a question to be."""

    meaning: Meaning
    cypher: str
    completion: Completion


def proposed(question: str, graph: PlanningGraph, asking: Asking) -> Proposal:
    """The meaning that the model proposes for ``question``.

    Raises `ModelFailed`, and `UnreadableAnswer` among it where neither the first statement nor the second can be read.
    """
    spellings = spellings_of(vocabulary_of(graph))

    def read(text: str) -> tuple[Meaning, str]:
        cypher = statement_in(text)
        try:
            return meaning_of_cypher(cypher, spellings), cypher
        except CypherRefused as error:
            raise InvalidInput(str(error)) from None

    completion = asking.complete(_messages(question, graph, spellings), None, read, retries=1)
    meaning, cypher = completion.value
    return Proposal(meaning, cypher, completion)


def _messages(question: str, graph: PlanningGraph, spellings: Spellings) -> Messages:
    parts = [
        marked("graph", spellings.text()),
        marked("names", as_lines("\n".join(_names(question, graph, spellings)))),
        marked("question", as_data(checked_words(question, "question"))),
    ]
    return [("system", prompt("cypher")), ("user", "\n\n".join(parts))]


def statement_in(text: str) -> str:
    """The statement of an answer, without what stands around it.

    >>> statement_in("Here it is:\\n```cypher\\nMATCH (n) WHERE n.x != 1 RETURN n;\\n```")
    'MATCH (n) WHERE n.x <> 1 RETURN n'
    """
    fenced = _FENCED.search(text)
    text = fenced[1] if fenced is not None else text
    begins = _BEGINNING.search(text)
    text = text[begins.start() :] if begins is not None else text
    return mended(text.split("\n\n")[0].strip().rstrip(";").replace("!=", "<>").replace("==", "="))


def _names(question: str, graph: PlanningGraph, spellings: Spellings) -> Iterator[str]:
    """For each thing that is named, the node or property that it is in a pattern."""
    for mention in linker_of(graph.values).link(question)[:MOST_NAMES]:
        told = list(dict.fromkeys(_ways(mention, graph, spellings)))[:_PER_NAME]
        if told:
            yield f"{as_data(mention.text)}: {' or '.join(told)}"


def _ways(mention: Mention, graph: PlanningGraph, spellings: Spellings) -> Iterator[str]:
    whole, n_nodes = graph.values.projection, graph.projection.n_nodes
    for row in mention.rows[:_PER_NAME].tolist():
        name = whole.nodes.names[row]
        labels = whole.nodes.labels(row)
        if row < n_nodes:
            yield from (_pattern(label, spellings, name) for label in labels[:1])
            continue
        owners = whole.incoming.neighbours(row)[:1].tolist()
        yield from (
            f"(:{identifier(label)} {{{identifier(labels[0])}: {as_data(name)}}})"
            for owner in owners
            for label in whole.nodes.labels(owner)[:1]
        )


def _pattern(label: str, spellings: Spellings, name: str) -> str:
    naming = spellings.naming.get(label)
    held = f" {{{identifier(naming)}: {as_data(name)}}}" if naming else ""
    return f"(:{identifier(label)}{held})"
