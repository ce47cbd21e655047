"""``motif plugin``: the jar that this installation carries."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from motif.cli.console import out
from motif.errors import InvalidInput
from motif.settings import load_settings

CONFIGURATION = """# Motif's settings for Neo4j, read by the plugin.
service.url=http://{host}:{port}
service.token_file={token_file}
"""


PACKAGE = Path(__file__).parents[1]


def plugin_jars() -> tuple[Path, ...]:
    """The jars inside the wheel, else those built in the checkout; none when neither is there."""
    carried = sorted((PACKAGE / "jars").glob("motif-*.jar"))
    built = sorted(PACKAGE.parents[1].glob("plugin/*/target/motif-*.jar"))
    return tuple(jar for jar in carried or built if not jar.name.startswith("original-"))


@click.group()
def plugin() -> None:
    """Install Motif's plugin into your own Neo4j."""


@plugin.command()
@click.argument("neo4j_home", type=click.Path(path_type=Path, exists=True, file_okay=False))
def install(neo4j_home: Path) -> None:
    """Copy the jar into NEO4J_HOME/plugins and write NEO4J_HOME/conf/motif.conf."""
    jars = [jar for jar in plugin_jars() if "freshness" not in jar.name]
    if not jars:
        raise InvalidInput(
            "This installation carries no plugin jar.",
            hint="Build it from a checkout: make plugin; or use the wheel.",
        )
    folder = neo4j_home / "plugins"
    if not folder.is_dir():
        raise InvalidInput(
            f"{neo4j_home} has no folder 'plugins'.",
            hint="Give Neo4j's home folder, the one that holds conf and plugins.",
        )
    for jar in jars:
        shutil.copy2(jar, folder / jar.name)
        out.print(f"Copied {jar.name} to {folder}.", markup=False)
    configuration = neo4j_home / "conf" / "motif.conf"
    if not configuration.exists():
        configuration.write_text(_configuration(), encoding="utf-8")
        out.print(f"Wrote {configuration}.", markup=False)
    out.print("Restart Neo4j, then run: motif serve")


@plugin.command()
def config() -> None:
    """Print a motif.conf for NEO4J_HOME/conf."""
    click.echo(_configuration(), nl=False)


def _configuration() -> str:
    settings = load_settings()
    token_file = settings.service.token_file or settings.home / "service.token"
    return CONFIGURATION.format(host=settings.service.host, port=settings.service.port, token_file=token_file)
