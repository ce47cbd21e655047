"""Which property of a label names its nodes, told by what it is called and what a sample says of its values."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Any

from motif.catalog.schema import Group, PropertyFacts

NAMES = (
    "name",
    "title",
    "label",
    "fullname",
    "displayname",
    "preflabel",
    "caption",
    "term",
    "id",
    "code",
    "key",
)
"""Properties that name a node, best first; compared without case, ``_`` and ``-``."""

KEYS = ("id", "code", "key")
"""The last of them: they tell nodes apart, and nobody says them."""

TEXTS = (
    "text",
    "description",
    "summary",
    "abstract",
    "content",
    "body",
    "definition",
    "comment",
    "plot",
    "tagline",
)
"""Properties that describe a node, in the order in which they are joined."""

PLACES = ("filename", "path", "url", "uri", "source")
"""Properties that name a node where nothing else tells nodes better apart."""

LONG = 100
"""Mean number of characters from which a string describes and does not name."""

PASSAGE = 500
"""Mean number of characters from which a text is a passage: it is searched, and no question compares or asks for it."""

_OFTEN = 0.5
"""Distinct values by values from which a property tells nodes apart; and share of the nodes that must have it."""

_WRITTEN = "motif"
_TIME = re.compile(r"(?:[a-z]At|_at|(?:^|_|[a-z](?=[DT]))(?:[Dd]ate|[Tt]ime|[Dd]ate_?[Tt]ime|[Tt]imestamp))$")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_LOOKED_AT = 64
"""Characters of a value that are looked at."""

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
_NAMING = ("name", "title", "label")
_PARTS_OF_PEOPLE = ("lastname", "surname", "familyname")
_LESSER = frozenset(
    (
        "first",
        "given",
        "middle",
        "maiden",
        "nick",
        "user",
        "short",
        "former",
        "alt",
        "alternate",
        "alternative",
        "other",
    )
)
"""Words before ``name`` or ``title`` that make of it a part of a name, or another one."""

_OF_OTHERS = frozenset(
    (
        "contact", "ship", "shipping", "billing", "job", "contract", "class", "type", "category", "host", "domain",
        "path", "table", "column", "field", "index",
    )
)  # fmt: skip
"""Those that make of it the name of something else."""

_PARTS_OF_NAMES = frozenset(("first", "given", "middle", "maiden", "last", "family", "former", "sur"))
"""Those that make of it a part of one, or what nobody goes by any more."""

_HANDLES = frozenset(
    ("username", "nickname", "handle", "login", "alias", "slug", "symbol", "abbreviation", "acronym")
)
"""What things go by beside their names."""

_KEY_ENDS = ("id", "code", "key", "number", "nr", "no", "uuid", "guid")
_KEYS_OF_TRADE = frozenset(
    ("sku", "isbn", "issn", "ean", "iban", "barcode", "serial", "uuid", "guid", "hash")
)
"""Last words of keys that are nobody's alone."""

_ATTRIBUTES = frozenset(
    (
        "address", "street", "city", "town", "state", "region", "country", "county", "zip", "postcode", "postal",
        "phone", "telephone", "mobile", "fax", "email", "mail", "homepage", "website", "page", "url", "uri", "link",
        "image", "photo", "picture", "icon", "gender", "sex", "status", "type", "kind", "category", "class", "group",
        "role", "format", "language", "currency", "unit", "color", "colour", "version", "checksum", "password", "token",
        "purpose", "reason", "cause", "outcome", "result", "diagnosis", "method", "channel", "occupation", "profession",
        "job", "position", "department", "specialty", "speciality", "nationality", "genre", "material", "brand",
        "manufacturer", "vendor", "size", "shape", "season", "level", "grade", "severity", "note", "notes", "remark",
        "remarks", "message",
    )
)  # fmt: skip
"""Last words of properties that say something of a node and are seldom what it is called, however distinct."""

NAMED, NAMED_AFTER, NAMED_ALIKE, PART, SHARED, KEY, WORDS, DESCRIBED, OWN_KEY, UNKNOWN, NUMBERS, ATTRIBUTE = (
    range(12)
)
"""What a property is by its name and values, the likeliest to be a name first.

``name`` or the like; ``productName`` of a Product; ``companyName``; ``lastName``; a ``title`` that most nodes share;
``id``; text with letters; a short ``description``; ``orderID`` of an Order, ``isbn``; text nobody looked into; text
without letters; an address, a status.
"""

_DESCRIBING = ("description", "text")
"""Those of `TEXTS` that can be all that a node is called by, where they are short: the text of a post with no title."""

_SHORT = 40
"""Mean number of characters up to which a description can be what a node is called."""


def detected_names(group: Group, labels: Collection[str] = ()) -> tuple[str, ...]:
    """The property that names the nodes of ``group``, then others of `NAMES` for nodes that lack it.

    Parameters
    ----------
    labels
        All labels of the graph: ``customerName`` of an Order is the name of something else.

    >>> text = PropertyFacts(("STRING",), length=12.0)
    >>> detected_names(Group("Product", 9, {"productID": text, "productName": text}))
    ('productName',)
    """
    strings = [
        (name, facts)
        for name, facts in group.properties.items()
        if "STRING" in facts.types and not name.startswith(_WRITTEN)
    ]

    def claim(item: tuple[str, PropertyFacts]) -> tuple[Any, ...]:
        return _claim(group.name, *item, labels)

    best = [name for name, facts in sorted(strings, key=claim) if _can_name(name, facts)]
    if best:
        known = [name for name in best if rank(name, NAMES) < len(NAMES)]
        return tuple(dict.fromkeys((best[0], *known)))
    others = [name for name in group.properties if _can_number(group.name, name)]
    return tuple(sorted(others, key=lambda name: (rank(name, NAMES), name)))


def sort_of(label: str, name: str, facts: PropertyFacts, labels: Collection[str] = ()) -> int:
    """What a property of ``label`` is: one of `NAMED`, …, `ATTRIBUTE`.

    >>> sort_of("Order", "orderID", PropertyFacts(("STRING",))) == OWN_KEY
    True
    """
    bare, tells_apart = bare_name(name), facts.distinct > _OFTEN
    last = (words_of(name) or [""])[-1]
    if bare in NAMES and bare not in KEYS:
        return NAMED if bare == "name" or tells_apart else SHARED
    if tells_apart and (sort := _named(label, name, labels)) is not None:
        return sort
    if bare in KEYS:
        return NUMBERS if facts.letters is not None and facts.letters < _OFTEN else KEY
    if _is_key_of(label, bare) or last in _KEYS_OF_TRADE:
        return OWN_KEY
    if last in (*_ATTRIBUTES, *KEYS) and bare not in PLACES:
        return ATTRIBUTE
    if bare in _DESCRIBING:
        return DESCRIBED
    if facts.letters is None:
        return UNKNOWN
    return WORDS if facts.letters >= _OFTEN else NUMBERS


def calls_one(label: str, name: str, labels: Collection[str] = ()) -> bool:
    """Whether nodes of ``label`` go by a property one by one, beside their names: by a user name, a number.

    >>> [calls_one("User", name) for name in ("screen_name", "userNo", "first_name", "postal_code", "city")]
    [True, True, False, False, False]
    >>> calls_one("Order", "customer_name", ("Customer",))
    False
    """
    words = words_of(name)
    *before, last = words or [""]
    if bare_name(name) in _HANDLES or last in _KEYS_OF_TRADE:
        return True
    others = {calling for other in labels if other != label for calling in _callings(other)}
    is_of_others = bool({*before} & _ATTRIBUTES) or bare_name("".join(before)) in others
    if is_of_others or {*before} & (_OF_OTHERS | _PARTS_OF_NAMES):
        return False
    return (bool(before) and last == "name") or last in _KEY_ENDS


def _claim(label: str, name: str, facts: PropertyFacts, labels: Collection[str]) -> tuple[Any, ...]:
    is_short = facts.length is None or facts.length < LONG
    return (
        not is_short,
        facts.present < _OFTEN,
        sort_of(label, name, facts, labels),
        rank(name, NAMES),
        is_time(name),
        -facts.present * facts.distinct,
        rank(name, PLACES),
        name,
    )


def _named(label: str, name: str, labels: Collection[str]) -> int | None:
    """What a property is that is called as a name with a word before it; None for others."""
    bare, words = bare_name(name), words_of(name)
    if bare in _PARTS_OF_PEOPLE:
        return PART
    for end in _NAMING:
        if bare.endswith(end) and bare.removesuffix(end) in _callings(label):
            return NAMED_AFTER
    if len(words) < 2 or words[-1] not in _NAMING or bare in PLACES:
        return None
    before = words[-2]
    others = {calling for other in labels if other != label for calling in _callings(other)}
    if before in _OF_OTHERS or bare.removesuffix(words[-1]) in others:
        return ATTRIBUTE
    return None if before in _LESSER else NAMED_ALIKE


def _is_key_of(label: str, bare: str) -> bool:
    return any(bare.removesuffix(end) in _callings(label) for end in _KEY_ENDS if bare.endswith(end))


def _callings(label: str) -> set[str]:
    """How a label can stand in the name of a property: ``LawFirm`` as ``lawfirm`` and ``firm``."""
    words = words_of(label)
    return {bare_name(label), *words[-1:]}


def _can_number(label: str, name: str) -> bool:
    """Whether a number or another value can name: ``id``, the ``port`` of a Port."""
    bare = bare_name(name)
    return bare in NAMES or bare in _callings(label) or _is_key_of(label, bare)


def _can_name(name: str, facts: PropertyFacts) -> bool:
    if rank(name, NAMES) < len(NAMES):
        return True
    if facts.distinct <= _OFTEN or (facts.length or 0) >= LONG:
        return False
    return rank(name, TEXTS) == len(TEXTS) or (
        bare_name(name) in _DESCRIBING
        and facts.length is not None
        and facts.length <= _SHORT
        and bool(facts.letters)
    )


def letters_of(values: Iterable[Any]) -> float | None:
    """The part of the strings among ``values`` that have two letters in a row; None where there are none.

    >>> letters_of(["Heat", "12 A", 7]), letters_of([7])
    (0.5, None)
    """
    found = [_LETTERS.search(value[:_LOOKED_AT]) is not None for value in values if isinstance(value, str)]
    return sum(found) / len(found) if found else None


def is_time(name: str) -> bool:
    """Whether a property is called as one that says when: ``createdAt``, ``updated_at``, ``releaseDate``."""
    return _TIME.search(name) is not None


def words_of(name: str) -> list[str]:
    """The words of a property's or label's name, in lower case.

    >>> words_of("LawFirm"), words_of("contact_title"), words_of("orderID")
    (['law', 'firm'], ['contact', 'title'], ['order', 'id'])
    """
    return [word.lower() for word in _WORDS.findall(name)]


def bare_name(name: str) -> str:
    """A property's name without case and word breaks.

    >>> bare_name("Full_Name")
    'fullname'
    """
    return name.lower().replace("_", "").replace("-", "").replace(" ", "")


def rank(name: str, order: Collection[str]) -> int:
    """Where a property stands in the order, without heed to case and word breaks; its length when nowhere."""
    bare = bare_name(name)
    return list(order).index(bare) if bare in order else len(order)
