"""Text to vectors and back to nodes: the encoder, the vector index and the name index, each beside the usual way.

The encoder is measured on MetaQA's names where ``MOTIF_DATA`` holds them, else on made-up titles. The usual way of
encoding is batches of 32 in their order, padded to the longest; here only its cost counts, so padding is not masked.
"""

from __future__ import annotations

import gzip
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from motif.graphs.projection import VectorSet
from motif.graphs.strings import StringTable
from motif.indexes.names import build_name_index
from motif.indexes.vector import FaissIndex, nearest_rows
from motif.models.encoder import load_encoder, stamp
from motif.models.onnx_encoder import OnnxEncoder
from motif.settings import EncoderSettings

N_TEXTS, N_NODES, K = 2000, 1_000_000, 16


def main() -> None:
    names = names_of_metaqa() or [f"The {number} nights of {number % 97}" for number in range(N_TEXTS)]
    encoder = load_encoder(EncoderSettings())
    if not isinstance(encoder, OnnxEncoder):
        raise SystemExit("the installed encoder is not the one to measure")
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
