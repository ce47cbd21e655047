"""``motif ask``: a question to a database that may never have seen Motif; nothing is written to it."""

from __future__ import annotations

import os
import subprocess
import sys
from subprocess import DEVNULL
from typing import TYPE_CHECKING, Any

from motif.cli.answers import answer_as_dict, print_answer, print_answers, print_choice, print_stream
from motif.cli.ask import GENERATE
from motif.cli.ask_options import injectivity, limits
from motif.cli.console import compile_kernels, evidence_as_dict, out, print_age, print_json, print_results
from motif.cli.found import print_found, print_verified
from motif.cli.passages import read_options
from motif.cli.printer import escaped
from motif.cli.projected_graph import projected_graph
from motif.cli.target import connect_to
from motif.errors import InvalidInput, ModelFailed
from motif.graphs.evidence import Results
from motif.graphs.pattern_text import is_pattern_text, read_pattern
from motif.graphs.projection import NAME
from motif.knowledge_graph import Graph
from motif.planners.question_planner import check_question
from motif.retrievers.arguments import checked_method

if TYPE_CHECKING:
    from motif.retrievers.answering import Answer


def answer_question(question: str | None, pattern: str | None, options: dict[str, Any]) -> None:
    """Answer a question in words or a pattern, one of which is given, as the ``options`` of ``motif ask`` say."""
    if pattern is None and question is not None:
        check_question(question)  # before a database is read for nothing
    compile_kernels(options["as_json"])
    with connect_to(options) as connection:
        graph = projected_graph(
            connection, options["graph_name"], refresh=options["refresh"], quiet=options["as_json"]
        )
        if pattern is not None or is_pattern_text(str(question)):
            _ask_pattern(graph, read_pattern(str(pattern or question)), options)
        elif options["verify"]:
            _verify(graph, str(question), options)
        else:
            _ask_words(graph, str(question), options)
        if options["background"]:
            _embed_in_background(graph, options)


def _ask_pattern(graph: Graph, pattern: Any, options: dict[str, Any]) -> None:
    if options["verify"] or options["answer"] == GENERATE:
        raise InvalidInput(
            "--verify and --answer without an unknown need a QUESTION in words, not a pattern."
        )
    if options["count"]:
        _count(graph, pattern, options)
        return
    results = graph.retrieve(
        pattern,
        method=options["method"],
        **_direction(options),
        answer=options["answer"],
        **injectivity(options),
        **limits(options),
        **read_options(options["pairs"]),
    )
    print_found(results, options, in_words=False)


def _count(graph: Graph, pattern: Any, options: dict[str, Any]) -> None:
    where = {key: value for key, value in limits(options).items() if key != "top_k"}
    found = graph.count(pattern, directed=not options["undirected"], **injectivity(options), **where)
    print_json({"count": found}) if options["as_json"] else out.print(f"{found:,}")


def _ask_words(graph: Graph, question: str, options: dict[str, Any]) -> None:
    if (
        options["injective"] is not None
        or options["answer"] not in (None, GENERATE)
        or options["undirected"]
        or options["count"]
    ):
        raise InvalidInput(
            "--injective, --undirected, --count and --answer with an unknown are for --pattern."
        )
    results = graph.retrieve(
        question,
        method=options["method"],
        planner=options["planner"],
        **limits(options),
        **read_options(options["pairs"]),
    )
    if options["answer"] is None:
        print_found(results, options, in_words=True)
        return
    answer, note = _answered(graph, question, results, options)
    if options["as_json"]:
        told = {"answer": answer and answer_as_dict(answer), **({} if note is None else {"notes": [note]})}
        print_json({**told, "evidence": evidence_as_dict(results)})
        return
    if note is not None:
        out.print(f"[yellow]{escaped(note)}[/]")
    print_results(results) if answer is not None else print_answers(results)
    print_choice(results)
    print_age(results)


def _answered(
    graph: Graph, question: str, results: Results, options: dict[str, Any]
) -> tuple[Answer | None, str | None]:
    """The model's answer, printed but for JSON; where it fails none, and why."""
    is_streamed = out.is_terminal if options["stream"] is None else options["stream"]
    try:
        if is_streamed and not options["as_json"]:
            with graph.stream_answer(question, results, timeout=options["timeout"]) as stream:
                return print_stream(stream), None
        answer = graph.answer(question, results, timeout=options["timeout"])
    except ModelFailed as error:
        return None, f"Answered without the model: {error.message}"
    if not options["as_json"]:
        print_answer(answer)
    return answer, None


def _verify(graph: Graph, claim: str, options: dict[str, Any]) -> None:
    results = graph.verify(
        claim, planner=options["planner"], top_k=options["top_k"], timeout=options["timeout"]
    )
    print_verified(results, options)


def _direction(options: dict[str, Any]) -> dict[str, Any]:
    if not options["undirected"]:
        return {}
    if checked_method(options["method"]) != "match":
        raise InvalidInput("--undirected is for --method match: the others ignore directions anyway.")
    return {"directed": False}


def _embed_in_background(graph: Graph, options: dict[str, Any]) -> None:
    """Start ``motif embed`` for a graph without vectors, detached, when an encoder is at hand.

    Until it is done, names are found by their words; afterwards by meaning.
    """
    projection = graph.projection
    if NAME in projection.vectors or not graph.view.has_encoder:
        return
    command = [sys.executable, "-m", "motif.cli", "embed", projection.name, "--background"]
    for key in ("uri", "user", "database", "server"):
        if options[key]:
            command += [f"--{key}", options[key]]
    if not options["as_json"]:
        out.print(
            f"[dim]Its {projection.n_nodes:,} names are embedded in the background (--no-background: not).[/]"
        )
    # The password goes by the environment: a command line is there for all to read.
    environment = {**os.environ, **({"NEO4J_PASSWORD": options["password"]} if options["password"] else {})}
    subprocess.Popen(
        command, env=environment, start_new_session=True, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL
    )
