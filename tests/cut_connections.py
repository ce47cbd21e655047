"""What stands between plugin and service in tests: it passes connections on, holds them, or cuts them."""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
from collections.abc import Callable
from typing import Literal

Way = Literal["requests", "answers"]

_RESET = struct.pack("ii", 1, 0)
_AT_ONCE = 16 * 1024


class Between:
    """A port of this machine from which bytes go to another one, as long as nobody says otherwise.

    What is held looks like a cable that was pulled: nothing arrives, and nobody is told. What is reset looks like a
    process that was killed.
    """

    def __init__(self, port: int) -> None:
        self.target = port
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port: int = self._listener.getsockname()[1]
        self._changed = threading.Condition()
        self._left: dict[Way, int | None] = {"requests": None, "answers": None}
        self._held: set[Way] = set()
        self._open: set[socket.socket] = set()
        self._closed = False
        self._run(self._accept)

    def hold(self, way: Way, *, after: int = 0) -> None:
        """Passes so many more bytes on, over all connections, and then holds what comes."""
        with self._changed:
            self._left[way] = after
            self._held.discard(way)

    def wait_until_held(self, way: Way, seconds: float = 60.0) -> None:
        """Returns once something is held that way; fails where nothing is."""
        with self._changed:
            assert self._changed.wait_for(lambda: way in self._held, seconds), f"no {way} were to be held"

    def pass_on(self) -> None:
        """Passes on what is held, and all that comes."""
        with self._changed:
            self._left = {"requests": None, "answers": None}
            self._held.clear()
            self._changed.notify_all()

    def reset(self) -> None:
        """Cuts every connection, both ways, at once; new ones pass."""
        with self._changed:
            cut, self._open = self._open, set()
            self._left = {"requests": None, "answers": None}
            self._held.clear()
            self._changed.notify_all()
        for one in cut:
            with contextlib.suppress(OSError):
                one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
                one.shutdown(socket.SHUT_RD)
                one.close()

    def close(self) -> None:
        """Cuts everything and listens no more."""
        self._closed = True
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.reset()

    def _accept(self) -> None:
        while not self._closed:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self.target), 5.0)
            except OSError:
                near.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
                near.close()
                continue
            far.settimeout(None)
            with self._changed:
                self._open |= {near, far}
            self._run(lambda near=near, far=far: self._pump(near, far, "requests"))
            self._run(lambda near=near, far=far: self._pump(far, near, "answers"))

    def _pump(self, source: socket.socket, sink: socket.socket, way: Way) -> None:
        try:
            while content := source.recv(_AT_ONCE):
                while content and (n := self._room(way, len(content), source)):
                    sink.sendall(content[:n])
                    content = content[n:]
                if content:
                    return
            self._room(way, 1, source, spend=False)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            for one in (source, sink):
                with contextlib.suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)

    def _room(self, way: Way, wanted: int, source: socket.socket, *, spend: bool = True) -> int:
        """How many of the bytes may pass, as soon as any may; 0 once the connection is cut."""
        with self._changed:
            while self._left[way] == 0 and source in self._open:
                self._held.add(way)
                self._changed.notify_all()
                self._changed.wait()
            if source not in self._open:
                return 0
            left = self._left[way]
            n = wanted if left is None else min(left, wanted)
            if left is not None and spend:
                self._left[way] = left - n
            return n

    @staticmethod
    def _run(work: Callable[[], None]) -> None:
        threading.Thread(target=work, daemon=True).start()
