"""Where a graph's models come from: what was given, else what is configured, loaded when first needed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from motif.models.encoder import TextEncoder, adapt_encoder, load_encoder
from motif.models.language import ChatModel, adapt_chat_model, load_chat_model
from motif.settings import Settings


def encoder_source(encoder: object | None, settings: Settings) -> Callable[[], TextEncoder]:
    """What gives the text encoder: ``encoder`` adapted, or for None the configured or installed one."""
    if encoder is not None:
        adapted = adapt_encoder(encoder)
        return lambda: adapted
    return cache(partial(load_encoder, settings.encoder, settings.cache))


def model_source(model: object | None, settings: Settings) -> Callable[[], ChatModel] | None:
    """What gives the chat model: ``model`` adapted, or for None the configured one; None where none is."""
    if model is not None:
        adapted = adapt_chat_model(model, settings.model)
        return lambda: adapted
    return cache(partial(load_chat_model, settings.model)) if settings.model.name else None
