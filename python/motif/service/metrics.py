"""Counts and durations in Prometheus' text format, version 0.0.4."""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 120.0)


class Metrics:
    """Requests by procedure and status, and how long they took; safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._requests: Counter[tuple[str, int]] = Counter()
        self._buckets: dict[str, list[int]] = {}
        self._seconds: defaultdict[str, float] = defaultdict(float)

    def observe(self, procedure: str, status: int, seconds: float) -> None:
        """Counts one finished request."""
        with self._lock:
            self._requests[procedure, status] += 1
            buckets = self._buckets.setdefault(procedure, [0] * (len(_BUCKETS) + 1))
            buckets[bisect_left(_BUCKETS, seconds)] += 1
            self._seconds[procedure] += seconds

    def render(self, gauges: Mapping[str, tuple[str, float]], build: Mapping[str, str]) -> str:
        """The page for Prometheus; ``gauges`` maps a name to its description and present value."""
        with self._lock:
            lines = list(self._lines())
        lines += ["# HELP motif_build_info Versions.", "# TYPE motif_build_info gauge"]
        labels = ",".join(f'{name}="{_escape(value)}"' for name, value in build.items())
        lines.append(f"motif_build_info{{{labels}}} 1")
        for name, (description, value) in gauges.items():
            lines += [f"# HELP {name} {description}", f"# TYPE {name} gauge", f"{name} {value:g}"]
        return "\n".join(lines) + "\n"

    def _lines(self) -> Iterator[str]:
        yield "# HELP motif_requests_total Finished requests by procedure and HTTP status."
        yield "# TYPE motif_requests_total counter"
        for (procedure, status), count in sorted(self._requests.items()):
            yield f'motif_requests_total{{procedure="{_escape(procedure)}",status="{status}"}} {count}'
        yield "# HELP motif_request_seconds How long requests took, until their last byte."
        yield "# TYPE motif_request_seconds histogram"
        for procedure, buckets in sorted(self._buckets.items()):
            label = f'procedure="{_escape(procedure)}"'
            total = 0
            for bound, count in zip((*_BUCKETS, "+Inf"), buckets, strict=True):
                total += count
                yield f'motif_request_seconds_bucket{{{label},le="{bound}"}} {total}'
            yield f"motif_request_seconds_sum{{{label}}} {self._seconds[procedure]:.6f}"
            yield f"motif_request_seconds_count{{{label}}} {total}"


def _escape(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
