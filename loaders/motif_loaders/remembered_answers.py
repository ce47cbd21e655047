"""A chat model whose answers are kept on disk: the same question to the same model is paid for once."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from motif.engine.control import Control
from motif.errors import JobFailed
from motif.models.language import ChatModel, Messages, Usage, adapt_chat_model
from motif.settings import load_settings

_ABSENT = object()


class RememberingModel:
    """Asks ``model`` what is not answered yet in ``folder``, one small file for each answer.

    A question is the model's name, every message and the schema, so another prompt or another text is another question.
    Files are readable by their owner only: they hold what the model wrote about the user's texts. Removing the folder
    loses nothing but what the answers cost. Safe to share between threads.
    """

    def __init__(self, model: ChatModel, folder: Path) -> None:
        self._model = model
        self._folder = folder
        self._lock = threading.Lock()
        self._remembered = 0

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def usage(self) -> Usage:
        """Of the calls that were made."""
        return self._model.usage

    @property
    def remembered(self) -> int:
        """How many answers needed no call."""
        return self._remembered

    def complete(
        self,
        messages: Messages,
        *,
        schema: Mapping[str, Any] | None = None,
        read: Callable[[Any], Any] | None = None,
        control: Control,
    ) -> Any:
        """What ``read`` makes of the JSON that ``schema`` describes, or the answer's text without a schema.

        ``read`` raises `InvalidInput` for an answer that does not do: then the model is asked again, as
        `ChatModel.complete` does, which raises the same errors. Raises `JobFailed` when the folder cannot be written.
        """
        path = self._path(messages, schema)
        value = _stored(path)
        if value is _ABSENT:
            value = self._asked(messages, schema, read, control)
            self._keep(path, value)
        else:
            with self._lock:
                self._remembered += 1
        return value if read is None else read(value)

    def _asked(
        self,
        messages: Messages,
        schema: Mapping[str, Any] | None,
        read: Callable[[Any], Any] | None,
        control: Control,
    ) -> Any:
        def checked(value: Any) -> Any:
            if read is not None:
                read(value)
            return value

        completion = self._model.complete(messages, schema=schema, read=checked, control=control)
        return completion.text if schema is None else completion.value

    def _path(self, messages: Messages, schema: Mapping[str, Any] | None) -> Path:
        question = [self.name, [list(message) for message in messages], schema]
        digest = hashlib.blake2b(json.dumps(question, sort_keys=True).encode(), digest_size=16).hexdigest()
        return self._folder / digest[:2] / f"{digest}.json"

    def _keep(self, path: Path, value: Any) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            # A file that appears whole or not at all, whoever else writes the same answer.
            handle, temporary = tempfile.mkstemp(dir=path.parent)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(value, file, ensure_ascii=True)
            Path(temporary).replace(path)
        except OSError as error:
            raise JobFailed(
                f"A model's answer cannot be kept in {self._folder}: {error}.",
                hint="Free some space there, or name another folder in MOTIF_CACHE; then run it again, it resumes.",
            ) from error


def remembering_model(model: object, cache: Path | None = None) -> RememberingModel:
    """``model``, whose answers are kept in ``cache`` or else in the settings' cache."""
    settings = load_settings()
    chat = adapt_chat_model(model, settings.model)
    return RememberingModel(chat, settings.cache / "extractions" if cache is None else cache)


def _stored(path: Path) -> Any:
    """The answer in ``path``; `_ABSENT` when there is none, or none that can be read."""
    with suppress(OSError, ValueError):
        return json.loads(path.read_text(encoding="utf-8"))
    return _ABSENT


class AsksModel:
    """What asks a model whose answers are kept, and tells what that took."""

    def __init__(self, model: RememberingModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def usage(self) -> Usage:
        """Calls, tokens and cost so far; answers that were kept count nothing."""
        return self._model.usage

    @property
    def remembered(self) -> int:
        """How many answers needed no call."""
        return self._model.remembered
