"""Which embedded server a command means where no database is named."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

import motif.cli.target as target
from motif.embedded import ServerState
from motif.errors import InvalidInput
from motif.settings import Settings


def server(name: str, folder: Path) -> ServerState:
    password = folder / f"{name}.password"
    password.write_text(f"secret of {name}\n", encoding="utf-8")
    return ServerState(
        name, "5.26.31", f"bolt://{name}", "http://x", folder, password, folder, {}, 0.0, condition="running"
    )


@pytest.mark.parametrize(
    ("names", "meant"),
    [(["default", "other"], "default"), (["other"], "other"), (["a", "b"], None), ([], None)],
)
def test_the_default_server_is_meant_else_the_only_one(
    names: list[str], meant: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(target, "servers", lambda _: [server(name, tmp_path) for name in names])
    if meant is not None:
        expected = (f"bolt://{meant}", ("neo4j", f"secret of {meant}"))
        assert target.embedded_login(Settings(home=tmp_path)) == expected
        return
    with pytest.raises(InvalidInput) as caught:
        target.embedded_login(Settings(home=tmp_path))
    told = "'a', 'b'" if names else "no embedded server runs"
    assert told in caught.value.message and "secret" not in str(caught.value)
    assert ("NEO4J_URI=bolt://a" in caught.value.hint) == bool(names)


def test_a_server_that_is_only_starting_is_not_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    starting = dataclasses.replace(server("default", tmp_path), condition="starting")
    monkeypatch.setattr(target, "servers", lambda _: [starting])
    with pytest.raises(InvalidInput, match="no embedded server runs"):
        target.embedded_login(Settings(home=tmp_path))
