"""The group of all commands."""

from __future__ import annotations

import click

from motif.cli.completion import completion_option
from motif.cli.group import Commands, Entry, LateCommands

COMMANDS = {
    "start": Entry(
        "server",
        "start_server",
        "Start an embedded Neo4j with the plugin and the service, and leave it running.",
    ),
    "stop": Entry(
        "server",
        "stop_server",
        "Stop an embedded server and its service.",
    ),
    "status": Entry(
        "server",
        "server_status",
        "Tell whether an embedded server runs, and where.",
    ),
    "serve": Entry(
        "server",
        "serve",
        "Run the service that the plugin of your own Neo4j forwards to, in the foreground.",
    ),
    "load": Entry(
        "loading",
        "load",
        "Load SOURCE into the database: a sample graph (world, registry), a data set's folder, a folder of",
    ),
    "project": Entry(
        "graphs",
        "project",
        "Read (part of) the database into a projection called NAME.",
    ),
    "estimate": Entry(
        "graphs",
        "estimate",
        "Tell how much memory a projection of (part of) the database would take, without reading it.",
    ),
    "embed": Entry(
        "embedding",
        "embed",
        "Embed the names and texts of the projection NAME, its relationships, or its nodes' stars.",
    ),
    "calibrate": Entry(
        "calibration",
        "calibrate",
        "Find the threshold of tracing in the projection GRAPH for its encoder, and keep it for kg.trace and",
    ),
    "link": Entry(
        "linking",
        "link",
        "Join the nodes of the projection GRAPH that belong together, for `expand` and `community`.",
    ),
    "truss": Entry(
        "linking",
        "truss",
        "Compute how firmly triangles hold the relationships of the projection GRAPH together.",
    ),
    "graphs": Entry(
        "graphs",
        "graphs",
        "List the projections of the database.",
    ),
    "drop": Entry(
        "graphs",
        "drop",
        "Remove the projection NAME; the database keeps its data.",
    ),
    "ask": Entry(
        "ask",
        "ask",
        "Ask a graph.",
    ),
    "open": Entry(
        "opening",
        "open_browser",
        "Draw the answer to QUESTION in Neo4j Browser.",
    ),
    "plan": Entry(
        "planning",
        "plan",
        "Show how a question would be answered: pattern, answer, and the Cypher that means the same.",
    ),
    "learn": Entry(
        "learning",
        "learn",
        "Teach a graph what questions mean, from a YAML file of EXAMPLES; nothing is written to the database.",
    ),
    "evaluate": Entry(
        "evaluating",
        "evaluate",
        "Ask the questions of DATASET (metaqa, pathquestion, erqa, or a file .jsonl) and measure the answers.",
    ),
    "erqa": Entry(
        "erqa",
        "erqa",
        "Write questions with 4 to 6 constraints over the projection GRAPH, or over a data set in memory.",
    ),
    "guidance-data": Entry(
        "guidance_data",
        "guidance_data",
        "Write examples of the projection GRAPH, or of a data set in memory: questions, schema triples, answers.",
    ),
    "train-guidance": Entry(
        "guidance",
        "train_guidance",
        "Train the model that guides tracing in the projection GRAPH.",
    ),
    "mcp": Entry(
        "mcp",
        "mcp",
        "Serve the methods to a language model as MCP tools, over standard input and output.",
    ),
    "doctor": Entry(
        "doctor",
        "doctor",
        "Check Java, Neo4j, plugin, service, who follows it, cluster, indexes, projections, models, packages.",
    ),
    "plugin": Entry(
        "plugin",
        "plugin",
        "Install Motif's plugin into your own Neo4j.",
    ),
    "demo": Entry(
        "demo",
        "demo",
        "Start a server, load the sample graphs, ask them questions, and leave it running.",
    ),
}
"""Each command, and the beginning of its help; a test compares it with the help itself."""


@click.group(
    cls=Commands,
    commands=LateCommands(COMMANDS),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
@click.version_option(package_name="motif-graphrag", prog_name="motif")
@completion_option
def main() -> None:
    """Motif answers questions from a Neo4j knowledge graph by structure."""
