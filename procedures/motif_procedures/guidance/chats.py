"""Examples as chats, to fine-tune the models that decompose questions and write triples (STEM, appendix C)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from motif.errors import InvalidInput
from motif.graphs.pattern import parse_part
from motif.planners.prompting import as_data, marked, prompt
from motif_procedures.guidance.example import GuidanceExample
from motif_procedures.guidance.example_file import write_lines

SGDA, SAGB = "sgda", "sagb"
"""Question → assertions and strategy; assertions → triples."""

VALIDATION = "validation"


def export_chats(examples: Sequence[GuidanceExample], folder: Path, *, split: float = 0.0) -> dict[str, int]:
    """Writes ``sgda.jsonl`` and ``sagb.jsonl`` into ``folder``; how many chats each file has.

    A line is ``{"messages": [{"role": "system" | "user" | "assistant", "content": …}, …]}``, as OpenAI and Hugging
    Face take it: the prompts that `motif.planners.decomposition` asks with, and the answer that it reads. Triples have
    the graph's own relations. Examples without a question or assertions are left out.

    Parameters
    ----------
    split
        Share of the question entities, by a hash of their names, whose examples go to ``sgda.validation.jsonl`` and
        ``sagb.validation.jsonl``; what stays for training names none of them.

    Raises `InvalidInput` for a share that cannot be and where no example has words; `InvalidSource` where a file
    cannot be written.
    """
    if not 0 <= split < 1:
        raise InvalidInput(f"split is a share from 0 to below 1, not {split!r}.")
    worded = [example for example in examples if example.question and example.assertions]
    if not worded:
        raise InvalidInput(
            f"None of the {len(examples):,} examples has a question and assertions.",
            hint="motif_procedures.guidance.generate_examples makes examples with words.",
        )
    held_out = [_is_held_out(example, split) for example in worded]
    written = {}
    for name, chat in ((SGDA, decomposition_chat), (SAGB, schema_graph_chat)):
        for is_held_out, suffix in ((False, ""), (True, f".{VALIDATION}")):
            chosen = (one for one, is_out in zip(worded, held_out, strict=True) if is_out == is_held_out)
            if split or not is_held_out:
                path = folder / f"{name}{suffix}.jsonl"
                written[path.stem] = write_lines(path, map(chat, chosen))
    return written


def decomposition_chat(example: GuidanceExample) -> dict[str, Any]:
    """The chat in which a question is broken into assertions, with its strategy (P1)."""
    answer = {"assertions": list(example.assertions), "strategy": example.strategy.title()}
    if example.answer:
        answer["answer"] = example.answer
    asked = [marked("alternatives", "at most 1"), marked("question", as_data(example.question))]
    return _chat("decompose", asked, {"alternatives": [answer]})


def schema_graph_chat(example: GuidanceExample) -> dict[str, Any]:
    """The chat in which assertions become triples in the graph's relations (P2); none are shown: they are learnt."""
    shown = [{"assertion": text, "relations": []} for text in example.assertions]
    asked = [marked("assertions", as_data({"lists": [{"number": 1, "assertions": shown}]}))]
    triples = [list(triple) for triple in example.graph_triples]
    return _chat("schema_graph", asked, {"graphs": [{"number": 1, "triples": triples}]})


def _chat(name: str, asked: Iterable[str], answer: Mapping[str, Any]) -> dict[str, Any]:
    contents = (
        ("system", prompt(name)),
        ("user", "\n\n".join(asked)),
        ("assistant", json.dumps(answer, ensure_ascii=False)),
    )
    return {"messages": [{"role": role, "content": content} for role, content in contents]}


def _is_held_out(example: GuidanceExample, share: float) -> bool:
    """Whether any of its question entities is held out."""
    ends = {part for head, _, tail in example.triples for part in (head, tail)}
    return any(_fraction(name) < share for name in ends if parse_part(name).is_known)


def _fraction(name: str) -> float:
    """A number from 0 to below 1 that depends on the name alone."""
    return int.from_bytes(hashlib.sha256(name.encode("utf-8", "replace")).digest()[:6]) / 2**48
