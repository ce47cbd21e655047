"""The words of examples by a language model: STEM's prompts P4, P5 and P6 (appendix G), in our words."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib.resources import files
from typing import Any, Literal

from motif.engine.control import Control
from motif.errors import ModelFailed
from motif.models.language import ChatModel
from motif.planners.decomposition import strategy_messages
from motif.planners.decomposition_answers import STRATEGY_SCHEMA, read_strategy
from motif.planners.prompting import as_data
from motif_procedures.guidance.example import GuidanceExample
from motif_procedures.guidance.written_words import read_assertions, read_question

MOST_FAILURES = 5
"""Failures one after another after which the model is asked no more."""

_SENTENCES = {"type": "array", "items": {"type": "string"}}
_SCHEMAS: Mapping[str, Mapping[str, Any]] = {
    "question": {"assertions": _SENTENCES, "question": {"type": "string"}},
    "assertions": {"assertions": _SENTENCES},
}


@dataclass(slots=True)
class WritingCounts:
    """How examples came to their words.

    Attributes
    ----------
    written
        By the model.
    templates
        By templates, as before: the model failed, or was asked no more after `MOST_FAILURES` failures.
    dropped
        Not at all: the model said that their triples make no question.
    problem
        Of the last failure.
    """

    written: int = 0
    templates: int = 0
    dropped: int = 0
    problem: str = ""


class ModelWriter:
    """Puts examples into the words of a chat model.

    Parameters
    ----------
    strategies
        Who says whether a question is of Precision or Breadth: the number of its "answers" in the graph, or the
        "model" (P5), which looks at the words alone.
    concurrency
        Examples that are written side by side.

    Attributes
    ----------
    counts : WritingCounts
    """

    def __init__(
        self,
        model: ChatModel,
        *,
        strategies: Literal["answers", "model"] = "answers",
        concurrency: int = 4,
    ) -> None:
        self.counts = WritingCounts()
        self._model = model
        self._asks_strategy = strategies == "model"
        self._concurrency = concurrency
        self._failures = 0
        self._lock = threading.Lock()

    def written(
        self, examples: Sequence[GuidanceExample], control: Control | None = None
    ) -> Iterator[GuidanceExample | None]:
        """Each example with question and assertions of the model (P6); None where it finds no question.

        The graph's own relations are shown to the model. An example on which it fails keeps its words.
        """
        return self._each(self._with_question, examples, control)

    def asserted(
        self, examples: Sequence[GuidanceExample], control: Control | None = None
    ) -> Iterator[GuidanceExample | None]:
        """Each example with assertions of the model that fit the question it has (P4): for questions of a data set."""
        return self._each(self._with_assertions, examples, control)

    def _each(
        self,
        write: Callable[[Control, GuidanceExample], GuidanceExample | None],
        examples: Sequence[GuidanceExample],
        control: Control | None,
    ) -> Iterator[GuidanceExample | None]:
        write_one = partial(self._written, write, control or Control())
        if self._concurrency == 1:
            yield from map(write_one, examples)
            return
        with ThreadPoolExecutor(self._concurrency, "motif-writing") as pool:
            yield from pool.map(write_one, examples)

    def _written(
        self,
        write: Callable[[Control, GuidanceExample], GuidanceExample | None],
        control: Control,
        example: GuidanceExample,
    ) -> GuidanceExample | None:
        if self._failures >= MOST_FAILURES or control.state != "running":
            return self._counted(example, "templates")
        try:
            found = write(control, example)
        except ModelFailed as error:
            with self._lock:
                self._failures += 1
                self.counts.problem = error.message
            return self._counted(example, "templates")
        self._failures = 0
        return self._counted(found, "dropped" if found is None else "written")

    def _counted(self, example: GuidanceExample | None, how: str) -> GuidanceExample | None:
        with self._lock:
            setattr(self.counts, how, getattr(self.counts, how) + 1)
        return example

    def _with_question(self, control: Control, example: GuidanceExample) -> GuidanceExample | None:
        given = {"triples": [list(triple) for triple in example.graph_triples], "answer": example.answer}
        found = self._completed("question", given, partial(read_question, example), control)
        if found is None:
            return None
        return self._with_strategy(control, replace(example, question=found[0], assertions=found[1]))

    def _with_assertions(self, control: Control, example: GuidanceExample) -> GuidanceExample:
        given = {"question": example.question, "triples": [list(triple) for triple in example.graph_triples]}
        found = self._completed("assertions", given, partial(read_assertions, example), control)
        return self._with_strategy(control, replace(example, assertions=found))

    def _with_strategy(self, control: Control, example: GuidanceExample) -> GuidanceExample:
        if not self._asks_strategy:
            return example
        messages = strategy_messages(example.question, example.assertions)
        told = self._model.complete(messages, schema=STRATEGY_SCHEMA, read=read_strategy, control=control)
        return replace(example, strategy=told.value)

    def _completed(
        self, name: str, given: Mapping[str, Any], read: Callable[[Any], Any], control: Control
    ) -> Any:
        properties = _SCHEMAS[name]
        schema = {
            "title": name,
            "description": "What is asked for.",
            "type": "object",
            "properties": properties,
            "required": list(properties),
        }
        messages = [("system", prompt(name)), ("user", as_data(given))]
        return self._model.complete(messages, schema=schema, read=read, control=control).value


@cache
def prompt(name: str) -> str:
    """The instructions called ``name``: "question" (P6) or "assertions" (P4)."""
    return files(__package__).joinpath("prompts", f"{name}.txt").read_text(encoding="utf-8").strip()
