import functools
import importlib.metadata
import json
import threading
from types import SimpleNamespace

import pytest

import motif.jobs as jobs_module
from motif.errors import (
    Cancelled,
    DeadlineExceeded,
    InvalidInput,
    JobFailed,
    MissingDependency,
    MissingVectors,
)
from motif.jobs import Job, Jobs, find_job, run_job


class FakeControl:
    def __init__(self, state: str = "running") -> None:
        self.state = state

    def cancel(self) -> None:
        self.state = "cancelled"


def job(**changes) -> Job:
    return Job(**{"id": "7c1f", "task": "motif.embed.text.mutate", "control": FakeControl(), **changes})


def counting(*texts, progress, fail=None):
    progress(1, len(texts))
    if fail is not None:
        raise fail
    progress(len(texts), len(texts))
    return [text.upper() for text in texts]


def needing(*, progress):
    import a_package_that_is_not_there  # noqa: F401


@pytest.fixture
def registered(monkeypatch):
    class Entry:
        def __init__(self, name, function):
            self.name = name
            self._function = function

        def load(self):
            if self._function is needing:
                raise ModuleNotFoundError("No module named 'a_package'", name="a_package")
            return self._function

    installed, looks = [Entry("counting", counting), Entry("needing", needing)], []

    def entry_points(group):
        looks.append(group)
        return list(installed) if group == "motif.jobs" else []

    monkeypatch.setattr(jobs_module, "entry_points", entry_points)
    monkeypatch.setattr(jobs_module, "_registered", functools.cache(jobs_module._registered.__wrapped__))
    return SimpleNamespace(
        install=lambda name, function: installed.append(Entry(name, function)), looks=looks
    )


def test_a_job_is_found_by_its_entry_point(registered):
    assert find_job("counting") is counting


def test_what_is_installed_is_looked_through_once_and_again_for_what_it_lacked(registered):
    assert [find_job("counting") for _ in range(3)] == [counting] * 3
    assert len(registered.looks) == 1
    registered.install("later", needing)
    with pytest.raises(MissingDependency, match="a_package"):
        find_job("later")
    assert len(registered.looks) == 2


def test_an_unknown_job_is_answered_with_the_nearest(registered):
    with pytest.raises(InvalidInput) as caught:
        find_job("countin")
    assert caught.value.hint == "Did you mean 'counting'?"


def test_a_job_whose_package_is_missing_says_what_to_install(registered):
    with pytest.raises(MissingDependency, match="a_package"):
        find_job("needing")


def test_a_job_reports_its_progress(registered):
    running = job()
    assert run_job("counting", running, "a", "b") == ["A", "B"]
    assert (running.done, running.total) == (2, 2)


def test_a_job_that_breaks_says_that_it_resumes(registered):
    running = job()
    with pytest.raises(JobFailed, match="RuntimeError: disk gone") as caught:
        run_job("counting", running, "a", "b", fail=RuntimeError("disk gone"))
    assert "resumes" in caught.value.hint
    assert running.row(running.started)["progress"] == "50%"


def test_errors_in_words_pass_as_they_are(registered):
    with pytest.raises(MissingVectors):
        run_job("counting", job(), "a", fail=MissingVectors("none"))


@pytest.mark.parametrize(("state", "error"), [("cancelled", Cancelled), ("deadline", DeadlineExceeded)])
def test_a_job_stops_where_it_reports_its_progress(registered, state, error):
    running = job(control=FakeControl(state))
    with pytest.raises(error) as caught:
        run_job("counting", running, "a", "b")
    assert "resumes" in caught.value.hint
    assert running.done == 1


def test_rows_have_the_columns_of_gds():
    running = job(started=1_000_000_000.0, done=42, total=100, owner="ann", database="neo4j")
    assert running.row(1_000_000_012.5) == {
        "jobId": "7c1f",
        "taskName": "motif.embed.text.mutate",
        "progress": "42%",
        "progressBar": "[####~~~~~~]",
        "status": "RUNNING",
        "timeStarted": "2001-09-09T01:46:40Z",
        "elapsedTime": "12.5 s",
        "owner": "ann",
        "database": "neo4j",
    }


def test_progress_that_is_not_known_is_not_invented():
    assert job().row(0.0)["progress"] == "n/a"


def test_a_job_is_listed_while_it_runs_and_as_it_ended():
    jobs = Jobs()
    with jobs.track(job()):
        assert [row["status"] for row in jobs.rows()] == ["RUNNING"]
        assert jobs.n_running == 1
    assert [row["status"] for row in jobs.rows()] == ["FINISHED"]
    assert jobs.rows()[0]["progress"] == "100%"
    with pytest.raises(RuntimeError), jobs.track(job(id="second")):
        raise RuntimeError
    with pytest.raises(Cancelled), jobs.track(job(id="third")):
        raise Cancelled("")
    assert [(row["jobId"], row["status"]) for row in jobs.rows()] == [
        ("third", "CANCELED"),
        ("second", "FAILED"),
        ("7c1f", "FINISHED"),
    ]
    assert jobs.n_running == 0


def test_short_work_leaves_no_trace():
    jobs = Jobs()
    with jobs.track(job(), keep=False):
        pass
    assert jobs.rows() == []


def test_only_a_hundred_ended_jobs_are_kept():
    jobs = Jobs()
    for number in range(150):
        with jobs.track(job(id=str(number))):
            pass
    assert len(jobs.rows()) == 100


def test_one_sees_ones_own_jobs_where_the_caller_is_known():
    jobs = Jobs()
    with jobs.track(job(id="a", owner="ann")), jobs.track(job(id="b", owner="bob")), jobs.track(job(id="c")):
        assert [row["jobId"] for row in jobs.rows(owner="ann")] == ["a"]
        assert len(jobs.rows()) == 3
        assert [row["jobId"] for row in jobs.rows(job_id="b")] == ["b"]
        assert jobs.rows(job_id="b", owner="ann") == []


def test_cancelling_by_the_jobs_id_or_its_requests():
    jobs = Jobs()
    first, second, other = job(id="mine", request="r1"), job(id="x", request="r1"), job(id="y", request="r2")
    with jobs.track(first), jobs.track(second), jobs.track(other):
        assert jobs.cancel("r1") == 2
        assert [one.control.state for one in (first, second, other)] == ["cancelled", "cancelled", "running"]
        assert jobs.cancel("y") == 1
        assert jobs.cancel("nobody") == 0
        assert jobs.cancel_all() == 3


def test_an_id_that_another_user_gave_a_job_cancels_nothing_of_theirs():
    jobs = Jobs()
    mine, theirs = (job(id="nightly", request=owner, owner=owner) for owner in ("a", "b"))
    with jobs.track(mine), jobs.track(theirs):
        assert jobs.cancel("nightly", owner="a") == 1
        assert (mine.control.state, theirs.control.state) == ("cancelled", "running")
        assert jobs.cancel("b") == 1 and theirs.control.state == "cancelled"


def test_jobs_of_many_threads_are_all_counted():
    jobs = Jobs()

    def work():
        for _ in range(200):
            with jobs.track(job(), keep=False):
                jobs.rows()

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert jobs.n_running == 0


def test_rows_are_json():
    assert json.loads(json.dumps(job().row(0.0)))


def test_the_group_is_the_one_that_packages_register_in():
    assert jobs_module.GROUP == "motif.jobs"
    assert importlib.metadata.entry_points(group=jobs_module.GROUP) is not None
