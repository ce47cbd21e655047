"""A relation as part of a sentence: "is directed by Michael Mann", "is the genre of Heat"."""

from __future__ import annotations

import re
from functools import lru_cache

from motif.indexes.names import readable

_PREPOSITION_WORDS = """
    about after at before by during for from in into of on over to under with
"""
_PARTICIPLE_WORDS = """
    begun born bought bound brought built chosen done drawn driven fed felt found given grown held kept known laid
    led left lent lost made meant met paid put read run said seen sent set shot shown sold sung spoken spent taken
    taught thought told won worn written
"""
_ACTIVE_WORDS = """
    acted appeared competed died graduated lived participated performed played served starred studied worked
"""
_PREPOSITIONS = frozenset(_PREPOSITION_WORDS.split())
_HAVING = frozenset(("has", "have", "having"))
_PLURAL_MARK = frozenset(("s", "es"))
_PARTICIPLES = frozenset(_PARTICIPLE_WORDS.split())
_ACTIVE = frozenset(_ACTIVE_WORDS.split())
"""Words in "-ed" that before a preposition tell what the first one did, not what was done to it."""

_SINGULAR_ENDINGS = ("ss", "us", "is", "as", "os")


def clause(relation: str, outgoing: bool, name: str) -> str:
    """What a relationship ``relation`` to ``name`` says of a node that it leaves (``outgoing``) or enters.

    A relation is read as words; of a path such as Freebase's the last part is, and of two paths joined by a dot the
    last part of each.

    >>> clause("directed_by", True, "Michael Mann"), clause("directed_by", False, "Heat")
    ('is directed by Michael Mann', 'is what Heat is directed by')
    >>> clause("has_genre", True, "Drama"), clause("starred_actors", False, "Heat")
    ('has the genre Drama', 'is the actor that Heat starred')
    >>> clause("/film/film/genre", False, "Heat"), clause("IN_COUNTRY", True, "Chad")
    ('is the genre of Heat', 'is in the country Chad')
    """
    first, second, is_path = _parts(relation)
    if second:
        return _joined(first, second, outgoing, name)
    words = first.split()
    if words[-1] in _PREPOSITIONS and len(words) > 1:
        return _before(words, name) if outgoing else _behind(words, name)
    if not is_path and _acts(words[0]):
        return _doing(words, name) if outgoing else _done(words, name)
    if outgoing and words[0] in _PREPOSITIONS and len(words) > 1:
        return f"is {words[0]} the {_noun(words)} {name}"
    return f"has the {_noun(words)} {name}" if outgoing else f"is the {_noun(words)} of {name}"


def type_word(relation: str, outgoing: bool) -> str:
    """What kind of thing the relation's words say a node at its start (``outgoing``) or end is; "" for none.

    >>> type_word("/film/film/genre", True), type_word("/film/film/genre", False), type_word("has_tags", False)
    ('film', 'genre', 'tag')
    >>> type_word("directed_by", True), type_word("directed_by", False)
    ('', '')
    """
    if outgoing:
        steps = [step for step in relation.split(".")[0].split("/") if step]
        return readable(steps[-2]) if relation.startswith("/") and len(steps) > 1 else ""
    first, second, is_path = _parts(relation)
    words = (second or first).split()
    if words[-1] in _PREPOSITIONS or (len(words) == 1 and not is_path and _acts(words[0])):
        return ""
    return _singular(" ".join(words)) if is_path else _noun(words)


def _joined(first: str, second: str, outgoing: bool, name: str) -> str:
    """Of a path through a node of its own ("award nominations", "award")."""
    if second.split()[-1] in _PREPOSITIONS:
        return (
            f"has {_counted(first)} {second} {name}"
            if outgoing
            else f"is what the {first} of {name} is {second}"
        )
    if first.split()[-1] in _PREPOSITIONS:
        return (
            f"is {_counted(first)} the {second} {name}"
            if outgoing
            else f"is the {second} that {name} is {first}"
        )
    return (
        f"has {_counted(first)} with the {second} {name}"
        if outgoing
        else f"is the {second} of the {first} of {name}"
    )


def _before(words: list[str], name: str) -> str:
    """ "directed by", "depends on", "neighbour of": before the name."""
    said = " ".join(words)
    if _is_third_person(words[0]) or words[0] in _ACTIVE:
        return f"{said} {name}"
    if _is_participle(words[0]):
        return f"is {said} {name}"
    return f"is {_counted(said)} {name}" if words[-1] == "of" else f"has {_counted(said)} {name}"


def _behind(words: list[str], name: str) -> str:
    """The same, said of what the name stands before."""
    said = " ".join(words)
    if _is_third_person(words[0]) or words[0] in _ACTIVE:
        return f"is what {name} {said}"
    if _is_participle(words[0]):
        return f"is what {name} is {said}"
    return (
        f"is what {name} is {_counted(said)}" if words[-1] == "of" else f"is what {name} has {_counted(said)}"
    )


def _doing(words: list[str], name: str) -> str:
    """ "uses currency", "starred actors", "provides", "has genre": before the name."""
    return f"{words[0]} {name}" if len(words) == 1 else f"{words[0]} the {_noun(words)} {name}"


def _done(words: list[str], name: str) -> str:
    if len(words) == 1:
        return f"is what {name} {words[0]}"
    return (
        f"is the {_noun(words)} of {name}"
        if words[0] in _HAVING
        else f"is the {_noun(words)} that {name} {words[0]}"
    )


def _noun(words: list[str]) -> str:
    """The thing that a relation's words end in: without the verb or preposition that they begin with."""
    is_led = len(words) > 1 and (words[0] in _PREPOSITIONS or _acts(words[0]))
    return _singular(" ".join(words[1:] if is_led else words))


def _counted(words: str) -> str:
    """``words`` with an article, unless they begin with a plural.

    >>> _counted("neighbour of"), _counted("estimated budget"), _counted("award nominations")
    ('a neighbour of', 'an estimated budget', 'award nominations')
    """
    nouns = [word for word in words.split() if word not in _PREPOSITIONS]
    if _singular(nouns[-1]) != nouns[-1] or (len(nouns) > 1 and _singular(nouns[0]) != nouns[0]):
        return words
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def _acts(word: str) -> bool:
    return word in _HAVING or _is_third_person(word) or _is_participle(word)


def _is_third_person(word: str) -> bool:
    """Whether a first word is a verb such as "uses"."""
    return word.endswith("s") and not word.endswith(_SINGULAR_ENDINGS) and len(word) > 3


def _is_participle(word: str) -> bool:
    return (word.endswith("ed") and len(word) > 3) or word in _PARTICIPLES


def _singular(words: str) -> str:
    """``words`` with its last word in the singular, as far as regular spelling tells.

    >>> [_singular(word) for word in ("tags", "countries", "status", "votes")]
    ['tag', 'country', 'status', 'vote']
    """
    last = words.split()[-1]
    if last.endswith("ies") and len(last) > 4:
        return f"{words[:-3]}y"
    if last.endswith("s") and not last.endswith(_SINGULAR_ENDINGS) and len(last) > 3:
        return words[:-1]
    return words


@lru_cache(maxsize=4096)
def _parts(relation: str) -> tuple[str, str, bool]:
    """A relation's words, those of the second path where there are two ("" else), and whether it is a path."""
    if not relation.startswith("/"):
        return readable(relation), "", False
    steps = [_last(path) for path in re.split(r"\.(?=/)", relation)]
    first, second = steps[0], _singular(steps[-1])
    says_no_more = _singular(first) == second or (
        first.endswith(second) and second.split()[-1] in _PREPOSITIONS
    )
    return first, "" if says_no_more else second, True


def _last(path: str) -> str:
    words = readable(path.rstrip("/").rpartition("/")[2]).split()
    return " ".join(word for word in words if word not in _PLURAL_MARK) or readable(path)
