"""``motif plugin``: the jar that this installation carries, and the settings it needs."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import click

from motif.cli.console import out
from motif.errors import InvalidInput
from motif.settings import load_settings

CONFIGURATION = """# Motif's settings for Neo4j, read by the plugin; docs/operations.md lists them all.
service.url={url}
service.token_file={token_file}
"""

NEO4J_LINES = """# Lines for neo4j.conf, the same for 5.26 and 2026. A fresh Neo4j needs none of them.
#
# Motif uses public interfaces only: it is not to be listed in dbms.security.procedures.unrestricted.
# Where procedures are limited to a list, Motif's must be on it, beside those that are there:
#dbms.security.procedures.allowlist=motif.*
#
# motif.conf is looked for beside this file; another place is named by the environment variable MOTIF_CONF.
"""

PACKAGE = Path(__file__).parents[1]

CONNECTION = (
    click.option(
        "--service-url",
        help="Where the service listens; several with commas between.  [default: as in the settings]",
    ),
    click.option(
        "--token-file",
        type=click.Path(path_type=Path),
        help="File with the token, as Neo4j sees it.  [default: as in the settings]",
    ),
)


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
@click.option(
    "--conf",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folder of neo4j.conf.  [default: NEO4J_HOME/conf]",
)
@click.option("--freshness", is_flag=True, help="Also the jar that tells when a projection is stale.")
@CONNECTION[0]
@CONNECTION[1]
def install(
    neo4j_home: Path, conf: Path | None, freshness: bool, service_url: str | None, token_file: Path | None
) -> None:
    """Copy the jar into NEO4J_HOME/plugins, in place of older ones, and write NEO4J_HOME/conf/motif.conf.

    A motif.conf that is there stays as it is.
    """
    jars = [jar for jar in plugin_jars() if freshness or "freshness" not in jar.name]
    if not jars:
        raise InvalidInput(
            "This installation carries no plugin jar.",
            hint="Build it from a checkout: make plugin; or use the wheel.",
        )
    folder, settings_folder = neo4j_home / "plugins", conf or neo4j_home / "conf"
    for needed, name in ((folder, "plugins"), (settings_folder, "conf")):
        if not needed.is_dir():
            raise InvalidInput(
                f"{neo4j_home} has no folder '{name}'.",
                hint="Give Neo4j's home folder, the one that holds conf and plugins"
                + (", or name the folder of neo4j.conf with --conf." if name == "conf" else "."),
            )
    try:
        _copy(jars, folder)
        _write(settings_folder / "motif.conf", _configuration(service_url, token_file))
    except OSError as error:
        raise InvalidInput(
            f"{error.filename} cannot be written: {error.strerror}.",
            hint="Run this as the user that owns Neo4j's folders, or with sudo.",
        ) from error
    if _leaves_out_motif(settings_folder / "neo4j.conf"):
        out.print("neo4j.conf lists the procedures that may be called: add motif.* to", markup=False)
        out.print("  dbms.security.procedures.allowlist", markup=False)
    out.print("Restart Neo4j, then run: motif serve")


@plugin.command()
@CONNECTION[0]
@CONNECTION[1]
@click.option("--neo4j", "for_neo4j", is_flag=True, help="Print the lines for neo4j.conf in its place.")
def config(service_url: str | None, token_file: Path | None, for_neo4j: bool) -> None:
    """Print a motif.conf for NEO4J_HOME/conf."""
    click.echo(NEO4J_LINES if for_neo4j else _configuration(service_url, token_file), nl=False)


def _copy(jars: list[Path], folder: Path) -> None:
    """Each jar into ``folder``; other versions of it go, as both would define the same procedures."""
    for jar in jars:
        name = re.split(r"-\d", jar.name)[0]
        for old in folder.glob(f"{name}-[0-9]*.jar"):
            if old.name != jar.name:
                old.unlink()
                out.print(f"Removed {old.name}.", markup=False)
        shutil.copyfile(jar, folder / jar.name)
        out.print(f"Copied {jar.name} to {folder}.", markup=False)


def _write(path: Path, text: str) -> None:
    if path.exists():
        out.print(f"Kept {path} as it is.", markup=False)
        return
    path.write_text(text, encoding="utf-8")
    out.print(f"Wrote {path}.", markup=False)


def _leaves_out_motif(neo4j_conf: Path) -> bool:
    """Whether ``neo4j.conf`` lists the procedures that may be called, and Motif's are not on it."""
    try:
        text = neo4j_conf.read_text(encoding="utf-8")
    except OSError:
        return False
    listed = re.findall(r"^\s*dbms\.security\.procedures\.allowlist\s*=(.*)$", text, re.MULTILINE)
    names = {name.strip() for line in listed for name in line.split(",")}
    return bool(listed) and not names & {"*", "motif.*"}


def _configuration(service_url: str | None, token_file: Path | None) -> str:
    settings = load_settings()
    scheme = "http" if settings.service.certificate is None else "https"
    return CONFIGURATION.format(
        url=service_url or f"{scheme}://{settings.service.host}:{settings.service.port}",
        token_file=token_file or settings.service.token_file or settings.home / "service.token",
    )
