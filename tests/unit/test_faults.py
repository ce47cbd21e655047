"""The sentences that doors share: Java's are the same, and the commands in them exist."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import motif
from motif import faults
from motif.cli.main import main
from motif.errors import MotifError

CONTRACT = Path(__file__).parents[1] / "contract" / "faults" / "service.json"
NAME = "it's 50% of \\ films"

TOLD = [
    faults.service_unreachable("http://127.0.0.1:7690", "connection refused"),
    faults.tokens_differ(),
    faults.protocols_differ("plugin", 1, 2),
    faults.plugin_missing(),
    faults.read_only("Writing in read access mode not allowed"),
    faults.graph_not_found(NAME, "films"),
    faults.name_taken(NAME),
    faults.no_vectors(NAME),
    faults.no_triple_vectors(NAME),
    faults.no_dominance(NAME),
    faults.no_trussness(NAME),
]


def test_the_plugin_and_python_say_the_same() -> None:
    url = "http://127.0.0.1:7690"
    told = {
        "down": faults.service_unreachable(url, "connection refused"),
        "another token": faults.tokens_differ(url),
        "another protocol": faults.protocols_differ("plugin", 1, 2),
    }
    assert {name: str(fault) for name, fault in told.items()} == json.loads(
        CONTRACT.read_text(encoding="utf-8")
    )


@pytest.mark.parametrize("fault", TOLD, ids=lambda fault: fault.code)
def test_each_says_what_is_the_matter_and_what_to_do(fault: MotifError) -> None:
    assert fault.message.endswith((".", "?")) and fault.hint
    assert "\n" not in str(fault)


def commands(fault: MotifError) -> Iterator[list[str]]:
    for found in re.finditer(r"motif ([a-z]+(?: (?!in a shell).*?)?)(?= in a shell|[;,.]|$)", fault.hint):
        yield shlex.split(found[1])


@pytest.mark.parametrize("fault", TOLD, ids=lambda fault: fault.code)
def test_its_commands_are_commands(fault: MotifError) -> None:
    for words in commands(fault):
        command: click.Command = main
        while isinstance(command, click.Group):
            command = command.commands[words.pop(0)]
        options = {option for parameter in command.params for option in parameter.opts}
        assert {word for word in words if word.startswith("--")} <= options


def test_commands_are_found_in_the_hints() -> None:
    assert list(commands(faults.no_triple_vectors(NAME))) == [["embed", "--triples", NAME]]
    assert list(commands(faults.service_unreachable("x", "y"))) == [["serve"]]
    assert sum(len(list(commands(fault))) for fault in TOLD) >= 10


@pytest.mark.parametrize("fault", TOLD[5:], ids=lambda fault: fault.code)
def test_a_name_stands_in_cypher_as_cypher_reads_it(fault: MotifError) -> None:
    assert "('it\\'s 50% of \\\\ films'" in fault.hint


def test_its_methods_are_methods() -> None:
    for fault in TOLD[5:]:
        for owner, method in re.findall(r"\b(kg|db)\.(\w+)\(", fault.hint):
            assert callable(getattr({"kg": motif.Graph, "db": motif.Connection}[owner], method))


def test_a_graph_is_not_proposed_in_its_own_place() -> None:
    assert "Did you mean" not in faults.graph_not_found("films", "films").message
    assert (
        faults.graph_not_found("fims", "films").message == "No projection named 'fims'. Did you mean 'films'?"
    )
