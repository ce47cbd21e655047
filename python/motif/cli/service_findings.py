"""What ``motif doctor`` finds of the service: whether it answers, speaks our protocol and knows our token."""

from __future__ import annotations

import hmac
import json
import secrets
import socket
import ssl
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motif.cli.findings import Finding, Verdict
from motif.errors import MotifError
from motif.faults import protocols_differ, service_unreachable, tokens_differ
from motif.service.authorization import digest
from motif.service.information import PROTOCOL, package_version
from motif.settings import Settings

TIMEOUT = 5.0
"""Seconds to wait for an answer."""


@dataclass(frozen=True, slots=True)
class Remedies:
    """What mends a service: one that is down, what answers in its place, one of another version, another token.

    "" is what the error says.
    """

    down: str = ""
    other: str = "Stop it, then: motif serve; or set MOTIF_SERVICE_PORT and service.url to another port."
    version: str = "Stop it, then: motif serve"
    protocol: str = ""
    token: str = ""


HERE = Remedies()
"""Of a service of this machine."""


def service_finding(
    url: str,
    token_file: Path,
    *,
    needed: bool = False,
    certificate: Path | None = None,
    remedies: Remedies = HERE,
) -> Finding:
    """Whether the service at ``url`` answers and proves that it knows the token of ``token_file``.

    Parameters
    ----------
    needed
        Whether a plugin waits for it: one that does not answer is then wrong.
    certificate
        The service's own, which a TLS connection must show; None for one that the system's authorities signed.
    remedies
        What mends it, where that is not what mends one of this machine.
    """
    absent: Verdict = "wrong" if needed else "missing"
    try:
        health = _ask(f"{url}/health", None, certificate)
    except (OSError, ValueError) as error:
        return _told(service_unreachable(url, _reason(error)), absent, remedies.down)
    version, protocol = health.get("version"), health.get("protocol")
    if not isinstance(protocol, int):
        return Finding("service", "wrong", f"what answers at {url} is no Motif service", remedies.other)
    if protocol != PROTOCOL:
        return _told(protocols_differ("package", PROTOCOL, protocol), remedy=remedies.protocol)
    if version != package_version():
        return Finding(
            "service",
            "wrong",
            f"version {version} runs at {url}, {package_version()} is installed",
            remedies.version,
        )
    return _proved(url, token_file, certificate, remedies.token)


def service_url(settings: Settings) -> str:
    """Where the service of the settings listens."""
    scheme = "http" if settings.service.certificate is None else "https"
    return f"{scheme}://{settings.service.host}:{settings.service.port}"


def token_file_of(settings: Settings) -> Path:
    """The file of the token that it shares with who asks it."""
    return settings.service.token_file or settings.home / "service.token"


def _proved(url: str, token_file: Path, certificate: Path | None, remedy: str) -> Finding:
    try:
        token = token_file.read_text(encoding="utf-8").strip()
    except OSError as error:
        return Finding(
            "service",
            "missing",
            f"answers at {url}; its token cannot be checked: {token_file}: {error.strerror}",
            "Set MOTIF_SERVICE_TOKEN_FILE to the file of the service, or run this as its user.",
        )
    nonce = secrets.token_hex(16)
    try:
        said = str(_ask(f"{url}/v1/hello", {"nonce": nonce}, certificate).get("proof"))
    except (OSError, ValueError) as error:
        said = str(error)
    if not hmac.compare_digest(said.encode(), digest(token, f"motif-service:{nonce}").encode()):
        return _told(tokens_differ(url), remedy=remedy)
    return Finding("service", "ok", f"{package_version()} at {url}, protocol {PROTOCOL}, proved its token")


def _told(fault: MotifError, verdict: Verdict = "wrong", remedy: str = "") -> Finding:
    return Finding("service", verdict, fault.message, remedy or fault.hint)


def _reason(error: Exception) -> str:
    """Why nothing answers, in the plugin's words."""
    cause = getattr(error, "reason", error)
    if isinstance(cause, ConnectionRefusedError):
        return "connection refused"
    if isinstance(cause, TimeoutError):
        return f"no connection within {TIMEOUT} s"
    return "its name has no address" if isinstance(cause, socket.gaierror) else str(cause)


def _ask(url: str, body: dict[str, Any] | None, certificate: Path | None) -> dict[str, Any]:
    """The answer's JSON; `OSError` when there is none, `ValueError` when it is something else."""
    request = urllib.request.Request(
        url,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/json"},
    )
    context = tls_context(certificate) if url.startswith("https:") else None
    with urllib.request.urlopen(request, timeout=TIMEOUT, context=context) as answer:
        said = json.loads(answer.read(65536))
    if not isinstance(said, dict):
        raise ValueError("not a Motif service")
    return said


def tls_context(certificate: Path | None) -> ssl.SSLContext:
    """What a connection trusts: this very certificate, or whom the system trusts."""
    context = ssl.create_default_context(cafile=certificate)
    if certificate is not None:
        # This very certificate is asked for: who signed it, and for which name, adds nothing.
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
        context.check_hostname = False
    return context
