"""What a graph learnt from examples: kept beside its epochs, so that it survives a refresh."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import shutil
import threading
import uuid
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from motif.catalog.beside import require_graph, writing_beside
from motif.crash_points import reached
from motif.durable import not_stored, write_durably
from motif.errors import FollowsAnother, GraphNotFound, InvalidInput, InvalidSource
from motif.planners.protocol import PlanningGraph

if TYPE_CHECKING:
    from motif.planners.memory import Memory
    from motif.planners.steps.examples import ProblemsOf, StepExamples

_EXAMPLES = "examples.json"
_OF_MEMORY = re.compile(r"[0-9a-f]{24}(\.[0-9a-f]{32})?")
"""The folders of what was made of examples, whole ones and what a writer that was cut off left."""


@dataclass(frozen=True, slots=True)
class LearningReport:
    """What `Graph.learn` did: ``examples``, how many the graph knows now; ``unused``, which teach nothing, and why."""

    examples: int
    unused: tuple[str, ...] = ()


class Learned:
    """Examples and what they taught.

    The examples are the truth, in one file that is replaced whole. What was made of them lies in a folder whose name
    is their hash, and is made again where it is missing.

    Parameters
    ----------
    folder
        Where it is kept; None for memory only.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._examples: list[dict[str, Any]] = []
        self._memory: Memory | None = None
        self._steps: tuple[object, StepExamples] | None = None
        self._seen: tuple[int, ...] | None = None
        self._teaching = threading.Lock()

    @property
    def folder(self) -> Path | None:
        """Where it is kept; None for memory only."""
        return self._folder

    def examples(self) -> list[dict[str, Any]]:
        """Every example that was taught, oldest first. Raises `InvalidSource` for a file that cannot be read."""
        if self._folder is not None:
            state = _state(self._folder / _EXAMPLES)
            if state != self._seen:
                self._examples, self._seen, self._memory = self._read(), state, None
        return self._examples

    def memory(self, graph: PlanningGraph) -> Memory | None:
        """What was learnt, None for nothing; another process may have taught since."""
        examples = self.examples()
        if examples and self._memory is None:
            self._memory = self._opened(examples, graph)
        return self._memory

    def step_examples(self) -> StepExamples:
        """The examples that are plans of steps or Cypher, the same object until more are taught."""
        from motif.planners.steps.examples import StepExamples

        examples = self.examples()
        if self._steps is None or self._steps[0] is not examples:
            self._steps = (examples, StepExamples(examples))
        return self._steps[1]

    def teach(
        self,
        examples: Sequence[Mapping[str, Any]],
        graph: PlanningGraph,
        *,
        replace: bool,
        problems_of: ProblemsOf | None = None,
    ) -> Memory:
        """Learns ``examples`` beside the earlier ones, or with ``replace`` instead of them.

        Parameters
        ----------
        problems_of
            Says why a plan of steps cannot be run on the graph's database; None where there is no database, and such
            plans are refused.

        One process and thread at a time: of two that teach at once neither loses the other's examples.

        What was taught earlier and fits the graph no more, which has changed since, is kept and teaches nothing.

        Raises `InvalidInput`, naming the example, before anything is changed; `StorageFailed` where the disk is full,
        and `GraphNotFound` where the graph was dropped meanwhile.
        """
        from motif.planners.learning import learn

        if isinstance(examples, (str, bytes, Mapping)):
            raise InvalidInput("Examples are a list of mappings with a question.", hint="See docs/asking.md.")
        given = [dict(example) for example in examples]
        with self._teaching, nullcontext() if self._folder is None else writing_beside(self._folder):
            earlier = [] if replace else self.examples()
            _check(given, earlier, graph, problems_of)
            every = [*earlier, *(one for one in given if one not in earlier)]
            memory = learn(every, graph, in_steps=_in_steps(every, graph), is_lenient=True)
            if self._folder is not None:
                self._write(self._folder, every, memory)
                self._seen = _state(self._folder / _EXAMPLES)
            self._examples, self._memory = every, memory if every else None
            return memory

    def _opened(self, examples: list[dict[str, Any]], graph: PlanningGraph) -> Memory:
        """What was made of the examples, made again where it is missing or broken."""
        from motif.planners.learning import learn
        from motif.planners.memory import Memory

        made = None if self._folder is None else self._folder / _digest(examples)
        if made is not None and made.is_dir():
            with contextlib.suppress(InvalidSource):
                return Memory.load(made)
        memory = learn(examples, graph, in_steps=_in_steps(examples, graph), is_lenient=True)
        if self._folder is not None and made is not None:
            with contextlib.suppress(OSError, GraphNotFound, FollowsAnother), writing_beside(self._folder):
                if _digest(self._read()) == made.name:  # else another process has taught meanwhile
                    _keep_memory(memory, made)
        return memory

    def _read(self) -> list[dict[str, Any]]:
        assert self._folder is not None
        path = self._folder / _EXAMPLES
        try:
            return list(json.loads(path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return []
        except (OSError, ValueError) as error:
            raise InvalidSource(
                f"The examples that were learnt cannot be read from {path}: {error}.",
                hint="Delete the file and teach them again.",
            ) from error

    def _write(self, folder: Path, examples: list[dict[str, Any]], memory: Memory) -> None:
        """First what was made of the examples, then the examples; both appear whole or not at all."""
        require_graph(folder)
        made = folder / _digest(examples)
        _keep_memory(memory, made)
        write_durably(folder / _EXAMPLES, json.dumps(examples, ensure_ascii=False, default=str))
        for entry in folder.iterdir():
            if entry != made and _OF_MEMORY.fullmatch(entry.name):
                shutil.rmtree(entry, ignore_errors=True)


def _keep_memory(memory: Memory, folder: Path) -> None:
    """Puts what was learnt in its folder; it can be made again, and is not waited for."""
    coming = folder.with_name(f"{folder.name}.{uuid.uuid4().hex}")
    try:
        memory.save(coming)
        shutil.rmtree(folder, ignore_errors=True)
        coming.rename(folder)
        reached("learned.memory")
    except OSError as error:
        raise not_stored(folder, error) from error
    finally:
        shutil.rmtree(coming, ignore_errors=True)


def _check(
    given: Sequence[Mapping[str, Any]],
    earlier: Sequence[Mapping[str, Any]],
    graph: PlanningGraph,
    problems_of: ProblemsOf | None,
) -> None:
    """Raises `InvalidInput` for the first example that cannot be taught, by its number among the ``given`` ones."""
    from motif.planners.lessons import read_lessons
    from motif.planners.steps.examples import check_step_examples

    in_steps = _in_steps(given, graph)
    new = {number for number in in_steps if given[number - 1] not in earlier}
    if problems_of is not None:
        check_step_examples(given, new, problems_of)
    read_lessons(given, graph, in_steps if problems_of is not None else in_steps - new)


def _in_steps(examples: Sequence[Mapping[str, Any]], graph: PlanningGraph) -> frozenset[int]:
    from motif.planners.steps.examples import numbers_of_steps_alone

    return numbers_of_steps_alone(examples, graph.projection.nodes.name_properties or ("name",))


def _state(path: Path) -> tuple[int, ...] | None:
    """What changes when the file is replaced; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ino, found.st_size


def _digest(examples: Sequence[Mapping[str, Any]]) -> str:
    text = json.dumps(examples, ensure_ascii=False, default=str, sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
