"""The one door to chat models: any that LangChain knows, by name or as an object."""

from __future__ import annotations

import dataclasses
import importlib
import os
from typing import Any

from motif.errors import InvalidConfiguration, InvalidInput, MissingDependency
from motif.models.language_failures import described
from motif.models.language_model import ChatModel, Messages
from motif.models.language_usage import Completion, Usage
from motif.settings import ModelSettings

__all__ = ["ChatModel", "Completion", "Messages", "Usage", "adapt_chat_model", "load_chat_model"]


def load_chat_model(settings: ModelSettings) -> ChatModel:
    """The chat model that ``settings.name`` names in LangChain's spelling, ``provider:model``.

    Nothing is sent until the first question. LangChain's own retries are switched off where the provider lets them be:
    `ChatModel` counts its attempts itself. An answer ends at ``settings.max_tokens``, where the provider takes that.

    Raises `InvalidConfiguration` when no model is named or LangChain cannot make it (an unknown provider, a missing
    key), `MissingDependency` when langchain or the provider's package is not installed.
    """
    if not settings.name:
        raise InvalidConfiguration(
            "No language model is configured.",
            hint="Set MOTIF_MODEL to a LangChain name, for example MOTIF_MODEL=openai:gpt-4o-mini.",
        )
    try:
        module = importlib.import_module("langchain.chat_models")
    except ImportError as error:
        raise MissingDependency(
            f"The language model '{settings.name}' needs the package langchain.",
            hint='pip install "motif-graphrag[llm]"',
        ) from error
    return ChatModel(_initialised(module, settings), settings)


def adapt_chat_model(model: object, settings: ModelSettings | None = None) -> ChatModel:
    """``model`` as a `ChatModel`: one already, a LangChain chat model, or the name of one.

    Raises `InvalidInput` when it is none of these, and what `load_chat_model` raises for a name.
    """
    if isinstance(model, ChatModel):
        return model
    settings = settings or ModelSettings()
    if isinstance(model, str):
        return load_chat_model(_renamed(settings, model))
    if callable(getattr(model, "invoke", None)):
        return ChatModel(model, _renamed(settings, None))
    raise InvalidInput(
        f"An object of type {type(model).__name__} is not a chat model.",
        hint="Give a LangChain chat model, or a name such as 'openai:gpt-4o-mini'.",
    )


def _renamed(settings: ModelSettings, name: str | None) -> ModelSettings:
    return dataclasses.replace(settings, name=name)


def _initialised(module: Any, settings: ModelSettings) -> Any:
    """LangChain's object; a provider that does not know the usual options is made without them."""
    usual: dict[str, Any] = {"timeout": settings.timeout, "max_retries": 0}
    ending = {"max_tokens": settings.max_tokens}
    own: list[dict[str, Any]] = (
        [{**usual, **ending, "extra_body": ending}] if _is_own_server(settings) else []
    )
    for options in (*own, {**usual, **ending}, usual):
        try:
            return module.init_chat_model(settings.name, **options)
        except ImportError as error:
            raise _missing(settings, error) from error
        except Exception:
            continue
    try:
        return module.init_chat_model(settings.name)
    except Exception as error:
        raise InvalidConfiguration(
            f"LangChain cannot make the language model '{settings.name}': {described(error)}",
            hint="A name is 'provider:model', and the provider's key stands in its own environment variable.",
        ) from error


def _is_own_server(settings: ModelSettings) -> bool:
    """Whether a server other than OpenAI's speaks its protocol: many heed ``max_tokens`` alone, which LangChain sends
    by the name that OpenAI has given it since."""
    is_openai = (settings.name or "").startswith("openai:")
    return is_openai and any(os.environ.get(name) for name in ("OPENAI_BASE_URL", "OPENAI_API_BASE"))


def _missing(settings: ModelSettings, error: ImportError) -> MissingDependency:
    return MissingDependency(
        f"The language model '{settings.name}' needs its provider's package. {described(error)}",
        hint="pip install langchain-openai, langchain-anthropic, langchain-ollama, … as it says.",
    )
