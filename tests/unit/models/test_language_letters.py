"""One letter of a few: by the server's probabilities where it tells them, else by the word."""

from __future__ import annotations

import math
from typing import Any

import pytest

pytest.importorskip("langchain_core", reason="langchain-core is not installed")

from langchain_core.messages import AIMessage
from pydantic import Field

from motif.engine.control import Control
from motif.errors import InvalidInput, ModelFailed, UnreadableAnswer
from motif.models.language import ChatModel, Completion
from motif.models.language_letters import OPTIONS, picked
from motif.settings import ModelSettings
from scripted_models import ScriptedModel, StatusError, scripted

MESSAGES = [("user", "A, B or C?")]


def word(token: str, *likeliest: tuple[str, float]) -> dict[str, Any]:
    told = [{"token": one, "logprob": math.log(share)} for one, share in likeliest]
    return {"token": token, "logprob": math.log(likeliest[0][1]) if likeliest else -0.1, "top_logprobs": told}


def message(content: Any, *words: Any) -> AIMessage:
    return AIMessage(content=content, response_metadata={"logprobs": {"content": [*words]}} if words else {})


def ask(model: ScriptedModel, **options: Any) -> Completion:
    chat = ChatModel(model, ModelSettings(name="scripted", retries=1), first_pause=0)
    return asked_of(chat, **options)


def asked_of(chat: ChatModel, **options: Any) -> Completion:
    with Control(timeout=20) as control:
        return chat.complete(MESSAGES, letters="ABC", control=control, **{"retries": 0, **options})


class Bound(ScriptedModel):
    """Tells what each call was bound to, and fails where it is bound, if that is wanted."""

    options: list[dict[str, Any]] = Field(default_factory=list)
    refusal: Any = None

    def _generate(self, messages: Any, stop: Any = None, run_manager: Any = None, **options: Any) -> Any:
        self.options.append(options)
        if options and self.refusal is not None:
            raise self.refusal
        return super()._generate(messages, stop, run_manager, **options)


def bound(*steps: Any, refusal: BaseException | None = None) -> Bound:
    return Bound(script=list(steps), refusal=refusal)


def test_the_servers_probabilities_say_which_and_how_surely() -> None:
    told = picked(message("A", word("A", ("A", 0.5), (" b", 0.2), ("B", 0.1), ("Yes", 0.2))), "ABC")
    assert told.letter == "A" and told.shares is not None
    assert told.shares == pytest.approx({"A": 0.625, "B": 0.375, "C": 0.0})


def test_the_first_word_that_is_a_letter_counts() -> None:
    words = [word("**", ("**", 0.9), ("A", 0.1)), word("C", ("C", 0.7), ("A", 0.3))]
    assert picked(message("**C**", *words), "ABC").shares == pytest.approx({"A": 0.3, "B": 0, "C": 0.7})


@pytest.mark.parametrize("text", ["B", "b", " B.", "(B)", "**B**", "B: the second", "[B]", "`B`"])
def test_without_probabilities_the_word_does(text: str) -> None:
    told = picked(message(text), "ABC")
    assert told.letter == "B" and told.shares is None


@pytest.mark.parametrize("text", ["", "D", "A film is meant", "the second", "42", "BC", "<html>"])
def test_what_is_no_letter_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(InvalidInput, match="none of the letters A, B, C") as refused:
        picked(message(text), "ABC")
    assert "\n" not in refused.value.message


@pytest.mark.parametrize(
    "told",
    [
        {"content": None},
        {"content": "A"},
        {"content": [3, {"token": "A", "logprob": "high", "top_logprobs": []}]},
        {"content": [{"token": "A", "logprob": float("nan"), "top_logprobs": [{"token": "A"}]}]},
        [],
        None,
    ],
)
def test_malformed_probabilities_are_none(told: Any) -> None:
    answer = AIMessage(content="C", response_metadata={"logprobs": told})
    assert picked(answer, "ABC").letter == "C" and picked(answer, "ABC").shares is None


def test_the_call_asks_for_probabilities() -> None:
    model = bound(message("C", word("C", ("C", 1.0))))
    assert ask(model).value.shares == {"A": 0, "B": 0, "C": 1} and model.options == [dict(OPTIONS)]


@pytest.mark.parametrize(
    "refusal",
    [StatusError(400), StatusError(422), StatusError(500), TypeError("no 'logprobs'"), ValueError("?")],
)
def test_a_server_that_tells_none_is_asked_without(refusal: BaseException) -> None:
    model = bound("B", refusal=refusal)
    told = ask(model)
    assert (told.value.letter, told.value.shares) == ("B", None)
    assert model.options == [dict(OPTIONS), {}]


def test_a_server_that_cannot_is_not_asked_for_them_again() -> None:
    model = bound("B", refusal=StatusError(400))
    chat = ChatModel(model, ModelSettings(name="scripted", retries=1), first_pause=0)
    asked_of(chat)
    asked_of(chat)
    assert model.options == [dict(OPTIONS), {}, {}]


def test_schemas_and_probabilities_are_two_abilities() -> None:
    model = bound("B", refusal=StatusError(400))
    chat = ChatModel(model, ModelSettings(name="scripted"), first_pause=0)
    before = chat.fills_schemas
    asked_of(chat)
    assert chat.fills_schemas is before


def test_a_model_that_cannot_be_bound_is_asked_in_words() -> None:
    class Plain:
        def invoke(self, _: Any) -> AIMessage:
            return AIMessage(content="A")

    chat = ChatModel(Plain(), ModelSettings(name="plain"), first_pause=0)
    assert asked_of(chat).value.letter == "A"


def test_nonsense_is_not_asked_for_again_but_where_that_is_wanted() -> None:
    model = scripted("all of them", "B")
    with pytest.raises(UnreadableAnswer, match="none of the letters"):
        ask(model)
    assert len(model.prompts) == 1
    again = scripted("all of them", "B")
    assert ask(again, retries=1).value.letter == "B"
    assert "with the one letter only" in again.last_prompt


def test_a_server_that_is_down_is_said() -> None:
    with pytest.raises(ModelFailed, match="503"):
        ask(bound("B", refusal=StatusError(503)))
