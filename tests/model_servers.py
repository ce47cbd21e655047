"""A server that speaks OpenAI's protocol well or badly, over real HTTP, and a chat model that asks it."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable, RunnableLambda
from pydantic import Field

_ROLES = {"human": "user", "ai": "assistant"}
"""LangChain's names of those who speak, and the protocol's."""

Reply = Callable[[dict[str, Any]], tuple[int, str, bytes | Iterator[bytes]]]
"""Of a request: status, content type and body, which may come piece by piece."""


def says(text: str, finish: str = "stop") -> Reply:
    """A completion that holds ``text``."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": finish}
    usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
    body = json.dumps({"id": "1", "object": "chat.completion", "choices": [choice], "usage": usage})
    return lambda _: (200, "application/json", body.encode())


def fails(status: int, message: str) -> Reply:
    """An error as such servers tell it."""
    body = json.dumps({"error": {"message": message, "type": "server_error"}})
    return lambda _: (status, "application/json", body.encode())


def page(status: int = 200) -> Reply:
    """A web page, as another program or a proxy sends it."""
    html = b"<!DOCTYPE html><html><head><title>x</title></head><body><h1>It works</h1></body></html>"
    return lambda _: (status, "text/html", html)


def cut(reply: Reply) -> Reply:
    """The first half of what ``reply`` sends."""

    def half(asked: dict[str, Any]) -> tuple[int, str, bytes]:
        status, kind, body = reply(asked)
        assert isinstance(body, bytes)
        return status, kind, body[: len(body) // 2]

    return half


def streams(*pieces: str, between: Callable[[], object] = lambda: None, end: str = "stop") -> Reply:
    """A stream of ``pieces``, with a look at ``between`` after each; ``end``: "stop", "cut", or an error's words."""

    def events() -> Iterator[bytes]:
        for piece in pieces:
            yield _event({"choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": None}]})
            between()
        if end == "stop":
            yield _event({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
            yield b"data: [DONE]\n\n"
        elif end != "cut":
            yield _event({"error": {"message": end, "type": "server_error"}})

    return lambda _: (200, "text/event-stream", events())


def _event(value: Any) -> bytes:
    return f"data: {json.dumps(value)}\n\n".encode()


def slow(seconds: float, reply: Reply) -> Reply:
    """``reply`` after a while."""

    def late(asked: dict[str, Any]) -> tuple[int, str, bytes]:
        time.sleep(seconds)
        return reply(asked)

    return late


class ModelServer:
    """Answers each call with the next of ``replies``, the last again and again.

    Attributes
    ----------
    asked
        The requests.
    left
        Set when a caller closed the connection before the whole answer was sent.
    """

    def __init__(self, *replies: Reply) -> None:
        asked: list[dict[str, Any]] = []
        self.asked = asked
        self.left = left = threading.Event()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                asked.append(request)
                status, kind, body = replies[min(len(asked), len(replies)) - 1](request)
                self.send_response(status)
                self.send_header("Content-Type", kind)
                if isinstance(body, bytes):
                    self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                try:
                    for piece in [body] if isinstance(body, bytes) else body:
                        self.wfile.write(piece)
                        self.wfile.flush()
                except ConnectionError:
                    left.set()

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True

    def __enter__(self) -> ModelServer:
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def model(self) -> HttpChat:
        """A LangChain chat model of this server."""
        return HttpChat(url=f"http://127.0.0.1:{self._server.server_port}/v1")


class StreamError(Exception):
    """A server said in the middle of a stream that it cannot go on."""


class HttpChat(BaseChatModel):
    """A chat model of an OpenAI-compatible server, as plain as a provider's package can be.

    Attributes
    ----------
    served
        What the server calls the model.
    wait
        Seconds for a call.
    asked
        The requests that were sent, in order.
    """

    url: str
    served: str = "local"
    wait: float = 30
    asked: list[dict[str, Any]] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "http"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: Any = None,
        **options: Any,
    ) -> ChatResult:
        request = self._request(messages, **options)
        answer = httpx.post(f"{self.url}/chat/completions", json=request, timeout=self.wait)
        answer.raise_for_status()
        return ChatResult(generations=[ChatGeneration(message=_message(answer.json()))])

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: Any = None,
        **options: Any,
    ) -> Iterator[ChatGenerationChunk]:
        request = self._request(messages, stream=True, **options)
        with httpx.stream("POST", f"{self.url}/chat/completions", json=request, timeout=self.wait) as answer:
            answer.raise_for_status()
            for line in answer.iter_lines():
                if not line.startswith("data: {"):
                    continue
                event = json.loads(line[6:])
                if "error" in event:
                    raise StreamError(event["error"]["message"])
                choice = event["choices"][0]
                ended = choice.get("finish_reason")
                yield ChatGenerationChunk(
                    message=AIMessageChunk(
                        content=choice["delta"].get("content") or "",
                        response_metadata={"finish_reason": ended} if ended else {},
                    )
                )

    def _request(self, messages: list[BaseMessage], **options: Any) -> dict[str, Any]:
        sent = [{"role": _ROLES.get(one.type, one.type), "content": str(one.content)} for one in messages]
        request = {"model": self.served, "messages": sent, "temperature": 0, "max_tokens": 500, **options}
        self.asked.append(request)
        return request


class SchemaChat(HttpChat):
    """An `HttpChat` that asks for structured output as LangChain's package for OpenAI does."""

    def with_structured_output(
        self, schema: Any, *, include_raw: bool = False, **options: Any
    ) -> Runnable[Any, Any]:
        held = {"type": "json_schema", "json_schema": {"name": schema["title"], "schema": schema}}

        def fill_in(prompt: Any) -> Any:
            raw = self.invoke(prompt, response_format=held)
            try:
                return {"raw": raw, "parsed": json.loads(str(raw.content)), "parsing_error": None}
            except ValueError as error:
                return {"raw": raw, "parsed": None, "parsing_error": error}

        return RunnableLambda(fill_in)


def _message(answer: Any) -> AIMessage:
    """The message of a completion; its tokens are those that the server counts."""
    choice, counted = answer["choices"][0], answer.get("usage") or {}
    message = AIMessage(
        content=choice["message"]["content"] or "",
        response_metadata={"finish_reason": choice["finish_reason"], "logprobs": choice.get("logprobs")},
    )
    if {"prompt_tokens", "completion_tokens", "total_tokens"} <= counted.keys():
        message.usage_metadata = {
            "input_tokens": counted["prompt_tokens"],
            "output_tokens": counted["completion_tokens"],
            "total_tokens": counted["total_tokens"],
        }
    return message
