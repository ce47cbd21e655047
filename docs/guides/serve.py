"""Serves this folder to Neo4j Browser on this machine: ``python docs/guides/serve.py``, then what it prints.

Browser loads a guide from another address only where that address allows it (CORS). `localhost` is on Browser's list of
hosts from the start; another host must be on ``browser.remote_content_hostname_whitelist`` in ``neo4j.conf``.
"""

from __future__ import annotations

import argparse
import contextlib
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

FOLDER = Path(__file__).parent


class Guides(SimpleHTTPRequestHandler):
    """The files of a folder, which every page may read."""

    extensions_map = {".md": "text/markdown", ".adoc": "text/plain", "": "text/plain"}  # noqa: RUF012

    def end_headers(self) -> None:
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Access-Control-Allow-Headers", "pragma, cache-control")
        super().end_headers()

    def do_OPTIONS(self) -> None:
        """The answer to a browser that asks before it loads."""
        self.send_response(204)
        self.end_headers()


def guide_server(port: int) -> ThreadingHTTPServer:
    """A server of this folder on loopback, not yet serving; port 0 takes a free one."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(Guides, directory=str(FOLDER)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8765)
    with guide_server(parser.parse_args().port) as server:
        address = f"http://localhost:{server.server_port}"
        print(f"Newer Browser:          :guide {address}/motif.adoc")
        print(f"Browser of Neo4j 5.26:  :guide {address}/queries.md")
        print("Ctrl+C ends it.")
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()


if __name__ == "__main__":
    main()
