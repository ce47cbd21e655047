"""Names in questions, on a million names: the index beside plain ways to do the same.

The plain ways: a dictionary of all names as Python strings, asked for every stretch of words (exact, no aliases), and
rapidfuzz over all names (what finds misspelt ones).
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
from rapidfuzz import fuzz, process

from motif.catalog.triples import from_triples
from motif.errors import MissingDependency
from motif.graphs.strings import StringTable
from motif.indexes.mentions import build_mention_index
from motif.indexes.names import normalise_all
from motif.models.encoder import TextEncoder
from motif.planners.linking import EntityLinker
from motif.retrievers.view import View

N_NAMES, N_QUESTIONS = 1_000_000, 200
SYLLABLES = tuple(consonant + vowel for consonant in "bdfklmnrstv" for vowel in "aeio")
SHAPES = (
    "who directed the films with {} and which years were they released in",
    "which films have {} and {} in common?",
    "Is {} older than {}?",
)


def main() -> None:
    names = made_up_names(N_NAMES)
    generator = np.random.default_rng(1)
    asked = [SHAPES[row % 3].format(*generator.choice(names, 2)) for row in range(N_QUESTIONS)]
    table = StringTable.from_strings(names)
    index, built = timed(lambda: build_mention_index(table))
    print(f"index       {N_NAMES:,} names: {built:.1f} s, {index.nbytes / 1e6:.0f} MB beside the names")
    print(f"            a question {per_question(index.occurrences, asked):.2f} ms")
    exact_dictionary(names, asked)
    linking(names, asked)


def exact_dictionary(names: list[str], asked: list[str]) -> None:
    tracemalloc.start()
    known, built = timed(lambda: dict(zip(normalise_all(names), range(len(names)), strict=True)))
    size = tracemalloc.get_traced_memory()[0] / 1e6
    tracemalloc.stop()

    def occurrences(question: str) -> list[int]:
        (words,) = normalise_all([question])
        parts = words.split()
        stretches = (
            " ".join(parts[start:end])
            for start in range(len(parts))
            for end in range(start + 1, len(parts) + 1)
        )
        return [known[stretch] for stretch in stretches if stretch in known]

    asking = per_question(occurrences, asked)
    print(f"dictionary  {built:.1f} s (memory traced), {size:.0f} MB, a question {asking:.2f} ms")


def linking(names: list[str], asked: list[str]) -> None:
    rows = list(range(len(names) - 1))
    view = View(from_triples((names[row], "knows", names[row + 1]) for row in rows), no_encoder)
    linker, built = timed(lambda: EntityLinker(view))
    _, first = timed(lambda: linker.link(misspelt(asked[0])))
    print(f"linker      {built:.1f} s; its words, at the first question that needs them, {first:.1f} s")
    print(f"            a question {per_question(linker.link, asked[1:]):.2f} ms", end="")
    print(f", misspelt {per_question(linker.link, [misspelt(question) for question in asked[1:40]]):.1f} ms")
    scan = per_question(lambda text: process.extractOne(misspelt(text), names, scorer=fuzz.ratio), names[:5])
    print(f"rapidfuzz   over all names, one name {scan:.0f} ms")


def misspelt(question: str) -> str:
    """The question with two letters changed about in each word written large."""
    words = question.split()
    return " ".join(w[:2] + w[3] + w[2] + w[4:] if w[:1].isupper() and len(w) > 4 else w for w in words)


def made_up_names(number: int) -> list[str]:
    """Different names of two or three words, common and rare ones as in a language."""
    generator = np.random.default_rng(0)
    words = [
        "".join(generator.choice(SYLLABLES, size)).capitalize() for size in generator.integers(2, 5, 150_000)
    ]
    ranks = generator.zipf(1.2, (3 * number, 3)) % len(words)
    picked = (" ".join(words[rank] for rank in row[: 2 + row[0] % 2]) for row in ranks.tolist())
    return list(dict.fromkeys(picked))[:number]


def no_encoder() -> TextEncoder:
    raise MissingDependency("linking by words alone is measured")


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    begun = time.perf_counter()
    result = work()
    return result, time.perf_counter() - begun


def per_question(work: Callable[[str], Any], questions: list[str]) -> float:
    """Milliseconds for one question, on average, once what is made at the first is made."""
    work(questions[-1])
    return 1000 * timed(lambda: [work(question) for question in questions])[1] / len(questions)


if __name__ == "__main__":
    main()
