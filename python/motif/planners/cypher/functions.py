"""Functions and procedures that a statement may call: those that compute or read the graph, nothing else."""

from __future__ import annotations

_AGGREGATING = "avg collect count max min percentileCont percentileDisc stDev stDevP sum"
_OF_ENTITIES = "elementId endNode id keys labels length nodes properties relationships startNode type"
_OF_LISTS = "coalesce head isEmpty last nullIf range reverse size tail"
_OF_TEXT = (
    "btrim char_length character_length left lower ltrim normalize replace right rtrim split substring toLower "
    "toString toStringOrNull toUpper trim upper"
)
_OF_NUMBERS = (
    "abs acos asin atan atan2 ceil cos cot degrees e exp floor haversin isNaN log log10 pi radians round sign sin sqrt "
    "tan toFloat toFloatOrNull toInteger toIntegerOrNull toBoolean toBooleanOrNull"
)
_OF_LISTS_OF = "toBooleanList toFloatList toIntegerList toStringList"
_OF_TIME = (
    "date date.truncate datetime datetime.fromEpoch datetime.fromEpochMillis datetime.truncate duration "
    "duration.between duration.inDays duration.inMonths duration.inSeconds localdatetime localdatetime.truncate "
    "localtime localtime.truncate time time.truncate"
)
_OF_PLACE = "point point.distance point.withinBBox vector.similarity.cosine vector.similarity.euclidean"

FUNCTIONS = {
    name.lower(): name
    for names in (
        _AGGREGATING, _OF_ENTITIES, _OF_LISTS, _OF_TEXT, _OF_NUMBERS, _OF_LISTS_OF, _OF_TIME, _OF_PLACE,
    )
    for name in names.split()
}  # fmt: skip
"""How they are spelt, by their letters in lower case (Cypher does not tell them apart)."""

PROCEDURES = {
    "db.index.vector.querynodes": ("db.index.vector.queryNodes", "vector", "node"),
    "db.index.vector.queryrelationships": ("db.index.vector.queryRelationships", "vector", "relationship"),
    "db.index.fulltext.querynodes": ("db.index.fulltext.queryNodes", "fulltext", "node"),
    "db.index.fulltext.queryrelationships": (
        "db.index.fulltext.queryRelationships",
        "fulltext",
        "relationship",
    ),
}
"""How they are spelt, and the kind and entity of the index that they take first."""

INSTEAD = {
    "exists": "Write n.property IS NOT NULL, or EXISTS { (n)-->() }.",
    "rand": "Results have to be the same each time; order by a property.",
    "file": "A plan reads no files.",
    "linenumber": "A plan reads no files.",
    "timestamp": "Give the time as a parameter.",
}
"""What to write in place of some that are not among them."""
