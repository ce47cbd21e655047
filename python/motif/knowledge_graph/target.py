"""Which database is meant where one is not named in full."""

from __future__ import annotations

from motif.errors import InvalidInput
from motif.settings import Settings

Login = tuple[str, str]
"""User and password."""


def target_of(
    uri: str | None, auth: Login | None, server: str | None, settings: Settings, *, has_driver: bool = False
) -> tuple[str | None, Login | None]:
    """Address and login: of the arguments, else of the environment, else of the embedded server that runs.

    Both are None where the caller has a driver already.

    Raises `InvalidInput` where two databases are named, or none and no embedded server runs.

    >>> from motif.settings import load_settings
    >>> target_of("bolt://localhost:7687", ("neo4j", "secret"), None, load_settings({"MOTIF_CONFIG": ""}))
    ('bolt://localhost:7687', ('neo4j', 'secret'))
    """
    if server is not None and (uri or has_driver):
        raise InvalidInput(
            f"Two databases are named: the embedded server '{server}' and another.", hint="Name one of them."
        )
    if has_driver:
        return None, None
    if server is None and (uri or settings.neo4j.uri):
        return uri or settings.neo4j.uri, auth or _login(settings)
    from motif.embedded.resolution import running_server  # half of what a connection elsewhere would import

    state = running_server(settings, server)
    return state.bolt, auth or (state.user, state.password)


def _login(settings: Settings) -> Login | None:
    if settings.neo4j.password is None:
        return None
    return settings.neo4j.username or "neo4j", settings.neo4j.password
