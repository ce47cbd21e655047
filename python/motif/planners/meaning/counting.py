"""What is counted for each thing, and by which relation: "and how many X feed on each of them"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from motif.graphs.meaning import Aggregate, Branch, Column, Omission, Selection, Value
from motif.planners.english import DOING
from motif.planners.meaning.anchors import content
from motif.planners.meaning.drafts import Draft, Link, Spot, key_of
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.omission import omission
from motif.planners.meaning.property_words import is_rate
from motif.planners.meaning.relating import Evidence, Relator
from motif.planners.meaning.request import Request
from motif.planners.meaning.roles import role_of
from motif.planners.meaning.schema_words import Relation, words_in
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.time_spans import is_span
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading

_PRONOUNS = {"them", "each", "it", "they", "he", "she", "those", "these", "him", "her"}


def counted_for_each(
    linker: Linker, reading: Reading, draft: Draft, request: Request
) -> tuple[Draft, list[Column]]:
    """The draft with what is counted for each of its things, and a column for each count."""
    found = []
    for piece, (first, last) in request.counted:
        label = _counted_label(piece, draft.spots[0].label)
        said = {word.low for word in reading.words[first : last + 1]}
        hidden = {link.far for link in draft.links if link.count is not None}
        shown = (at for at, one in enumerate(draft.spots) if at and at not in hidden and not one.names)
        place = next((at for at in shown if draft.spots[at].label == label), None)
        if place is None or (not said & _AGAIN and len(draft.spots) < 3):
            spot = Spot(label, (), reading.span(piece.first, piece.last), piece.first)
            draft, place = _joined(linker, reading, draft, spot, range(first, last + 1))
        if place is not None:
            found.append(Column("count", Aggregate("count", Value(key_of(place)), distinct=True)))
    return draft, found


_AGAIN = {"such", "those", "these", "shared", "of"}


def _joined(
    linker: Linker, reading: Reading, draft: Draft, spot: Spot, words: range
) -> tuple[Draft, int | None]:
    """With a place, ``spot``, for what is counted, joined to the root by the relation said; none is enough."""
    root, label = draft.spots[0].label, spot.label
    assert label is not None
    found = counted_relation(linker.vocabulary, Relator(linker, reading), reading, root, label, words)
    if found is None:
        return draft, None
    one, forward = found
    place = len(draft.spots)
    return draft.linked(Link(0, place, one.type, forward, optional=True), spot), place


def _counted_label(piece: Piece, root: str | None) -> str:
    """What is counted for each thing: of a deed, "their bookings", the end that the things are not."""
    labels = [one.labels[0] for one in piece.of("label")]
    others = [one for one in labels if one != root] if piece.of("label")[0].is_role else []
    return (others or labels)[0]


def counted_otherwise(
    linker: Linker, reading: Reading, request: Request, selection: Selection
) -> Iterator[Omission]:
    """Words of what is counted for each that the relation to it does not say: "guests who stayed there", of those who
    reviewed it."""
    for piece, (first, last) in request.counted:
        span = reading.span(piece.first, piece.last)
        branches = [one for one in selection.place.tests if isinstance(one, Branch) and one.optional]
        types = {kind for one in branches if one.place.span == span for kind in one.types}
        own = {*words_in(selection.place.label or "").lemmas, reading.words[piece.last].lemma, "part"}
        said = content(reading, [at for at in range(first, last + 1) if not piece.first <= at <= piece.last])
        said = [at for at in said if reading.words[at].lemma not in own | listed("words", "belonging")]
        for one in linker.vocabulary.relations:
            if one.type in types and {one.source, one.target} >= {selection.place.label}:
                said = [at for at in said if at not in Relator(linker, reading).evidence(one, said).words]
        said += [one.first for one in reading.numbers if first <= one.first <= last]
        if types and said:
            yield omission(reading, "word", min(said), max(said))


def counted_relation(
    vocabulary: Vocabulary, relator: Relator, reading: Reading, root: str | None, label: str, words: range
) -> tuple[Relation, bool] | None:
    """The relation between the things and what is counted, by the words of the count, and whether it goes out.

    Without words for any of them the commonest; None where nothing joins the two labels.
    """
    best: tuple[float, Relation, bool] | None = None
    said = content(reading, words)
    for one in vocabulary.relations:
        for goes in (True, False):
            if (root, label) != ((one.source, one.target) if goes else (one.target, one.source)):
                continue
            found = relator.evidence(one, said)
            score = found.score
            if one.source == one.target:
                score += 0.25 * _way(reading, one, found, words) * (1 if goes else -1)
            if best is None or score > best[0]:
                best = score, one, goes
    return None if best is None else best[1:]


def commonest_relation(
    vocabulary: Vocabulary, relator: Relator, draft: Draft, said: Sequence[int]
) -> tuple[Relation, bool, Evidence] | None:
    """The relation by which the draft's things are the most joined, whether it goes out, and what says it.

    Rather one of what is ``said`` and explains nothing else, and rather one that leads to them.
    """
    root = draft.spots[0].label
    found = [
        (one, goes, relator.evidence(one, said))
        for one in vocabulary.relations
        for goes in (False, True)
        if root == (one.source if goes else one.target)
    ]
    return max(found, key=lambda way: (way[2].score, not way[1], way[0].count, way[0].type), default=None)


def _way(reading: Reading, relation: Relation, found: Evidence, words: range) -> float:
    """How much the words say that the thing does it to what is counted (+), or the other way round (-)."""
    if not found.words:
        return 0.0
    texts = reading.words
    verb = max(found.words)
    each = next((at for at in words if texts[at].low in _PRONOUNS), verb)
    role = role_of(relation, texts[verb])
    tail = _between(reading, range(verb + 1, words.stop))
    if role is not None and "as" in _between(reading, range(each, verb)):
        return -1.0 if role == "target" else 1.0
    if role is not None and tail[:1] and tail[0] in ("of", "to"):
        is_root = each > verb or texts[each].low in ("they", "he", "she", "it")
        return (
            (-1.0 if role == "target" else 1.0)
            if is_root and each < verb
            else (1.0 if role == "target" else -1.0)
        )
    does = -1.0 if role == "target" else 1.0
    if each < verb and DOING & set(_between(reading, range(words.start, each))):
        return does
    is_passive = "by" in tail
    return does if is_passive else -does


def _between(reading: Reading, words: Sequence[int]) -> list[str]:
    return [reading.words[at].low for at in words if at < len(reading.words)]


def done_in_all(vocabulary: Vocabulary, draft: Draft, counted: Value) -> int | None:
    """ "How many goals did X score?": the other end of what is counted, where that is no thing but what was done, and
    may have been done to one thing more than once; else None."""
    ends = {key_of(at): at for at, one in enumerate(draft.spots) if one.at < 0 and not one.names}
    at = ends.get(counted.place)
    if at is None or counted.property is not None:
        return None
    links = [one for one in draft.links if at in (one.near, one.far)]
    if len(links) != 1 or links[0].negated or links[0].count is not None or not links[0].span[1]:
        return None
    return links[0].near + links[0].far - at if vocabulary.multiplicity.repeats(links[0].type) else None


def amount_of(vocabulary: Vocabulary, reading: Reading, draft: Draft) -> Column | None:
    """ "How much has X invested?": the sum of the one number that relationships of one type have."""
    low = [word.low for word in reading.words]
    if not any(low[at : at + 2] == ["how", "much"] for at in range(len(low))):
        return None
    held = [
        (link, one)
        for link in draft.links
        for one in vocabulary.relation_properties
        if one.owner == link.type and one.kind == "number" and link.group < 0 and not link.negated
        if not is_span(one) and not is_rate(one.words)
    ]
    if len(held) != 1:
        return None
    link, one = held[0]
    return Column("sum", Aggregate("sum", Value(key_of(link.far), one.name, of_relationship=True)))


def root_is_counted(draft: Draft, request: Request, has_columns: bool) -> bool:
    """Whether how many there are is asked of what has a name, which is one: "how many dramas" are no genre."""
    root = draft.spots[0]
    return bool(root.names) and not draft.links and not has_columns and request.grouped_by is None
