"""The lint of statements: what Cypher 5 and 25 do not both take is found."""

from __future__ import annotations

import re

import pytest

from motif_cypher.lint import _REFUSED, main, problems


def test_all_statements_are_sound(capsys: pytest.CaptureFixture[str]) -> None:
    assert problems() == []
    assert main() == 0
    assert "sound" in capsys.readouterr().out


@pytest.mark.parametrize(
    "code",
    [
        "CYPHER 25 MATCH (n) RETURN n",
        "MATCH (n) WHERE exists(n.x) RETURN n",
        "MATCH p = shortestPath((a)--(b)) RETURN p",
        "SEARCH n IN (VECTOR INDEX i FOR v LIMIT 3)",
        "MATCH (n) CALL { WITH n RETURN n.x AS x }",
        "RETURN apoc.coll.sum([1])",
    ],
)
def test_what_one_version_lacks_is_refused(code: str) -> None:
    assert any(re.search(pattern, code, re.IGNORECASE) for pattern in _REFUSED)


@pytest.mark.parametrize(
    "code", ["CALL motif.search($a)", "CALL motif.graph.exists($a)", "CALL (n) { RETURN n.x AS x }"]
)
def test_what_both_take_is_not_refused(code: str) -> None:
    assert not any(re.search(pattern, code, re.IGNORECASE) for pattern in _REFUSED)
