"""``python -m motif.service``: runs the service until a signal says stop."""

from __future__ import annotations

import argparse
import dataclasses
import logging
import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NoReturn

from motif.errors import MotifError
from motif.service.authorization import read_token
from motif.service.first_service import FirstService
from motif.service.following import Following
from motif.service.logs import start_logging
from motif.service.server import check_address, serve
from motif.service.state import Service, service_of
from motif.service.workers import Workers, n_processes
from motif.settings import MOST_PORT, Settings, load_settings
from motif.snapshot.followed import begin_to_follow, end_following


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status: 0 after a signal, 1 when the service cannot start."""
    start_logging()
    try:
        settings = _settings(_parser().parse_args(arguments))
        check_address(settings.service)
        token_file = settings.service.token_file or settings.home / "service.token"
        token = read_token(token_file, settings.service.credentials)
        service = service_of(settings, token)
        service.workers = Workers(
            n_processes(settings.service.processes), partial(service_of, _alone(settings))
        )
        _follow(service, token)
        serve(service)
    except MotifError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _follow(service: Service, token: str) -> None:
    """Makes it a follower where the settings name whom, else one whose folder is its own.

    Raises `InvalidConfiguration` for an address that cannot be followed, or a folder that has graphs of its own.
    """
    home, url = service.settings.home, service.settings.service.follow
    if url is None:
        end_following(home)
        return
    first = FirstService(url, token)
    begin_to_follow(home, first.url)
    service.following = Following(home, first, service.forget)


def _alone(settings: Settings) -> Settings:
    """As a worker takes them: where nobody said how many threads the encoder has, one. Others need processors too."""
    threads = settings.encoder.threads or 1
    return dataclasses.replace(settings, encoder=dataclasses.replace(settings.encoder, threads=threads))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m motif.service", description="Runs the Motif service.")
    parser.add_argument("--host", help="address to listen on; beyond loopback only with TLS")
    parser.add_argument(
        "--port",
        type=_port,
        help="port to listen on; 0 takes a free one, which the log tells",
    )
    parser.add_argument("--token-file", type=Path, help="file with the secret; made when missing")
    parser.add_argument("--home", type=Path, help="folder of the projections")
    parser.add_argument("--certificate", type=Path, help="TLS certificate, PEM")
    parser.add_argument(
        "--follow", metavar="URL", help="first service, whose projections to fetch and answer from"
    )
    parser.add_argument("--private-key", type=Path, help="TLS private key, PEM")
    return parser


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > MOST_PORT:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to {MOST_PORT}, not {text!r}")
    return int(text)


def _settings(given: argparse.Namespace) -> Settings:
    settings = load_settings()
    names = ("host", "port", "token_file", "certificate", "private_key", "follow")
    changes = {name: getattr(given, name) for name in names if getattr(given, name) is not None}
    service = dataclasses.replace(settings.service, **changes)
    return dataclasses.replace(settings, service=service, home=given.home or settings.home)


def leave(status: int) -> NoReturn:
    """Ends the process at once: the warm-up may be inside a compiler, under which Python's teardown would abort."""
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    leave(main())
