"""Nouns for kin that tell their sex, where only a property does: "sons of X" are his children who are male."""

from __future__ import annotations

from collections.abc import Iterator

from motif.graphs.meaning import NOWHERE, Condition, Omission
from motif.planners.meaning.drafts import Check, Draft
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.names import NameReader
from motif.planners.meaning.schema_words import words_in
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import table
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading

_SEXES = {"gender", "sex"}


def of_their_sex(linker: Linker, reading: Reading, draft: Draft) -> Draft:
    """The draft whose things are of the sex that the one noun for them tells."""
    nouns, root = kin_nouns(linker, reading), draft.spots[0]
    is_such = len(nouns) == 1 and not root.names and root.span == NOWHERE and bool(draft.links)
    if not is_such or not _is_head(reading, nouns[0]):
        return draft
    [at] = nouns
    sex = table("words")["kin"][reading.words[at].lemma]
    for value in NameReader(linker.graph, linker.vocabulary).of_sex(sex):
        if root.label in value.labels:
            test = Condition(value.property, "=", value.texts[0], reading.span(at, at))
            return draft.checked(Check(0, test)).using({at})
    return draft


def kin_nouns(linker: Linker, reading: Reading) -> list[int]:
    """Places of such nouns, but for those that the schema itself has, and for "brothers and sisters", who are of either
    sex; none where no property tells it."""
    vocabulary, kin = linker.vocabulary, table("words")["kin"]
    found = [
        at for at, word in enumerate(reading.words) if word.lemma in kin and not _is_of_either(reading, at)
    ]
    if not found or not any(_SEXES & {*one.words.lemmas} for one in vocabulary.properties):
        return []
    spoken = [*(one.words for one in vocabulary.kinds), *(one.words for one in vocabulary.properties)]
    spoken += vocabulary.labels.values()
    known = {one for said in spoken for one in said.stems}
    return [at for at in found if stem(reading.words[at].text) not in known]


def _is_head(reading: Reading, at: int) -> bool:
    """Whether a noun is what is asked for: "the sons of X", "X's sons", and no "parents of a son"."""
    low = [word.low for word in reading.words]
    opening = listed("asking", "opening") | listed("asking", "opening_list") | {"which", "common", "shared"}
    if low[at - 1] == "'s" if at else False:
        return at == reading.last
    return low[0] != "whose" and all(word in opening for word in low[:at])


def _is_of_either(reading: Reading, at: int) -> bool:
    """Whether the noun for the other sex stands beside: "brothers and sisters"."""
    kin, words = table("words")["kin"], reading.words
    own = kin[words[at].lemma]
    for joint, other in ((at - 1, at - 2), (at + 1, at + 2)):
        if 0 <= other < len(words) and words[joint].low in ("and", "or"):
            return bool(kin.get(words[other].lemma, own) != own)
    return False


def unheeded_kin(linker: Linker, reading: Reading, draft: Draft) -> Iterator[Omission]:
    """Such nouns whose sex nothing tells in the draft; "in-law"; kin of kin that one relation is taken for."""
    tests = [one.test for one in draft.checks if isinstance(one.test, Condition)]
    n_told = sum(bool(_SEXES & {*words_in(one.property).lemmas}) for one in tests)
    unheeded, words = kin_nouns(linker, reading)[n_told:], reading.words
    far = (
        listed("words", "kin_of_kin")
        if draft.spots[0].label in linker.vocabulary.persons
        else frozenset[str]()
    )
    said = {lemma for link in draft.links for lemma in words_in(link.type).lemmas}
    for at, word in enumerate(words):
        is_law = at > 0 and word.low == "law" and words[at - 1].low in ("in", "-") and "law" not in said
        is_far = word.lemma in far and word.lemma not in said
        if is_law or (is_far and len(draft.links) == 1):
            unheeded.append(at)
    yield from (Omission("word", reading.span(at, at), words[at].text) for at in dict.fromkeys(unheeded))
