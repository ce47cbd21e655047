"""What the command line finds without importing it: loaders, data sets, samples and the writer."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

import pytest

from motif_loaders.formats import _BY_CONTENT, _BY_EXTENSION

GROUPS = ("motif.loaders", "motif.datasets", "motif.samples", "motif.claims", "motif.writers")
POINTS = [
    point
    for group in GROUPS
    for point in entry_points(group=group)
    if point.value.startswith("motif_loaders")
]


@pytest.mark.parametrize("point", POINTS, ids=lambda point: f"{point.group}:{point.name}")
def test_what_is_registered_is_there(point: EntryPoint) -> None:
    assert point.load() is not None


def test_every_format_has_its_loader() -> None:
    known = {point.name for point in entry_points(group="motif.loaders")}
    assert {*_BY_EXTENSION.values(), *_BY_CONTENT.values(), "csv_pair", "world", "registry"} <= known
