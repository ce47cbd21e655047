"""What ``motif doctor`` finds of following: whom this service follows, how far it is, and who follows it.

Nothing where it follows nobody and nobody follows it.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping
from typing import Any

from motif.cli.findings import Finding
from motif.cli.service_findings import (
    Remedies,
    service_finding,
    service_url,
    tls_context,
    token_file_of,
)
from motif.errors import MotifError
from motif.service.addresses import check_url
from motif.service.first_service import FirstService
from motif.service.information import package_version
from motif.settings import Settings
from motif.snapshot.followed import followed_by

FIRST, FOLLOWING = "service followed", "following"

_SILENCE = 20.0
_SAME_VERSION = (
    "Install the same version of Motif on both machines, the first one's first, and start both anew."
)
_EVERYWHERE = ("0.0.0.0", "::", "")


def following_findings(settings: Settings) -> Iterator[Finding]:
    """Whom the service of the settings follows, how that goes, and who follows it."""
    known = followed_by(settings.home)
    url = settings.service.follow or (None if known is None else known.url)
    facts = _facts(settings)
    if url is not None:
        first = _first(url, settings)
        yield first
        yield _following(url, None if facts is None else facts.get("follows") or {}, first.verdict == "ok")
    for follower in (facts or {}).get("followers") or []:
        yield _follower(follower)


def _first(url: str, settings: Settings) -> Finding:
    """Whether the service that is followed answers, fits, and shares the token."""
    try:
        url = check_url(url)
    except MotifError as error:
        return Finding(FIRST, "wrong", error.message, error.hint)
    remedies = Remedies(
        down=f"Where {url} is: motif serve, with a certificate that is trusted here (SSL_CERT_FILE)",
        other="Set MOTIF_SERVICE_FOLLOW, or --follow, to where the first service listens.",
        version=_SAME_VERSION,
        protocol=_SAME_VERSION,
        token=f"Copy the first one's token to {token_file_of(settings)}, then: motif serve --follow {url}",
    )
    found = service_finding(url, token_file_of(settings), needed=True, remedies=remedies)
    return dataclasses.replace(found, subject=FIRST)


def _following(url: str, follows: Mapping[str, Any] | None, answers: bool) -> Finding:
    """How far the follower is, by what it says; None where it cannot be asked."""
    start = f"motif serve --follow {url}"
    if follows is None:
        return Finding(FOLLOWING, "wrong", f"the service that is to follow {url} cannot be asked", start)
    if follows.get("url") != url.rstrip("/"):
        whom = follows.get("url") or "nobody"
        return Finding(
            FOLLOWING, "wrong", f"it is to follow {url}, and follows {whom}", f"Stop it, then: {start}"
        )
    state, problem = follows.get("state"), str(follows.get("problem") or "")
    if state in ("following", "behind") and not problem:
        if state == "following":
            return Finding(FOLLOWING, "ok", f"has what {url} has, heard {follows.get('heard')} s ago")
        came = f"{follows.get('fetched', 0):,} bytes came since it was started"
        return Finding(
            FOLLOWING, "missing", f"behind: it fetches, {came}", "Wait, and run again: motif doctor"
        )
    message, _, hint = problem.partition(". ")
    hint = hint or (f"Stop it, then: {start}" if answers else "Mend the service that is followed, as above.")
    since = "" if follows.get("heard") is None else f", heard {follows['heard']} s ago"
    return Finding(
        FOLLOWING, "wrong", f"{state}{since}: {message.rstrip('.')}; what it has goes on answering", hint
    )


def _follower(told: Mapping[str, Any]) -> Finding:
    """One that follows this service."""
    subject, behind = f"follower '{told.get('name')}'", int(told.get("graphsBehind") or 0)
    if told.get("version") != package_version():
        found = f"version {told.get('version')}, while {package_version()} is installed here"
        return Finding(subject, "wrong", found, _SAME_VERSION)
    if not told.get("alive"):
        return Finding(
            subject, "missing", f"last heard of {told.get('heard')} s ago", "There: motif serve --follow URL"
        )
    if behind:
        graphs = "a graph" if behind == 1 else f"{behind} graphs"
        return Finding(
            subject, "missing", f"behind by {graphs}", "Wait; where it stays so, there: motif doctor"
        )
    return Finding(subject, "ok", "has all that is here")


def _facts(settings: Settings) -> dict[str, Any] | None:
    """What the service of the settings says of itself; None where it cannot be asked."""
    certificate = settings.service.certificate
    try:
        token = token_file_of(settings).read_text(encoding="utf-8").strip()
        host = "127.0.0.1" if settings.service.host in _EVERYWHERE else settings.service.host
        url = service_url(
            dataclasses.replace(settings, service=dataclasses.replace(settings.service, host=host))
        )
        asked = FirstService(
            url, token, silence=_SILENCE, context=None if certificate is None else tls_context(certificate)
        )
        lines = b"".join(
            asked.stream("/v1/sysInfo", {"database": None, "transaction": None, "arguments": {}})
        )
        asked.close()
        rows = [json.loads(line).get("row") for line in lines.splitlines() if line.strip()]
        return {row["key"]: row["value"] for row in rows if row}
    except (OSError, MotifError, ValueError, KeyError, TypeError, AttributeError):
        return None
