"""Other names of nodes, among their properties."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from motif.engine.string_arrays import are_equal, grouped, taken
from motif.graphs.projection import OTHER, STRING, Column, Projection
from motif.graphs.strings import StringTable
from motif.indexes.aliases import Aliases

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
_AT_ONCE = 1 << 18
_SHARED = 8
"""Nodes that may share a value that is an alias of each."""

_ADDRESS = re.compile(r"://|@|\A[\d\W_]*\Z")


def property_aliases(projection: Projection) -> Aliases:
    """Each alias that the nodes' properties hold, property by property, by row.

    Properties are taken by name (`ALIAS_PROPERTIES`), and those whose short texts identify a node. Lists give one
    alias each, texts are parted at ``|`` and ``;``. O(bytes), and a Python step for each text that is parted.
    """
    names = projection.nodes.names
    found = []
    for name, column in projection.nodes.properties.items():
        if column.text is not None and (_is_alias(name) or _identifies(_strings(column, _LOOKED_AT))):
            found.append(_aliases_of(column, column.text, names))
    return Aliases.together(found)


def alias_nodes(projection: Projection) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Nodes and the nodes that only stand for another name of theirs: int32, aligned, by relation.

    Those are the tails of relations called as alias properties are, and of relations to values of properties
    (`motif.planners.value_graph`) that identify their heads; where nothing else leads there and nothing away, and at
    most 8 nodes share it.

    >>> from motif.catalog.triples import from_triples
    >>> graph = from_triples([("Germany", "iso_code", "DE"), ("Germany", "borders", "France")])
    >>> [rows.tolist() for rows in alias_nodes(graph)]
    [[0], [1]]
    """
    links = projection.relationships
    found = [_behind(projection, code, relation) for code, relation in enumerate(links.relations)]
    held = np.concatenate([np.zeros(0, np.int64), *found])
    return links.sources[held], links.target[held]


def _is_alias(name: str) -> bool:
    return _SEPARATORS.sub("", name).casefold() in ALIAS_PROPERTIES


def _behind(projection: Projection, code: int, relation: str) -> NDArray[np.int64]:
    """The relationships by which a relation gives its heads other names; none where it does not."""
    links, names = projection.relationships, projection.nodes.names
    is_called_so = _is_alias(relation)
    is_value = np.array([labels == (relation,) for labels in projection.nodes.label_sets], dtype=np.bool_)
    if not is_called_so:
        if not is_value.any():
            return np.zeros(0, np.int64)
        first = links.target[_first_of(links.relation, code, _LOOKED_AT)]
        if not _identifies(names[row] for row in first.tolist()):
            return np.zeros(0, np.int64)
    held = np.flatnonzero(links.relation == code)
    tails = links.target[held]
    if not is_called_so and not bool(is_value[projection.nodes.label_set[tails]].all()):
        return held[:0]
    n_heads = np.bincount(tails, minlength=projection.n_nodes)[tails]
    is_leaf = projection.incoming.degrees[tails] == n_heads
    is_leaf &= projection.outgoing.degrees[tails] == 0
    kept: NDArray[np.int64] = held[is_leaf & (n_heads <= _SHARED)]
    return kept


def _first_of(codes: NDArray[np.int32], code: int, count: int) -> NDArray[np.int64]:
    """The first places, at most ``count``, at which ``codes`` is ``code``; no further is looked.

    >>> _first_of(np.array([1, 0, 1, 1], np.int32), 1, 2).tolist()
    [0, 2]
    """
    found, n_found = [np.zeros(0, np.int64)], 0
    for start in range(0, len(codes), _AT_ONCE):
        found.append(start + np.flatnonzero(codes[start : start + _AT_ONCE] == code))
        n_found += len(found[-1])
        if n_found >= count:
            break
    return np.concatenate(found)[:count]


def _aliases_of(column: Column, texts: StringTable, names: StringTable) -> Aliases:
    """The aliases of a column, by row; what the row is called is none."""
    entries = column.entries_of(STRING, OTHER)
    rows, is_listed = column.rows_of(entries), column.kind[entries] == OTHER
    table = taken(texts, entries)
    codes, firsts = grouped(table)
    distinct = taken(table, firsts)
    lengths = np.diff(distinct.offsets)
    marked = np.zeros(len(distinct), np.bool_)
    places = np.flatnonzero((distinct.data == ord("|")) | (distinct.data == ord(";")))
    marked[np.searchsorted(distinct.offsets, places, "right") - 1] = True
    is_read = is_listed | (marked | (lengths > 10 * _LONGEST))[codes]
    plain = np.flatnonzero(~is_read & (lengths > 0)[codes])
    plain = plain[~are_equal(table, plain, names, rows[plain])]
    whole = Aliases(rows[plain].astype(np.int32), codes[plain], distinct)
    read = np.flatnonzero(is_read)
    parted = zip(rows[read].tolist(), is_listed[read].tolist(), table.take(read), strict=True)
    pairs = [
        (row, text)
        for row, listed, value in parted
        for text in (_listed(value) if listed else _PARTED.split(value))
        if text and len(text) <= 10 * _LONGEST and text != names[row]
    ]
    if not pairs:
        return whole
    both = Aliases.together([whole, Aliases.of(pairs)])
    order = np.argsort(both.rows, kind="stable")
    return Aliases(both.rows[order], both.codes[order], both.texts)


def _listed(value: str) -> list[str]:
    """The texts of a list; none of a map, a point or a time."""
    if not value.startswith("["):
        return []
    return [item for item in json.loads(value) if isinstance(item, str)]


def _strings(column: Column, count: int) -> list[str]:
    """The first texts of a column."""
    return [] if column.text is None else column.text.take(column.entries_of(STRING)[:count])


def _identifies(values: Iterable[str]) -> bool:
    """Whether the first values are short texts, all different, and no addresses or numbers."""
    texts = list(islice(values, _LOOKED_AT))
    if len(texts) < 2 or len(set(texts)) < len(texts):
        return False
    return all(len(text) <= _LONGEST and not _ADDRESS.search(text) for text in texts)
