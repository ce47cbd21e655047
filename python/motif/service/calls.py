"""A request as a procedure sees it: read from JSON, checked, with its deadline."""

from __future__ import annotations

import difflib
import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from motif.engine.control import Control
from motif.errors import InvalidConfiguration, InvalidInput
from motif.given import DEEPEST, is_too_deep
from motif.jobs import Job
from motif.service.caller_session import CallerSession
from motif.service.keys import Key, read_configuration, show
from motif.service.logs import progress_log
from motif.service.streaming import read_float


@dataclass(frozen=True, slots=True)
class Call:
    """One ``CALL motif.*``.

    Attributes
    ----------
    options
        The configuration map as checked keyword arguments.
    schema
        What the plugin saw of the database, for ``prepare`` and ``estimate``; None elsewhere.
    control
        Stops the work: at the deadline, or when the caller goes away.
    job
        Where progress is reported.
    session
        Where statements run in the caller's transaction; None where the plugin does not run any for this procedure.
    can_refresh
        Whether the caller begins a refresh in the background where the last line of the answer says so.
    ending
        What that line says beside the number of rows.
    user
        The login that calls; None where nobody tells.
    tells_user
        Whether the request says who calls: None then means that the server asks nobody for a login.
    is_owned
        Whether projections belong to who made them; False where motif.conf says that they are everyone's.
    has_roles
        Whether the server can hide parts of its data from some logins.
    discreet
        Whether the answer must not show that something was left out of it.
    """

    procedure: str
    database_id: str
    database_name: str
    transaction: int | None
    arguments: Mapping[str, Any]
    options: Mapping[str, Any]
    schema: list[dict[str, Any]] | None
    control: Control
    job: Job
    session: CallerSession | None = None
    can_refresh: bool = False
    ending: dict[str, Any] = field(default_factory=dict)
    user: str | None = None
    tells_user: bool = False
    is_owned: bool = True
    has_roles: bool = False
    discreet: bool = False

    @property
    def is_anyones(self) -> bool:
        """Whether nobody's projections are kept from the caller: who calls is not known, or does not matter."""
        return self.user is None or not self.is_owned

    def text(self, name: str) -> str:
        """The argument ``name``, which must be text."""
        value = self.arguments.get(name)
        if not isinstance(value, str) or not value.strip():
            raise InvalidInput(f"{name} must be text, not {show(value)}.")
        return value

    def words(self, name: str) -> str:
        """The argument ``name``, a question or a claim; "" for none. Raises `InvalidInput` for what is no text."""
        value = self.arguments.get(name)
        if value is not None and not isinstance(value, str):
            raise InvalidInput(f"{name} must be text, not {show(value)}.")
        return value or ""

    @property
    def database(self) -> str:
        """The database's id; raises `InvalidInput` for a request without one."""
        if not self.database_id:
            raise InvalidInput(
                "The request names no database.", hint='Send {"database": {"id": …, "name": …}, …}.'
            )
        return self.database_id

    @property
    def configuration(self) -> dict[str, Any]:
        """The configuration map as it was given."""
        return dict(self.arguments.get("configuration") or {})


def parse_body(body: bytes) -> dict[str, Any]:
    """The request's JSON object, with the protocol's spellings of values that JSON lacks replaced."""
    return _object(body, decode)


def parse_reply(body: bytes) -> dict[str, Any]:
    """The JSON object of a reply to what the service asked, as it came."""
    return _object(body, lambda payload: payload)


def _object(body: bytes, read: Callable[[Any], Any]) -> dict[str, Any]:
    try:
        payload = json.loads(body)
        if is_too_deep(payload):
            raise RecursionError
        payload = read(payload)
    except RecursionError:
        raise InvalidInput(
            f"The JSON of the request's body is nested deeper than {DEEPEST} levels.",
            hint="Say it in fewer levels.",
        ) from None
    except ValueError as error:
        raise InvalidInput(f"The request's body is not JSON: {error}.") from None
    if not isinstance(payload, dict):
        raise InvalidInput(f"The request's body must be a JSON object, not {show(payload)}.")
    return payload


def decode(value: Any) -> Any:
    """``value`` with nodes, relationships and special floats as the library takes them.

    >>> decode([["?film", "DIRECTED_BY", {"$node": "4:x:1", "labels": ["Person"]}]])
    [['?film', 'DIRECTED_BY', {'id': '4:x:1'}]]
    """
    if isinstance(value, list):
        return [decode(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "$node" in value:
        return {"id": value["$node"]}
    if "$relationship" in value:
        return {"name": value.get("type")}
    if value.keys() == {"$float"}:
        return read_float(value["$float"])
    return {key: decode(item) for key, item in value.items()}


def read_call(
    procedure: str,
    payload: Mapping[str, Any],
    accepted: Mapping[str, Key],
    arguments: tuple[str, ...],
    default_timeout: float | None,
) -> Call:
    """The call that ``payload`` describes.

    Raises `InvalidInput` and `InvalidConfiguration`, naming what does not fit.
    """
    given = payload.get("arguments") or {}
    database = payload.get("database") or {}
    if not isinstance(given, dict) or not isinstance(database, dict):
        raise InvalidInput("'arguments' and 'database' of the request must be JSON objects.")
    _check_names(procedure, given, arguments)
    options = read_configuration(procedure, given.get("configuration"), accepted)
    control = Control(options.pop("timeout", default_timeout))
    job = _job_of(procedure, payload, _text(database.get("name")) or "", options, control)
    transaction = payload.get("transaction")
    return Call(
        procedure=procedure,
        database_id=_text(database.get("id")) or "",
        database_name=job.database,
        transaction=transaction if isinstance(transaction, int) else None,
        arguments=given,
        options=options,
        schema=payload.get("schema"),
        control=control,
        job=job,
        can_refresh=payload.get("refreshes") is True,
        user=job.owner,
        tells_user="user" in payload,
        is_owned=payload.get("owned") is not False,
        has_roles=payload.get("roles") is True,
    )


def require_short(timeout: float | None, longest: float) -> None:
    """Raises `InvalidConfiguration` for a ``timeout`` of more seconds than the service gives."""
    if timeout is not None and timeout > longest:
        raise InvalidConfiguration(
            f"timeout must be at most {longest:g} seconds, which is the most that this service gives, not {timeout:g}.",
            hint=f"Give timeout: {longest:g} or less; whoever runs the service raises the bound: "
            "MOTIF_SERVICE_MAXIMUM_TIMEOUT.",
        )


def _check_names(procedure: str, given: Mapping[str, Any], arguments: tuple[str, ...]) -> None:
    """Raises `InvalidInput` for an argument that the procedure does not have."""
    for name in given:
        if name not in arguments:
            near = difflib.get_close_matches(name, arguments, n=1)
            known = f"Known arguments: {', '.join(arguments) or 'none'}."
            hint = f"Did you mean '{near[0]}'?" if near else known
            raise InvalidInput(f"{procedure} has no argument '{name}'.", hint=hint)


def _job_of(
    procedure: str, payload: Mapping[str, Any], database_name: str, options: dict[str, Any], control: Control
) -> Job:
    """Where the call reports; takes what is said of the job out of ``options``."""
    logs_progress = options.pop("log_progress", False)
    request_id = str(payload.get("jobId") or secrets.token_hex(8))
    job = Job(
        id=str(options.pop("job_id", request_id)),
        request=request_id,
        task=procedure,
        control=control,
        owner=_text(payload.get("user")),
        database=database_name,
    )
    if logs_progress:
        job.notify = progress_log(jobId=job.id, taskName=procedure)
    return job


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
