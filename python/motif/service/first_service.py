"""The service that this one follows, asked over HTTP: it proves itself, and all that is said is sealed."""

from __future__ import annotations

import hmac
import http.client
import json
import secrets
import ssl
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

from motif.errors import (
    AnotherService,
    MotifError,
    ServiceUnavailable,
    Unauthorized,
    error_from_dict,
)
from motif.faults import protocols_differ, service_unreachable, tokens_differ
from motif.service.addresses import check_url
from motif.service.authorization import digest, sign
from motif.service.information import PROTOCOL
from motif.service.sealing import Opener, Sealer, Sealing

_AT_ONCE = 1 << 20
_LONGEST_ANSWER = 1 << 28
_HELLO = "/v1/hello"


class FirstService:
    """One connection to it, for one thread; made again where it was cut.

    Parameters
    ----------
    url
        ``http://`` of this machine, or ``https://``.
    token
        The secret that both share.
    silence
        Seconds without a byte after which it counts as lost.
    context
        What a TLS connection trusts; None for whom the system trusts.

    Raises `InvalidConfiguration` for an address that is none.
    """

    def __init__(
        self, url: str, token: str, *, silence: float = 30.0, context: ssl.SSLContext | None = None
    ) -> None:
        self.url = check_url(url)
        self._token, self._silence, self._context = token, silence, context
        self._connection: http.client.HTTPConnection | None = None
        self._service: str | None = None

    def another(self) -> FirstService:
        """A connection of its own to the same service, for another thread."""
        return FirstService(self.url, self._token, silence=self._silence, context=self._context)

    def ask(self, path: str, content: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a request in JSON.

        Raises `ServiceUnavailable` where it cannot be reached or was lost, `VersionMismatch` where it speaks another
        protocol, `Unauthorized` where it has another token, and what it says itself.
        """
        whole = bytearray()
        for part in self.stream(path, content):
            whole += part
            if len(whole) > _LONGEST_ANSWER:
                raise ServiceUnavailable(f"The answer of {self.url} to {path} is too long.")
        try:
            answer = json.loads(bytes(whole))
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise ServiceUnavailable(f"{self.url} answered {path} with what is no JSON object.")
        return answer

    def stream(self, path: str, content: Mapping[str, Any]) -> Iterator[bytes]:
        """The answer's body, piece by piece; raises as `ask`, also in its middle."""
        try:
            yield from self._opened(path, content)
        except AnotherService:  # it was started again
            self._service = None
            yield from self._opened(path, content)

    def close(self) -> None:
        """Ends the connection; the next request makes another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _opened(self, path: str, content: Mapping[str, Any]) -> Iterator[bytes]:
        is_whole = False
        try:
            service = self._service or self._greet()
            header, sealing = sign(self._token, "POST", path, service)
            body = b"".join(Sealer(sealing.request_key()).seal(json.dumps(content).encode(), last=True))
            response = self._send(path, body, {"Authorization": header})
            yield from self._read(response, sealing)
            is_whole = True
        except (OSError, http.client.HTTPException) as error:
            if isinstance(error, MotifError):
                raise
            self._service = None
            raise service_unreachable(self.url, _reason(error)) from error
        finally:
            if not is_whole:
                self.close()

    def _read(self, response: http.client.HTTPResponse, sealing: Sealing) -> Iterator[bytes]:
        opener = Opener(sealing.answer_key(), str(response.status).encode())
        refused = bytearray()
        try:
            while part := response.read1(_AT_ONCE):
                opened = opener.open(part)
                if response.status != 200:
                    refused += opened
                elif opened:
                    yield opened
        except Unauthorized:
            self._service = None
            self._greet()  # says where another token is the reason
            raise _unproved(self.url) from None
        if not opener.ended:
            raise ServiceUnavailable(f"The connection to {self.url} was cut in the middle of an answer.")
        if response.status != 200:
            raise _refusal(bytes(refused), self.url, response.status)

    def _greet(self) -> str:
        """Which service it is, once it has proved that it knows the token."""
        self.close()
        nonce = secrets.token_hex(16)
        response = self._send(_HELLO, json.dumps({"nonce": nonce}).encode(), {})
        try:
            said = json.loads(response.read(_AT_ONCE))
            proof, service, protocol = str(said["proof"]), str(said["service"]), said["protocol"]
        except (ValueError, KeyError, TypeError):
            raise _unproved(self.url) from None
        if not hmac.compare_digest(proof.encode(), digest(self._token, f"motif-service:{nonce}").encode()):
            raise tokens_differ(self.url)
        if protocol != PROTOCOL:
            raise protocols_differ("follower", PROTOCOL, protocol)
        self._service = service
        return service

    def _send(self, path: str, body: bytes, headers: Mapping[str, str]) -> http.client.HTTPResponse:
        if self._connection is None:
            where = urlsplit(self.url)
            host, port = where.hostname or "", where.port
            if where.scheme == "https":
                context = self._context or ssl.create_default_context()
                self._connection = http.client.HTTPSConnection(
                    host, port, timeout=self._silence, context=context
                )
            else:
                self._connection = http.client.HTTPConnection(host, port, timeout=self._silence)
        sent = {"Content-Type": "application/json", **headers}
        self._connection.request("POST", path, body, sent)
        return self._connection.getresponse()


def _refusal(content: bytes, url: str, status: int) -> MotifError:
    try:
        error = json.loads(content)["error"]
        return error_from_dict({key: str(error[key]) for key in ("code", "message", "hint")})
    except (ValueError, KeyError, TypeError):
        return ServiceUnavailable(f"{url} answered with status {status}, not as a Motif service would.")


def _unproved(url: str) -> ServiceUnavailable:
    return ServiceUnavailable(
        f"What answers at {url} has not proved that it is the Motif service, and was not used.",
        hint="Find out what listens there, and whether a proxy stands between.",
    )


def _reason(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, ssl.SSLError):
        return f"its certificate or TLS is refused: {error.reason or error}"
    if isinstance(error, ConnectionRefusedError):
        return "connection refused"
    return str(getattr(error, "strerror", None) or error or type(error).__name__)
