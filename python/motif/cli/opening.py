"""``motif open``: a question's result in Neo4j Browser."""

from __future__ import annotations

import webbrowser
from functools import partial
from typing import Any

import click

from motif.cli.browser_drawing import Drawing, drawn_by_call, drawn_by_id
from motif.cli.browser_link import LONGEST, browser_link, browser_page
from motif.cli.console import err, out, print_json
from motif.cli.target import connect_to, database_options
from motif.database import Database
from motif.errors import InvalidInput
from motif.retrievers.arguments import checked_method
from motif.settings import load_settings
from motif_cypher import template

NO_WEB_BROWSER = 3
"""The exit code when the address is made and nothing could open it."""


@click.command("open")
@click.argument("question")
@click.option("--graph", "graph_name", help="Name of the projection. [default: the database's name]")
@click.option(
    "--method",
    default="auto",
    show_default=True,
    help="search, match, trace, expand, community, spark, or a paper's name.",
)
@click.option(
    "-o",
    "--option",
    "pairs",
    multiple=True,
    metavar="KEY=VALUE",
    help="An option of the method, for example seeds=5 or trussness=4; may be repeated.",
)
@click.option("-k", "--top-k", default=5, show_default=True)
@click.option(
    "--by-id",
    is_flag=True,
    help="Put what is found now into the editor, by element ids, and not a CALL. So it is without the plugin.",
)
@click.option(
    "--browser", "page", help="Neo4j Browser's address. [env: NEO4J_BROWSER; default: what the server tells]"
)
@click.option("--refresh", is_flag=True, help="Read the graph again first.")
@click.option("--print-url", is_flag=True, help="Print the address and open nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: url, cypher, pieces, nodes, opened …")
@database_options
def open_browser(question: str, **options: Any) -> None:
    """Draw the answer to QUESTION in Neo4j Browser. It opens with the query in its editor: log in, press Run.

    The question is answered once here, so that what goes wrong is said here. Exit code 1 when nothing is found, 3
    when no web browser could be opened (the address is printed).

    \b
    motif open --graph world "Which countries border both France and Germany?"
    motif open --graph world --method community "countries around the Baltic Sea"
    """
    checked_method(options["method"])
    with connect_to(options) as connection:
        database = connection.database
        page = options["page"] or load_settings().neo4j.browser or browser_page(connection, database.address)
        link = partial(
            browser_link, page, dbms=database.address, user=_user(database), database=options["database"]
        )
        if options["by_id"] or not database.has_plugin:
            drawing = drawn_by_id(connection, question, options, lambda cypher: len(link(cypher)) <= LONGEST)
        else:
            drawing = drawn_by_call(database, question, options)
    address = link(drawing.cypher)
    if len(address) > LONGEST:
        raise InvalidInput(
            f"The question is too long for an address: {len(address):,} of {LONGEST:,} characters."
        )
    opened = not options["print_url"] and webbrowser.open(address)
    _print(drawing, address, opened, options)
    if not opened and not options["print_url"]:
        raise SystemExit(NO_WEB_BROWSER)


def _user(database: Database) -> str | None:
    [row] = database.run(template("show_current_user"))
    return str(row["user"]) if row["user"] else None


def _print(drawing: Drawing, address: str, opened: bool, options: dict[str, Any]) -> None:
    counts = {"pieces": drawing.pieces, "nodes": drawing.nodes, "relationships": drawing.relationships}
    if options["as_json"]:
        notes = {"notes": list(drawing.notes)} if drawing.notes else {}
        print_json({"url": address, "cypher": drawing.cypher, **counts, "opened": opened, **notes})
        return
    for note in drawing.notes:
        out.print(note, markup=False)
    if not opened:
        if not options["print_url"]:
            err.print("No web browser could be opened here. Open this address:")
        out.print(address, markup=False)
        return
    said = ", ".join(f"{count} {what if count != 1 else what[:-1]}" for what, count in counts.items())
    out.print(f"Opened Neo4j Browser with {said}. Log in where it asks, then press Run (Ctrl+Enter).")
