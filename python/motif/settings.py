"""Settings, read once from the environment and ``motif.yaml`` into frozen dataclasses.

Precedence: environment, then the file (``MOTIF_CONFIG``, else ``motif.yaml`` in the motif home), then
defaults. Nothing else in the package reads the environment.
"""

from __future__ import annotations

import dataclasses
import difflib
import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import platformdirs

from motif.cluster import Cluster
from motif.errors import InvalidConfiguration
from motif.given import read_yaml

Share = float
"""From 0 to 1."""

VectorIndexKind = str
VECTOR_INDEXES: tuple[VectorIndexKind, ...] = ("exact", "flat", "compact", "hnsw", "gpu")
"""What finds the nearest names; all but the first are faiss's."""

Bytes = int
"""A size, which may be written as ``"4G"``."""

MOST_PORT = 65_535

DEFAULT_TIMEOUT = 30.0
"""Seconds that a retrieval may take when nothing else is said."""


@dataclass(frozen=True, slots=True)
class Neo4jSettings:
    """Where the user's database is: ``NEO4J_URI``, ``NEO4J_USERNAME``, ``NEO4J_PASSWORD``, ``NEO4J_DATABASE``.

    ``browser`` (``NEO4J_BROWSER``) is the address of Neo4j Browser, where the server does not tell it.
    """

    uri: str | None = field(default=None, repr=False)  # somebody may have written a password into it
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    database: str | None = None
    browser: str | None = None


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """Where the service listens and what proves a caller: ``MOTIF_SERVICE_HOST``, ``_PORT``, ``_TOKEN_FILE``.

    ``certificate`` and ``private_key`` are files in PEM form; an address other than loopback needs them.
    ``maximum_body`` is in bytes, or as ``"16M"``. ``credentials`` is where systemd hands over the unit's credentials.
    ``workers`` is how many retrievals of one caller run at a time, ``processes`` how many processes may answer them
    beside the service's own (None: one for each processor, at most 8, where there are several), ``queue`` how many
    calls of a kind may wait, ``wait`` for how many seconds, ``maximum_timeout`` the most seconds that a retrieval may
    ask for. ``follow`` is the address of a service whose projections this one fetches, keeps in its own home and
    answers from; ``followers_wait`` is the most seconds that a new epoch waits for the services that follow this one.
    """

    host: str = "127.0.0.1"
    port: int = 7690
    token_file: Path | None = None
    certificate: Path | None = None
    private_key: Path | None = None
    credentials: Path | None = None
    maximum_body: Bytes = 16 * 1024 * 1024
    workers: int = 4
    processes: int | None = None
    queue: int = 64
    wait: float = 30.0
    maximum_timeout: float = 300.0
    follow: str | None = None
    followers_wait: float = 10.0


@dataclass(frozen=True, slots=True)
class MemorySettings:
    """How much memory the service may hold of its own: ``MOTIF_MEMORY_LIMIT``, in bytes, or as ``"4G"``, ``"512M"``.

    None means three quarters of the machine's, or of the container's where it has fewer.
    """

    limit: Bytes | None = None


@dataclass(frozen=True, slots=True)
class EncoderSettings:
    """Which text encoder: ``MOTIF_ENCODER``, ``MOTIF_ENCODER_FOLDER``.

    ``name`` is ``onnx`` (a model folder with safetensors), ``sentence-transformers:NAME`` or a LangChain
    ``init_embeddings`` string (``provider:model``); None means the ONNX encoder over ``folder``, else over the
    installed model package.
    """

    name: str | None = None
    folder: Path | None = None
    threads: int | None = None


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Which chat model: ``MOTIF_MODEL``, a LangChain ``init_chat_model`` string such as ``openai:gpt-4o-mini``.

    None means that questions are answered without a model. ``timeout`` is in seconds for one call; ``retries`` is how
    often a call that failed, or an answer that cannot be read, is tried again; ``max_tokens`` is where an answer ends
    at the latest, as a model that loops would not. ``input_price`` and ``output_price`` are for a million tokens, in
    any currency; with both the cost of calls is counted. Without ``share_examples`` no value that the database holds
    is sent where steps are planned (SPARK): no example, range or name, nothing that was learnt. One that ``chooses`` is
    also asked which reading of an unsure question is meant. ``trust`` is how often, from 0 to 1, its own statements for
    unsure questions are right, as ``motif evaluate cypher FILE --model`` measures it.
    """

    name: str | None = None
    timeout: float = 60.0
    retries: int = 2
    max_tokens: int = 4096
    input_price: float | None = None
    output_price: float | None = None
    share_examples: bool = True
    chooses: bool = False
    trust: Share = 0.05


@dataclass(frozen=True, slots=True)
class RaySettings:
    """On which Ray cluster long jobs run: ``MOTIF_RAY_ADDRESS``, ``host:6379`` or ``ray://host:10001``.

    None means in this process.
    """

    address: str | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings. ``home`` holds snapshots and servers, ``cache`` what can be fetched or built again.

    ``vector_index`` finds the nearest names: ``exact``, or faiss's ``flat``, ``compact`` or ``hnsw``
    (approximate) or ``gpu``.
    """

    home: Path = field(default_factory=lambda: Path(platformdirs.user_data_dir("motif", appauthor=False)))
    cache: Path = field(default_factory=lambda: Path(platformdirs.user_cache_dir("motif", appauthor=False)))
    data: Path | None = None
    timeout: float = DEFAULT_TIMEOUT
    catalog_locked: bool = False
    vector_index: VectorIndexKind = "exact"
    neo4j: Neo4jSettings = field(default_factory=Neo4jSettings)
    service: ServiceSettings = field(default_factory=ServiceSettings)
    memory: MemorySettings = field(default_factory=MemorySettings)
    encoder: EncoderSettings = field(default_factory=EncoderSettings)
    model: ModelSettings = field(default_factory=ModelSettings)
    ray: RaySettings = field(default_factory=RaySettings)

    @property
    def cluster(self) -> Cluster | None:
        """Where long jobs run; None for in this process."""
        return Cluster(self.ray.address) if self.ray.address else None

    def without_model(self) -> Settings:
        """The same with no language model configured."""
        return replace(self, model=replace(self.model, name=None))


_VARIABLES = {
    "MOTIF_HOME": "home",
    "MOTIF_CACHE": "cache",
    "MOTIF_DATA": "data",
    "MOTIF_TIMEOUT": "timeout",
    "MOTIF_CATALOG_LOCKED": "catalog_locked",
    "MOTIF_VECTOR_INDEX": "vector_index",
    "NEO4J_URI": "neo4j.uri",
    "NEO4J_USERNAME": "neo4j.username",
    "NEO4J_PASSWORD": "neo4j.password",
    "NEO4J_DATABASE": "neo4j.database",
    "NEO4J_BROWSER": "neo4j.browser",
    "MOTIF_SERVICE_HOST": "service.host",
    "MOTIF_SERVICE_PORT": "service.port",
    "MOTIF_SERVICE_TOKEN_FILE": "service.token_file",
    "MOTIF_SERVICE_CERTIFICATE": "service.certificate",
    "MOTIF_SERVICE_PRIVATE_KEY": "service.private_key",
    "CREDENTIALS_DIRECTORY": "service.credentials",
    "MOTIF_SERVICE_MAXIMUM_BODY": "service.maximum_body",
    "MOTIF_SERVICE_WORKERS": "service.workers",
    "MOTIF_SERVICE_PROCESSES": "service.processes",
    "MOTIF_SERVICE_QUEUE": "service.queue",
    "MOTIF_SERVICE_WAIT": "service.wait",
    "MOTIF_SERVICE_MAXIMUM_TIMEOUT": "service.maximum_timeout",
    "MOTIF_SERVICE_FOLLOW": "service.follow",
    "MOTIF_SERVICE_FOLLOWERS_WAIT": "service.followers_wait",
    "MOTIF_MEMORY_LIMIT": "memory.limit",
    "MOTIF_ENCODER": "encoder.name",
    "MOTIF_ENCODER_FOLDER": "encoder.folder",
    "MOTIF_ENCODER_THREADS": "encoder.threads",
    "MOTIF_MODEL": "model.name",
    "MOTIF_MODEL_TIMEOUT": "model.timeout",
    "MOTIF_MODEL_RETRIES": "model.retries",
    "MOTIF_MODEL_MAX_TOKENS": "model.max_tokens",
    "MOTIF_MODEL_INPUT_PRICE": "model.input_price",
    "MOTIF_MODEL_OUTPUT_PRICE": "model.output_price",
    "MOTIF_SHARE_EXAMPLES": "model.share_examples",
    "MOTIF_MODEL_CHOOSES": "model.chooses",
    "MOTIF_MODEL_TRUST": "model.trust",
    "MOTIF_RAY_ADDRESS": "ray.address",
}


def environment_variables() -> dict[str, str]:
    """Each environment variable and the key it sets, as documented."""
    return dict(_VARIABLES)


def load_settings(environ: Mapping[str, str] | None = None) -> Settings:
    """Settings from the environment (``os.environ`` by default) over ``motif.yaml`` over the defaults.

    Raises `InvalidConfiguration` for a key that does not exist (with the nearest that does) and for a value of
    the wrong type.

    >>> load_settings({"NEO4J_URI": "bolt://localhost:7687", "MOTIF_CONFIG": ""}).neo4j.uri
    'bolt://localhost:7687'
    """
    environ = os.environ if environ is None else environ
    values = _from_file(_configuration_file(environ))
    values.update({path: environ[name] for name, path in _VARIABLES.items() if environ.get(name)})
    settings: Settings = _build(Settings, values, "")
    return settings


def _configuration_file(environ: Mapping[str, str]) -> Path | None:
    if "MOTIF_CONFIG" in environ:
        return Path(environ["MOTIF_CONFIG"]) if environ["MOTIF_CONFIG"] else None
    home = Path(environ["MOTIF_HOME"]) if environ.get("MOTIF_HOME") else Settings().home
    candidate = home / "motif.yaml"
    return candidate if candidate.is_file() else None


def _from_file(path: Path | None) -> dict[str, Any]:
    if path is None:
        return {}
    try:
        content = read_yaml(path.read_text(encoding="utf-8")) or {}
    except (OSError, ValueError) as error:
        raise InvalidConfiguration(
            f"The settings file {path} cannot be read: {error}.",
            hint="Mend it, or point MOTIF_CONFIG elsewhere.",
        ) from error
    if not isinstance(content, dict):
        raise InvalidConfiguration(
            f"The settings file {path} must hold a mapping, not a {type(content).__name__}."
        )
    known = set(_VARIABLES.values())
    flat: dict[str, Any] = {}
    for key, value in content.items():
        entries = (
            {f"{key}.{inner}": v for inner, v in value.items()} if isinstance(value, dict) else {key: value}
        )
        for name in entries:
            if name not in known:
                near = difflib.get_close_matches(str(name), known, n=1)
                raise InvalidConfiguration(
                    f"The settings file {path} has an unknown key '{name}'.",
                    hint=f"Did you mean '{near[0]}'?" if near else f"Known keys: {', '.join(sorted(known))}.",
                )
        flat.update(entries)
    return flat


def _build(kind: type[Any], values: Mapping[str, Any], prefix: str) -> Any:
    arguments: dict[str, Any] = {}
    for item in dataclasses.fields(kind):
        path = prefix + item.name
        default = item.default_factory() if item.default_factory is not dataclasses.MISSING else item.default
        if dataclasses.is_dataclass(default):
            arguments[item.name] = _build(type(default), values, f"{path}.")
        elif path in values:
            arguments[item.name] = _convert(values[path], str(item.type), path)
    return kind(**arguments)


def _port(number: int) -> int:
    if not 0 <= number <= MOST_PORT:
        raise ValueError(number)
    return number


def _share(number: float) -> float:
    if not 0 <= number <= 1:
        raise ValueError(number)
    return number


def _vector_index(name: str) -> str:
    if name not in VECTOR_INDEXES:
        raise ValueError(name)
    return name


def _convert(value: Any, kind: str, path: str) -> Any:
    try:
        if kind.startswith("Path"):
            return Path(str(value)).expanduser()
        if kind.startswith("bool"):
            return {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}[
                str(value).lower()
            ]
        if kind.startswith("Bytes"):
            return _bytes(value)
        if kind.startswith("int"):
            return _port(int(value)) if path.endswith(".port") else int(value)
        if kind.startswith("Share"):
            return _share(float(value))
        if kind.startswith("float"):
            return float(value)
        if kind.startswith("VectorIndexKind"):
            return _vector_index(str(value))
    except (KeyError, TypeError, ValueError) as error:
        wanted = (
            "a size such as 4G or 512M, or a number of bytes"
            if kind.startswith("Bytes")
            else f"a port, 0 to {MOST_PORT}"
            if path.endswith(".port")
            else "a share from 0 to 1"
            if kind.startswith("Share")
            else f"one of {', '.join(VECTOR_INDEXES)}"
            if kind.startswith("VectorIndexKind")
            else f"of type {kind}"
        )
        [variable] = [name for name, key in _VARIABLES.items() if key == path]
        raise InvalidConfiguration(
            f"The setting '{path}' must be {wanted}, not {value!r}.",
            hint=f"{variable} sets it, or motif.yaml.",
        ) from error
    return str(value)


def _bytes(value: Any) -> int:
    """A size as Neo4j's settings are written: a number of bytes, or with k, m, g or t behind it, of 1024 each.

    >>> _bytes("4G"), _bytes("1.5 mb"), _bytes(512)
    (4294967296, 1572864, 512)
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?) ?([kmgt]?)(?:i?b)?", str(value).strip().lower())
    if found is None or not 0 < float(found[1]) < math.inf:
        raise ValueError(value)
    return int(float(found[1]) * 1024 ** " kmgt".index(found[2] or " "))
