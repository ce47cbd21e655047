import io
import json
import logging

import pytest

from motif.service.logs import JsonFormatter, event, progress_log, start_logging


@pytest.fixture
def log():
    stream = io.StringIO()
    names = ("motif", "uvicorn")
    before = {
        name: (logging.getLogger(name).handlers[:], logging.getLogger(name).propagate) for name in names
    }
    start_logging(stream)
    yield stream
    for name, (handlers, propagate) in before.items():
        logging.getLogger(name).handlers[:] = handlers
        logging.getLogger(name).propagate = propagate


def test_one_object_per_line(log):
    event("request", path="/v1/search", status=200, jobId=None)
    event("stopping")
    first, second = (json.loads(line) for line in log.getvalue().splitlines())
    assert first["event"] == "request"
    assert first["status"] == 200
    assert "jobId" not in first
    assert second["level"] == "info"
    assert second["time"].endswith("+00:00")


def test_a_fault_shows_its_place_and_not_its_words():
    question = "who is the secret lover of X?"
    try:
        raise ValueError(question)
    except ValueError as error:
        record = logging.LogRecord(
            "motif", logging.ERROR, "", 0, "fault", (), (ValueError, error, error.__traceback__)
        )
    line = JsonFormatter().format(record)
    assert "secret" not in line
    assert json.loads(line)["fault"] == "ValueError"
    assert "test_logs.py" in json.loads(line)["traceback"][0]


def test_progress_is_logged_by_tenths(log):
    notify = progress_log(jobId="7c1f")
    for done in range(1001):
        notify(done, 1000)
    notify(0, 0)
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    assert [line["percent"] for line in lines] == list(range(0, 101, 10))
    assert {line["jobId"] for line in lines} == {"7c1f"}
