"""What plugin and service say to each other, sealed with keys that only who knows the token can make.

A body is a row of records: four bytes of length, big-endian, whose highest bit marks the last one, then so many bytes
of AES-256-GCM. The key is of this one request and this one way; the nonce counts records. So whoever listens in the
service's place, or between both, reads nothing, and what it says is not taken for an answer.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from starlette.types import Message, Receive, Send

from motif.errors import Unauthorized

RECORD = 256 * 1024
"""The most bytes that a record holds, before they are sealed."""

_LAST = 1 << 31
_TAG = 16
_HEAD = 4


class Sealer:
    """Seals a body, piece by piece.

    Parameters
    ----------
    key
        32 bytes.
    about
        What else must be so for the body to be opened: of an answer, its status.
    """

    def __init__(self, key: bytes, about: bytes = b"") -> None:
        self._aead, self._about, self._count = AESGCM(key), about, 0

    def seal(self, content: bytes, *, last: bool) -> Iterator[bytes]:
        """The records of ``content``; ``last``: nothing comes after it."""
        for start in range(0, max(len(content), 1), RECORD):
            is_last = last and start + RECORD >= len(content)
            nonce, self._count = self._count.to_bytes(12, "big"), self._count + 1
            sealed = self._aead.encrypt(
                nonce, content[start : start + RECORD], _authenticated(self._about, is_last)
            )
            yield (len(sealed) | (_LAST if is_last else 0)).to_bytes(_HEAD, "big") + sealed


class Opener:
    """Opens what a `Sealer` of the same key sealed, however it was cut up on the way.

    Attributes
    ----------
    ended
        Whether the last record was opened.
    """

    def __init__(self, key: bytes, about: bytes = b"") -> None:
        self._aead, self._about, self._count = AESGCM(key), about, 0
        self._held = bytearray()
        self.ended = False

    def open(self, content: bytes) -> bytes:
        """What the records say that are whole by now; raises `Unauthorized` for what this key did not seal."""
        self._held += content
        opened = bytearray()
        at = 0
        while len(self._held) - at >= _HEAD and not self.ended:
            head = int.from_bytes(self._held[at : at + _HEAD], "big")
            is_last, size = bool(head & _LAST), head & ~_LAST
            if size > RECORD + _TAG:
                raise not_sealed()
            if len(self._held) - at - _HEAD < size:
                break
            at += _HEAD
            opened += self._record(bytes(self._held[at : at + size]), is_last)
            at += size
            self.ended = is_last
        del self._held[:at]
        if self.ended and self._held:
            raise not_sealed()
        return bytes(opened)

    def _record(self, sealed: bytes, is_last: bool) -> bytes:
        nonce, self._count = self._count.to_bytes(12, "big"), self._count + 1
        try:
            return self._aead.decrypt(nonce, sealed, _authenticated(self._about, is_last))
        except InvalidTag:
            raise not_sealed() from None


class Sealing:
    """The two keys of one request, which its sender has proved to know.

    Parameters
    ----------
    token
        The shared secret.
    signed
        What the sender signed: time, nonce, service, method and path.
    """

    def __init__(self, token: str, signed: str) -> None:
        self._token, self._signed = token, signed

    def request_key(self) -> bytes:
        """Of the request's body."""
        return self._key("motif-request")

    def answer_key(self) -> bytes:
        """Of the answer's body."""
        return self._key("motif-answer")

    def opening(self, receive: Receive) -> Receive:
        """``receive``, with bodies opened; one that ends before its last record did not end."""
        opener = Opener(self.request_key())

        async def opened() -> Message:
            message = await receive()
            if message["type"] != "http.request" or opener.ended:
                return message
            content = opener.open(message.get("body", b""))
            if not opener.ended and not message.get("more_body", False):
                return {"type": "http.disconnect"}
            return {"type": "http.request", "body": content, "more_body": not opener.ended}

        return opened

    def closing(self, send: Send) -> Send:
        """``send``, with bodies sealed."""
        sealer: Sealer | None = None

        async def sealed(message: Message) -> None:
            nonlocal sealer
            if message["type"] == "http.response.start":
                sealer = Sealer(self.answer_key(), str(message["status"]).encode())
                headers = [
                    each for each in message.get("headers", ()) if each[0].lower() != b"content-length"
                ]
                await send({**message, "headers": headers})
                return
            if message["type"] != "http.response.body" or sealer is None:
                await send(message)
                return
            last = not message.get("more_body", False)
            for record in sealer.seal(message.get("body", b""), last=last):
                more = record[0] < 0x80  # the bit of the last record
                await send({"type": "http.response.body", "body": record, "more_body": more})

        return sealed

    def _key(self, way: str) -> bytes:
        return hmac.new(self._token.encode(), f"{way}:{self._signed}".encode(), hashlib.sha256).digest()


def not_sealed() -> Unauthorized:
    """The error for a body that is not what its sender sealed."""
    return Unauthorized(
        "The request's body is not sealed with the key of its Authorization header, or was changed on its way.",
        hint="Seal it as docs/protocol.md says, or send 'Authorization: Bearer TOKEN' and the body as it is.",
    )


def _authenticated(about: bytes, is_last: bool) -> bytes:
    return about + (b"\x01" if is_last else b"\x00")
