"""Whose copy a home is: a folder that follows another service's is changed by nobody else."""

from __future__ import annotations

import json
import uuid
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

from motif.durable import write_durably
from motif.errors import FollowsAnother, InvalidConfiguration
from motif.snapshot.folders import UNREADABLE
from motif.snapshot.listing import graph_folders

_IDENTITY, _FOLLOWED = "identity", "following.json"


@dataclass(frozen=True, slots=True)
class Followed:
    """What a home follows.

    Attributes
    ----------
    url
        The service.
    identity
        Of the home that it had when it was first asked (`identity_of`); "" before.
    """

    url: str
    identity: str = ""


def identity_of(home: Path) -> str:
    """What tells a home apart from every other, made when it is first asked for."""
    path = home / _IDENTITY
    try:
        found = path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        found = ""
    if not found:
        found = uuid.uuid4().hex
        write_durably(path, found + "\n", mode=0o600)
    return found


def followed_by(home: Path) -> Followed | None:
    """What a home follows; None for one that is its own."""
    try:
        content = (home / _FOLLOWED).read_bytes()
    except OSError:
        return None
    return _read(content)


@lru_cache(maxsize=16)
def _read(content: bytes) -> Followed:
    try:
        told = json.loads(content)
        return Followed(str(told["url"]), str(told["identity"]))
    except UNREADABLE:
        return Followed("another service")


def begin_to_follow(home: Path, url: str) -> None:
    """Makes a home a follower of ``url``; raises `InvalidConfiguration` where it has graphs of its own."""
    known = followed_by(home)
    if known is None and any(True for _ in graph_folders(home)):
        raise InvalidConfiguration(
            f"The folder {home} holds projections of its own, and is to follow {url}, which would remove them.",
            hint="Give the follower a folder of its own that is empty: MOTIF_HOME, or --home.",
        )
    if known is None or known.url != url:
        note_followed(home, Followed(url, "" if known is None else known.identity))


def note_followed(home: Path, followed: Followed) -> None:
    """Keeps what a home follows."""
    write_durably(home / _FOLLOWED, json.dumps(asdict(followed)) + "\n")


def end_following(home: Path) -> None:
    """Makes a home its own: from now on it is changed here, and may be followed."""
    if followed_by(home) is not None:
        (home / _IDENTITY).unlink(missing_ok=True)
        (home / _FOLLOWED).unlink()


def require_own(home: Path, what: str = "") -> None:
    """Raises `FollowsAnother` for a home that follows one; ``what`` is what was to be done, such as a procedure."""
    followed = followed_by(home)
    if followed is not None:
        raise follows_another(followed.url, what)


def follows_another(url: str, what: str = "") -> FollowsAnother:
    """The error for what only the service that is followed may do."""
    begun = f"{what} was" if what else "that was"
    return FollowsAnother(
        f"The Motif service that was asked follows {url} and changes nothing by itself: {begun} not begun.",
        hint=f"Ask {url}. Where service.url in conf/motif.conf names both, the plugin does so by itself.",
    )
