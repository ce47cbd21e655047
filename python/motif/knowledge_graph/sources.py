"""Where a graph's models come from: what was given, else what is configured, loaded when first needed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING

from motif.settings import Settings

if TYPE_CHECKING:
    from motif.models.encoder import TextEncoder
    from motif.models.language import ChatModel


def encoder_source(encoder: object | None, settings: Settings) -> Callable[[], TextEncoder]:
    """What gives the text encoder: ``encoder`` adapted, or for None the configured or installed one."""
    if encoder is not None:
        from motif.models.encoder import adapt_encoder

        adapted = adapt_encoder(encoder)
        return lambda: adapted
    return cache(partial(_configured_encoder, settings))


def model_source(model: object | None, settings: Settings) -> Callable[[], ChatModel] | None:
    """What gives the chat model: ``model`` adapted, or for None the configured one; None where none is."""
    if model is not None:
        from motif.models.language import adapt_chat_model

        adapted = adapt_chat_model(model, settings.model)
        return lambda: adapted
    return cache(partial(_configured_model, settings)) if settings.model.name else None


def _configured_encoder(settings: Settings) -> TextEncoder:
    from motif.models.spread_encoder import configured_encoder

    return configured_encoder(settings)


def _configured_model(settings: Settings) -> ChatModel:
    from motif.models.language import load_chat_model

    return load_chat_model(settings.model)
