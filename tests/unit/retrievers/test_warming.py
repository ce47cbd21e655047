"""What must be compiled is compiled before the clock runs, and what came with Motif is not loaded for that."""

from __future__ import annotations

import pytest

from motif.retrievers import warming


def counted() -> tuple[warming.Warming, list[int]]:
    done: list[int] = []
    return warming.once(lambda: done.append(1)), done


def test_what_is_not_there_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "why_not", lambda: "none were compiled when this was installed")
    warm, done = counted()
    warm()
    warm()
    assert done == [1]


def test_what_came_with_motif_is_loaded_when_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "why_not", lambda: "")
    warm, done = counted()
    warm()
    assert done == []
    warm(whole=True)
    warm(whole=True)
    assert done == [1]
