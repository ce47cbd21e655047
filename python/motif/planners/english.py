"""What a reader of English brings to any graph: small words, turns of phrase, and what kinds of things names are of."""

from __future__ import annotations

from collections.abc import Mapping

from motif.planners.reading.lexicon import table


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


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

BEING = frozenset(_words("is are was were"))
DOING = frozenset(_words("do does did"))
HAVING = frozenset(_words("has have had having with"))
AUXILIARIES = BEING | DOING | {"has", "have", "had"}
ARTICLES = frozenset(_words("a an the"))
POSSESSIVES = frozenset(_words("his her its their"))
PRONOUNS = POSSESSIVES | {"he", "she", "it", "they", "them"}
RELATIVES = frozenset(_words("that which who"))
DENYING = frozenset(_words("not never n't"))

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

KINDS: Mapping[str, tuple[str, ...]] = {kind: tuple(nouns) for kind, nouns in table("kinds")["kinds"].items()}
"""Nouns for each kind of thing."""

KIND_NAMES: Mapping[str, tuple[str, ...]] = {
    kind: tuple(names) for kind, names in table("kinds")["names"].items()
}
"""Names of each kind: what other names are compared with."""

THESAURUS: Mapping[str, tuple[str, ...]] = {
    word: tuple(idiom["meant"]) for idiom in table("kinds")["idioms"] for word in idiom["said"]
}
"""Words of questions with the words that graphs use for what they ask; an encoder of sentences misses these."""
