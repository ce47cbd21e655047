"""Similar pairs beside blocked numpy over the upper triangle, and the job of similarity edges on a made-up corpus.

Both find the pairs whose cosine is above the same threshold, or each row's strongest; vectors of unit length lie around
centres, a hundred to each. Memory is the peak of what numpy holds beside the vectors.
"""

from __future__ import annotations

import dataclasses
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from motif.catalog.rows import NodeRow, from_rows
from motif.engine.similar_pairs import pairs_above
from motif_procedures.embed_text import embed_projection
from motif_procedures.similarity_edges import similarity_edges

DIMENSION, THRESHOLD, BLOCK, STRONGEST = 384, 0.4, 256, 10


def main(sizes: Sequence[int]) -> None:
    pairs_above(clustered(1500), None, THRESHOLD)
    pairs_above(clustered(1500), None, THRESHOLD, max_neighbours=STRONGEST)
    for size in sizes:
        matrix, times = clustered(size), 5 if size < 50_000 else 1
        compare("all above", size, times, lambda m=matrix: blocked(m), lambda m=matrix: motif(m))
        compare(
            f"best {STRONGEST}", size, times, lambda m=matrix: blocked_best(m), lambda m=matrix: motif_best(m)
        )
    whole_job()


def clustered(size: int) -> NDArray[np.float32]:
    generator = np.random.default_rng(0)
    centres = generator.normal(size=(max(1, size // 100), DIMENSION))
    vectors = centres[generator.integers(0, len(centres), size)] + generator.normal(size=(size, DIMENSION))
    unit: NDArray[np.float32] = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    return unit


def motif(matrix: NDArray[np.float32]) -> int:
    return len(pairs_above(matrix, None, THRESHOLD))


def motif_best(matrix: NDArray[np.float32]) -> int:
    return len(pairs_above(matrix, None, THRESHOLD, max_neighbours=STRONGEST))


def blocked(matrix: NDArray[np.float32]) -> int:
    """How many pairs are above the threshold; the pairs are kept, as ours are."""
    found = []
    for start in range(0, len(matrix), BLOCK):
        scores = matrix[start : start + BLOCK] @ matrix[start:].T
        rows, columns = np.nonzero(scores > THRESHOLD)
        beyond = columns > rows
        rows, columns = rows[beyond], columns[beyond]
        found.append((rows.astype(np.int32) + start, columns.astype(np.int32) + start, scores[rows, columns]))
    return sum(len(rows) for rows, _, _ in found)


def blocked_best(matrix: NDArray[np.float32]) -> int:
    """How many pairs are among the strongest of either end, by a partial sort of each row."""
    keys = []
    for start in range(0, len(matrix), BLOCK):
        scores = matrix[start : start + BLOCK] @ matrix.T
        rows = np.arange(len(scores))
        scores[rows, rows + start] = -1
        best = np.argpartition(scores, -STRONGEST, axis=1)[:, -STRONGEST:]
        above = np.take_along_axis(scores, best, axis=1) > THRESHOLD
        row = np.broadcast_to(rows[:, None] + start, best.shape)[above]
        other = best[above]
        keys.append(np.minimum(row, other) * len(matrix) + np.maximum(row, other))
    return len(np.unique(np.concatenate(keys)))


def compare(name: str, size: int, times: int, peer: Callable[[], int], ours: Callable[[], int]) -> None:
    """Prints both, taken in turn."""
    taken: tuple[list[float], list[float]] = ([], [])
    counts = [0, 0]
    for _ in range(times):
        for which, work in enumerate((peer, ours)):
            begun = time.perf_counter()
            counts[which] = work()
            taken[which].append(time.perf_counter() - begun)
    other, own = (statistics.median(of) for of in taken)
    memory = [peak(work) if size < 50_000 else float("nan") for work in (peer, ours)]
    print(
        f"{size:7,} x {DIMENSION} {name:9}  numpy {other:7.2f} s {counts[0]:9,} pairs {memory[0]:6.0f} MB   "
        f"motif {own:7.2f} s {counts[1]:9,} pairs {memory[1]:6.0f} MB   {other / own:4.1f} times",
        flush=True,
    )


def peak(work: Callable[[], object]) -> float:
    """The peak of what numpy holds, in megabytes."""
    tracemalloc.start()
    work()
    highest = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return highest / 1e6


class SeededEncoder:
    """Random vectors, the same for the same text."""

    name, dimension = "bench-seeded", DIMENSION

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        drawn = [np.random.default_rng(list(text.encode())).normal(size=DIMENSION) for text in texts]
        vectors = np.asarray(drawn, dtype=np.float32).reshape(len(texts), DIMENSION)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def whole_job() -> None:
    graph = from_rows(made_up_chunks(20_000, 1_000))
    encoder = SeededEncoder()
    graph = dataclasses.replace(graph, vectors=embed_projection(graph, encoder, kinds=["text"]))
    for name, options in (("all metrics", {}), ("titles only", {"metrics": ["title-text", "title-cell"]})):
        begun = time.perf_counter()
        layer = similarity_edges(graph, encoder, **options)
        print(
            f"job  {graph.n_nodes:,} chunks, {name}: {time.perf_counter() - begun:.1f} s, {len(layer):,} edges"
        )


def made_up_chunks(n_texts: int, n_tables: int) -> list[NodeRow]:
    """Texts of 60 words that name some others, and tables of 10 rows whose cells name texts."""
    generator = np.random.default_rng(0)
    words = [f"word{number}" for number in range(20_000)]
    titles = [f"Title {number // 7} Of {number}" for number in range(n_texts)]

    def drawn(count: int) -> list[str]:
        return [words[place] for place in (generator.zipf(1.3, count) % len(words)).tolist()]

    def named() -> str:
        return titles[int(generator.integers(n_texts))]

    rows: list[NodeRow] = []
    for number, title in enumerate(titles):
        text = " ".join([*drawn(30), named(), *drawn(30)])
        properties = {"title": title, "text": text, "topic": " ".join(drawn(2)), "entities": drawn(5)}
        rows.append((f"text{number}", ["Chunk"], properties))
    for number in range(n_tables):
        columns = [f"Column {place}" for place in generator.integers(0, 200, 4).tolist()]
        lines = [" | ".join([named(), *drawn(3)]) for _ in range(10)]
        properties = {
            "title": f"Table {number}",
            "text": "\n".join([f"Table {number}", " | ".join(columns), *lines]),
            "modality": "table",
            "columns": columns,
            "entities": drawn(5),
        }
        rows.append((f"table{number}", ["Chunk"], properties))
    return rows


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or [22_886, 100_000])
