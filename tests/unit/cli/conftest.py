"""Commands answer by themselves here: no test of a command may reach a server that happens to run."""

from __future__ import annotations

import pytest

import motif.cli.asked_service as asked_service


@pytest.fixture(autouse=True)
def no_service(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asked_service, "_rows", lambda question, options, settings: [])
