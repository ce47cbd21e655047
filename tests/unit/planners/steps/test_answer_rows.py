"""What a node's text is, in the rows that a statement returns."""

from __future__ import annotations

from motif.graphs.graph_schema import LabelProfile, PropertyProfile
from motif.planners.steps.answer_rows import text_property


def test_a_nodes_text_is_long_and_its_own() -> None:
    name = PropertyProfile("name", "STRING", length=80.0)
    source = PropertyProfile("source", "STRING", distinct=0.01, length=120.0)
    code = PropertyProfile("code", "STRING", length=3.0)
    story = PropertyProfile("story", "STRING", distinct=0.9, length=60.0)
    properties = {one.name: one for one in (name, source, code, story)}
    assert text_property(LabelProfile("Country", 10, properties, "name")) == "story"
    del properties["story"]
    assert text_property(LabelProfile("Country", 10, properties, "name")) is None
