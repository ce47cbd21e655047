"""A text encoder whose many texts are encoded on the machines of a cluster, where a job asks for it."""

from __future__ import annotations

import dataclasses
import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.cluster import Cluster
from motif.errors import InvalidConfiguration
from motif.graphs.stamp import EncoderStamp
from motif.models.encoder import TextEncoder, load_encoder, stamp
from motif.settings import EncoderSettings, Settings

PART = 64
"""Texts that are sent to a machine at once; fewer are encoded here."""

Encode = Callable[[TextEncoder, Sequence[str]], NDArray[np.float32]]
"""`motif.models.encoder.encode_texts` or `encode_many`."""


@dataclass(frozen=True, slots=True)
class _Source:
    """How a machine comes by the encoder, and which it must be."""

    settings: EncoderSettings
    stamp: EncoderStamp


def configured_encoder(settings: Settings) -> TextEncoder:
    """The encoder that ``settings`` name; a `SpreadEncoder` where they name a cluster too.

    Raises as `motif.models.encoder.load_encoder`.
    """
    encoder = load_encoder(settings.encoder, settings.cache)
    cluster = settings.cluster
    return encoder if cluster is None else SpreadEncoder(encoder, settings.encoder, cluster)


class SpreadEncoder:
    """The configured encoder, and with `spread` the same model on the machines of a cluster.

    Vectors are those that ``encoder`` gives, in the same order: each machine loads the encoder that ``settings`` name,
    on one thread for each part, and refuses where that is another model.

    Parameters
    ----------
    encoder
        What ``settings`` name, loaded here.
    cluster
        Where parts go.
    """

    def __init__(self, encoder: TextEncoder, settings: EncoderSettings, cluster: Cluster) -> None:
        self._encoder, self._cluster = encoder, cluster
        self._source = _Source(dataclasses.replace(settings, threads=1), stamp(encoder))

    @property
    def name(self) -> str:
        """That of the encoder."""
        return self._encoder.name

    @property
    def dimension(self) -> int:
        """That of the encoder."""
        return self._encoder.dimension

    @property
    def at_once(self) -> int:
        """How many times as many texts as one encoder takes at once keep all machines busy."""
        return self._cluster.processors

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of stored texts, float32 (n, dimension), aligned with ``texts``; here, as a question's are."""
        return self._encoder.encode(texts)

    def spread(self, encode: Encode, texts: Sequence[str]) -> NDArray[np.float32]:
        """What ``encode`` gives of the encoder and ``texts``, part by part on the machines of the cluster."""
        if len(texts) <= PART:
            return encode(self._encoder, texts)
        parts = ((encode, texts[start : start + PART]) for start in range(0, len(texts), PART))
        return np.concatenate(list(self._cluster.each(_encoded, self._source, parts)))

    def __getattr__(self, name: str) -> Any:
        """What else the encoder has: ``hash``, ``encode_query``, ``encode_many``."""
        return getattr(self._encoder, name)

    def __reduce__(self) -> tuple[Callable[[_Source], TextEncoder], tuple[_Source]]:
        """On a machine of the cluster it is the encoder there."""
        return _loaded, (self._source,)


def _encoded(source: _Source, part: tuple[Encode, Sequence[str]]) -> NDArray[np.float32]:
    encode, texts = part
    return encode(_loaded(source), texts)


@lru_cache(maxsize=1)
def _loaded(source: _Source) -> TextEncoder:
    """The encoder of this machine, loaded once a process; raises `InvalidConfiguration` for another one."""
    encoder = load_encoder(source.settings)
    if stamp(encoder) != source.stamp:
        mine, wanted = stamp(encoder), source.stamp
        raise InvalidConfiguration(
            f"The machine {platform.node()} of the cluster encodes texts by {mine.text}, not by {wanted.text}.",
            hint="Install the same model on each machine, at the same path where MOTIF_ENCODER_FOLDER names one.",
        )
    return encoder
