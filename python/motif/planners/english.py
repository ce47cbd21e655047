"""What a reader of English brings to any graph: small words, turns of phrase, and what kinds of things names are of."""

from __future__ import annotations

from collections.abc import Mapping


def _words(text: str, between: str | None = None) -> tuple[str, ...]:
    """The words of ``text``, or what stands between marks."""
    return tuple(part.strip() for part in text.split(between))


FUNCTION_WORDS = frozenset(
    _words(
        """a an the of by in on at to for from with as into within is are was were be been being do does did
        has have had and or but that which who whom whose what when where why how this these those it its
        their his her them they he she there can could would should will may might must you me i my we us
        your please name names give tell list show find know s also same together share shares shared
        sharing common both other others another too any some all each every than then not only if so such"""
    )
)
"""Words that say nothing about relations by themselves."""

SHARING_WORDS = frozenset(
    _words(
        "same share shares shared sharing together also co other others another common both else fellow too mutual "
        "alongside costar costars costarred"
    )
)
"""Words by which a question goes there and back: to what is shared, and from it to others that share it."""

AGENT_ENDINGS = ("er", "ers", "or", "ors", "ist", "ists", "ian", "ians")
"""Of nouns for who does something: writers, actors, novelists, musicians."""

WH_KINDS: Mapping[str, str] = {"who": "person", "whom": "person", "when": "time", "where": "place"}
"""Question words that say by themselves what kind of thing is asked for."""

WH_WORDS = frozenset((*WH_KINDS, "what", "which"))

FOCUS_GAPS = frozenset(_words("is are was were s the a an some main different"))
"""What may stand between "what", "which", "who" or "how many" and the noun that is asked for."""

IMPERATIVES = frozenset(_words("give list name show find tell get enumerate return"))
"""Words that begin a question without a question word."""

TOLD_GAPS = FOCUS_GAPS | frozenset(_words("me us all every of names each any both"))
"""What may stand between one of `IMPERATIVES` and the noun that is asked for."""

KINDS: Mapping[str, tuple[str, ...]] = {
    "person": ("person", "people", "man", "woman", "human", "someone"),
    "place": ("place", "country", "city", "region", "state", "town"),
    "time": ("year", "date", "time", "day"),
    "number": ("number", "amount", "quantity"),
    "organisation": ("organisation", "company", "institution", "team"),
    "work": ("film", "movie", "book", "song", "album", "series", "novel", "game", "painting"),
    "concept": ("kind", "type", "category", "sort"),
}
"""Nouns for each kind of thing."""

KIND_NAMES: Mapping[str, tuple[str, ...]] = {
    "person": _words(
        """John Smith|Maria Garcia|Wei Zhang|Anna Kowalska|Ahmed Hassan|James Brown|Yuki Tanaka|Priya Sharma|
        Elizabeth Taylor|Johann Weber|Ivan Petrov|Fatima Ali|Henry IV of France|David O'Connor|Jean-Pierre Dubois|
        Queen Victoria""",
        "|",
    ),
    "place": _words(
        """London|Brazil|Tokyo|California|Germany|Mount Everest|New York City|Nairobi|Bavaria|River Thames|Indonesia|
        Paris, France""",
        "|",
    ),
    "time": ("1995", "2004", "1887", "May 3, 1999", "2012-06-01", "June 1970", "1066"),
    "number": ("12", "7.4", "1,200,000", "0.35", "98", "3"),
    "organisation": _words(
        """Microsoft|University of Oxford|World Health Organization|Ford Motor Company|United Nations|
        National Institute of Standards|Acme Inc.""",
        "|",
    ),
    "work": _words(
        """The Great Escape|War and Peace|A Night to Remember|Gone with the Wind|The Catcher in the Rye|
        Love in the Afternoon|Dark Side of the Moon""",
        "|",
    ),
    "concept": _words(
        "comedy|engineering|blue|catholicism|male|lawyer|cancer|english|football|chemistry|thriller|genome",
        "|",
    ),
}
"""Names of each kind: what other names are compared with."""

_IDIOMS = (
    (
        """describe describes described describing description word words term terms topic topics about subject
        subjects concerning regarding""",
        "tag keyword topic subject theme description",
    ),
    ("kind kinds type types sort sorts style styles", "genre category type kind"),
    ("spoken speak speaks spoke", "language"),
    ("popular popularity famous known fame", "popularity votes fame"),
    (
        "good bad rating ratings rate rated rates opinion think audience audiences review reviews score scores",
        "rating score review",
    ),
    ("when date dates", "date year time"),
    ("man woman male female boy girl", "gender sex"),
    ("killed kill kills die died dies", "cause death"),
    ("come comes came", "nationality country origin"),
    ("live lives lived reside resides", "residence location home"),
    ("work works worked working job jobs living employed business", "profession occupation employer job"),
    ("where", "place location country city"),
    ("border borders bordering adjacent next", "neighbour border"),
    ("money", "currency"),
    ("wife husband partner married marry couple darling half", "spouse partner"),
    ("son daughter kid kids offspring heir baby", "child children"),
    ("mother father mom mum dad", "parent parents"),
    (
        "star stars starring starred cast appear appears appeared appearing actor actors actress actresses",
        "actor actors cast acted",
    ),
    ("helmed helms filmmaker filmmakers", "director directed"),
    ("penned author authored screenwriter screenwriters scripted", "writer author wrote written"),
    ("boss bosses manager managers supervisor supervisors", "manager supervisor reports"),
    ("old age aged", "born birth age"),
    ("inhabitants residents citizens", "population"),
    ("expensive cheap costs worth", "price cost budget"),
    ("located situated lies lie", "location place country city"),
)

THESAURUS: Mapping[str, tuple[str, ...]] = {
    word: _words(meant) for words, meant in _IDIOMS for word in _words(words)
}
"""Words of questions with the words that graphs use for what they ask; an encoder of sentences misses these."""
