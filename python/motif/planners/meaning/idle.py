"""Words that say no more than what a draft has: "has never earned a single badge", "went to", "located", "everyone"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set

from motif.graphs.meaning import Condition
from motif.graphs.spans import span_of
from motif.planners.meaning.alike import is_kin
from motif.planners.meaning.drafts import Draft
from motif.planners.meaning.property_reading import sorts_said
from motif.planners.meaning.receiving import GETTING, OUT_AND_IN, is_received
from motif.planners.meaning.roles import is_made, roles_in
from motif.planners.meaning.schema_words import words_in
from motif.planners.meaning.verbs import found_there, light_verbs
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import is_verb_form, stem
from motif.planners.reading.lexicon import table
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading
from motif.planners.reading.words import Word


def idle_words(vocabulary: Vocabulary, reading: Reading, draft: Draft) -> Iterator[int]:
    """Places of words that leave nothing out, given what the draft has."""
    yield from _of_all(draft, vocabulary, reading)
    yield from sorts_said(vocabulary, reading.words)
    yield from _told_as(draft, reading)
    yield from _on_file(draft, reading)
    yield from _acting_as(draft, reading)
    yield from _done_in(draft, reading)
    yield from _rest_of_name(draft, reading)
    yield from _lasting(draft, reading)
    yield from _rest_of_label(vocabulary, draft, reading)
    yield from _rest_of_relation(vocabulary, draft, reading)
    if any(one.negated for one in draft.links) or any(one.negated for one in draft.checks):
        said = [*reading.of("not_one"), *reading.of("nobody")]
        yield from (at for mark in said for at in range(mark.first, mark.last + 1))
    if draft.links:
        yield from _called_types(reading, draft)
        yield from _only_had(reading, draft) if not draft.guessed else ()
        yield from _single(reading, listed("words", "vague"))
        yield from _said_again(reading, draft)
        yield from _made(vocabulary, reading, draft)
        yield from _deeds(vocabulary, reading, draft)
        yield from light_verbs(reading)
        yield from found_there(reading) if not draft.guessed else ()
        yield from _single(reading, listed("words", "belonging")) if not draft.guessed else ()
        yield from _classing(vocabulary, reading, draft)
        yield from _single(reading, OUT_AND_IN.keys())
        yield from _got(reading, draft) if not draft.guessed else ()
        yield from _shared_by(vocabulary, reading, draft)
        if any(is_received(reading.words, at) for at in range(len(reading.words))):
            yield from _single(reading, {*GETTING, "received", "got"})
    places = set(_places_said(vocabulary, draft))
    if places & listed("words", "places"):
        yield from _single(reading, listed("words", "situating"))
    if places & (listed("words", "places") | listed("words", "origins")):
        yield from _single(reading, listed("words", "hailing"))


def _got(reading: Reading, draft: Draft) -> Iterator[int]:
    """ "Which questions received an answer", where answers lead to questions, or questions have them."""
    words = reading.words
    for at, word in enumerate(words):
        if word.lemma not in _GETTING and word.low not in ("received", "got"):
            continue
        for link in draft.links:
            ends = (link.near, link.far) if link.forward else (link.far, link.near)
            source, target = (draft.spots[end].at for end in ends)
            has = words_in(link.type).lemmas[0] == "have"
            was, got = (source, target) if has else (target, source)
            if was < at < got <= at + _NEAR:
                yield at


_GETTING = {*GETTING, "attract", "collect", "draw"}
_NEAR = 5
"""Words from a verb to what was gotten, at most."""


def _shared_by(vocabulary: Vocabulary, reading: Reading, draft: Draft) -> Iterator[int]:
    """ "Offices shared by several teams", where teams and offices are joined in one way only."""
    low, several = [word.low for word in reading.words], {one.number.first for one in reading.bounds}
    for at in range(1, len(low) - 1):
        counted = several & {*range(at + 2, at + 5)}
        if low[at] == "shared" and low[at + 1] in ("by", "between", "among") and counted:
            labels = [(draft.spots[one.near].label, draft.spots[one.far].label) for one in draft.links]
            kinds = [{way.type for way, _ in vocabulary.ways(*both)} for both in labels if all(both)]
            yield from [at] if len(labels) == 1 and [len(types) for types in kinds] == [1] else []


def _only_had(reading: Reading, draft: Draft) -> Iterator[int]:
    """ "Amenities offered by a listing", which has them; "that include X as a member" of what it belongs to."""
    words = reading.words
    if any(words_in(link.type).lemmas[0] == "have" for link in draft.links):
        yield from _single(reading, listed("relating", "had"))
    for at in range(1, len(words)):
        is_member = words[at].lemma == "member" and words[at - 1].low in ("a", "an", "as")
        if is_member and "as" in (words[at - 1].low, words[max(at - 2, 0)].low):
            yield at


def _called_types(reading: Reading, draft: Draft) -> Iterator[int]:
    """ "In the ACTED_IN relationship", of a draft that has one: its type as it is written, and the word behind it."""
    types = {link.type for link in draft.links}
    for at, word in enumerate(reading.words):
        if word.text in types and not word.text.islower():
            yield at
            yield from (at + 1 for behind in reading.words[at + 1 : at + 2] if behind.lemma in _RELATIONSHIPS)


_RELATIONSHIPS = {"relationship", "relation", "edge", "link"}


def _single(reading: Reading, said: Set[str]) -> Iterator[int]:
    """Where one of the words stands, but not as a further condition: "born in X or living there"."""
    words = reading.words
    for at, word in enumerate(words):
        if {word.low, word.lemma} & said and words[at - 1].low not in ("and", "or"):
            yield at


def _of_all(draft: Draft, vocabulary: Vocabulary, reading: Reading) -> Iterator[int]:
    """ "Everyone in the cast of X", "everything that X has asked": all of what no noun names."""
    root = draft.spots[0]
    if root.at < 0 and draft.links:
        is_person = root.label in vocabulary.persons
        said = listed("words", "everyone" if is_person else "everything")
        yield from (at for at, word in enumerate(reading.words) if word.low in said)


def _told_as(draft: Draft, reading: Reading) -> Iterator[int]:
    """ "Marked as sensitive", of which a condition says that it is so."""
    words, begun = (
        reading.words,
        {one.test.span[0] for one in draft.checks if isinstance(one.test, Condition)},
    )
    for at in range(len(words) - 2):
        if words[at].low in listed("words", "telling") and words[at + 1].low == "as":
            yield from (at for word in words[at + 2 : at + 4] if word.start in begun)


def _on_file(draft: Draft, reading: Reading) -> Iterator[int]:
    """ "A fax number listed", "products listed": directly behind what is had, at the end or before a mark."""
    words = reading.words
    for at in range(1, len(words)):
        ends = all(one.kind == "mark" for one in words[at + 1 : at + 2])
        if (
            words[at].low in _FILED
            and ends
            and (at - 1 in draft.used or any(one.at == at - 1 for one in draft.spots))
        ):
            yield at


_FILED = {"listed", "recorded", "registered", "stored", "available", "given", "found"}


def _acting_as(draft: Draft, reading: Reading) -> Iterator[int]:
    """ "Act as assistant", of which a condition on a relationship says that it was one."""
    words = reading.words
    begun = {one.span[0] for link in draft.links for one in link.where if isinstance(one, Condition)}
    for at in range(len(words) - 2):
        if words[at].lemma in _ACTING and words[at + 1].low == "as":
            yield from (at for word in words[at + 2 : at + 4] if word.start in begun)


_ACTING = {"act", "acted", "acting", "serve", "served", "serving", "work", "worked", "working"}


def _done_in(draft: Draft, reading: Reading) -> Iterator[int]:
    """ "Written in Welsh", of which a condition or a link says that this is the language; "what is it written in?"."""
    words, verbs = reading.words, table("words")["done_in"]
    begun = [(one.span[0], words_in(one.property).lemmas) for one in _conditions(draft)]
    begun += [
        (draft.spots[end].span[0], words_in(link.type).lemmas)
        for link in draft.links
        for end in (link.near, link.far)
    ]
    done = [
        (at, nouns)
        for at in range(len(words) - 2)
        for start, nouns in begun
        if words[at + 1].low in _IN and words[at + 2].start == start
    ]
    for at, nouns in [*done, *_asked_in(reading)]:
        yield from (at for noun in {*nouns} & verbs.keys() if words[at].lemma in verbs[noun])


def _asked_in(reading: Reading) -> Iterator[tuple[int, tuple[str, ...]]]:
    """ "What language is X written in?", "In what language is it written?": the place of the verb, with what is asked
    for."""
    words, last = reading.words, reading.last
    begins = words[0].low in _IN
    at = last if begins else last - 1
    if at > 1 and words[begins].low in ("what", "which") and (begins or words[last].low in _IN):
        yield at, (words[begins + 1].lemma,)


_IN = ("in", "of", "from", "under")


def _rest_of_relation(vocabulary: Vocabulary, draft: Draft, reading: Reading) -> Iterator[int]:
    """ "Home ground", of a relation to a venue that is called a home one, where the venue is said before."""
    words = reading.words
    own = {part for link in draft.links for part in words_in(link.type).stems}
    said = [
        vocabulary.labels[spot.label]
        for spot in draft.spots
        if spot.at >= 0 and spot.label in vocabulary.labels
    ]
    for at in range(1, len(words)):
        if stem(words[at - 1].text) in own and any(is_kin(words[at].lemma, one) for one in said):
            yield at


def _rest_of_label(vocabulary: Vocabulary, draft: Draft, reading: Reading) -> Iterator[int]:
    """ "Accidents of flights", which are called flight accidents."""
    parts = parts_of_labels(vocabulary, reading.words, [spot.label for spot in draft.spots if spot.at >= 0])
    yield from parts


def parts_of_labels(
    vocabulary: Vocabulary, words: Sequence[Word], labels: Iterable[str | None]
) -> Iterator[int]:
    """Words of the names of labels but for their heads, where the heads are said elsewhere."""
    heads = {word.lemma for word in words}
    for label in labels:
        spoken = vocabulary.labels.get(label or "")
        if spoken is not None and len(spoken.lemmas) > 1 and spoken.lemmas[-1] in heads:
            parts = [at for at, word in enumerate(words) if word.lemma in spoken.lemmas[:-1]]
            yield from parts
            yield from (at - 1 for at in parts if at and words[at - 1].low in ("involving", "including"))


def _lasting(draft: Draft, reading: Reading) -> Iterator[int]:
    """ "Lasted longer than 80 days", of which a bound says how long it was."""
    long = table("comparing")["adjectives"]["long"]["+"]
    for test in _conditions(draft):
        span = span_of(test.property)
        if span is not None or {*words_in(test.property).lemmas} & {*long}:
            yield from _single(reading, LASTING)


LASTING = {"last", "lasts", "lasted", "lasting", "take", "taken", "taking", "run", "ran", "live", "lived"}


def _rest_of_name(draft: Draft, reading: Reading) -> Iterator[int]:
    """The rest of what a property is called, with a noun between: "night service offered" of `nightOffered`."""
    words = reading.words
    for test in _conditions(draft):
        own = {*words_in(test.property).stems}
        at = next((at for at, word in enumerate(words) if word.start >= test.span[1]), len(words))
        said = {stem(word.text) for word in words[:at] if word.start >= test.span[0]}
        ends = [
            there for there in range(at, min(at + 2, len(words))) if stem(words[there].text) in own - said
        ]
        if said & own and ends and all(word.kind == "word" for word in words[at : ends[-1]]):
            yield from range(at, ends[-1] + 1)


def _conditions(draft: Draft) -> Iterator[Condition]:
    return (one.test for one in draft.checks if isinstance(one.test, Condition))


def _classing(vocabulary: Vocabulary, reading: Reading, draft: Draft) -> Iterator[int]:
    """ "The Risk Analyst position", of a vacancy that is called so: a noun behind a name for what has it anyway."""
    for spot in draft.spots:
        behind = (at for at, word in enumerate(reading.words) if spot.names and word.start > spot.span[0])
        at = next((at for at in behind if reading.words[at].start >= spot.span[1]), len(reading.words))
        label = vocabulary.labels.get(spot.label or "")
        if label is not None and at < len(reading.words) and is_kin(reading.words[at].lemma, label):
            yield at


def _said_again(reading: Reading, draft: Draft) -> Iterator[int]:
    """ "Who plays or has played for X?": the verb of a link once more."""
    words = reading.words
    for at in range(2, len(words)):
        joined = at - 1 - (words[at - 1].low in ("has", "have", "had", "was", "were", "is", "are"))
        before = joined - 1
        if before >= 0 and words[joined].low in ("or", "and") and _is_same_verb(words[before], words[at]):
            yield from (there for there, other in ((at, before), (before, at)) if other in draft.used)


def _made(vocabulary: Vocabulary, reading: Reading, draft: Draft) -> Iterator[int]:
    """ "Write the libretto for", where relationships are called by what is made: `librettoBy`; "authors who wrote"."""
    words, making = reading.words, listed("relating", "making")
    types = {link.type for link in draft.links}
    said = {part for one in types for part in words_in(one).stems}
    for at, word in enumerate(words):
        if word.lemma not in making or at in draft.used:
            continue
        the = at + 1 + (words[at + 1 : at + 2] != () and words[at + 1].low in _ARTICLES)
        is_noun = the in draft.used and not is_verb_form(words[the].low) and stem(words[the].text) in said
        before = at - 1 - (at > 1 and words[at - 1].low in ("who", "that", "have", "has"))
        roles = roles_in(vocabulary.relations, words[before]) if at else []
        if is_noun or any(one.type in types for one, _ in roles):
            yield at


def _deeds(vocabulary: Vocabulary, reading: Reading, draft: Draft) -> Iterator[int]:
    """ "Guests who cancelled a booking", of whom a relationship says that they booked, and that this was cancelled."""
    types = {link.type for link in draft.links if link.where}
    told = [one for one in vocabulary.relations if one.type in types]
    yield from (at for at, word in enumerate(reading.words) if any(is_made(one, word) for one in told))


_ARTICLES = ("the", "a", "an", "its", "their")


def _is_same_verb(one: Word, other: Word) -> bool:
    return one.lemma == other.lemma or other.low.startswith(one.lemma)


def _places_said(vocabulary: Vocabulary, draft: Draft) -> Iterator[str]:
    """Nouns for the places in which links or conditions say that something is, and no more of it than that."""
    for check in draft.checks:
        if isinstance(check.test, Condition):
            yield from words_in(check.test.property).lemmas[-1:]
    small = listed("words", "plain") | listed("words", "situating") | listed("words", "places")
    for link in draft.links:
        if set(words_in(link.type).lemmas) <= small:
            ends = (draft.spots[link.near].label, draft.spots[link.far].label)
            yield from (vocabulary.labels[label].lemmas[-1] for label in ends if label in vocabulary.labels)
