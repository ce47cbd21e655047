"""Text to vectors and back to nodes: the encoder, the vector index and the name index, each beside the usual way.

The encoder is measured on MetaQA's names where ``MOTIF_DATA`` holds them, else on made-up titles. The usual way of
encoding is batches of 32 in their order, padded to the longest; here only its cost counts, so padding is not masked.

``--vectors N`` measures the compact index alone: how many of the nearest names it finds, and over so many vectors in a
file, unit vectors around 2,000 centres whose dimensions matter less and less, as those of text encoders do, how long
that takes and `nearest_rows` with it.
"""

from __future__ import annotations

import argparse
import gzip
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from motif.graphs.projection import VectorSet
from motif.graphs.stamp import EncoderStamp
from motif.graphs.strings import StringTable
from motif.indexes.names import build_name_index
from motif.indexes.vector import FaissIndex, nearest_rows
from motif.models.encoder import load_encoder, stamp
from motif.models.onnx_encoder import OnnxEncoder
from motif.settings import EncoderSettings

N_TEXTS, N_NODES, K = 2000, 1_000_000, 16


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vectors", type=int, default=0)
    n = parser.parse_args().vectors
    names = names_of_metaqa() or [f"The {number} nights of {number % 97}" for number in range(N_TEXTS)]
    encoder = load_encoder(EncoderSettings())
    if not isinstance(encoder, OnnxEncoder):
        raise SystemExit("the installed encoder is not the one to measure")
    if n:
        finding(encoder, names)
        compact(n)
        return
    encoding(encoder, names[:N_TEXTS])
    searching(encoder, names[:N_TEXTS])
    naming()


def encoding(encoder: OnnxEncoder, names: list[str]) -> None:
    encoder.encode(names[:64])
    alone = seconds(lambda: [encoder.encode_query(name) for name in names[:200]]) / 200
    padded = seconds(lambda: encode_padded(encoder, names)) / len(names)
    ours = seconds(lambda: encoder.encode(names)) / len(names)
    print(
        f"encode   one by one {1 / alone:7.0f}/s   padded {1 / padded:7.0f}/s   equal lengths {1 / ours:7.0f}/s"
    )
    print(f"         a query {1000 * alone:.1f} ms")


def encode_padded(encoder: OnnxEncoder, names: list[str]) -> None:
    for start in range(0, len(names), 32):
        tokens = [item.ids for item in encoder._tokenizer.encode_batch(names[start : start + 32])]
        length = max(map(len, tokens))
        encoder._run(np.array([ids + [0] * (length - len(ids)) for ids in tokens], dtype=np.int64))


def searching(encoder: OnnxEncoder, names: list[str]) -> None:
    generator = np.random.default_rng(0)
    matrix = np.repeat(encoder.encode(names), 20, axis=0)
    matrix += generator.normal(0, 0.02, matrix.shape).astype(np.float32)
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    vectors = VectorSet(stamp(encoder), np.arange(len(matrix), dtype=np.int32), matrix)
    queries = matrix[:: len(matrix) // 20]
    for k in (16, 16_384):
        exact = per_query(lambda query, k=k: nearest_rows(vectors, query, k), queries)
        line = f"search   {len(matrix):,} vectors, k {k:6}   exact {1000 * exact:.2f} ms"
        for kind in ("flat", "hnsw") if k == 16 else ():
            index = FaissIndex(matrix, kind)
            taken = per_query(lambda query, i=index: nearest_rows(vectors, query, 16, None, i), queries)
            line += f"   faiss {kind} {1000 * taken:.2f} ms"
        print(line)


def finding(encoder: OnnxEncoder, names: list[str]) -> None:
    """How many of the nearest of all names a compact index finds, of queries near 200 of them."""
    matrix = encoder.encode(names)
    near = 0.3 * np.random.default_rng(3).normal(size=(200, matrix.shape[1])) / matrix.shape[1] ** 0.5
    chosen = matrix[:: -(-len(names) // 200)]
    queries = (chosen + near[: len(chosen)]).astype(np.float32)
    queries /= np.linalg.norm(queries, axis=1, keepdims=True)
    index = FaissIndex(matrix, "compact")
    for k in (16, 64, 1024):
        best = np.argpartition(queries @ matrix.T, len(names) - k, axis=1)[:, len(names) - k :]
        rows_found = [index.candidates(query, k) for query in queries]
        found = [len(np.intersect1d(rows, these)) / k for rows, these in zip(rows_found, best, strict=True)]
        print(f"compact  {len(names):,} names, k {k:6}   recall {np.mean(found):.3f}")


def compact(n: int, dimension: int = 384, k: int = 16_384) -> None:
    generator = np.random.default_rng(1)
    fading = (np.arange(1, dimension + 1) ** -0.5).astype(np.float32)
    centres = generator.normal(size=(2000, dimension)).astype(np.float32) * fading
    with tempfile.NamedTemporaryFile() as file:
        matrix = np.memmap(file, np.float32, "w+", shape=(n, dimension))
        for start in range(0, n, 1 << 16):
            part = matrix[start : start + (1 << 16)]
            part[:] = centres[generator.integers(0, 2000, len(part))]
            part += 0.8 * generator.normal(size=part.shape).astype(np.float32) * fading
            part /= np.linalg.norm(part, axis=1, keepdims=True)
        near = 0.3 * generator.normal(size=(20, dimension)) * fading / np.linalg.norm(fading)
        queries = (matrix[:: n // 20][:20] + near).astype(np.float32)
        queries /= np.linalg.norm(queries, axis=1, keepdims=True)
        spent = time.process_time()
        index = FaissIndex(matrix, "compact")
        spent = time.process_time() - spent
        print(f"compact  {n:,} vectors of {dimension}, k {k:,}: built in {spent:.0f} s of processors")
        taken, rows_found = [], []
        for query in queries:
            begun = time.perf_counter()
            rows_found.append(index.candidates(query, k))
            taken.append(1000 * (time.perf_counter() - begun))
        vectors = VectorSet(EncoderStamp("made up", dimension), np.arange(n, dtype=np.int32), matrix)
        whole = [
            1000 * seconds(lambda q=query: nearest_rows(vectors, q, k, None, index)) for query in queries
        ]
        scores = np.concatenate([matrix[i : i + (1 << 16)] @ queries.T for i in range(0, n, 1 << 16)])
        best = [np.argpartition(column, n - k)[n - k :] for column in scores.T]
        found = [len(np.intersect1d(rows, these)) / k for rows, these in zip(rows_found, best, strict=True)]
        exact = min(seconds(lambda: matrix @ queries[0]) for _ in range(3))
        print(
            f"         median {statistics.median(taken):.0f} ms, with distances {statistics.median(whole):.0f}, "
            f"recall {np.mean(found):.3f}, of the worst {min(found):.3f}"
        )
        print(f"         products with all as they are {1000 * exact:.0f} ms")


def naming() -> None:
    generator = np.random.default_rng(0)
    words = generator.zipf(1.3, (N_NODES, 3)) % 200_000
    table = StringTable.from_strings(f"W{a} w{b} (w{c})" for a, b, c in words.tolist())
    begun = time.perf_counter()
    index = build_name_index(table)
    built = time.perf_counter() - begun
    first = seconds(lambda: index.search("w7 w11", K))
    search, exact = (
        seconds(lambda f=f: f("W7 w11 (w13)")) for f in (lambda t: index.search(t, K), index.exact)
    )
    print(
        f"names    {N_NODES:,}: index {built:.1f} s, words {first:.1f} s; "
        f"exact {1000 * exact:.2f} ms, nearest in words {1000 * search:.1f} ms"
    )


def per_query(search: Callable[[Any], Any], queries: Any) -> float:
    return seconds(lambda: [search(query) for query in queries]) / len(queries)


def seconds(work: Callable[[], Any]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def names_of_metaqa() -> list[str]:
    path = Path(os.environ.get("MOTIF_DATA", "")) / "metaqa" / "kb.tsv.gz"
    if not path.is_file():
        return []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        names = {part for line in file for part in line.rstrip("\n").split("\t")[::2]}
    ordered = sorted(names)
    return [ordered[row] for row in np.random.default_rng(0).permutation(len(ordered)).tolist()]


if __name__ == "__main__":
    main()
