"""``motif evaluate``: how well questions are answered, by Motif and beside it by others, in one run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from motif.cli.answer_tables import print_answer_report
from motif.cli.claim_tables import print_claim_report
from motif.cli.console import print_json, progress_bar
from motif.cli.cypher_tables import print_cypher_report
from motif.cli.evaluation_tables import print_report
from motif.cli.passage_tables import print_passage_report
from motif.cli.spark_tables import print_spark_report
from motif.cli.target import OPTIONS, connect_to, database_options
from motif.cli.tracing_tables import print_tracing_report
from motif.jobs import find_job
from motif.models.language import load_chat_model
from motif.settings import load_settings

_ALWAYS = ("dataset", "as_json", "in_memory", "traces", *OPTIONS)

_PASSAGES = "motif.passages"
"""Entry points of data sets whose questions are answered by chunks."""

_OF_PASSAGES = (
    "methods", "options", "grid", "graph", "source", "folder", "split", "sample", "seed", "communities", "page",
)  # fmt: skip
"""Options that such a data set takes."""

_OF_ANSWERS = (
    "methods", "options", "graph", "source", "folder", "split", "sample", "seed", "page", "failures", "restart",
    "model", "answers",
)  # fmt: skip
"""Options that it takes with --answers, the last of them; nothing else takes that."""

_OF_TRACES = (
    "methods", "options", "grid", "folder", "hops", "split", "sample", "seed", "page", "restart", "strategies",
    "wordings", "other", "misspelt",
)  # fmt: skip
"""Options of --traces, and the last of them of nothing else."""

_ONLY_OF_TRACES = _OF_TRACES[-4:]

_STEPS = "spark"
"""The data set whose questions plans of steps answer."""

_OF_STEPS = ("methods", "graph", "split", "sample", "seed", "page", "restart", "load")
"""Options that it takes, and the last of them it alone."""

_ONLY_OF_STEPS = _OF_STEPS[-1:]

_CYPHER = "cypher"
"""What stands in place of a data set before files of questions with gold Cypher."""

_OF_CYPHER = (
    "methods", "planner", "graph", "folder", "via", "seed", "page", "failures", "restart", "files", "half", "limit",
    "leave_out", "without_relation", "not_held", "model",
)  # fmt: skip
"""Options that they take; but for the last, all from "half" on are theirs alone."""

_ONLY_OF_CYPHER = _OF_CYPHER[-7:-1]

_CLAIMS = "claims"
"""What stands in place of a data set where claims are verified."""

_OF_CLAIMS = (
    "files", "planner", "options", "graph", "source", "folder", "split", "sample", "seed", "page", "failures",
    "restart", "model", "closed_world",
)  # fmt: skip
"""Options that it takes, and the last of them it alone."""


@click.command()
@click.argument("dataset")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--method",
    "methods",
    multiple=True,
    help="One of Motif's (auto, search, match, …) or a baseline: vector-triples, bm25-triples, one-hop, two-hops, "
    "pagerank, steiner-tree, exact-cypher, vector-cypher, hybrid-cypher; 'baselines' for all that need neither a "
    "database nor a pattern. For passages: bm25, dense, hybrid, expand, community, auto (all: these), hybrid-cypher, "
    "expand-cypher. With --traces: no-guidance, entity-bias, triple-bias, guidance, guidance-other, guidance-general, "
    "paper-no-guidance, paper-guidance, beam, search (auto: all). For spark: bm25, vectors, hybrid, hybrid-of-label, "
    "patterns, spark, spark+sage-edge, spark+sage+edge, auto (all: these). For cypher also text2cypher, which has the "
    "language model write the statement (--model, with --graph or --via bolt). Repeatable. [default: all of these, "
    "else auto]",
)
@click.option(
    "--planner",
    default="auto",
    show_default=True,
    help="'gold' runs the data set's own patterns, 'given' those that come with the questions.",
)
@click.option("--graph", help="The projection to ask. [default: the data set's own graph, in memory]")
@click.option("--in-memory", is_flag=True, help="Ask the data set's own graph in memory; the default.")
@click.option(
    "--triples", type=click.Path(path_type=Path), help="Ask the graph of this file of triples, in memory."
)
@click.option("--source", help="Ask the graph of this loader, in memory: metaqa, fb15k237, world, …")
@click.option("--via", type=click.Choice(["bolt", "memory"]), default="memory", show_default=True)
@click.option(
    "--folder", type=click.Path(path_type=Path), help="The data set's folder. [default: in MOTIF_DATA]"
)
@click.option(
    "--hop", "hops", multiple=True, help="Hops, where the data set has them; repeatable. [default: all]"
)
@click.option("--split", help="dev, test or all. [default: test where the data set is divided]")
@click.option("--sample", type=int, help="Ask so many questions per group. [default: all]")
@click.option("--seed", default=0, show_default=True, help="Draws the sample and the examples.")
@click.option("--noise", type=float, help="erqa: the share of the constraints' names to change.")
@click.option("--wrong", type=float, help="erqa: the share of the questions to make impossible.")
@click.option("--option", "options", multiple=True, help="An option of the methods, for example top_k=5.")
@click.option(
    "--grid", multiple=True, help="Values to try in turn, for example candidates=4,16,64. Repeatable."
)
@click.option(
    "--examples", help="Taught first: a YAML file, or dev:12 for 12 development questions per group."
)
@click.option("--answers-only", is_flag=True, help="Teach the examples without their patterns.")
@click.option("--judge", is_flag=True, help="The configured model compares the first method with each other.")
@click.option("--failures", default=20, show_default=True, help="How many lost questions of each are listed.")
@click.option(
    "--communities", is_flag=True, help="Passages: measure communities beside Leiden's and PageRank's."
)
@click.option(
    "--answers",
    is_flag=True,
    help="Passages: measure the answers that the language model writes from the chunks, and from none (closed-book); "
    "needs --model.",
)
@click.option("--traces", is_flag=True, help="Measure the evidence that tracing finds, by gold paths.")
@click.option("--strategy", "strategies", multiple=True, help="Traces: precision or breadth. [default: both]")
@click.option(
    "--wording",
    "wordings",
    multiple=True,
    help="Traces: relations exact, paraphrased or noisy. [default: all]",
)
@click.option("--misspelt", type=float, help="Traces: share of the names to misspell.")
@click.option("--other", help="Traces: the data set whose graph the model of guidance-other is trained on.")
@click.option(
    "--page",
    "--out",
    type=click.Path(path_type=Path),
    help="Write the figures into this file: results where it ends in .json, else a section of a page of Markdown.",
)
@click.option("--load", is_flag=True, help="spark: load its graphs into the database where they are missing.")
@click.option("--half", type=click.Choice(["dev", "test", "all"]), help="cypher: a half drawn by the seed.")
@click.option("--limit", type=int, help="cypher: ask so many questions of each graph.")
@click.option(
    "--leave-out", multiple=True, help="cypher: the graph calibrated on the others. [default: each]"
)
@click.option(
    "--without-relation",
    multiple=True,
    help="cypher: ask what needs this type of a copy of the graph without it.",
)
@click.option("--not-held", type=int, help="cypher: the same with so many types, drawn by the seed.")
@click.option("--model", is_flag=True, help="Ask the configured language model too where Motif is not sure.")
@click.option(
    "--closed-world", is_flag=True, help="claims: what the graph does not say is false where it says another."
)
@click.option("--restart", is_flag=True, help="Do not go on with an interrupted run.")
@click.option("--json", "as_json", is_flag=True)
@database_options
def evaluate(dataset: str, as_json: bool, in_memory: bool, traces: bool, **options: Any) -> None:
    """Ask the questions of DATASET (metaqa, pathquestion, erqa, or a file .jsonl) and measure the answers.

    Of ottqa and musique it is measured which of the chunks that hold the answer are retrieved. With --traces how much
    of the gold paths tracing finds, guided by models that it trains; they and all vectors are kept for the next time.
    Of spark which nodes plans of steps find in the graphs world, registry and metaqa, all of a database.
    With cypher and FILES of questions with gold Cypher or rows, each beside its graph or with --graph: how many are
    answered rightly, and whether Motif knows which.
    With claims: how many statements get the right verdict, those of the sample graph, or of a FILE about --graph.

    \b
    motif evaluate erqa --source metaqa --noise 0.2 --method match --grid planner=given,paths --method exact-cypher
    motif evaluate metaqa --sample 200 --method auto --method baselines
    motif evaluate metaqa --examples dev:12 --grid shots=0,12 --grid top_k=1,5
    motif evaluate ottqa --sample 200 --method hybrid --method expand --grid percentile=90,95,99
    motif evaluate metaqa --traces --wording paraphrased --out docs/results/traces-metaqa.json
    motif evaluate spark --load --method hybrid --method spark
    motif evaluate cypher questions.yml --graph films --half dev --out films.json
    motif evaluate claims claims.jsonl --graph films --model
    motif evaluate musique --answers --model --sample 20
    """
    if in_memory and options["graph"]:
        raise click.UsageError("--in-memory and --graph exclude each other.")
    if dataset != _CYPHER:
        _refuse_of_cypher(options, also=("files",) if dataset == _CLAIMS else ())
    if dataset != _CLAIMS and options["closed_world"]:
        raise click.UsageError(f"--closed-world is for {_CLAIMS}: motif evaluate {_CLAIMS}.")
    measure, show = _measure(dataset, traces, options["answers"])
    report = measure(dataset, options, as_json)
    if as_json:
        print_json(report)
    else:
        show(report)


def _measure(dataset: str, traces: bool, answers: bool) -> tuple[Callable[..., Any], Callable[[Any], None]]:
    """What makes the report, and what prints it."""
    if traces:
        return _traces, print_tracing_report
    if dataset == _CYPHER:
        return _cypher, print_cypher_report
    if dataset == _CLAIMS:
        return _claims, print_claim_report
    if dataset == _STEPS:
        return _steps, print_spark_report
    if dataset in entry_points(group=_PASSAGES).names:
        return (_written, print_answer_report) if answers else (_passages, print_passage_report)
    if answers:
        raise click.UsageError(f"--answers is for passages (musique), not for {dataset}.")
    return _answers, print_report


def _answers(dataset: str, options: Mapping[str, Any], quiet: bool) -> Any:
    """The report of questions whose answers are names."""
    if options["communities"]:
        raise click.UsageError(f"--communities is for passages, not for {dataset}.")
    for name in (*_ONLY_OF_TRACES, *_ONLY_OF_STEPS):
        if options[name]:
            raise click.UsageError(
                f"--{_spelt(name)} is for {_STEPS if name in _ONLY_OF_STEPS else '--traces'}."
            )
    left_out = ("communities", "closed_world", "answers", *_ONLY_OF_TRACES, *_ONLY_OF_STEPS, *_ONLY_OF_CYPHER)
    request = {key: value for key, value in _request(dataset, options).items() if key not in left_out}
    request["methods"] = options["methods"] or None
    with _connection(options) as connection, _progress(dataset, quiet) as progress:
        return find_job("evaluation")(
            request,
            connection=connection,
            model=load_chat_model(load_settings().model) if options["judge"] or options["model"] else None,
            progress=progress,
        )


def _passages(dataset: str, options: Mapping[str, Any], quiet: bool) -> Any:
    """The report of questions that chunks answer."""
    _refuse_others(_OF_PASSAGES, f"passages, which {dataset} is about")
    request = {"dataset": dataset, **{name: options[name] for name in _OF_PASSAGES}}
    request["methods"] = options["methods"] or None
    with _connection(options) as connection, _progress(dataset, quiet) as progress:
        return find_job("passages")(request, connection=connection, progress=progress)


def _written(dataset: str, options: Mapping[str, Any], quiet: bool) -> Any:
    """The report of answers that a language model writes from chunks."""
    _refuse_others(_OF_ANSWERS, f"--answers, of passages, which {dataset} is about")
    request = {"dataset": dataset, **{name: options[name] for name in _OF_ANSWERS[:-2]}}
    request["methods"] = options["methods"] or None
    model = load_chat_model(load_settings().model) if options["model"] else None
    with _connection(options, model) as connection, _progress(dataset, quiet) as progress:
        return find_job("passage_answers")(request, connection=connection, model=model, progress=progress)


def _traces(dataset: str, options: Mapping[str, Any], quiet: bool) -> Any:
    """The report of the evidence that tracing finds."""
    _refuse_others(_OF_TRACES, "--traces")
    request = {"dataset": dataset, **{name: options[name] or None for name in _OF_TRACES}}
    with _progress(dataset, quiet) as progress:
        return find_job("tracing")(request, progress=progress)


def _steps(dataset: str, options: Mapping[str, Any], quiet: bool) -> Any:
    """The report of questions that plans of steps answer."""
    _refuse_others(_OF_STEPS, f"{dataset}: plans of steps")
    plain = {name: options[name] for name in _OF_STEPS if name != "graph"}
    graphs = (options["graph"],) if options["graph"] else None
    with (
        connect_to(options, load_settings().without_model()) as connection,
        _progress(dataset, quiet) as progress,
    ):
        return find_job(_STEPS)({**plain, "graphs": graphs}, connection=connection, progress=progress)


def _cypher(dataset: str, options: Mapping[str, Any], quiet: bool) -> Any:
    """The report of questions with gold Cypher."""
    _refuse_others(_OF_CYPHER, "questions with gold Cypher")
    request = {name: options[name] or None for name in _OF_CYPHER}
    model = load_chat_model(load_settings().model) if options["model"] else None
    with _connection(options, model) as connection, _progress(dataset, quiet) as progress:
        return find_job("cypher_questions")(request, connection=connection, model=model, progress=progress)


def _claims(dataset: str, options: Mapping[str, Any], quiet: bool) -> Any:
    """The report of claims that are verified."""
    _refuse_others(_OF_CLAIMS, f"{dataset}: statements that are verified")
    if len(options["files"]) > 1:
        raise click.UsageError(f"{dataset} takes one FILE, not {len(options['files'])}.")
    request = {name: options[name] or None for name in _OF_CLAIMS if name != "files"}
    request["file"] = next(iter(options["files"]), None)
    model = load_chat_model(load_settings().model) if options["model"] else None
    with _connection(options, model) as connection, _progress(dataset, quiet) as progress:
        return find_job(_CLAIMS)(request, connection=connection, model=model, progress=progress)


def _refuse_of_cypher(options: Mapping[str, Any], also: Sequence[str] = ()) -> None:
    """Raises for what is for questions with gold Cypher alone, but for those ``also`` taken."""
    for name in _ONLY_OF_CYPHER:
        if options[name] and name not in also:
            told = "FILES are" if name == "files" else f"--{name.replace('_', '-')} is"
            raise click.UsageError(f"{told} for {_CYPHER}: motif evaluate {_CYPHER} FILE.")


def _refuse_others(taken: Sequence[str], what: str) -> None:
    """Raises for an option on the command line that is none of those ``taken``."""
    context = click.get_current_context()
    for option in context.command.params:
        given = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if given and option.name not in (*taken, *_ALWAYS):
            raise click.UsageError(f"{option.opts[0]} is not for {what}.")


def _spelt(name: str) -> str:
    return {"strategies": "strategy", "wordings": "wording"}.get(name, name)


def _request(dataset: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options as the job takes them."""
    plain = {key: value for key, value in options.items() if key not in OPTIONS}
    return {"dataset": dataset, **plain}


def _connection(options: Mapping[str, Any], model: object | None = None) -> Any:
    """A connection where a projection is named, else nothing; it asks ``model`` and no other that is configured."""
    if options["graph"] is None:
        return nullcontext()
    return connect_to(options, load_settings().without_model(), model)


@contextmanager
def _progress(title: str, quiet: bool) -> Iterator[Callable[[str, int, int], None]]:
    with progress_bar(title, quiet) as tell:
        yield lambda what, done, total: tell(done, total)
