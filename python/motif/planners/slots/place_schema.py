"""What the schema says of a place of a tree: properties of its nodes, and steps that lead away from them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from motif.engine.relation_paths import Step
from motif.graphs.distinct import distinct
from motif.graphs.graph_schema import PropertyProfile
from motif.graphs.projection import Projection
from motif.planners.slots.lexicon import Lexicon
from motif.planners.slots.tree import Place

_SEEN = 64


class PlaceSchema:
    """Properties and steps of places, by label; where a place has none, by its first nodes."""

    def __init__(self, lexicon: Lexicon, projection: Projection) -> None:
        self.lexicon = lexicon
        self.projection = projection

    def label(self, place: Place) -> str | None:
        """The label of a place, or of its first node."""
        if place.label is not None or not len(place.rows):
            return place.label
        inside = place.rows[place.rows < self.projection.n_nodes][:1].tolist()
        labels = self.projection.nodes.labels(inside[0]) if inside else ()
        return next((one for one in labels if one in self.lexicon.schema.labels), None)

    def properties(self, place: Place) -> dict[str, PropertyProfile]:
        """Properties of the nodes of a place, by name."""
        profile = self.lexicon.schema.labels.get(self.label(place) or "")
        return {} if profile is None else dict(profile.properties)

    def steps(self, place: Place) -> list[Step]:
        """Steps that lead away from the nodes of a place."""
        found = [
            Step(number, forward)
            for number, relation in enumerate(self.projection.relationships.relations)
            if (profile := self.lexicon.schema.relations.get(relation)) is not None
            for forward in (True, False)
            if any((end.source if forward else end.target) == place.label for end in profile.ends)
        ]
        if place.label is not None and len(self.lexicon.labels) > 1:
            return found
        rows = place.rows[place.rows < self.projection.n_nodes][:_SEEN].tolist()
        for forward, adjacency in ((True, self.projection.outgoing), (False, self.projection.incoming)):
            spans = (adjacency.indptr[row : row + 2].tolist() for row in rows)
            parts = [adjacency.rows_at(slice(start, min(end, start + 256))) for start, end in spans]
            if parts:
                relations = self.projection.relationships.relation[np.concatenate(parts)]
                found += [Step(relation, forward) for relation in distinct(relations).tolist()]
        closed = self.lexicon.closed_relations
        return [step for step in dict.fromkeys(found) if step.relation not in closed]

    def steps_like(self, noun: str, place: Place) -> Iterator[tuple[Step, float]]:
        """Steps away from a place with how like the noun is to what they are called, or lead to."""
        lexicon = self.lexicon
        likeness, labels = lexicon.to_relations(noun), lexicon.to_labels(noun)
        for step in self.steps(place):
            label = self.end_label(step) if len(labels) > 1 else ""
            of_label = float(labels[lexicon.labels.index(label)]) if label in lexicon.labels else 0.0
            yield step, max(float(likeness[step.relation]), of_label - 0.01)

    def end_label(self, step: Step) -> str:
        """The label that a step mostly leads to; "" where the schema does not say."""
        relation = self.projection.relationships.relations[step.relation]
        profile = self.lexicon.schema.relations.get(relation)
        if profile is None or not profile.ends:
            return ""
        return profile.ends[0].target if step.forward else profile.ends[0].source
