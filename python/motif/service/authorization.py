"""Who may call: a token that the plugin never sends, proved both ways by HMAC-SHA256."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import operator
import os
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from motif.errors import AnotherService, InvalidConfiguration, InvalidInput, Unauthorized
from motif.faults import tokens_differ
from motif.service.sealing import Sealing

WINDOW = 60.0
"""Seconds by which a request's clock may differ from the service's."""

_NONCE = re.compile(r"[0-9a-f]{32}")
_HINT = (
    "Sign and seal it as docs/protocol.md says, or send 'Authorization: Bearer TOKEN' "
    "with the token of the service's file."
)
_CLOCKS = "Set both clocks: a signature counts for a minute."


def read_token(path: Path, credentials: Path | None = None) -> str:
    """The token in ``path``; a new one of 32 random bytes, for its owner only, when the file is missing.

    Parameters
    ----------
    credentials
        The folder in which systemd hands over credentials. It is the unit's alone, and a file in it that is its user's
        by an access control list looks readable by a group (mode 0440).

    Raises `InvalidConfiguration` when the file is empty, or when others may read it.
    """
    try:
        if not path.exists():
            _create(path)
    except OSError as error:
        raise InvalidConfiguration(
            f"The token file {path} cannot be written: {error.strerror}.",
            hint="Name another one with --token-file.",
        ) from error
    handed_over = credentials is not None and path.resolve().parent == credentials.resolve()
    if os.name == "posix" and path.stat().st_mode & (0o037 if handed_over else 0o077):
        raise InvalidConfiguration(
            f"The token file {path} can be read by others.", hint=f"Run: chmod 600 {path}"
        )
    token = path.read_text(encoding="utf-8").strip()
    if len(token) < 32:
        raise InvalidConfiguration(
            f"The token in {path} has {len(token)} characters; at least 32 are needed.",
            hint="Remove the file; the service then writes a new one.",
        )
    return token


def _create(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(secrets.token_hex(32) + "\n")
            file.flush()
            os.fsync(descriptor)
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)  # does nothing when another process was first, and never shows half a token
    finally:
        draft.unlink()


def digest(token: str, message: str) -> str:
    """HMAC-SHA256 of ``message`` under the token's text, as hex."""
    return hmac.new(token.encode(), message.encode(), hashlib.sha256).hexdigest()


def sign(
    token: str, method: str, path: str, service: str, *, seconds: int | None = None, nonce: str | None = None
) -> tuple[str, Sealing]:
    """The ``Authorization`` header by which the plugin proves itself to one service, and what seals the request."""
    stamp = int(time.time()) if seconds is None else seconds
    nonce = secrets.token_hex(16) if nonce is None else nonce
    signed = f"{stamp}:{nonce}:{service}"
    sealing = Sealing(token, f"{signed}:{method}:{path}")
    return f"Motif {signed}:{digest(token, f'motif-plugin:{signed}:{method}:{path}')}", sealing


@dataclass(frozen=True, slots=True)
class Signature:
    """What a header says that was signed with the token: when, which, for which service, and how bodies are sealed."""

    stamp: str
    nonce: str
    service: str
    sealing: Sealing


class Authorization:
    """Decides about ``Authorization`` headers; a signed one counts once, at one service.

    Parameters
    ----------
    token
        The shared secret.
    clock
        Seconds since 1970; replaced in tests, as is the next.
    elapsed
        Seconds since whenever. What was used is remembered until both say that it is old: clocks are set, and set back.

    Attributes
    ----------
    service
        Which service this is: another one after each start. What was signed for one counts at no other, so that none
        needs to know what the others have seen.
    """

    def __init__(
        self,
        token: str,
        *,
        clock: Callable[[], float] = time.time,
        elapsed: Callable[[], float] = time.monotonic,
    ) -> None:
        self._token = token
        self._clock = clock
        self._elapsed = elapsed
        self.service = secrets.token_hex(16)
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def prove(self, nonce: object) -> str:
        """The proof that this service knows the token, for a ``nonce`` of 32 hexadecimal digits."""
        if not isinstance(nonce, str) or _NONCE.fullmatch(nonce) is None:
            raise InvalidInput("The nonce of /v1/hello must be 32 hexadecimal digits in lower case.")
        return digest(self._token, f"motif-service:{nonce}")

    def read(self, header: str | None, method: str, path: str) -> Signature | None:
        """Who sent ``header``: None where that is the token itself, else a signature, which is yet to be used.

        Raises `Unauthorized`, saying what is wrong, where it proves nothing.
        """
        if not header:
            raise Unauthorized("The request carries no Authorization header.", hint=_HINT)
        scheme, _, value = header.partition(" ")
        if scheme.lower() == "bearer":
            self._check_bearer(value.strip())
            return None
        if scheme.lower() == "motif":
            return self._read_signature(value.strip(), method, path)
        raise Unauthorized("The Authorization header must begin with 'Bearer' or 'Motif'.", hint=_HINT)

    def use(self, signature: Signature) -> None:
        """Returns when the signature is for this service, of now, and counts for the first time.

        Raises `AnotherService` where it was made for another one, or for one that ran here before, and `Unauthorized`.
        """
        if not hmac.compare_digest(signature.service.encode(), self.service.encode()):
            raise AnotherService(
                "This request was signed for another Motif service, or for one that ran here before.",
                hint="Ask /v1/hello which service this is, and sign the request for it.",
            )
        now = self._clock()
        if not signature.stamp.isdecimal() or abs(now - int(signature.stamp)) > WINDOW:
            raise Unauthorized(
                f"The request was signed more than {WINDOW:.0f} seconds ago or ahead.", hint=_CLOCKS
            )
        self._use_once(f"{signature.stamp}:{signature.nonce}", now)

    def _check_bearer(self, value: str) -> None:
        if not hmac.compare_digest(value.encode(), self._token.encode()):
            raise tokens_differ()

    def _read_signature(self, value: str, method: str, path: str) -> Signature:
        signed, _, proof = value.rpartition(":")
        expected = digest(self._token, f"motif-plugin:{signed}:{method}:{path}")
        parts = signed.split(":")
        if not hmac.compare_digest(proof.encode(), expected.encode()) or len(parts) != 3:
            raise tokens_differ()
        stamp, nonce, service = parts
        return Signature(stamp, nonce, service, Sealing(self._token, f"{signed}:{method}:{path}"))

    def _use_once(self, signature: str, now: float) -> None:
        moment = (now, self._elapsed())
        while self._used and all(map(operator.lt, next(iter(self._used.values())), moment)):
            self._used.popitem(last=False)
        if signature in self._used:
            raise Unauthorized(
                "This signed request has been seen before.", hint="Sign each request with a new nonce."
            )
        self._used[signature] = (moment[0] + 2 * WINDOW, moment[1] + 2 * WINDOW)
