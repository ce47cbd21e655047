"""A sentence is read while it is written, over real HTTP; who stops reading closes the connection."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("langchain_core", reason="langchain-core is not installed")

from langchain_core.callbacks import BaseCallbackHandler

import fakes
from model_servers import ModelServer, Reply, fails, says, streams
from motif.errors import InvalidInput, ModelFailed
from motif.graphs.evidence import Results
from motif.knowledge_graph import Graph
from motif.langchain import MotifAnswerer, MotifRetriever
from motif.models.language import ChatModel
from motif.settings import ModelSettings
from scripted_models import scripted

QUESTION = "what was directed by [Mann]?"
SENTENCE = "Mann made both [1][2]."
END = '", "answers": ["Heat", "Thief"], "graphs": [1, 2], "can_tell": true}'
PIECES = ('{"reas', 'on": "Mann ', "made both ", "[1][2].", END)
WHOLE = says("".join(PIECES))
UNGROUNDED = ('{"reason": "It is ', 'Alien.", "answers": ["Alien"], "graphs": [1], "can_tell": true}')


def films(server: ModelServer, **settings: Any) -> Graph:
    own = ModelSettings(name="local", **{"retries": 1, "timeout": 20, **settings})
    facts = [("Heat", "directed_by", "Mann"), ("Thief", "directed_by", "Mann")]
    return Graph.from_triples(
        facts, encoder=fakes.HashEncoder(), model=ChatModel(server.model(), own, first_pause=0)
    )


class Endless:
    """A stream that goes on until its reader is gone."""

    def __init__(self) -> None:
        self.going = threading.Event()

    def __call__(self, _: object) -> tuple[int, str, Iterator[bytes]]:
        return streams(PIECES[0], PIECES[1], *["and on "] * 100_000, between=self._rest)({})  # type: ignore[return-value]

    def _rest(self) -> None:
        self.going.wait(0.01)


def evidence(graph: Graph) -> Any:
    return graph.retrieve(QUESTION, planner="paths")


def test_pieces_come_while_the_rest_is_not_written_yet() -> None:
    heard, waited = threading.Event(), []

    def between() -> None:
        waited.append(heard.wait(20)) if not waited else None

    with ModelServer(streams("".join(PIECES[:2]), *PIECES[2:], between=between)) as server:
        graph = films(server)
        with graph.stream_answer(QUESTION, evidence(graph)) as stream:
            assert next(stream) == "Mann "
            heard.set()
            assert "".join(stream) == "made both [1][2]."
            answer = stream.answer
    assert waited == [True] and len(server.asked) == 1 and server.asked[0]["stream"] is True
    assert answer.text == SENTENCE and answer.answers == ("Heat", "Thief") and answer.citations == (1, 2)


@pytest.mark.parametrize(
    "first",
    [WHOLE, fails(400, "no streams here"), fails(500, "no streams here"), says("")],
    ids=["json", "400", "500", "empty"],
)
def test_a_server_that_cannot_stream_gives_the_whole_at_once(first: Reply) -> None:
    with ModelServer(first, WHOLE) as server:
        graph = films(server)
        assert list(graph.stream_answer(QUESTION, evidence(graph))) == [SENTENCE]
        assert len(server.asked) == 2


def test_a_stream_that_is_cut_off_is_asked_for_again() -> None:
    with ModelServer(streams(*PIECES[:4], '", "answers": ["Heat"', end="cut"), WHOLE) as server:
        graph = films(server)
        stream = graph.stream_answer(QUESTION, evidence(graph))
        assert "".join(stream) == SENTENCE and stream.answer.answers == ("Heat", "Thief")
        assert len(server.asked) == 2


def test_an_error_in_the_middle_is_told_and_not_tried_again() -> None:
    with ModelServer(streams(*PIECES[:3], end="out of memory"), WHOLE) as server:
        graph = films(server)
        stream = graph.stream_answer(QUESTION, evidence(graph))
        assert next(stream) == "Mann "
        with pytest.raises(ModelFailed, match="out of memory"):
            list(stream)
        assert list(stream) == [] and len(server.asked) == 1
        with pytest.raises(RuntimeError, match="closed, or failed"):
            _ = stream.answer


def test_a_stream_that_never_ends_ends_in_time_and_is_closed() -> None:
    with ModelServer(Endless()) as server:
        graph = films(server)
        with pytest.raises(ModelFailed, match="did not answer"):
            list(graph.stream_answer(QUESTION, evidence(graph), timeout=1.0))
        assert server.left.wait(20)


@pytest.mark.parametrize("how", ["close", "with", "forgotten"])
def test_who_stops_reading_closes_the_connection(how: str) -> None:
    with ModelServer(Endless()) as server:
        graph = films(server)
        stream = graph.stream_answer(QUESTION, evidence(graph))
        assert next(stream) == "Mann "
        if how == "close":
            stream.close()
            assert list(stream) == []
        elif how == "with":
            with stream:
                pass
        else:
            del stream
            gc.collect()
        assert server.left.wait(20)


def test_what_the_evidence_does_not_bear_out_is_told_afterwards() -> None:
    with ModelServer(streams(*UNGROUNDED), says("".join(UNGROUNDED))) as server:
        graph = films(server)
        stream = graph.stream_answer(QUESTION, evidence(graph))
        assert "".join(stream) == "It is Alien."
        assert not stream.answer.grounded and stream.answer.dropped == ("Alien",)
        assert "Alien" not in stream.answer.text


def test_without_evidence_it_says_so_and_asks_nobody() -> None:
    with ModelServer(WHOLE) as server:
        graph = films(server)
        assert list(graph.stream_answer(QUESTION, Results())) == ["The evidence does not tell."]
        assert not server.asked


def test_a_model_without_streams_and_one_that_only_answers() -> None:
    said = {"reason": SENTENCE, "answers": ["Heat"], "graphs": [1], "can_tell": True}
    graph = Graph.from_triples([("Heat", "directed_by", "Mann")], fakes.HashEncoder(), model=scripted(said))
    assert list(graph.stream_answer(QUESTION, planner="paths")) == [SENTENCE]


async def test_awaited_pieces_and_a_task_that_is_cancelled() -> None:
    with ModelServer(streams(*PIECES), Endless()) as server:
        graph = films(server)
        stream = await graph.astream_answer(QUESTION, planner="paths")
        assert "".join([piece async for piece in stream]) == SENTENCE
        assert stream.answer.grounded

        async def read() -> None:
            async for _ in await graph.astream_answer(QUESTION, planner="paths"):
                begun.set()

        begun = asyncio.Event()
        task = asyncio.create_task(read())
        await asyncio.wait_for(begun.wait(), 20)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await asyncio.to_thread(server.left.wait, 20)


def test_langchain_streams_what_it_invokes() -> None:
    with ModelServer(streams(*PIECES), WHOLE) as server:
        chain = MotifAnswerer(retriever=MotifRetriever(graph=films(server), options={"planner": "paths"}))
        chunks = list(chain.stream({"input": QUESTION}))
        whole = chain.invoke(QUESTION)
    assert chunks[0]["input"] == QUESTION and len(chunks[0]["context"]) == 2
    assert [chunk["answer"] for chunk in chunks[1:-1]] == ["Mann ", "made both ", "[1][2]."]
    added: Any = chunks[0]
    for chunk in chunks[1:]:
        added = added + chunk
    assert dict(added) == whole
    assert whole["answer"] == SENTENCE and whole["answers"] == ["Heat", "Thief"] and whole["grounded"] is True


async def test_langchain_streams_asynchronously_and_closes_the_connection() -> None:
    with ModelServer(streams(*PIECES), WHOLE, Endless()) as server:
        chain = MotifAnswerer(retriever=MotifRetriever(graph=films(server), options={"planner": "paths"}))
        chunks = [chunk async for chunk in chain.astream(QUESTION)]
        assert "".join(chunk.get("answer", "") for chunk in chunks) == SENTENCE
        assert (await chain.ainvoke({"question": QUESTION}))["answer"] == SENTENCE
        endless = chain.astream(QUESTION)
        async for chunk in endless:
            if "answer" in chunk:
                break
        await endless.aclose()  # type: ignore[attr-defined]
        assert await asyncio.to_thread(server.left.wait, 20)


class Watching(BaseCallbackHandler):
    """Which runs of a chat model begin within another's."""

    def __init__(self) -> None:
        self.within: list[bool] = []

    def on_chat_model_start(self, *_: Any, parent_run_id: Any = None, **told: Any) -> None:
        self.within.append(parent_run_id is not None)


async def test_langchains_callbacks_see_the_model_whole_streamed_and_awaited() -> None:
    with ModelServer(WHOLE, streams(*PIECES)) as server:
        chain = MotifAnswerer(retriever=MotifRetriever(graph=films(server), options={"planner": "paths"}))
        watching = Watching()
        chain.invoke(QUESTION, {"callbacks": [watching]})
        assert watching.within == [True]
        assert list(chain.stream(QUESTION, {"callbacks": [watching]}))
        assert watching.within == [True] * 2
        assert [chunk async for chunk in chain.astream(QUESTION, {"callbacks": [watching]})]
        assert watching.within == [True] * 3


def test_langchain_in_a_chain_and_bad_input() -> None:
    with ModelServer(streams(*PIECES)) as server:
        chain = MotifAnswerer(retriever=MotifRetriever(graph=films(server), options={"planner": "paths"}))
        assert "".join((chain.pick("answer")).stream(QUESTION)) == SENTENCE
        with pytest.raises(InvalidInput, match="A question in words is needed"):
            chain.invoke({"words": QUESTION})
    with ModelServer(fails(401, "bad key")) as server, pytest.raises(ModelFailed, match="401"):
        chain = MotifAnswerer(retriever=MotifRetriever(graph=films(server), options={"planner": "paths"}))
        list(chain.stream(QUESTION))
