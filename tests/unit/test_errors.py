"""Errors travel as code, message and hint, and come back as what they were."""

from __future__ import annotations

import motif.errors as errors


def test_the_tree_in_the_docstring_is_the_tree_of_the_code() -> None:
    kinds = [
        kind
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, errors.MotifError)
    ]
    assert errors.__doc__ is not None
    assert all(kind.__name__ in errors.__doc__ for kind in kinds)
    assert len({kind.code for kind in kinds}) == len(kinds)


def test_an_error_survives_the_wire() -> None:
    error = errors.GraphNotFound("No projection named 'x'.", hint="Make one.")
    back = errors.error_from_dict(error.as_dict())
    assert type(back) is errors.GraphNotFound
    assert str(back) == "No projection named 'x'. Make one."
    assert type(errors.error_from_dict({"code": "unheard of", "message": "m"})) is errors.MotifError
