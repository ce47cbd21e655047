"""Long work on the machines of a Ray cluster: parts of it side by side, or one call whose progress is told here.

Nothing here knows what the work is: `motif.models.spread_encoder` encodes texts so, `motif.jobs` runs whole jobs. A
part, or a call, whose machine is lost is done again on another one; what it returns arrives here, and is written from
here alone, so that nothing is written twice.
"""

from __future__ import annotations

import importlib
import platform
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from motif.errors import (
    Cancelled,
    DeadlineExceeded,
    InvalidConfiguration,
    InvalidInput,
    JobFailed,
    MissingDependency,
    MotifError,
    VersionMismatch,
)

_TRIES = 5
"""How often a part is begun again whose machine was lost."""
_KNOCK = 5.0
"""Seconds within which a cluster takes a connection."""
_LOOK = 0.25
"""Seconds between two looks at how far a call is."""
_START = 60.0
"""Seconds within which a machine of the cluster begins to work."""

_AGAIN = "Run it again: it resumes where it stopped."

_connecting = threading.Lock()


@dataclass(frozen=True, slots=True)
class Machine:
    """One of a cluster: its name, its processors, and why it can do nothing for this process; None where it can."""

    name: str
    processors: int
    problem: MotifError | None = None


@dataclass(frozen=True, slots=True)
class Cluster:
    """A Ray cluster by its address: ``host:6379`` from one of its machines, or ``ray://host:10001`` from any other.

    Each machine needs this version of Motif; functions go there by name.

    Raises `MissingDependency` without the package ray, `InvalidConfiguration` where nothing answers at the address,
    `VersionMismatch` where it is of
    another Ray or Python, all at the first use.
    """

    address: str

    @property
    def processors(self) -> int:
        """How many the machines have together, 1 at least."""
        return max(1, int(self._ray().cluster_resources().get("CPU", 1)))

    def machines(self, wait: float = _START) -> list[Machine]:
        """Each machine, once it has done something there or ``wait`` seconds are over.

        Raises `MissingDependency` and `InvalidConfiguration`; what keeps one machine from working stands with it.
        """
        ray = self._ray()
        pinned = importlib.import_module("ray.util.scheduling_strategies").NodeAffinitySchedulingStrategy
        task, nodes = ray.remote(_part), [one for one in ray.nodes() if one["Alive"]]
        asked = [
            task.options(
                num_cpus=0, max_retries=0, scheduling_strategy=pinned(one["NodeID"], soft=False)
            ).remote(_version(), max, 0, 0)
            for one in nodes
        ]
        ray.wait(asked, num_returns=len(asked), timeout=wait)
        return [
            Machine(
                str(node["NodeManagerHostname"]),
                int(node["Resources"].get("CPU", 0)),
                _problem(ray, one, wait),
            )
            for node, one in zip(nodes, asked, strict=True)
        ]

    def each(self, function: Callable[..., Any], shared: Any, parts: Iterable[Any]) -> Iterator[Any]:
        """``function(shared, part)`` of each part, in their order; as many run as there are processors.

        Raises what the function raises of this package's errors, `JobFailed` for all else.
        """
        ray = self._ray()
        task = ray.remote(_part).options(max_retries=_TRIES)
        given, running = ray.put(shared), deque[Any]()
        most = 2 * self.processors
        try:
            for part in parts:
                running.append(task.remote(_version(), function, given, part))
                if len(running) >= most:
                    yield _result(ray, running.popleft())
            while running:
                yield _result(ray, running.popleft())
        finally:
            for one in running:
                ray.cancel(one)

    def call(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        progress: Callable[[int, int], None] | None = None,
        control: Any = None,
        **options: Any,
    ) -> Any:
        """What ``function`` returns, on one of the machines.

        ``progress`` is called here with what the function tells there; where it raises, or ``control.state`` is no
        longer "running", the function's own ``progress`` raises `Cancelled` there. Raises as `each`.
        """
        ray = self._ray()
        told = ray.remote(_Told).options(num_cpus=0, max_restarts=-1, max_task_retries=-1).remote()
        options = {**options, "progress": _Telling(told)}

        def tell() -> None:
            if progress is not None and (so_far := _answer(ray, told.look.remote())) is not None:
                progress(*so_far)

        task = _sent(ray.remote(_call).options(max_retries=_TRIES), function, arguments, options)
        try:
            while not ray.wait([task], timeout=_LOOK)[0]:
                tell()
                _go_on(control)
            found = _result(ray, task)
            tell()
            return found
        finally:
            _answer(ray, told.stop.remote())
            if not ray.wait([task], timeout=0)[0]:
                ray.cancel(task)

    def _ray(self) -> Any:
        try:
            ray = importlib.import_module("ray")
        except ImportError as error:
            raise MissingDependency(
                f"Work on the Ray cluster at {self.address} needs the package ray.",
                hint="pip install 'motif-graphrag[ray]'",
            ) from error
        with _connecting:
            if not ray.is_initialized():
                _connect(ray, self.address)
        return ray


def _connect(ray: Any, address: str) -> None:
    import copyreg  # read-only maps stand in projections, and have no pickled form of their own

    copyreg.pickle(MappingProxyType, lambda one: (MappingProxyType, (dict(one),)))
    try:
        _knock(address)
        ray.init(address=address, namespace="motif", log_to_driver=False, logging_level="error")
    except (OSError, RuntimeError, ValueError) as error:
        if str(error).startswith("Version mismatch"):
            raise VersionMismatch(
                f"The Ray cluster at {address} has another version of Ray or Python: {' '.join(str(error).split())}",
                hint="Install the same Python and Ray on each machine of the cluster and here.",
            ) from error
        raise InvalidConfiguration(
            f"No Ray cluster answers at {address}: {error}",
            hint="Start one (ray start --head), name its address in MOTIF_RAY_ADDRESS, or unset it to work here.",
        ) from error


def _knock(address: str) -> None:
    """Raises `OSError` where nobody listens at once: Ray would try for minutes."""
    place = urlsplit(address if "://" in address else f"//{address}")
    if place.hostname and place.port:
        socket.create_connection((place.hostname, place.port), timeout=_KNOCK).close()


def _part(version: str, function: Callable[..., Any], shared: Any, part: Any) -> Any:
    """What a machine of the cluster does with a part."""
    _check(version)
    return function(shared, part)


def _call(
    version: str, function: Callable[..., Any], arguments: tuple[Any, ...], options: dict[str, Any]
) -> Any:
    """What a machine of the cluster does of a whole call."""
    _check(version)
    return function(*arguments, **options)


@cache
def _version() -> str:
    from importlib.metadata import version  # takes longer to import than all else here

    return version("motif-graphrag")


def _check(version: str) -> None:
    if version != _version():
        raise VersionMismatch(
            f"The machine {platform.node()} has version {_version()} of motif-graphrag, not {version}.",
            hint="Install the same version on each machine of the cluster.",
        )


def _sent(
    task: Any, function: Callable[..., Any], arguments: tuple[Any, ...], options: dict[str, Any]
) -> Any:
    try:
        return task.remote(_version(), function, arguments, options)
    except TypeError as error:
        raise InvalidInput(
            f"What the job is given cannot be sent to the cluster: {str(error).splitlines()[0]}",
            hint="Name the encoder (MOTIF_ENCODER, MOTIF_ENCODER_FOLDER), or unset MOTIF_RAY_ADDRESS to work here.",
        ) from error


def _go_on(control: Any) -> None:
    """Raises `Cancelled` or `DeadlineExceeded` where the work is no longer wanted."""
    if control is None or control.state == "running":
        return
    error = DeadlineExceeded if control.state == "deadline" else Cancelled
    raise error("The job was stopped.", hint=_AGAIN)


def _answer(ray: Any, asked: Any) -> Any:
    """What was asked for, None where the machine that knows is lost: the work goes on, or says so itself."""
    try:
        return ray.get(asked)
    except ray.exceptions.RayError:
        return None


def _result(ray: Any, task: Any) -> Any:
    try:
        return ray.get(task)
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, MotifError):
            raise error.cause from None
        raise JobFailed(
            f"On the cluster it ended early with {type(error.cause).__name__}: {error.cause}.",
            hint=_AGAIN,
        ) from error
    except ray.exceptions.RayError as error:
        raise JobFailed(
            f"Machines of the Ray cluster were lost: {str(error).splitlines()[0]}",
            hint=_AGAIN,
        ) from error


def _problem(ray: Any, task: Any, wait: float) -> MotifError | None:
    """Why a task that a machine was asked to do is not done."""
    if not ray.wait([task], timeout=0)[0]:
        ray.cancel(task)
        return JobFailed(
            f"It began nothing within {wait:.0f} seconds.",
            hint="Look there whether ray and its workers run (ray status), and start it again: ray start.",
        )
    try:
        _result(ray, task)
    except MotifError as error:
        return error
    return None


class _Told:
    """Of one call, on the cluster: how far it is, and whether it shall stop."""

    def __init__(self) -> None:
        self.so_far: tuple[int, int] | None = None
        self.is_stopped = False

    def tell(self, done: int, total: int) -> bool:
        self.so_far = done, total
        return self.is_stopped

    def look(self) -> tuple[int, int] | None:
        return self.so_far

    def stop(self) -> None:
        self.is_stopped = True


@dataclass(frozen=True, slots=True)
class _Telling:
    """The ``progress`` of a function on the cluster."""

    told: Any

    def __call__(self, done: int, total: int) -> None:
        if importlib.import_module("ray").get(self.told.tell.remote(done, total)):
            raise Cancelled("The job was stopped.", hint=_AGAIN)
