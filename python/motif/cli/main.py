"""The group of all commands."""

from __future__ import annotations

import click

from motif.cli.asking import ask
from motif.cli.calibration import calibrate
from motif.cli.completion import completion_option
from motif.cli.console import Commands
from motif.cli.demo import demo
from motif.cli.doctor import doctor
from motif.cli.embedding import embed
from motif.cli.erqa import erqa
from motif.cli.evaluating import evaluate
from motif.cli.graphs import drop, graphs, project
from motif.cli.guidance import train_guidance
from motif.cli.guidance_data import guidance_data
from motif.cli.learning import learn
from motif.cli.linking import link, truss
from motif.cli.loading import load
from motif.cli.mcp import mcp
from motif.cli.opening import open_browser
from motif.cli.planning import plan
from motif.cli.plugin import plugin
from motif.cli.server import serve, server_status, start_server, stop_server


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="motif-graphrag", prog_name="motif")
@completion_option
def main() -> None:
    """Motif answers questions from a Neo4j knowledge graph by structure."""


for command in (
    start_server,
    stop_server,
    server_status,
    serve,
    load,
    project,
    embed,
    calibrate,
    link,
    truss,
    graphs,
    drop,
    ask,
    open_browser,
    plan,
    learn,
    evaluate,
    erqa,
    guidance_data,
    train_guidance,
    mcp,
    doctor,
    plugin,
    demo,
):
    main.add_command(command)
