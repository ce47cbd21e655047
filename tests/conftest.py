"""One real Neo4j per version for the whole suite.

``MOTIF_TEST_NEO4J`` restricts the versions (``lts``, ``newest``, or both with a comma; unset means both).
Set to ``none``, the tests that need a server are skipped.
"""

from __future__ import annotations

import atexit
import gc
import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from interpreted import examples
from motif.embedded import PINNED, ServerState, StartOptions, start, stop
from motif.settings import Settings, load_settings

# A first call may compile or import. Where CI is set, a case at random is the same each time.
hypothesis.settings.register_profile(
    "motif", deadline=None, derandomize=bool(os.environ.get("CI")), max_examples=examples(100, 30)
)
hypothesis.settings.load_profile("motif")

_WANTED = os.environ.get("MOTIF_TEST_NEO4J", "lts,newest").split(",")
_PLUGIN = Path(__file__).parents[1] / "plugin"
_SHARED_SERVERS = ("server_526", "server_newest")


@pytest.hookimpl(tryfirst=True)  # xdist reads the groups in the same hook
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """With ``-n 2 --dist loadgroup`` each shared server is one worker's; a module without them stays together too."""
    for item in items:
        if {"integration", "golden", "browser", "faults"} & set(item.path.parts):
            item.add_marker(pytest.mark.xdist_group(_server_of(item) or item.path.stem))


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """What outlives a module is kept by caches: no later search for cycles, of which tests ask many, need visit it."""
    if nextitem is None or nextitem.path != item.path:
        _set_aside()


def _set_aside() -> None:
    gc.collect()
    gc.freeze()


atexit.register(gc.unfreeze)  # what libraries look for when all ends they find let go


def pytest_collection_finish(session: pytest.Session) -> None:
    """Fails where xdist does not heed the groups: each worker would start every server."""
    _set_aside()
    if getattr(session.config.option, "loadgroup", False):
        split = [item for item in session.items if item.get_closest_marker("xdist_group")]
        if any("@" not in item.nodeid for item in split):
            raise pytest.UsageError(
                "pytest-xdist keeps no groups with this pytest; make install has one that fits."
            )


def _server_of(item: pytest.Item) -> str | None:
    """Which of the shared servers a test uses."""
    given = getattr(item, "callspec", None)
    names = [*(given.params.values() if given else ()), *getattr(item, "fixturenames", ())]
    return next((name for name in _SHARED_SERVERS if name in names), None)


def plugin_jars() -> tuple[Path, ...]:
    """The plugin's jars as Maven built them; none before it did."""
    jars = sorted(_PLUGIN.glob("**/target/motif-*.jar"))
    return tuple(jar for jar in jars if not jar.stem.endswith(("-sources", "-javadoc", "-tests")))


@pytest.fixture(scope="session")
def server_settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings with a home of this test run's own and the user's cache."""
    return Settings(home=tmp_path_factory.mktemp("motif-home"), cache=load_settings().cache)


def skip_unless_wanted(*versions: str) -> str:
    """The first of ``versions`` that this run is to test; skips the test where it is to test none of them."""
    wanted = [version for version in versions if version in _WANTED]
    if not wanted:
        left_out = " and ".join(versions)
        given = os.environ["MOTIF_TEST_NEO4J"]
        pytest.skip(f"MOTIF_TEST_NEO4J={given} leaves out {left_out}: unset it to test every version")
    return wanted[0]


@pytest.fixture(scope="session")
def wanted_version() -> str:
    """The version for tests that start a server of their own: one is enough."""
    return skip_unless_wanted(*PINNED)


def _running(version: str, settings: Settings) -> Iterator[ServerState]:
    skip_unless_wanted(version)
    options = StartOptions(
        name=version,
        version=version,
        heap="640m",
        page_cache="128m",
        plugin_jars=plugin_jars(),
        class_archive=False,
        service=importlib.util.find_spec("motif.service") is not None,
    )
    state = start(options, settings)
    yield state
    stop(version, settings)


@pytest.fixture(scope="session")
def server_526(server_settings: Settings) -> Iterator[ServerState]:
    """The long-term release, running, shared by all tests; what a test writes it takes away again."""
    yield from _running("lts", server_settings)


@pytest.fixture(scope="session")
def server_newest(server_settings: Settings) -> Iterator[ServerState]:
    """The newest release, running, shared by all tests; what a test writes it takes away again."""
    yield from _running("newest", server_settings)


@pytest.fixture(scope="session", params=["server_526", "server_newest"])
def server(request: pytest.FixtureRequest) -> ServerState:
    """Each of the two in turn."""
    state: ServerState = request.getfixturevalue(request.param)
    return state
