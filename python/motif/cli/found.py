"""What `motif ask` prints of what was found, by this process or by a service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from motif.cli.answers import print_answers, print_choice, print_verdict, why_nothing
from motif.cli.console import err, evidence_as_dict, print_age, print_json, print_results
from motif.graphs.evidence import Results
from motif.graphs.plan import TEXT_METHODS


def print_found(results: Results, options: Mapping[str, Any], *, in_words: bool) -> None:
    """The evidence for a question in words, else for a pattern; of none, JSON says nothing, and standard error why."""
    if options["as_json"]:
        print_json(evidence_as_dict(results))
        for line in why_nothing(results):
            err.print(line, markup=False)
        return
    if in_words:
        _print_in_words(results, options)
        print_choice(results)
    else:
        print_results(results)
    print_age(results)


def print_verified(results: Results, options: Mapping[str, Any]) -> None:
    """The verdict on a claim, and the evidence."""
    if options["as_json"]:
        print_json({"verdict": dict(results.metadata), "evidence": evidence_as_dict(results)})
    else:
        print_verdict(results)
        print_age(results)


def _print_in_words(results: Results, options: Mapping[str, Any]) -> None:
    """Chunks and communities are told by their texts, anything else by its answers."""
    if results:
        is_text = results[0].method in TEXT_METHODS
    else:
        from motif.retrievers.arguments import checked_method

        is_text = checked_method(options["method"]) in TEXT_METHODS
    if not is_text:
        print_answers(results)
        return
    from motif.cli.passages import print_passages

    print_passages(results)
