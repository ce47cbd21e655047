"""What a schema graph describes, by trying every choice of relationships: the slow twin of the gold finder."""

from __future__ import annotations

from itertools import product

from motif.graphs.projection import Projection
from motif_procedures.guidance.masking import Masked

Path = tuple[int, ...]


def paths_of(projection: Projection, schema: Masked) -> list[tuple[Path, Path]]:
    """(rows by place, relationships by triple) of each path, ascending."""
    table = projection.relationships
    choices = [
        [row for row in range(len(table)) if int(table.relation[row]) == relation]
        for relation in schema.relations
    ]
    found = []
    for links in product(*choices):
        bound = _bound(projection, schema, links)
        if bound is not None:
            found.append((bound, links))
    return sorted(found)


def _bound(projection: Projection, schema: Masked, links: Path) -> Path | None:
    """What each place is where ``links`` are its triples' relationships; None where they do not fit together."""
    table = projection.relationships
    if len(set(links)) < len(links):
        return None
    bound = dict(schema.entities)
    for link, head, tail in zip(links, schema.heads, schema.tails, strict=True):
        for place, row in ((head, int(table.source[link])), (tail, int(table.target[link]))):
            if bound.setdefault(place, row) != row:
                return None
    known = dict(schema.entities)
    unknown = [row for place, row in bound.items() if place not in known]
    if set(unknown) & set(known.values()) or len(set(known.values())) < len(known):
        return None
    return tuple(bound[place] for place in range(schema.n_places))
