"""A command imports what it needs, and no more: it answers at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from motif.catalog.rows import from_rows
from motif.cli.group import LateCommands
from motif.cli.main import COMMANDS, main
from motif.snapshot import write_snapshot

COMPILER = {"numba", "llvmlite"}
DATABASE = {"neo4j", "pandas"}
MODELS = {"onnxruntime", "onnx", "tokenizers", "torch", "langchain", "langchain_core", "faiss", "scipy"}
SERVERS = {"starlette", "uvicorn", "mcp"}
OTHERS = {"numpy", "rich", "yaml", "psutil", "rapidfuzz", "rtree"}


def imported_by(*words: str) -> set[str]:
    """The outermost packages that are there after ``motif`` was called with these words."""
    code = (
        "import sys, contextlib, io\n"
        "from motif.cli import main\n"
        "with contextlib.redirect_stdout(io.StringIO()):\n"
        f"    main({list(words)!r}, standalone_mode=False)\n"
        "print(*{name.partition('.')[0] for name in sys.modules}, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


@pytest.mark.parametrize("words", [("--help",), ("--completion", "bash")])
def test_help_imports_nothing(words: tuple[str, ...]) -> None:
    assert not imported_by(*words) & (COMPILER | DATABASE | MODELS | SERVERS | OTHERS)


@pytest.mark.parametrize("command", ["start", "stop", "status", "serve", "plugin"])
def test_commands_about_servers_need_no_graph(command: str) -> None:
    assert not imported_by(command, "--help") & (COMPILER | DATABASE | MODELS | SERVERS | {"numpy"})


def test_stopping_what_does_not_run_needs_no_graph(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOTIF_HOME", str(tmp_path))
    assert not imported_by("stop") & (COMPILER | DATABASE | MODELS | SERVERS | {"numpy"})


def test_the_help_of_ask_needs_no_graph() -> None:
    assert not imported_by("ask", "--help") & (COMPILER | DATABASE | MODELS | SERVERS | {"numpy", "rich"})


def test_a_slip_in_the_options_of_ask_is_told_before_anything_is_imported() -> None:
    code = (
        "import sys, pytest\n"
        "from motif.cli.ask import ask\n"
        "from motif.errors import InvalidInput\n"
        "with pytest.raises(InvalidInput, match='Give either a QUESTION or --pattern'):\n"
        "    ask.main(['who?', '--pattern', 'a | b | ?c'], standalone_mode=False)\n"
        "assert 'numba' not in sys.modules and 'neo4j' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_answering_needs_no_model_and_no_server_before_the_question() -> None:
    code = "import sys, motif.cli.asking; print(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(done.stdout.split()) & (COMPILER | MODELS | SERVERS | {"rtree"})


WITHOUT_USE = (
    "motif.catalog.projecting",  # reading a graph that is there already
    "motif.catalog.estimation",
    "motif.planners.proposing",  # a language model's statements, where there is no model
    "motif.models.language_json",
    "filelock",
    "rich",
)


def test_answering_from_what_is_there_needs_nothing_that_reads_graphs_or_statements() -> None:
    code = (
        "import sys\n"
        "from motif.cli.driver import import_driver\n"
        "import_driver()\n"
        "import motif.cli.asking\n"
        f"print(*(name for name in {WITHOUT_USE!r} if name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_a_small_graph_that_was_asked_before_needs_no_compiler(tmp_path: Path) -> None:
    films = [(name, ["Film"], {"name": name, "year": year}) for name, year in (("Heat", 1995), ("Ali", 2001))]
    people = [("Michael Mann", ["Person"], {"name": "Michael Mann"})]
    directed = [("Michael Mann", "DIRECTED", name, {}) for name, _, _ in films]
    write_snapshot(tmp_path / "films", from_rows([*films, *people], directed))
    code = (
        "import sys, pathlib, motif\n"
        "from motif.errors import MissingDependency\n"
        "from motif.snapshot import current_manifest, open_projection\n"
        "def no_encoder():\n"
        "    raise MissingDependency('none')\n"
        f"folder = pathlib.Path({str(tmp_path / 'films')!r})\n"
        "graph = motif.Graph(lambda: opened, encoder=no_encoder)\n"
        "opened = open_projection(current_manifest(folder))\n"
        "found = graph.retrieve('Which films were released after 1996?')\n"
        "print(*(one.name for piece in found for one in piece.answers), 'numba' in sys.modules)"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout.split()
        for _ in range(2)
    ]
    assert said == [["Ali", "True"], ["Ali", "False"]]


def test_word_tables_are_read_once_and_then_kept(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from motif.planners.reading.lexicon import table\n"
        "print(table('numbers')['cardinals']['seven'], 'yaml' in sys.modules)"
    )
    said = []
    for damage in (None, None, b"{", b"[]"):
        for kept in tmp_path.glob("tables/*.json") if damage is not None else ():
            kept.write_bytes(damage)
        environment = {**os.environ, "MOTIF_CACHE": str(tmp_path)}
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        said.append(done.stdout.strip())
    assert said == ["7 True", "7 False", "7 True", "7 True"]


def test_finding_the_embedded_server_needs_nothing_that_starts_one() -> None:
    code = (
        "import sys, motif.embedded.resolution\n"
        "print(*(name for name in ('filelock', 'motif.embedded.server') if name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_what_a_service_answers_is_printed_without_what_answers() -> None:
    code = (
        "import sys\n"
        "from motif.cli.driver import import_driver\n"
        "import_driver()\n"
        "import motif.cli.asked_service, motif.cli.found, motif.graphs.whole_evidence, motif.database, motif_cypher\n"
        "import motif.knowledge_graph.target\n"
        "print(*(name for name in sys.modules if name.startswith('motif.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    houses = {name.split(".")[1] for name in done.stdout.split() if name != "motif.engine.control"}
    answering = {"retrievers", "planners", "kernels", "catalog", "indexes", "models", "snapshot"}
    assert not houses & answering and "motif.engine.gsd_search" not in done.stdout


def test_the_driver_is_imported_without_tables_and_they_can_be_later() -> None:
    code = (
        "import sys\n"
        "from motif.cli.driver import import_driver\n"
        "import_driver()\n"
        "assert 'neo4j' in sys.modules and not {'pandas', 'pyarrow'} & set(sys.modules)\n"
        "import pandas, pyarrow, neo4j\n"
        "assert pandas.DataFrame({'a': [1]}).shape == (1, 1)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_commands_help_is_what_the_list_says(name: str) -> None:
    command = main.commands[name]
    assert command.name == name
    assert COMMANDS[name].help in " ".join(command.get_short_help_str(1000).split())
    for room in (45, 64, 90):
        listed = type(command)(name, help=COMMANDS[name].help).get_short_help_str(room)
        assert listed == command.get_short_help_str(room)


def test_commands_cannot_be_taken_away() -> None:
    assert isinstance(main.commands, LateCommands) and len(main.commands) == len(COMMANDS)
    with pytest.raises(TypeError):
        del main.commands["ask"]
