"""The address that opens Neo4j Browser with a query in its editor, and the query's text with its values in it.

Neo4j Browser reads ``?dbms=…&db=…&cmd=edit&arg=QUERY``: it fills in the connection form and the editor, and runs
nothing by itself (its manual, "Browser URL parameters").
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from motif.errors import InvalidInput, QueryFailed
from motif.knowledge_graph import Connection
from motif.planners.cypher_literals import identifier, literal
from motif_cypher import Template, template

LONGEST = 8000
"""Characters of an address: what proxies take by default; Neo4j itself takes about 20,000."""

_HERE = {"", "0.0.0.0", "127.0.0.1", "::", "::1", "localhost"}


def browser_link(page: str, cypher: str, *, dbms: str, user: str | None, database: str | None = None) -> str:
    """The address of ``page`` (Browser's own) with the connection ``dbms`` and ``cypher`` in the editor.

    >>> browser_link("http://localhost:7474/browser/", "RETURN '5 & 6'", dbms="bolt://localhost:7687", user="neo4j")
    'http://localhost:7474/browser/?dbms=bolt://neo4j@localhost:7687&cmd=edit&arg=RETURN%20%275%20%5Cu0026%206%27'
    """
    scheme, _, address = dbms.partition("://")
    server = urlsplit(dbms).netloc.rpartition("@")[2] or address
    login = f"{quote(user, safe='')}@" if user else ""
    values = {
        "dbms": f"{scheme}://{login}{server}",
        "db": database,
        "cmd": "edit",
        "arg": _in_address(cypher),
    }
    given = {key: value for key, value in values.items() if value}
    return f"{page}?{urlencode(given, quote_via=quote, safe=':/@')}"


def _in_address(cypher: str) -> str:
    """``cypher`` without the signs that end an argument.

    Browser 5 takes the whole address out of its encoding before it looks for ``&`` and ``#``; in a text, Cypher reads
    their escapes as the same signs.
    """
    return cypher.replace("&", "\\u0026").replace("#", "\\u0023")


def with_values(statement: Template, **values: Any) -> str:
    """The statement's text, its parameters replaced by ``values`` as Cypher writes them.

    >>> from motif_cypher import template
    >>> with_values(template("call_graph_exists"), graph="L'Atalante").splitlines()[0]
    "CALL motif.graph.exists('L\\\\'Atalante') YIELD exists"
    """
    return re.sub(r"\$(\w+)", lambda found: _written(values[found[1]]), statement.text).strip()


def _written(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{identifier(key)}: {_written(value[key])}" for key in value) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_written, value)) + "]"
    return literal(value)


def browser_page(connection: Connection, dbms: str) -> str:
    """The address of the Browser that the server itself serves, as its settings say.

    A host that means the server's own machine is replaced by that of ``dbms``, the address it is reached at.

    Raises `InvalidInput` where the server has no web pages, or does not tell.
    """
    try:
        rows = connection.database.run(template("show_web_addresses"))
    except QueryFailed as error:
        raise _untold(f"the server does not tell ({error.message})") from error
    settings = {row["name"]: str(row["value"]) for row in rows}
    for scheme in ("http", "https"):
        address = settings.get(f"server.{scheme}.advertised_address")
        if address and settings.get(f"server.{scheme}.enabled") == "true":
            return f"{scheme}://{_reached(address, dbms)}/browser/"
    raise _untold("the server's HTTP connector is off")


def _reached(address: str, dbms: str) -> str:
    """The connector's ``address`` with a host that is reached from here.

    >>> _reached("localhost:7474", "bolt://db.example:7687"), _reached("web.example:7474", "bolt://db.example:7687")
    ('db.example:7474', 'web.example:7474')
    >>> _reached("[::]:7474", "bolt://[2001:db8::1]:7687"), _reached(":7474", "bolt://localhost")
    ('[2001:db8::1]:7474', 'localhost:7474')
    """
    host, _, port = address.rpartition(":")
    if host.strip("[]") not in _HERE:
        return address
    reached = urlsplit(dbms).hostname or "localhost"
    return f"[{reached}]:{port}" if ":" in reached else f"{reached}:{port}"


def _untold(why: str) -> InvalidInput:
    return InvalidInput(
        f"Where Neo4j Browser is is not known: {why}.",
        hint="Give its address: --browser http://HOST:7474/browser/, or set NEO4J_BROWSER.",
    )
