"""``/v1/epochs`` and ``/v1/epochs/file``: what this service's graphs are made of, for services that follow it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from motif.errors import InvalidInput, RefreshedMeanwhile
from motif.service.calls import parse_body
from motif.service.followers import Holds
from motif.service.information import PROTOCOL, package_version
from motif.service.intake import read_json
from motif.service.state import Service
from motif.snapshot.followed import identity_of, require_own
from motif.snapshot.listing import Listing
from motif.snapshot.writing import FORMAT

LONGEST_WAIT = 60.0
"""The most seconds that a follower may have its answer held back for as long as there is nothing new."""

_LOOK = 0.05
_AT_ONCE = 1 << 20
_FOLLOWER = re.compile(r"[0-9a-f]{32}")


async def epochs(service: Service, request: Request) -> Response:
    """Every graph, and the files of those that the follower has otherwise; held back until there is something new."""
    require_own(service.settings.home, "/v1/epochs")
    payload = await read_json(request, service.settings.service.maximum_body, service.bodies, parse_body)
    follower, holds, wait = _follower(payload), _holds(payload.get("holds")), _wait(payload.get("wait"))
    name, version = (str(payload.get(key) or "")[:200] for key in ("name", "version"))
    followers = service.followers
    followers.told(follower, name, version, holds)
    until = asyncio.get_running_loop().time() + wait
    known = {path: one.state for path, one in holds.items()}
    with followers.waiting(follower):
        while True:
            listings = await asyncio.to_thread(followers.listings)
            is_news = known != {path: one.state for path, one in listings.items()}
            if is_news or service.draining or asyncio.get_running_loop().time() >= until:
                break
            if await request.is_disconnected():
                followers.gone(follower)
                break
            await asyncio.sleep(_LOOK)
    told = {
        "identity": await asyncio.to_thread(identity_of, service.settings.home),
        "protocol": PROTOCOL,
        "version": package_version(),
        "format": FORMAT,
        "graphs": {path: _told(one, known.get(path)) for path, one in listings.items()},
    }
    return JSONResponse(told)


async def epoch_file(service: Service, request: Request) -> Response:
    """The bytes of one listed file, from one on."""
    require_own(service.settings.home, "/v1/epochs/file")
    payload = await read_json(request, service.settings.service.maximum_body, service.bodies, parse_body)
    graph, file, start = payload.get("graph"), payload.get("file"), payload.get("start", 0)
    if not isinstance(graph, str) or not isinstance(file, str):
        raise InvalidInput('Send {"graph": …, "file": …, "start": …} as /v1/epochs lists them.')
    if isinstance(start, bool) or not isinstance(start, int) or start < 0:
        raise InvalidInput(f"'start' must be a whole number of bytes from 0, not {start!r}.")
    service.followers.heard(str(payload.get("follower")))
    path, size = await asyncio.to_thread(_listed, service, graph, file)
    if start > size:
        raise InvalidInput(f"'start' is {start:,}, and the file has {size:,} bytes.")
    opened = await asyncio.to_thread(_open, path, start)
    content = _read(service, str(payload.get("follower")), opened, size - start)
    return StreamingResponse(content, media_type="application/octet-stream")


def _listed(service: Service, graph: str, file: str) -> tuple[Path, int]:
    """A file that is listed, by its graph's folder and its path below it, and its size; there is no other."""
    followers = service.followers
    listing = followers.listing(graph)
    facts = None if listing is None else listing.file(file)
    if facts is None:
        listing = followers.listings().get(graph)
        facts = None if listing is None else listing.file(file)
    if facts is None:
        raise _gone(file)
    return followers.folder(graph) / file, facts[0]


def _open(path: Path, start: int) -> BinaryIO:
    """Raises `RefreshedMeanwhile` for a file that has just gone."""
    try:
        opened = path.open("rb")
    except OSError:
        raise _gone(path.name) from None
    opened.seek(start)
    return opened


def _read(service: Service, follower: str, file: BinaryIO, left: int) -> Iterator[bytes]:
    with file:
        while left and (part := file.read(min(left, _AT_ONCE))):
            service.followers.heard(follower)
            left -= len(part)
            yield part


def _gone(file: str) -> RefreshedMeanwhile:
    return RefreshedMeanwhile(
        f"No graph has a file '{file[:200]}' now; its epoch may have been replaced.",
        hint="Ask /v1/epochs what there is, and go on with that.",
    )


def _told(listing: Listing, known: str | None) -> dict[str, Any]:
    state = listing.state
    told = {
        name: None if epoch is None else asdict(epoch)
        for name, epoch in (("current", listing.current), ("coming", listing.coming))
    }
    return {**told, "state": state, "pieces": None if state == known else listing.pieces}


def _follower(payload: Mapping[str, Any]) -> str:
    follower = payload.get("follower")
    if not isinstance(follower, str) or _FOLLOWER.fullmatch(follower) is None:
        raise InvalidInput(
            "'follower' must be 32 hexadecimal digits in lower case, the same in each request."
        )
    return follower


def _wait(given: Any) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float) or not 0 <= given <= LONGEST_WAIT:
        raise InvalidInput(f"'wait' must be a number of seconds from 0 to {LONGEST_WAIT:.0f}, not {given!r}.")
    return float(given)


def _holds(given: Any) -> dict[str, Holds]:
    try:
        return {
            str(path): Holds(str(one["state"]), str(one["current"]), frozenset(map(str, one["epochs"])))
            for path, one in dict(given or {}).items()
        }
    except (TypeError, ValueError, KeyError, AttributeError):
        raise InvalidInput(
            "'holds' must tell of each graph its 'state', the token of its 'current' epoch, and those of its 'epochs'."
        ) from None
