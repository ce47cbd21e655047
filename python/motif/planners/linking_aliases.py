"""Other names of nodes, among their properties."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice

import numpy as np

from motif.graphs.projection import OTHER, STRING, Column, Projection

_KNOWN = """
    abbr abbreviation abbreviations acronym acronyms aka akas alias aliases alsoknownas altlabel altlabels altname
    altnames alternatename alternatenames alternativelabel alternativename alternativenames alternativetitle callsign
    code codes commonname displayname englishname englishtitle exactsynonym exactsynonyms formername formernames
    fullname iata icao iso iso2 iso3 isocode isocode2 isocode3 key label localname longname name nativename nickname
    nicknames officialname originalname originaltitle othername othernames preflabel preferredlabel preferredname
    prefix scientificname shortcode shortlabel shortname shortnames shorttitle slug surname lastname symbol symbols
    synonym synonyms ticker title
"""

ALIAS_PROPERTIES = frozenset(_KNOWN.split())
"""Properties that hold other names; compared without case and separators."""

_SEPARATORS = re.compile(r"[\s_\-./:]+")
_PARTED = re.compile(r"\s*[|;]\s*")
_LOOKED_AT = 2000
_LONGEST = 40
_ADDRESS = re.compile(r"://|@|\A[\d\W_]*\Z")


def aliases_of(projection: Projection) -> Iterator[tuple[int, str]]:
    """Row and text of each alias that the nodes' properties hold.

    Properties are taken by name (`ALIAS_PROPERTIES`), and those whose short texts identify a node. Lists give one
    alias each, texts are parted at ``|`` and ``;``.
    """
    for name, column in projection.nodes.properties.items():
        if column.text is None:
            continue
        if _SEPARATORS.sub("", name).casefold() in ALIAS_PROPERTIES or _identifies(column):
            yield from _texts_of(column)


def _texts_of(column: Column) -> Iterator[tuple[int, str]]:
    for row in np.flatnonzero((column.kind == STRING) | (column.kind == OTHER)).tolist():
        value = str(column.value(row))
        texts = _listed(value) if column.kind[row] == OTHER else _PARTED.split(value)
        yield from ((row, text) for text in texts if text and len(text) <= 10 * _LONGEST)


def _listed(value: str) -> list[str]:
    """The texts of a list; none of a map, a point or a time."""
    if not value.startswith("["):
        return []
    return [item for item in json.loads(value) if isinstance(item, str)]


def _identifies(column: Column) -> bool:
    """Whether the first texts of a column are short, all different, and no addresses or numbers."""
    rows = islice(np.flatnonzero(column.kind == STRING).tolist(), _LOOKED_AT)
    texts = [str(column.value(row)) for row in rows]
    if len(texts) < 2 or len(set(texts)) < len(texts):
        return False
    return all(len(text) <= _LONGEST and not _ADDRESS.search(text) for text in texts)
