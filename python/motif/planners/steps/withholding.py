"""A schema without anything that the database's values say, for prompts that shall hold none of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from motif.graphs.graph_schema import GraphSchema, PropertyProfile


def without_values(schema: GraphSchema) -> GraphSchema:
    """``schema`` with labels, types, properties, their types and what kind of value their texts are; nothing else.

    What is said of a plan that was checked against it can quote the plan alone.

    >>> from motif.graphs.graph_schema import LabelProfile
    >>> profile = PropertyProfile("born", "INTEGER", minimum=1901, maximum=1999, examples=(1950,))
    >>> schema = GraphSchema({"Person": LabelProfile("Person", 3, {"born": profile})}, {})
    >>> bare = without_values(schema).labels["Person"].properties["born"]
    >>> bare.type, bare.minimum, bare.examples
    ('INTEGER', None, ())
    """
    return dataclasses.replace(
        schema,
        labels={
            name: dataclasses.replace(label, properties=_bare_properties(label.properties))
            for name, label in schema.labels.items()
        },
        relations={
            name: dataclasses.replace(
                relation,
                properties=_bare_properties(relation.properties),
                source_names=_bare(relation.source_names),
                target_names=_bare(relation.target_names),
            )
            for name, relation in schema.relations.items()
        },
    )


def _bare_properties(profiles: Mapping[str, PropertyProfile]) -> dict[str, PropertyProfile]:
    return {name: _bare_property(profile) for name, profile in profiles.items()}


def _bare(profile: PropertyProfile | None) -> PropertyProfile | None:
    return None if profile is None else _bare_property(profile)


def _bare_property(profile: PropertyProfile) -> PropertyProfile:
    # Units and the keys of objects stand in texts, and may be any word.
    form = None if profile.format is None else dataclasses.replace(profile.format, keys=(), unit="")
    return dataclasses.replace(profile, minimum=None, maximum=None, examples=(), values=(), format=form)
