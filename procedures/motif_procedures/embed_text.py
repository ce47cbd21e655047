"""The job ``text_embeddings``: vectors of a projection's names, texts, relations and labels, each text encoded once.

Relations and labels are encoded as `motif.indexes.names.readable` spells them, names and texts as they stand,
relationships with both ends (`motif_procedures.embed_triple`) as `motif.indexes.triples.triple_texts` does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motif.crash_points import reached
from motif.engine.control import Control
from motif.errors import Cancelled, InvalidInput, JobFailed, MissingDependency
from motif.graphs.projection import LABEL, NAME, RELATION, TEXT, TRIPLE, Projection, VectorSet
from motif.graphs.stamp import EncoderStamp
from motif.indexes.names import readable
from motif.indexes.triples import triple_texts
from motif.models.encoder import TextEncoder, encode_many, encode_texts, stamp
from motif.models.spread_encoder import SpreadEncoder
from motif_procedures.vector_store import VectorStore

KINDS = (NAME, TEXT, RELATION, LABEL)
"""What is embedded unless it is said."""

_KNOWN_KINDS = (*KINDS, TRIPLE)
_TEXTS_AT_ONCE = 1024
_CHARACTERS_AT_ONCE = 32_768
_LONGEST_COUNTED = 2048
_TAKEN_AT_ONCE = 32_768
_TOLERANCE = 1e-3


def embed_projection(
    projection: Projection,
    encoder: TextEncoder,
    *,
    kinds: Sequence[str] = KINDS,
    known: Projection | None = None,
    progress: Callable[[int, int], None] | None = None,
    control: Control | None = None,
    checkpoint: Path | None = None,
) -> dict[str, VectorSet]:
    """Vectors of ``projection`` by kind; those that it has already, of the same model, are kept as they are.

    Parameters
    ----------
    kinds
        Any of `NAME`, `TEXT`, `RELATION`, `LABEL`, `TRIPLE`; `TEXT` is left out of a graph without texts.
    known
        An earlier image of the graph: vectors of its texts are taken over where the model is the same.
    progress
        Called with how many texts the encoder has done and was asked for, before the first and after each batch.
    control
        Looked at between batches.
    checkpoint
        A folder where finished vectors are kept by text, so that a killed run continues and no text is encoded
        twice, by whatever projection; None to keep nothing.

    Returns
    -------
    `VectorSet` by kind: an empty text, or one of nothing but spaces, has the index -1.

    Raises `Cancelled`, `JobFailed` when the encoder fails, `InvalidInput` for an unknown kind or when the encoder
    returns something else than vectors. What was finished before is kept in ``checkpoint``.
    """
    _check(kinds, known)
    mark = stamp(encoder)
    kept = {kind: vectors for kind, vectors in projection.vectors.items() if _of_model(vectors, mark)}
    gathered = _gather(projection, kinds, kept)
    vectors = np.empty((len(gathered.texts), mark.dimension), dtype=np.float32)
    missing = np.ones(len(gathered.texts), dtype=np.bool_)
    store = None if checkpoint is None else VectorStore(checkpoint, mark)
    if known is not None:
        _take_known(known, mark, gathered, vectors, missing)
    if store is not None:
        _take_stored(store, encoder, gathered.texts, vectors, missing)
    encoding = _Encoding(encoder, store, progress, control, in_batches=set(kinds) == {TRIPLE})
    _encode_missing(encoding, gathered.texts, vectors, missing)
    return {
        kind: _vector_set(mark, gathered.places[kind], vectors, kept.get(kind)) for kind in gathered.places
    }


def encode_each_once(
    texts: Sequence[str],
    encoder: TextEncoder,
    *,
    checkpoint: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> NDArray[np.float32]:
    """Vectors of ``texts``, float32 (n, dimension), aligned with them; each distinct text is encoded once.

    ``checkpoint`` and ``progress`` as in `embed_projection`, which raises the same errors.
    """
    place_of: dict[str, int] = {}
    places = np.fromiter(
        (place_of.setdefault(text, len(place_of)) for text in texts), dtype=np.int64, count=len(texts)
    )
    mark, each = stamp(encoder), list(place_of)
    vectors = np.empty((len(each), mark.dimension), dtype=np.float32)
    missing = np.ones(len(each), dtype=np.bool_)
    store = None if checkpoint is None else VectorStore(checkpoint, mark)
    if store is not None:
        _take_stored(store, encoder, each, vectors, missing)
    _encode_missing(_Encoding(encoder, store, progress, None), each, vectors, missing)
    return vectors if len(each) == len(texts) else vectors[places]


def texts_of(projection: Projection, kind: str) -> Iterable[str] | None:
    """The texts that vectors of ``kind`` are made from, by row, once; None when the graph has none of that kind."""
    if kind == NAME:
        return projection.nodes.names
    if kind == TEXT:
        return projection.nodes.texts
    if kind == TRIPLE:
        return triple_texts(projection)
    if kind == RELATION:
        return [readable(relation) for relation in projection.relationships.relations]
    return [readable(label) for label in projection.labels]


@dataclass(frozen=True, slots=True)
class _Gathered:
    """Distinct texts that need a vector, and for each kind the place of each row's text among them, -1 for none."""

    texts: list[str]
    place_of: Mapping[str, int]
    places: dict[str, NDArray[np.int64]]


@dataclass(frozen=True, slots=True)
class _Encoding:
    """How texts are encoded: by what, where vectors are kept, who is told, and who may stop it.

    ``in_batches`` says that the last bits of a vector may depend on its batch: never where equal texts must have the
    distance 0.
    """

    encoder: TextEncoder
    store: VectorStore | None
    progress: Callable[[int, int], None] | None
    control: Control | None
    in_batches: bool = False

    @property
    def at_once(self) -> int:
        """How many times as many texts as one encoder takes are encoded at once."""
        return int(getattr(self.encoder, "at_once", 1))

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """On the machines of a cluster where the encoder has one."""
        encode = encode_many if self.in_batches else encode_texts
        if isinstance(self.encoder, SpreadEncoder):
            return self.encoder.spread(encode, texts)
        return encode(self.encoder, texts)

    def report(self, done: int, total: int) -> None:
        if self.progress is not None:
            self.progress(done, total)
        if self.control is not None and self.control.state != "running":
            raise Cancelled(
                f"Embedding was cancelled after {done:,} of {total:,} texts.",
                hint="Run it again: it continues where it stopped.",
            )


def _check(kinds: Sequence[str], known: object) -> None:
    for kind in kinds:
        if kind not in _KNOWN_KINDS:
            raise InvalidInput(
                f"There are no vectors of the kind '{kind}'; kinds are {', '.join(_KNOWN_KINDS)}."
            )
    if known is not None and not isinstance(known, Projection):
        raise InvalidInput(
            f"known must be a Projection, whose texts tell what its vectors mean, not {type(known)}."
        )


def _of_model(vectors: VectorSet, mark: EncoderStamp) -> bool:
    """Whether ``vectors`` come from the model ``mark``; a model without a name is taken for it."""
    other = vectors.encoder
    if other.dimension != mark.dimension:
        return False
    if other.hash and mark.hash:
        return other.hash == mark.hash
    return other.name in ("", mark.name)


def _gather(projection: Projection, kinds: Sequence[str], kept: Mapping[str, VectorSet]) -> _Gathered:
    place_of: dict[str, int] = {}
    places = {}
    for kind in kinds:
        texts = texts_of(projection, kind)
        if texts is None:
            continue
        # No list of the texts is made: of a million relationships it would hold each of them once more.
        has_vector = (kept[kind].index >= 0).tolist() if kind in kept else repeat(False)
        rows = (
            -1 if done or not text or text.isspace() else place_of.setdefault(text, len(place_of))
            for text, done in zip(texts, has_vector, strict=False)
        )
        places[kind] = np.fromiter(rows, dtype=np.int64)
    return _Gathered(list(place_of), place_of, places)


def _take_known(
    known: Projection,
    mark: EncoderStamp,
    gathered: _Gathered,
    vectors: NDArray[np.float32],
    missing: NDArray[np.bool_],
) -> None:
    place_of = gathered.place_of
    for kind, stored in known.vectors.items():
        texts = texts_of(known, kind) if kind in gathered.places and _of_model(stored, mark) else None
        if texts is None:
            continue
        places = np.fromiter((place_of.get(text, -1) for text in texts), np.int64)
        rows = np.flatnonzero((places >= 0) & (stored.index >= 0))
        for start in range(0, len(rows), _TAKEN_AT_ONCE):
            chosen = rows[start : start + _TAKEN_AT_ONCE]
            vectors[places[chosen]] = stored.matrix[stored.index[chosen]]
        missing[places[rows]] = False


def _take_stored(
    store: VectorStore,
    encoder: TextEncoder,
    texts: Sequence[str],
    vectors: NDArray[np.float32],
    missing: NDArray[np.bool_],
) -> None:
    wanted = np.flatnonzero(missing)
    # Only a name may tell which model this is, and a service may change what is behind it: one text is compared.
    is_sure = bool(getattr(encoder, "hash", ""))
    for found, stored in store.find_in_parts([texts[place] for place in wanted.tolist()]):
        if not is_sure:
            again = encode_texts(encoder, [texts[int(wanted[found[0]])]])[0]
            if np.abs(again - stored[0]).max() > _TOLERANCE:
                store.clear()
                return
            is_sure = True
        vectors[wanted[found]] = stored
        missing[wanted[found]] = False


def _encode_missing(
    encoding: _Encoding, texts: Sequence[str], vectors: NDArray[np.float32], missing: NDArray[np.bool_]
) -> None:
    wanted = np.flatnonzero(missing)
    done = 0
    encoding.report(done, len(wanted))
    for batch in _batches(wanted, texts, encoding.at_once):
        chosen = [texts[place] for place in batch.tolist()]
        try:
            vectors[batch] = encoding.encode(chosen)
        except (InvalidInput, MissingDependency):
            raise
        except Exception as error:
            raise JobFailed(
                f"The encoder '{encoding.encoder.name}' failed after {done:,} of {len(wanted):,} texts: {error}.",
                hint="Run it again: it continues where it stopped.",
            ) from error
        if encoding.store is not None:
            encoding.store.append(chosen, vectors[batch])
        reached("embed.batch")
        done += len(batch)
        encoding.report(done, len(wanted))


def _batches(places: NDArray[np.int64], texts: Sequence[str], times: int) -> Iterator[NDArray[np.int64]]:
    """``places``, those of long texts first, so that alike lengths run together and the end is not the slow part.

    ``times`` as many at once as one encoder takes.
    """
    lengths = np.array(
        [min(len(texts[place]), _LONGEST_COUNTED) for place in places.tolist()], dtype=np.int64
    )
    order = np.argsort(-lengths, kind="stable")
    start = 0
    while start < len(order):
        count = max(1, _CHARACTERS_AT_ONCE // max(1, int(lengths[order[start]])))
        batch = order[start : start + times * min(count, _TEXTS_AT_ONCE)]
        yield places[batch]
        start += len(batch)


def _vector_set(
    mark: EncoderStamp, places: NDArray[np.int64], vectors: NDArray[np.float32], kept: VectorSet | None
) -> VectorSet:
    """The vectors of one kind; the matrix holds those that ``kept`` has, then the new ones, each once."""
    used = np.zeros(len(vectors) + 1, dtype=np.bool_)
    used[places] = True
    used[-1] = False
    new = np.flatnonzero(used)
    if kept is not None and not len(new):
        return kept
    row_of = np.full(len(vectors) + 1, -1, dtype=np.int32)
    row_of[new] = np.arange(len(new), dtype=np.int32)
    index = row_of[places]
    matrix = vectors[: len(new)] if len(new) and new[-1] == len(new) - 1 else vectors[new]
    if kept is None:
        return VectorSet(mark, index, matrix)
    index = np.where(index >= 0, index + np.int32(len(kept.matrix)), kept.index).astype(np.int32)
    return VectorSet(mark, index, np.concatenate([kept.matrix, matrix]))
