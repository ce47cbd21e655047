"""Where a graph's models come from: what was given, else what is configured, loaded when first needed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from motif.models.encoder import TextEncoder, adapt_encoder, load_encoder
from motif.settings import Settings


def encoder_source(encoder: object | None, settings: Settings) -> Callable[[], TextEncoder]:
    """What gives the text encoder: ``encoder`` adapted, or for None the configured or installed one."""
    if encoder is not None:
        adapted = adapt_encoder(encoder)
        return lambda: adapted
    return cache(partial(load_encoder, settings.encoder, settings.cache))
