"""Chat models behind one door: tried again, timed, read, counted."""

from __future__ import annotations

import contextvars
import threading
import time
from typing import Any

import pytest

from motif.engine.control import Control
from motif.errors import (
    Cancelled,
    InvalidConfiguration,
    InvalidInput,
    MissingDependency,
    ModelFailed,
)
from motif.models import language_calls
from motif.models.language import ChatModel, Completion, Usage, adapt_chat_model, load_chat_model
from motif.settings import ModelSettings

pytest.importorskip("langchain_core", reason="langchain-core is not installed")

from langchain_core.exceptions import ModelAuthenticationError, ModelRateLimitError
from langchain_core.messages import AIMessage

from scripted_models import (
    HangingModel,
    RateLimitError,
    ScriptedModel,
    StatusError,
    counted,
    prompts_of,
    scripted,
    structured,
)

SCHEMA: dict[str, Any] = {
    "title": "Number",
    "description": "A number.",
    "type": "object",
    "properties": {"number": {"type": "integer"}},
    "required": ["number"],
}
MESSAGES = [("system", "You count."), ("user", "How many?")]


def chat(model: Any, *, first_pause: float = 0.0, **settings: Any) -> ChatModel:
    return ChatModel(model, ModelSettings(**{"name": "scripted:one", **settings}), first_pause=first_pause)


def ask(model: ChatModel, **options: Any) -> Completion:
    with Control(timeout=20) as control:
        return model.complete(MESSAGES, control=control, **options)


def test_text_comes_back_with_what_it_took() -> None:
    model = scripted(counted("Forty-two.", 12, 3))
    found = ask(chat(model))
    assert (found.text, found.value, found.attempts, found.repaired) == ("Forty-two.", None, 1, False)
    assert (found.input_tokens, found.output_tokens, found.cost) == (12, 3, None)
    assert prompts_of(model) == ["You count.\n\nHow many?"]
    assert [message.type for message in model.prompts[0]] == ["system", "human"]


def test_cost_is_counted_where_prices_are_set_and_usage_adds_up() -> None:
    model = chat(scripted(counted("a", 1000, 100), counted("b", 500, 50)), input_price=2.0, output_price=10.0)
    assert ask(model).cost == pytest.approx(0.003)
    ask(model)
    assert model.usage == Usage(2, 1500, 150, pytest.approx(0.0045), False)


def test_tokens_are_estimated_where_the_provider_does_not_count() -> None:
    usage = ask(chat(scripted("x" * 40))).usage
    assert usage == Usage(1, 5, 10, None, True)
    assert usage.as_dict() == {"calls": 1, "input_tokens": 5, "output_tokens": 10, "estimated": True}


def test_a_model_without_tools_is_asked_in_words_and_its_json_is_repaired() -> None:
    found = ask(chat(scripted("Sure! {'number': 42,}")), schema=SCHEMA)
    assert (found.value, found.repaired) == ({"number": 42}, True)


def test_a_model_with_structured_output_is_given_the_schema() -> None:
    model = structured({"number": 42})
    found = ask(chat(model), schema=SCHEMA)
    assert (found.value, found.repaired, model.schemas) == ({"number": 42}, False, [SCHEMA])


def test_a_structured_answer_that_the_library_cannot_parse_is_repaired() -> None:
    assert ask(chat(structured("{'number': 42,}")), schema=SCHEMA).value == {"number": 42}


def test_arguments_of_a_malformed_tool_call_are_repaired() -> None:
    call = {
        "name": "Number",
        "args": '{"number": 42,',
        "id": "1",
        "error": "bad",
        "type": "invalid_tool_call",
    }
    model = structured(AIMessage(content="", invalid_tool_calls=[call]))
    assert ask(chat(model), schema=SCHEMA).value == {"number": 42}


# What a server without tools answers, and what LangChain's adapters raise that have none.
@pytest.mark.parametrize(
    "error", [StatusError(400, "tools are not supported"), NotImplementedError("no tools")]
)
def test_a_server_that_knows_no_schemas_is_asked_in_words_from_then_on(error: Exception) -> None:
    model = structured({"number": 1}, {"number": 2}, schemas_refused_by=error)
    door = chat(model)
    assert [ask(door, schema=SCHEMA).value["number"] for _ in range(2)] == [1, 2]
    assert len(model.schemas) == 1


def test_a_server_that_breaks_on_schemas_is_asked_in_words_and_left_so_the_second_time() -> None:
    model = structured(
        {"number": 1}, {"number": 2}, {"number": 3}, schemas_refused_by=StatusError(500, "internal")
    )
    door = chat(model)
    found = [ask(door, schema=SCHEMA) for _ in range(3)]
    assert [one.value["number"] for one in found] == [1, 2, 3]
    assert [one.attempts for one in found] == [1, 1, 1]
    assert len(model.schemas) == 2


def test_a_server_that_breaks_now_and_then_is_still_held_to_schemas() -> None:
    model = structured({"number": 1})
    door = chat(model)
    for trouble in (StatusError(500, "busy"), None, StatusError(500, "busy"), None, None):
        model.refusal_of_schemas = trouble
        ask(door, schema=SCHEMA)
    assert len(model.schemas) == 5, "each call asked for the schema first"


def test_a_text_is_read_and_asked_for_again_where_it_does_not_do() -> None:
    def read(text: str) -> str:
        if "MATCH" not in text:
            raise InvalidInput("That is no statement.")
        return text.upper()

    model = scripted("hello", "match: MATCH (n) RETURN n")
    found = ask(chat(model), read=read)
    assert (found.value, found.attempts) == ("MATCH: MATCH (N) RETURN N", 2)
    assert "That is no statement. Answer again, with the one statement only." in model.last_prompt


def test_an_unreadable_answer_is_asked_for_again_with_what_was_wrong() -> None:
    model = scripted("I would say forty-two.", {"number": 42})
    found = ask(chat(model), schema=SCHEMA)
    assert (found.value, found.attempts, found.usage.calls) == ({"number": 42}, 2, 2)
    assert "I would say forty-two." in model.last_prompt
    assert "There is no JSON object" in model.last_prompt


def test_a_value_that_does_not_do_is_asked_for_again_with_the_reason() -> None:
    def read(value: Any) -> int:
        if value["number"] < 0:
            raise InvalidInput(f"A count is not {value['number']}.")
        return int(value["number"])

    model = structured({"number": -1}, {"number": 2})
    assert ask(chat(model), schema=SCHEMA, read=read).value == 2
    assert "A count is not -1." in model.last_prompt and '{"number": -1}' in model.last_prompt


def test_nonsense_to_the_end_fails_and_is_counted() -> None:
    model = scripted("nonsense")
    door = chat(model, retries=2)
    with pytest.raises(ModelFailed, match=r"could be read in 3 attempts; the last: There is no JSON object"):
        ask(door, schema=SCHEMA)
    assert (len(model.prompts), door.usage.calls) == (3, 3)


@pytest.mark.parametrize(
    "error",
    [
        StatusError(429),
        StatusError(503),
        StatusError(529, "overloaded"),
        RateLimitError("slow down"),
        ModelRateLimitError("slow down"),
        ConnectionResetError(),
        TimeoutError(),
    ],
)
def test_a_failure_that_passes_is_tried_again(error: Exception) -> None:
    model = scripted(error, error, "done")
    assert (ask(chat(model, retries=2)).text, len(model.prompts)) == ("done", 3)


def test_failures_are_tried_a_bounded_number_of_times() -> None:
    model = scripted(StatusError(429, "Rate limit reached for org-abcdefgh12345678ijkl"))
    with pytest.raises(
        ModelFailed, match=r"failed, after 3 attempts: StatusError \(429\): Rate limit"
    ) as caught:
        ask(chat(model, retries=2))
    assert len(model.prompts) == 3 and "12345678" not in str(caught.value)


@pytest.mark.parametrize(
    "error",
    [StatusError(401, "bad key"), StatusError(404), ModelAuthenticationError("key"), ValueError("odd")],
)
def test_a_failure_that_stays_is_not_tried_again(error: Exception) -> None:
    model = scripted(error)
    with pytest.raises(ModelFailed, match="The model 'scripted:one' failed: "):
        ask(chat(model))
    assert len(model.prompts) == 1


def test_pauses_grow_and_a_provider_may_ask_for_its_own() -> None:
    start = time.monotonic()
    ask(chat(scripted(StatusError(429), StatusError(429), "done"), first_pause=0.05))
    assert time.monotonic() - start >= 0.15
    start = time.monotonic()
    ask(chat(scripted(StatusError(429, retry_after="0.05"), "done"), first_pause=20))
    assert time.monotonic() - start < 10
    model = scripted(StatusError(429, retry_after="3600"), "done")
    with pytest.raises(ModelFailed, match="429"):
        ask(chat(model))
    assert len(model.prompts) == 1


@pytest.mark.parametrize(
    "refusal",
    [
        AIMessage(content="", additional_kwargs={"refusal": "I will not."}),
        AIMessage(content=[{"type": "refusal", "refusal": "I will not."}]),
        AIMessage(content="", response_metadata={"finish_reason": "content_filter"}),
        AIMessage(content="", response_metadata={"stop_reason": "refusal"}),
        "I'm sorry, but I can't help with that.",
        "As an AI, I would rather not.",
    ],
)
def test_a_refusal_is_said_and_not_tried_again(refusal: Any) -> None:
    model = scripted(refusal)
    with pytest.raises(ModelFailed, match="The model 'scripted:one' refused: "):
        ask(chat(model), schema=SCHEMA)
    assert len(model.prompts) == 1


def test_an_apology_with_an_answer_is_an_answer() -> None:
    found = ask(chat(scripted('Sorry, I was slow: {"number": 42}')), schema=SCHEMA)
    assert found.value == {"number": 42}


def test_blocks_of_content_are_read_as_one_text() -> None:
    message = AIMessage(content=[{"type": "text", "text": '{"number": '}, "42}", {"type": "image"}])
    assert ask(chat(scripted(message)), schema=SCHEMA).value == {"number": 42}


@pytest.fixture
def hanging() -> Any:
    model = HangingModel(script=["late"])
    yield model
    model.let_go()


def test_a_hung_model_does_not_hang_us(hanging: HangingModel) -> None:
    start = time.monotonic()
    with pytest.raises(ModelFailed, match=r"did not answer in time, after 2 attempts.*MOTIF_MODEL_TIMEOUT"):
        ask(chat(hanging, timeout=0.05, retries=1))
    assert time.monotonic() - start < 5 and hanging.hanging == 2


def test_the_deadline_and_the_given_seconds_bound_all_attempts(hanging: HangingModel) -> None:
    with Control(timeout=0.1) as control, pytest.raises(ModelFailed, match="before the deadline"):
        chat(hanging, retries=50).complete(MESSAGES, control=control)
    with pytest.raises(ModelFailed, match="in time"):
        ask(chat(hanging, retries=50), seconds=0.1)


def test_a_caller_who_stops_waiting_is_let_go_at_once(hanging: HangingModel) -> None:
    with Control(timeout=20) as control:
        threading.Timer(0.05, control.cancel).start()
        with pytest.raises(Cancelled):
            chat(hanging).complete(MESSAGES, control=control)


def test_hung_calls_do_not_pile_up(hanging: HangingModel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language_calls, "MAXIMUM_LEFT_BEHIND", 2)
    door = chat(hanging, timeout=0.02, retries=1)
    for expected in ("did not answer", "2 earlier calls of the model still hang"):
        with pytest.raises(ModelFailed, match=expected):
            ask(door)
    hanging.let_go()
    for _ in range(200):
        if not hanging.hanging:
            break
        time.sleep(0.01)
    time.sleep(0.05)
    assert ask(door).text == "late"


def test_a_model_is_adapted_or_refused() -> None:
    door = adapt_chat_model(scripted("a"))
    assert adapt_chat_model(door) is door
    assert door.name == "ScriptedModel"
    assert ask(door).text == "a"
    with pytest.raises(InvalidInput, match="An object of type dict is not a chat model"):
        adapt_chat_model({})


def test_a_model_is_loaded_by_its_langchain_name(monkeypatch: pytest.MonkeyPatch) -> None:
    base = pytest.importorskip("langchain.chat_models", reason="langchain is not installed")
    made: list[dict[str, Any]] = []

    def initialise(name: str, **options: Any) -> ScriptedModel:
        made.append({"name": name, **options})
        if name == "odd:one" and options:
            raise TypeError("unexpected keyword argument 'max_retries'")
        return scripted("loaded")

    monkeypatch.setattr(base, "init_chat_model", initialise)
    door = load_chat_model(ModelSettings(name="any:one", timeout=7))
    assert (door.name, ask(door).text) == ("any:one", "loaded")
    assert made == [{"name": "any:one", "timeout": 7, "max_retries": 0, "max_tokens": 4096}]
    assert ask(adapt_chat_model("odd:one")).text == "loaded"


def test_a_server_of_ones_own_is_told_the_limit_by_both_names(monkeypatch: pytest.MonkeyPatch) -> None:
    base = pytest.importorskip("langchain.chat_models", reason="langchain is not installed")
    made: list[dict[str, Any]] = []
    monkeypatch.setattr(
        base, "init_chat_model", lambda name, **options: made.append(options) or scripted("a")
    )
    settings = ModelSettings(name="openai:qwen", max_tokens=300)
    load_chat_model(settings)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:8099/v1")
    load_chat_model(settings)
    assert [one.get("extra_body") for one in made] == [None, {"max_tokens": 300}]
    assert [one["max_tokens"] for one in made] == [300, 300]


def test_what_is_missing_is_named() -> None:
    pytest.importorskip("langchain", reason="langchain is not installed")
    with pytest.raises(InvalidConfiguration, match=r"No language model is configured.*MOTIF_MODEL"):
        load_chat_model(ModelSettings())
    with pytest.raises(
        InvalidConfiguration, match="LangChain cannot make the language model 'nobody:nothing'"
    ):
        load_chat_model(ModelSettings(name="nobody:nothing"))
    with pytest.raises(MissingDependency, match=r"needs its provider's package.*pip install"):
        load_chat_model(ModelSettings(name="fireworks:any"))


def test_without_langchain_the_install_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "langchain.chat_models", None)
    with pytest.raises(MissingDependency, match=r"motif-graphrag\[llm\]"):
        load_chat_model(ModelSettings(name="openai:any"))


def test_a_call_sees_the_callers_context_variables() -> None:
    seen = []
    trace = contextvars.ContextVar("trace", default="none")
    trace.set("of the caller")
    ask(chat(scripted(lambda prompt: seen.append(trace.get()) or "done")))
    assert seen == ["of the caller"]


@pytest.mark.parametrize(("allowed", "wanted", "calls"), [(2, 1, 2), (2, 0, 1), (0, 5, 1), (1, None, 2)])
def test_a_caller_may_want_fewer_attempts_and_never_gets_more(
    allowed: int, wanted: int | None, calls: int
) -> None:
    for step in ("nonsense", StatusError(503)):
        model = scripted(step)
        with pytest.raises(ModelFailed, match=f"{calls} attempts?" if step == "nonsense" else "503"):
            ask(chat(model, retries=allowed), schema=SCHEMA, retries=wanted)
        assert len(model.prompts) == calls
