"""Scripted chat models: what LangChain models do, good and bad, in a queue; and what they were asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from typing import Any

from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable, RunnableLambda
from pydantic import Field

Step = Any
"""A text, an `AIMessage`, a plain value (sent as JSON), an exception to raise, or a function of the prompt."""


class ScriptedModel(BaseChatModel):
    """A chat model without tools that plays ``script`` step by step; the last step is repeated.

    Attributes
    ----------
    prompts
        The messages of every call, in order.
    """

    script: list[Any] = Field(default_factory=list)
    prompts: list[list[BaseMessage]] = Field(default_factory=list)
    position: int = 0

    @property
    def _llm_type(self) -> str:
        return "scripted"

    @property
    def last_prompt(self) -> str:
        """The text of the last call's messages."""
        return "\n\n".join(str(message.content) for message in self.prompts[-1])

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: Any = None,
        **options: Any,
    ) -> ChatResult:
        self.prompts.append(messages)
        step = self.next_step()
        if callable(step) and not isinstance(step, (type, BaseMessage)):
            step = step("\n\n".join(str(message.content) for message in messages))
        if isinstance(step, BaseException):
            raise step
        return ChatResult(generations=[ChatGeneration(message=message_of(step))])

    def next_step(self) -> Step:
        step = self.script[min(self.position, len(self.script) - 1)]
        self.position += 1
        return step


class StructuredModel(ScriptedModel):
    """A `ScriptedModel` that fills in schemas itself: mappings of the script arrive parsed.

    ``schemas`` are those it was given; ``refusal_of_schemas`` is raised instead when it is set, as by a server that
    knows no tools.
    """

    schemas: list[Any] = Field(default_factory=list)
    refusal_of_schemas: Any = None

    def with_structured_output(
        self, schema: Any, *, include_raw: bool = False, **options: Any
    ) -> Runnable[Any, Any]:
        self.schemas.append(schema)

        def fill_in(prompt: Any) -> Any:
            if self.refusal_of_schemas is not None:
                raise self.refusal_of_schemas
            raw = self.invoke(prompt)
            try:
                return {"raw": raw, "parsed": json.loads(str(raw.content)), "parsing_error": None}
            except ValueError as error:
                return {"raw": raw, "parsed": None, "parsing_error": error}

        return RunnableLambda(fill_in)


def message_of(step: Step) -> AIMessage:
    """``step`` as the message that a provider would send."""
    if isinstance(step, AIMessage):
        return step
    return AIMessage(content=step if isinstance(step, str) else json.dumps(step, ensure_ascii=False))


def counted(content: Any, input_tokens: int, output_tokens: int) -> AIMessage:
    """A message with the provider's own count of tokens."""
    message = message_of(content)
    message.usage_metadata = {
        "input_tokens": input_tokens,
        "output_tokens": output_tokens,
        "total_tokens": input_tokens + output_tokens,
    }
    return message


class HangingModel(ScriptedModel):
    """A model whose calls do not return until `let_go`; ``hanging`` is how many are waiting."""

    hanging: int = 0

    def model_post_init(self, context: Any, /) -> None:
        super().model_post_init(context)
        self._gate = threading.Event()

    _gate: threading.Event

    def let_go(self) -> None:
        self._gate.set()

    def _generate(self, messages: list[BaseMessage], *rest: Any, **options: Any) -> ChatResult:
        self.hanging += 1
        self._gate.wait(30)
        self.hanging -= 1
        return super()._generate(messages, *rest, **options)


class StatusError(Exception):
    """An HTTP error as providers' libraries raise it: ``status_code`` and a response with headers."""

    def __init__(self, status: int, message: str = "", retry_after: str | None = None) -> None:
        super().__init__(message or f"Error code: {status}")
        self.status_code = status
        self.response = _Response(status, {} if retry_after is None else {"retry-after": retry_after})


class _Response:
    def __init__(self, status_code: int, headers: dict[str, str]) -> None:
        self.status_code = status_code
        self.headers = headers


class RateLimitError(Exception):
    """A rate limit that is told by its class name alone."""


def scripted(*steps: Step) -> ScriptedModel:
    """A tool-less model that plays ``steps``."""
    return ScriptedModel(script=list(steps))


def structured(*steps: Step, schemas_refused_by: BaseException | None = None) -> StructuredModel:
    """A model with structured output that plays ``steps``."""
    return StructuredModel(script=list(steps), refusal_of_schemas=schemas_refused_by)


def prompts_of(model: ScriptedModel) -> Sequence[str]:
    """The text of every prompt, in order."""
    return ["\n\n".join(str(message.content) for message in prompt) for prompt in model.prompts]
