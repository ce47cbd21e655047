"""Answers kept as they come, so that an interrupted evaluation goes on where it stopped."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from motif.errors import JobFailed


class RunFile:
    """One contender's answers, a JSON object a line, found by the number of the question.

    Parameters
    ----------
    folder
        Holds the files of all runs.
    identity
        Everything that the answers depend on; another identity is another file.

    A line that was half written when the process ended is cut off. `finish` puts the file aside: a run that ended is
    not taken up again.
    """

    def __init__(self, folder: Path, identity: Mapping[str, Any], *, restart: bool = False) -> None:
        text = json.dumps(identity, sort_keys=True, default=str)
        self.path = folder / f"{hashlib.sha256(text.encode()).hexdigest()[:32]}.jsonl"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if restart:
                self.path.unlink(missing_ok=True)
            self.records = _read(self.path)
        except OSError as error:
            raise JobFailed(
                f"Answers cannot be kept in {folder}: {error}.", hint="Name another folder in MOTIF_CACHE."
            ) from error

    def append(self, number: int, record: Mapping[str, Any]) -> None:
        """Keeps the answer to question ``number``."""
        self.records[number] = dict(record)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"number": number, **record}, ensure_ascii=False, default=str) + "\n")

    def finish(self) -> None:
        """Puts the file aside, as ``NAME.done.jsonl``."""
        if self.path.exists():
            self.path.replace(self.path.with_suffix(".done.jsonl"))


def _read(path: Path) -> dict[int, dict[str, Any]]:
    if not path.exists():
        return {}
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if len(whole) < len(content):
        path.write_bytes(whole)
    found = {}
    for line in whole.decode("utf-8").split("\n"):
        if line:
            record = json.loads(line)
            found[int(record.pop("number"))] = record
    return found


@cache
def code_fingerprint() -> str:
    """A hash of the code that answers and measures: answers of other code are never mixed with this one's."""
    digest = hashlib.blake2b(digest_size=16)
    for package in ("motif", "motif_procedures"):
        spec = find_spec(package)
        for folder in sorted(spec.submodule_search_locations or ()) if spec is not None else ():
            for path in sorted(Path(folder).rglob("*")):
                if path.suffix in (".py", ".txt", ".yml") and path.is_file():
                    digest.update(path.read_bytes())
    return digest.hexdigest()
