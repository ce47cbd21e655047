"""What a procedure answers, as bytes: the same in the service's own process and in a worker's."""

from __future__ import annotations

from collections.abc import Iterable

from motif.service.admission import admitted
from motif.service.calls import Call
from motif.service.discretion import quietly
from motif.service.procedures import Procedure
from motif.service.state import Service
from motif.service.streaming import encode_rows


def answered(procedure: Procedure, service: Service, call: Call) -> Iterable[bytes]:
    """The rows of ``procedure`` in NDJSON; raises what keeps the caller from them, as `admitted` does."""
    call = admitted(service, call)
    if call.discreet:
        call.ending["discreet"] = True
        return encode_rows(quietly(procedure.answer, service, call), call.ending)
    return encode_rows(procedure.answer(service, call), call.ending)
