"""Settings come from the environment over a file over the defaults."""

from __future__ import annotations

from pathlib import Path

import pytest

from motif.errors import InvalidConfiguration
from motif.settings import environment_variables, load_settings


def test_environment_over_file_over_defaults(tmp_path: Path) -> None:
    file = tmp_path / "motif.yaml"
    file.write_text("timeout: 5\nneo4j:\n  uri: bolt://file\n  username: ada\n")
    settings = load_settings({"MOTIF_CONFIG": str(file), "NEO4J_URI": "bolt://environment"})
    assert settings.timeout == 5.0
    assert settings.neo4j.uri == "bolt://environment"
    assert settings.neo4j.username == "ada"
    assert settings.service.port == 7690


def test_the_file_in_the_home_is_found(tmp_path: Path) -> None:
    (tmp_path / "motif.yaml").write_text("catalog_locked: true\n")
    assert load_settings({"MOTIF_HOME": str(tmp_path)}).catalog_locked


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("timeot: 5", "unknown key 'timeot'. Did you mean 'timeout'"),
        (
            "timeout: soon",
            "'timeout' must be of type float, not 'soon'. MOTIF_TIMEOUT sets it, or motif.yaml.",
        ),
        ("service:\n  port: 99999", "'service.port' must be a port, 0 to 65535, not 99999."),
        (
            "model:\n  trust: 1.5",
            "'model.trust' must be a share from 0 to 1, not 1.5. MOTIF_MODEL_TRUST sets it",
        ),
        ("vector_index: pq", "must be one of exact, flat, compact, hnsw, gpu, not 'pq'. MOTIF_VECTOR_INDEX"),
        ("?", "unknown key 'None'"),
        ("[1, 2]", "must hold a mapping"),
        ("a: [", "cannot be read"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, content: str, words: str) -> None:
    file = tmp_path / "motif.yaml"
    file.write_text(content)
    with pytest.raises(InvalidConfiguration, match=words.replace("[", r"\[")):
        load_settings({"MOTIF_CONFIG": str(file)})


def test_the_password_is_not_shown() -> None:
    assert "secret" not in repr(load_settings({"NEO4J_PASSWORD": "secret", "MOTIF_CONFIG": ""}))


def test_every_variable_sets_its_key(tmp_path: Path) -> None:
    values = dict.fromkeys(environment_variables(), "1") | {"MOTIF_VECTOR_INDEX": "flat"}
    settings = load_settings({**values, "MOTIF_CONFIG": "", "MOTIF_HOME": str(tmp_path)})
    for key in environment_variables().values():
        value: object = settings
        for part in key.split("."):
            value = getattr(value, part)
        assert value is not None and str(value) in ("1", "1.0", "True", "flat", str(tmp_path)), key


@pytest.mark.parametrize(("said", "shared"), [("", True), ("true", True), ("false", False), ("0", False)])
def test_values_may_be_kept_out_of_prompts(said: str, shared: bool) -> None:
    environ = {"MOTIF_CONFIG": "", "MOTIF_SHARE_EXAMPLES": said}
    assert load_settings(environ).model.share_examples is shared


def test_a_word_that_is_neither_true_nor_false_is_refused() -> None:
    with pytest.raises(InvalidConfiguration, match=r"model\.share_examples"):
        load_settings({"MOTIF_CONFIG": "", "MOTIF_SHARE_EXAMPLES": "maybe"})
