"""What ``motif doctor`` says of a service that follows, and of one that is followed; both run here."""

from __future__ import annotations

import dataclasses
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fakes import HashEncoder
from motif.catalog import Catalog, from_triples
from motif.cli import service_findings
from motif.cli.findings import Finding
from motif.cli.following_findings import following_findings
from motif.service.first_service import FirstService
from motif.service.following import Following
from motif.service.information import package_version
from motif.service.state import Service
from motif.settings import ServiceSettings, Settings
from motif.snapshot.followed import begin_to_follow

from .conftest import TOKEN, Running

TRIPLES = [(f"film {n}", "directed by", f"person {n % 7}") for n in range(40)]


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def port_of(running: Running) -> int:
    return int(running.url.rpartition(":")[2])


@pytest.fixture
def token_file(tmp_path: Path) -> Path:
    path = tmp_path / "token"
    path.write_text(TOKEN + "\n")
    return path


@pytest.fixture
def first(run: Callable[..., Running], tmp_path: Path) -> Running:
    waits = ServiceSettings(followers_wait=0.0)
    settings = Settings(home=tmp_path / "first", cache=tmp_path / "cache", service=waits)
    service = Service(settings, catalog=Catalog(settings.home), token=TOKEN, encoder=HashEncoder)
    service.catalog.create("db", "films", lambda: from_triples(TRIPLES))
    return run(service)


@pytest.fixture
def follower(run: Callable[..., Running], first: Running, tmp_path: Path) -> Iterator[Running]:
    home = tmp_path / "second"
    settings = Settings(home=home, cache=tmp_path / "cache")
    begin_to_follow(home, first.url)
    service = Service(settings, catalog=Catalog(home), token=TOKEN, encoder=HashEncoder)
    running = run(service)
    service.following = Following(home, FirstService(first.url, TOKEN), service.forget)
    yield running
    service.following._first.close()


Look = Callable[..., dict[str, Finding]]


@pytest.fixture
def look(token_file: Path) -> Look:
    """What is found by the settings of a service, by subject."""

    def ask(running: Running, **changes: Any) -> dict[str, Finding]:
        service = ServiceSettings(port=port_of(running), token_file=token_file)
        settings = Settings(
            home=running.service.settings.home, service=dataclasses.replace(service, **changes)
        )
        return {one.subject: one for one in following_findings(settings)}

    return ask


def following(running: Running) -> Following:
    assert running.service.following is not None
    return running.service.following


def test_nothing_is_said_where_nobody_follows(running: Running, look: Look, tmp_path: Path) -> None:
    assert look(running) == {}
    assert list(following_findings(Settings(home=tmp_path / "none"))) == []


def test_one_that_has_all_is_ok_by_the_settings_and_by_what_its_folder_says(
    first: Running, follower: Running, look: Look
) -> None:
    following(follower).step(wait=0)
    following(follower).step(wait=0)
    for given in ({"follow": first.url}, {}):
        found = look(follower, **given)
        assert [one.verdict for one in found.values()] == ["ok", "ok"], found
        assert first.url in found["service followed"].found
        assert found["following"].found.startswith(f"has what {first.url} has, heard ")
    [told] = look(first).values()
    assert (told.verdict, told.subject) == ("ok", f"follower '{socket.gethostname()}'")


def test_one_that_is_behind_is_told_at_both(first: Running, follower: Running, look: Look) -> None:
    following(follower).step(wait=0)
    first.service.catalog.create("db", "more", lambda: from_triples(TRIPLES[:5]))
    following(follower)._tell("behind", "")
    assert look(follower)["following"].verdict == "missing"
    assert "motif doctor" in look(follower)["following"].remedy
    [told] = look(first).values()
    assert (told.verdict, told.found) == ("missing", "behind by 2 graphs"), (
        "it has not said yet that it has one"
    )


def test_a_first_service_that_is_down_is_told_with_what_starts_it(
    first: Running, follower: Running, look: Look
) -> None:
    following(follower).step(wait=0)
    first.server.stop()
    first.thread.join(60)
    following(follower)._tell(
        "unreachable", "The Motif service cannot be reached (connection refused). Start it."
    )
    found = look(follower)
    assert found["service followed"].verdict == "wrong"
    assert "cannot be reached (connection refused)" in found["service followed"].found
    assert f"Where {first.url} is: motif serve" in found["service followed"].remedy
    assert found["following"].verdict == "wrong"
    assert "what it has goes on answering" in found["following"].found


def test_a_first_service_of_another_version_is_told(
    first: Running, follower: Running, look: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_findings, "package_version", lambda: "9.9")
    found = look(follower)["service followed"]
    assert found.verdict == "wrong" and "9.9 is installed" in found.found
    assert found.remedy.startswith("Install the same version of Motif on both machines")
    monkeypatch.setattr(service_findings, "PROTOCOL", 99)
    found = look(follower)["service followed"]
    assert found.verdict == "wrong" and "protocol 99" in found.found
    assert found.remedy.startswith("Install the same version of Motif on both machines")


def test_another_token_is_told_and_where_to_put_the_right_one(
    first: Running, follower: Running, look: Look, token_file: Path
) -> None:
    token_file.write_text("f" * 64)
    found = look(follower)
    assert found["service followed"].verdict == "wrong"
    assert "different tokens" in found["service followed"].found
    assert found["service followed"].remedy.startswith(f"Copy the first one's token to {token_file}")
    assert found["following"].verdict == "wrong" and "cannot be asked" in found["following"].found


def test_a_follower_that_does_not_run_and_one_that_follows_another_are_told(
    first: Running, follower: Running, look: Look
) -> None:
    found = look(follower, port=free_port())["following"]
    assert (found.verdict, found.remedy) == ("wrong", f"motif serve --follow {first.url}")
    other = f"http://127.0.0.1:{free_port()}"
    found = look(follower, follow=other)["following"]
    assert found.found == f"it is to follow {other}, and follows {first.url}"
    assert found.remedy == f"Stop it, then: motif serve --follow {other}"
    assert look(first, follow=other)["following"].found == f"it is to follow {other}, and follows nobody"


def test_an_address_that_cannot_be_followed_is_told(running: Running, look: Look) -> None:
    found = look(running, follow="http://far:7690")["service followed"]
    assert found.verdict == "wrong" and "over https only" in found.found
    assert "MOTIF_SERVICE_CERTIFICATE" in found.remedy


def test_a_refused_follower_says_why(first: Running, follower: Running, look: Look) -> None:
    following(follower)._tell(
        "refused", "The service has another folder. Give the first service its folder again."
    )
    found = look(follower)["following"]
    assert (found.verdict, found.remedy) == ("wrong", "Give the first service its folder again.")
    assert found.found == "refused: The service has another folder; what it has goes on answering"


def test_followers_that_are_gone_or_of_another_version_are_told(first: Running, look: Look) -> None:
    first.service.followers.told("0" * 32, "near", package_version(), {})
    first.service.followers.told("1" * 32, "far", "0.0.1", {})
    clock = first.service.followers._clock
    first.service.followers._clock = lambda: clock() + 60.0
    found = look(first)
    assert found["follower 'near'"].verdict == "missing"
    assert "motif serve --follow" in found["follower 'near'"].remedy
    assert found["follower 'far'"].verdict == "wrong" and "0.0.1" in found["follower 'far'"].found
    assert look(first, port=free_port()) == {}, "a service that does not answer is told elsewhere"
