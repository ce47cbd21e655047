"""A second source is refused unless it is said where to: two are not merged without a word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from motif.cli.loaded_sources import LoadedSources, source_name
from motif.errors import InvalidInput, InvalidSource


class Counted:
    """A database of which only the numbers of nodes by label are asked."""

    id, info = "db", {"name": "neo4j"}

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}

    def run(self, statement: Any) -> list[dict[str, Any]]:
        if statement.name == "tokens":
            total = {"kind": "nodes", "name": str(sum(self.counts.values()))}
            return [total, *({"kind": "label", "name": label} for label in self.counts)]
        label = next(label for label in self.counts if f"`{label}`" in statement.text)
        return [{"total": self.counts[label]}]


@pytest.fixture
def database() -> Counted:
    return Counted()


@pytest.fixture
def sources(tmp_path: Path, database: Counted) -> LoadedSources:
    made = LoadedSources(tmp_path, database)  # type: ignore[arg-type]
    made.begin("/data/films.tsv", None)
    database.counts["Entity"] = 3
    made.finish("/data/films.tsv", ["Entity"])
    return made


def test_the_same_source_again_is_an_update(sources: LoadedSources) -> None:
    sources.begin("/data/films.tsv", None)


def test_a_second_source_is_refused_with_the_first_and_what_to_do(sources: LoadedSources) -> None:
    with pytest.raises(InvalidInput) as caught:
        sources.begin("/data/blogs.tsv", None)
    assert "holds what was loaded from 'films.tsv'; 'blogs.tsv' would be merged" in caught.value.message
    assert "--server NAME" in caught.value.hint and "--into neo4j" in caught.value.hint
    with pytest.raises(InvalidInput, match="would be merged"):
        sources.begin("/data/blogs.tsv", None)


def test_a_sample_graph_stands_beside_any_source(sources: LoadedSources, tmp_path: Path) -> None:
    sources.begin("world", None)
    sources.finish("world", ["Country"])
    sources.begin("registry", None)
    sources.begin("/data/films.tsv", None)
    assert "world" not in (tmp_path / "sources" / "db.json").read_text()


def test_who_says_where_to_merges_and_need_not_say_it_twice_of_one_source(sources: LoadedSources) -> None:
    sources.begin("/data/blogs.tsv", "neo4j")
    sources.finish("/data/blogs.tsv", ["Entity"])
    with pytest.raises(InvalidInput, match=r"'films\.tsv' and 'blogs\.tsv'"):
        sources.begin("/data/third.tsv", None)
    with pytest.raises(InvalidInput, match="names the database 'films', and this is 'neo4j'"):
        sources.begin("/data/third.tsv", "films")


def test_a_source_whose_load_was_cut_off_counts_as_long_as_there_are_nodes(
    tmp_path: Path, database: Counted
) -> None:
    sources = LoadedSources(tmp_path, database)  # type: ignore[arg-type]
    sources.begin("/data/films.tsv", None)
    sources.begin("/data/blogs.tsv", None)  # nothing of the first came there
    database.counts["Entity"] = 1
    with pytest.raises(InvalidInput, match="would be merged"):
        sources.begin("/data/third.tsv", None)


def test_what_was_deleted_from_the_database_is_forgotten(sources: LoadedSources, database: Counted) -> None:
    database.counts = {"Entity": 0, "Mine": 7}
    sources.begin("/data/blogs.tsv", None)


def test_a_file_that_cannot_be_read_is_named(sources: LoadedSources, tmp_path: Path) -> None:
    (tmp_path / "sources" / "db.json").write_text("{")
    with pytest.raises(InvalidSource, match=r"db\.json.*Delete the file"):
        sources.begin("/data/films.tsv", None)


def test_a_path_is_one_source_however_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "films.tsv").write_text("")
    monkeypatch.chdir(tmp_path)
    assert source_name("films.tsv") == source_name(str(tmp_path / "films.tsv"))
    assert source_name("world") == "world"
