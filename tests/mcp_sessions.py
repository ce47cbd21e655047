"""MCP servers as processes, each asked by the official client over standard input and output."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import anyio.from_thread
from filelock import FileLock
from mcp import Client, StdioServerParameters, stdio_client

from motif.settings import load_settings

CYPHER_SERVER = "mcp-neo4j-cypher==0.6.0"
BESIDE_PYTHON = Path(sys.executable).parent


@dataclass(frozen=True)
class Reply:
    """The text of a tool's answer, and whether it is an error."""

    text: str
    is_error: bool


class Session:
    """An MCP server that runs, asked from code that is not asynchronous."""

    def __init__(self, portal: Any, client: Client) -> None:
        self._portal, self._client = portal, client

    def tools(self) -> dict[str, Any]:
        """The tools by name."""
        return {tool.name: tool for tool in self._portal.call(self._client.list_tools).tools}

    def call(self, tool: str, **arguments: Any) -> Reply:
        """What ``tool`` gives."""
        answer = self._portal.call(partial(self._client.call_tool, tool, arguments))
        return Reply("".join(part.text for part in answer.content), bool(answer.is_error))

    def call_off(self, tool: str, seconds: float, **arguments: Any) -> bool:
        """Calls ``tool`` and cancels the call after ``seconds``; False where it had ended before."""

        async def called_off() -> bool:
            with anyio.move_on_after(seconds) as scope:
                await self._client.call_tool(tool, arguments)
            return scope.cancelled_caught

        return bool(self._portal.call(called_off))


@contextmanager
def session(
    command: Path, arguments: list[str], environment: Mapping[str, str], log: Path, mode: str = "auto"
) -> Iterator[Session]:
    """A server started with ``environment`` beside what a process needs anyway; ``log`` gets its standard error."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    parameters = StdioServerParameters(
        command=str(command), args=arguments, env={**kept, **environment}, cwd=str(log.parent)
    )
    with log.open("w", encoding="utf-8") as errors, anyio.from_thread.start_blocking_portal() as portal:
        client = Client(stdio_client(parameters, errlog=errors), mode=mode, read_timeout_seconds=120)
        with portal.wrap_async_context_manager(client):
            yield Session(portal, client)


def cypher_server() -> Path:
    """The command ``mcp-neo4j-cypher``, in an environment of its own in the user's cache; installed once."""
    folder = load_settings().cache / "mcp" / CYPHER_SERVER.replace("==", "-")
    folder.parent.mkdir(parents=True, exist_ok=True)
    command, whole = folder / "bin" / "mcp-neo4j-cypher", folder / "installed"
    with FileLock(folder.with_name(folder.name + ".lock")):
        if not whole.exists():
            uv = str(BESIDE_PYTHON / "uv")
            subprocess.run([uv, "venv", "-q", "--clear", "--python", sys.executable, folder], check=True)
            python = str(folder / "bin" / "python")
            subprocess.run([uv, "pip", "install", "-q", "--python", python, CYPHER_SERVER], check=True)
            whole.touch()
    return command
