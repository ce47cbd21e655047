"""Errors after which another method is tried, and the one that is raised when none answers."""

from __future__ import annotations

import pytest

from motif.errors import (
    DatabaseUnavailable,
    InvalidConfiguration,
    InvalidInput,
    MissingVectors,
    MotifError,
    NoEntityFound,
    QueryFailed,
)
from motif.retrievers.trying import Tried


def failing(error: MotifError) -> object:
    raise error


def test_what_works_is_given() -> None:
    tried = Tried()
    assert tried.attempt("search", lambda: 7) == 7
    assert tried.outcomes == [] and tried.error is None


def test_the_error_that_helps_most_is_kept() -> None:
    tried = Tried()
    errors = (
        DatabaseUnavailable("No server."),
        NoEntityFound("Names nothing."),
        MissingVectors("No vectors."),
    )
    for error in errors:
        assert tried.attempt("search", lambda: failing(error)) is None  # noqa: B023
    assert tried.error is errors[1]
    assert [one["outcome"] for one in tried.outcomes] == ["No server.", "Names nothing.", "No vectors."]


def test_nothing_is_raised_where_a_method_ran() -> None:
    tried = Tried()
    tried.attempt("spark", lambda: failing(QueryFailed("No.")))
    tried.came_to("search", "found nothing")
    assert tried.error is None


def test_what_the_caller_gave_is_not_passed_over() -> None:
    tried = Tried()
    with pytest.raises(InvalidConfiguration):
        tried.attempt("search", lambda: failing(InvalidConfiguration("No such label.")))
    assert tried.attempt("spark", lambda: failing(InvalidConfiguration("No.")), also=(InvalidInput,)) is None
    assert isinstance(tried.error, InvalidConfiguration)
