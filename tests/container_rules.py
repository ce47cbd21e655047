"""What the files for containers must keep to; each rule says what breaks it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

PINNED_IMAGE = re.compile(r"[a-z0-9./-]+:v?\d+\.\d+[\w.-]*|[a-z0-9./-]+@sha256:[0-9a-f]{64}")
SECRET = re.compile(r"password|passwd|secret|token|api_?key|credential|auth", re.IGNORECASE)


def compose_problems(compose: Mapping[str, Any]) -> list[str]:
    """What is wrong with a compose file, a sentence each; empty when nothing is."""
    return [
        f"{name}: {problem}"
        for name, service in compose["services"].items()
        for problem in _service(name, service, compose)
    ]


def _service(name: str, service: Mapping[str, Any], compose: Mapping[str, Any]) -> Iterator[str]:
    if not service.get("healthcheck", {}).get("test"):
        yield "no healthcheck"
    if str(service.get("user", "root")).partition(":")[0] in ("", "0", "root"):
        yield "runs as root"
    if not PINNED_IMAGE.fullmatch(service.get("image", "")):
        yield "image is not pinned by version"
    if not service.get("mem_limit"):
        yield "no memory limit"
    if service.get("cap_drop") != ["ALL"] or "no-new-privileges:true" not in service.get("security_opt", ()):
        yield "keeps capabilities"
    if service.get("privileged") or service.get("network_mode") == "host":
        yield "is not confined"
    for port in service.get("ports", ()):
        if name != "neo4j":
            yield f"publishes {port}"
        elif not str(port).startswith("127.0.0.1:"):
            yield f"publishes {port} beyond this machine"
    for key, value in service.get("environment", {}).items():
        if SECRET.search(key) and not str(value).startswith("/run/secrets/"):
            yield f"{key} carries a secret"
    for secret in service.get("secrets", ()):
        if "file" not in compose.get("secrets", {}).get(secret, {}):
            yield f"secret {secret} is no file"


def dockerfile_problems(text: str) -> list[str]:
    """What is wrong with a Dockerfile, line by line; empty when nothing is."""
    return list(_dockerfile(instructions(text)))


def instructions(text: str) -> list[tuple[str, str]]:
    """Each instruction with its arguments, comments left out and continued lines joined."""
    lines = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    joined = re.sub(r"\\\n\s*", "", lines)
    parts = (line.split(None, 1) for line in joined.splitlines() if line.strip())
    return [(word.upper(), rest[0] if rest else "") for word, *rest in parts]


def _dockerfile(lines: list[tuple[str, str]]) -> Iterator[str]:
    stages = {rest.split()[-1] for word, rest in lines if word == "FROM" and " AS " in rest.upper()}
    last = max(number for number, (word, _) in enumerate(lines) if word == "FROM")
    for word, rest in lines:
        if word == "FROM" and rest.split()[0] not in stages and not PINNED_IMAGE.fullmatch(rest.split()[0]):
            yield f"FROM {rest} is not pinned by version"
        if word == "ADD":
            yield f"ADD {rest}: use COPY"
        if word in ("ENV", "ARG") and any(SECRET.search(key) for key in re.findall(r"(\w+)(?==|$)", rest)):
            yield f"{word} {rest} carries a secret"
        if word == "RUN" and re.search(r"curl|wget|sudo|chmod (-R )?777", rest):
            yield f"RUN {rest[:40]}"
        if word == "RUN":
            yield from (f"{package} is not pinned" for package in _unpinned(rest))
    final = dict(lines[last:])
    if final.get("USER", "root").partition(":")[0] in ("root", "0"):
        yield "no USER other than root in the last stage"
    if not final.get("HEALTHCHECK", "NONE").strip() or final.get("HEALTHCHECK", "NONE").startswith("NONE"):
        yield "no HEALTHCHECK"


def _unpinned(commands: str) -> Iterator[str]:
    """What ``pip install`` is given without a version; uv is given a lock."""
    for command in re.split(r"&&|;|\|", commands):
        words = command.split()
        if words[:2] == ["pip", "install"]:
            yield from (word for word in words[2:] if not word.startswith("-") and "==" not in word)
