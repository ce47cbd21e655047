"""What a chat model's message says: its text, what it was asked to fill in, a refusal, the tokens it took."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from motif.errors import InvalidInput
from motif.models.language_json import ReadJson, read_json

CHARACTERS_PER_TOKEN = 4
"""How tokens are estimated where a provider does not count them."""

_REASONS = ("finish_reason", "stop_reason", "done_reason")
"""Where providers say why a message ends."""
_REFUSING_REASONS = frozenset({"content_filter", "refusal", "safety", "prohibited_content", "blocklist"})
_REFUSING_WORDS = re.compile(
    r"\W*(i['’]?m sorry|sorry,? (but )?i|i (can ?not|can['’]t|am unable|am not able|won['’]t)|as an ai)\b",
    re.IGNORECASE,
)


def text_of(message: Any) -> str:
    """The words of ``message``, whose content may be text or a list of blocks."""
    content = getattr(message, "content", message)
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, Sequence) else []
    return "".join(
        block if isinstance(block, str) else str(block.get("text") or "")
        for block in blocks
        if isinstance(block, (str, Mapping))
    )


def value_of(answer: Any) -> ReadJson:
    """The JSON value of an answer: as the library parsed it, of its tool call, or in its text.

    Parameters
    ----------
    answer
        A message, or what ``with_structured_output(…, include_raw=True)`` gives: ``raw``, ``parsed``.

    Raises `InvalidInput` when there is none.
    """
    raw = message_of(answer)
    if isinstance(answer, Mapping) and isinstance(answer.get("parsed"), Mapping):
        return ReadJson(dict(answer["parsed"]), repaired=False)
    for call in getattr(raw, "invalid_tool_calls", None) or ():
        if call.get("args"):
            return ReadJson(read_json(str(call["args"])).value, repaired=True)
    try:
        return read_json(text_of(raw))
    except InvalidInput as error:
        if _ended_at_limit(raw):
            raise InvalidInput(
                "It reached the limit of tokens (MOTIF_MODEL_MAX_TOKENS) and is not whole; shorter is needed."
            ) from error
        raise


def has_ended(message: Any) -> bool:
    """Whether the provider says why ``message`` ends: a stream that was cut off has no such word."""
    reasons = getattr(message, "response_metadata", None) or {}
    return any(reasons.get(name) for name in _REASONS)


def _ended_at_limit(message: Any) -> bool:
    reasons = getattr(message, "response_metadata", None) or {}
    told = {str(reasons.get(name, "")).lower() for name in _REASONS}
    return not told.isdisjoint({"length", "max_tokens"})


def message_of(answer: Any) -> Any:
    """The message of ``answer``, structured or not."""
    return answer.get("raw") if isinstance(answer, Mapping) else answer


def refusal_in(answer: Any) -> str | None:
    """Why the model would not answer, in its own words; None when it did not refuse.

    A message that says so in its fields is a refusal; so is one in words ("I'm sorry, but I can't …") that holds no
    JSON.
    """
    raw = message_of(answer)
    told = (getattr(raw, "additional_kwargs", None) or {}).get("refusal")
    content = getattr(raw, "content", None)
    for block in content if isinstance(content, list) else ():
        if isinstance(block, Mapping) and block.get("type") == "refusal":
            told = block.get("refusal") or "refusal"
    reasons = getattr(raw, "response_metadata", None) or {}
    for name in _REASONS:
        if str(reasons.get(name, "")).lower() in _REFUSING_REASONS:
            told = told or str(reasons[name])
    if told:
        return str(told)[:200]
    return _refusal_in_words(text_of(raw))


def _refusal_in_words(text: str) -> str | None:
    if not _REFUSING_WORDS.match(text):
        return None
    try:
        read_json(text)
    except InvalidInput:
        return text[:200]
    return None


def tokens_of(answer: Any, sent: Sequence[tuple[str, str]]) -> tuple[int, int, bool]:
    """Input tokens, output tokens, and whether they are estimated because the provider does not say."""
    usage = getattr(message_of(answer), "usage_metadata", None)
    if isinstance(usage, Mapping) and "input_tokens" in usage and "output_tokens" in usage:
        return int(usage["input_tokens"]), int(usage["output_tokens"]), False
    said = text_of(message_of(answer))
    return estimated_tokens("".join(content for _, content in sent)), estimated_tokens(said), True


def estimated_tokens(text: str) -> int:
    """About how many tokens ``text`` takes.

    >>> estimated_tokens("who directed Heat?")
    5
    """
    return -(-len(text) // CHARACTERS_PER_TOKEN)
