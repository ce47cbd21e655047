"""What is kept is found again, by several processes, after every kind of interruption."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest

from fakes import HashEncoder
from motif.errors import JobFailed
from motif.graphs.stamp import EncoderStamp
from motif_procedures.vector_store import VectorStore

STAMP = EncoderStamp("fake-hash", 64, "h")


def filled(folder: Path, texts: list[str]) -> VectorStore:
    store = VectorStore(folder, STAMP)
    store.append(texts, HashEncoder().encode(texts))
    return store


def found(store: VectorStore, texts: list[str]) -> list[str]:
    places, vectors = store.find(texts)
    names = [texts[place] for place in places]
    np.testing.assert_array_equal(vectors, HashEncoder().encode(names))
    return names


def test_what_was_appended_is_found(tmp_path: Path) -> None:
    store = filled(tmp_path, ["a", "b", "c"])
    assert found(store, ["x", "c", "a", "y"]) == ["c", "a"]
    store.append(["x"], HashEncoder().encode(["x"]))
    assert found(VectorStore(tmp_path, STAMP), ["x", "c", "a", "y", "\ud83d"]) == ["x", "c", "a"]


def test_nothing_is_found_in_an_empty_store_or_for_another_encoder(tmp_path: Path) -> None:
    assert found(VectorStore(tmp_path, STAMP), ["a"]) == []
    store = filled(tmp_path, ["a"])
    assert found(store, []) == []
    for other in (EncoderStamp("fake-hash", 32, "h"), EncoderStamp("fake-hash", 64, "g")):
        assert len(VectorStore(tmp_path, other).find(["a"])[0]) == 0


@pytest.mark.parametrize(("file", "cut"), [("vectors", 10), ("vectors", 300), ("keys", 3), ("keys", 20)])
def test_what_was_half_written_is_cut_off(tmp_path: Path, file: str, cut: int) -> None:
    store = filled(tmp_path, ["a", "b", "c"])
    [folder] = tmp_path.iterdir()
    path = folder / file
    path.write_bytes(path.read_bytes()[:-cut])
    kept = found(store, ["a", "b", "c"])
    assert kept == ["a", "b", "c"][: len(kept)]
    assert len(kept) < 3
    store.append(["d"], HashEncoder().encode(["d"]))
    assert found(store, ["a", "d"]) == ["a", "d"]


def test_pages_that_were_lost_count_as_missing(tmp_path: Path) -> None:
    store = filled(tmp_path, ["a", "b", "c"])
    [folder] = tmp_path.iterdir()
    content = bytearray((folder / "vectors").read_bytes())
    content[256:512] = bytes(256)
    (folder / "vectors").write_bytes(content)
    assert found(store, ["a", "b", "c"]) == ["a", "c"]


def test_several_writers_lose_nothing(tmp_path: Path) -> None:
    texts = [[f"{writer}-{number}" for number in range(40)] for writer in range(4)]

    def write(own: list[str]) -> None:
        for start in range(0, 40, 5):
            filled(tmp_path, own[start : start + 5])

    threads = [threading.Thread(target=write, args=(own,)) for own in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    everything = [text for own in texts for text in own]
    assert found(VectorStore(tmp_path, STAMP), everything) == everything


def test_clearing_forgets(tmp_path: Path) -> None:
    store = filled(tmp_path, ["a"])
    store.clear()
    assert found(store, ["a"]) == []
    store.clear()
    store.append(["b"], HashEncoder().encode(["b"]))
    assert found(store, ["a", "b"]) == ["b"]


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JobFailed, match="MOTIF_CACHE"):
        VectorStore(tmp_path / "file", STAMP)
