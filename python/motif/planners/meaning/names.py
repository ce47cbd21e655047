"""Names and values of a graph that a question says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from motif.catalog.name_properties import calls_one
from motif.indexes.mentions import Occurrence
from motif.planners.linking import linker_of
from motif.planners.linking_words import COMMON_WORDS
from motif.planners.meaning.alike import is_kin
from motif.planners.meaning.schema_words import Words, words_in
from motif.planners.meaning.senses import Anchor, Sense
from motif.planners.meaning.split_names import whole_names
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.protocol import PlanningGraph
from motif.planners.reading.lemmas import is_past, stem
from motif.planners.reading.lexicon import table
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading
from motif.planners.reading.words import Word

CALLED = 0.99
"""How surely what tells one node from all others calls it, beside its name."""

NEAR = 0.6
"""How like a name words must be, of 1, to be read as it."""

RARER = 0.02
"""How much less likely a value is that of a property which fewer have it in: what is charged as a theft is a theft."""

COPIED = -0.4
"""Of a value of things that is the name of what they are joined to."""

ONE_SEX = 0.88
"""How surely a noun for persons of one sex stands for those of a label."""

CAPITALS = 0.9
"""How surely words are a name that are plain ones, but written as a name is."""

_CODE = 4
"""Letters of a code, at most."""

_DATED = 2
"""Words between a verb and the day on which something was done, at most, but for the one behind it."""

_ROWS = 64
"""Nodes of a name, and owners of a value, whose labels are looked at."""


@dataclass(frozen=True, slots=True)
class NameReader:
    """Reads the names and values of one epoch of a graph."""

    graph: PlanningGraph
    vocabulary: Vocabulary

    def senses(self, reading: Reading) -> Iterator[tuple[int, int, Sense]]:
        words, seen = reading.words, set[tuple[int, int]]()
        parts = list[tuple[int, int, Occurrence]]()
        linker = linker_of(self.graph.values)
        for text, starts in _texts(reading):
            for found in linker.occurrences(text):
                first, last = starts.get(found.start), _ending(starts, words, text, found.end)
                if first is None or last is None or (first, last) in seen:
                    continue
                seen.add((first, last))
                parts.append((first, last, found))
                window = words[first : last + 1]
                score = name_score(window, first)
                if score and not (first == last and self._tells_when(reading, first)):
                    meant = self._meant(found, score, reading.question[words[first].start :])
                    yield from ((first, last, sense) for sense in meant if not _is_only_code(window, sense))
        yield from whole_names(self.graph, self.vocabulary, parts)

    def _tells_when(self, reading: Reading, at: int) -> bool:
        """Whether a verb says when something was done, of which a property tells the day: "released after 2010" says
        nothing of a status."""
        word, behind = reading.words[at], range(at + 2, at + 2 + _DATED)
        if not word.text.islower() or not is_past(word.low) or reading.words[at - 1].kind == "quoted":
            return False
        is_dated = any(one.may_be_year or one.date for one in reading.numbers if one.first in behind)
        key = stem(word.text)
        return is_dated and any(
            one.kind in ("date", "year") and key in one.words.stems for one in self.vocabulary.properties
        )

    def sexes(self, reading: Reading) -> Iterator[tuple[int, int, Sense]]:
        """Nouns for persons that tell their sex, "women", as the values by which a graph does, and as those who have
        them; "queens" as monarchs of one sex. No "women's team"."""
        for at, word in enumerate(reading.words):
            if [one.low for one in reading.words[at + 1 : at + 2]] == ["'s"]:
                continue
            kind, sex = _kind_and_sex(word)
            last = at + 2 * _are_both(reading.words[at : at + 3])
            for value in self.of_sex(sex):
                of_kind = [one for one in value.labels if is_kin_or_same(kind, words_in(one))]
                yield from () if kind else [(at, at, value)]
                for label in of_kind if kind else value.labels:
                    if last > at:
                        yield at, last, Sense("label", ONE_SEX, (label,))
                    yield at, at, Sense("label", ONE_SEX, (label,), value.texts, value.property)

    def of_sex(self, sex: str) -> Iterator[Sense]:
        """The values by which a graph tells a sex."""
        for text in table("words")["sexes"].get(sex, ()):
            for found in linker_of(self.graph.values).occurrences(text):
                for one in self._meant(found, 1.0, ""):
                    if one.kind == "value" and {"gender", "sex"} & {*words_in(one.property).lemmas}:
                        yield one

    def near(self, reading: Reading, known: set[int]) -> Iterator[tuple[int, int, Sense]]:
        """What is misspelt or said in part: "Micheal Mann", "Pacino"; only where that is one name.

        Looked for where a word that nothing else explains (not in ``known``) may be of a name.
        """
        unknown = {at for at in range(len(reading.words)) if at not in known and _may_name(reading, at)}
        if not unknown:
            return
        names = self.graph.values.projection.nodes.names
        starts = {word.start: at for at, word in enumerate(reading.words)}
        ranked = {at for one in reading.measures for at in range(one.first, one.last + 1)}
        for mention in linker_of(self.graph.values).candidates(reading.question, described=True):
            if mention.kind != "fuzzy" or mention.score < NEAR:
                continue
            if len({names[row] for row in mention.rows.tolist()}) > 1 or mention.start not in starts:
                continue
            first = starts[mention.start]
            last = _ending(starts, reading.words, reading.question, mention.end)
            if last is None or not unknown & set(range(first, last + 1)):
                continue
            if first in ranked and reading.words[first].text == reading.words[first].low:
                continue  # "the most valuable teams" are no Most Valuable Player
            n_named = int((mention.rows < self.graph.projection.n_nodes).sum())
            found = Occurrence(mention.start, mention.end, mention.text, mention.rows, n_named)
            yield from ((first, last, sense) for sense in self._meant(found, mention.score, ""))

    def _meant(self, found: Occurrence, score: float, said: str) -> Iterator[Sense]:
        """What an entry of the index means: nodes called so, and properties that have it as a value.

        ``said`` is the question from where it stands.
        """
        n_nodes = self.graph.projection.n_nodes
        named = found.rows[: found.n_named] if found.n_named else found.rows
        nodes = named[named < n_nodes][:_ROWS].tolist()
        if not nodes and not (found.rows >= n_nodes).any():
            nodes = found.rows[found.rows < n_nodes][:_ROWS].tolist()
        if nodes:
            names = self.graph.projection.nodes.names
            called = tuple(dict.fromkeys(names[row] for row in nodes))
            yield Sense("name", score, tuple(sorted(self.vocabulary.labels_of(nodes))), called)
        values = self.graph.values.projection
        by_property: dict[str, list[int]] = {}
        for row in found.rows[found.rows >= n_nodes].tolist():
            by_property.setdefault(values.nodes.labels(row)[0], []).append(row)
        owned = {
            name: [row for one in rows for row in values.incoming.neighbours(one)[:_ROWS].tolist()]
            for name, rows in by_property.items()
            if self._holds_text(name)
        }
        most = max(map(len, owned.values()), default=0)
        for name, owners in owned.items():
            labels = tuple(sorted(self.vocabulary.labels_of(owners)))
            rarer = RARER * (len(owners) < most)
            held = [values.nodes.names[row] for row in by_property[name]]
            text = _as_said(held, said)
            called_so = None if nodes else self._called_by(name, text, set(owners), labels, score)
            if called_so is not None:
                yield called_so
            yield Sense("value", score * 0.9 - rarer, labels, (text,), name)

    def _called_by(
        self, name: str, text: str, owners: set[int], labels: tuple[str, ...], score: float
    ) -> Sense | None:
        """The one node that a value tells from all others, as its name would: a user name, an order's number."""
        known = self.vocabulary.labels
        if len(owners) != 1 or not all(calls_one(label, name, known) for label in labels):
            return None
        (row,) = owners
        called = self.graph.projection.nodes.names[row]
        return Sense("name", score * CALLED, labels, (called,), also=((name, text),))

    def _holds_text(self, name: str) -> bool:
        return any(one.name == name and one.kind in ("text", "list") for one in self.vocabulary.properties)


def _kind_and_sex(word: Word) -> tuple[str, str]:
    """Of what kind, "" for persons of any, and of which sex a noun says that things are."""
    kind, sex = table("words")["of_one_sex"].get(word.lemma, ("", word.lemma))
    return kind, sex


def _are_both(words: Sequence[Word]) -> bool:
    """Whether nouns for either sex stand together: "kings and queens" are monarchs."""
    if len(words) < 3 or words[1].low not in ("and", "or"):
        return False
    (kind, sex), (other, its) = _kind_and_sex(words[0]), _kind_and_sex(words[2])
    return kind == other and sex != its and {sex, its} <= table("words")["sexes"].keys()


def is_kin_or_same(noun: str, said: Words) -> bool:
    """Whether a label is called by a noun, or by one for much the same."""
    return said.lemmas == (noun,) or is_kin(noun, said)


def _as_said(texts: Sequence[str], said: str) -> str:
    """Of values that differ only in their marks the one that is written: "O+" and "O-".

    >>> _as_said(["O-", "O+"], "o+ or others"), _as_said(["O-", "O+"], "of type O")
    ('O+', 'O-')
    """
    low = said.lower()
    return max((one for one in texts if low.startswith(one.lower())), key=len, default=texts[0])


def _is_only_code(window: Sequence[Word], sense: Sense) -> bool:
    """Whether an everyday word in small letters is only spelt as a code: where Egypt does lie is no "LIE"."""
    low = window[0].text
    return (
        len(window) == 1
        and low.islower()
        and low in COMMON_WORDS
        and all(text.isupper() and len(text) <= _CODE for text in sense.texts)
    )


def _may_name(reading: Reading, at: int) -> bool:
    """Whether a word is written as a part of a name; in a question that has no capitals, whether it is none of the
    plain ones."""
    word = reading.words[at]
    if word.kind != "word":
        return False
    if word.text[:1].isupper():
        return at > 0
    is_cased = any(one.text[:1].isupper() for one in reading.words[1:])
    return not is_cased and word.low not in listed("words", "plain")


def _as_written(reading: Reading) -> tuple[str, dict[int, int]]:
    """The question, and by where a word begins its place; a quotation by its inner text too."""
    starts = {word.start: at for at, word in enumerate(reading.words)}
    starts |= {word.start + 1: at for at, word in enumerate(reading.words) if word.kind == "quoted"}
    return reading.question, starts


def _texts(reading: Reading) -> Iterator[tuple[str, dict[int, int]]]:
    """The question as it is written, in lemmas, and with nouns in the singular only: "privately held companies"."""
    yield _as_written(reading)
    lemmas, singular = _as_lemmas(reading), _as_lemmas(reading, only_nouns=True)
    yield lemmas
    if singular[0] not in (lemmas[0], " ".join(word.low for word in reading.words) + " "):
        yield singular


def _as_lemmas(reading: Reading, *, only_nouns: bool = False) -> tuple[str, dict[int, int]]:
    """The lemmas of the question as a text, and by where each begins in it its place."""
    text, starts = "", dict[int, int]()
    for at, word in enumerate(reading.words):
        starts[len(text)] = at
        text += (word.low if only_nouns and not word.low.endswith("s") else word.lemma) + " "
    return text, starts


def _ending(starts: dict[int, int], words: Sequence[Word], text: str, end: int) -> int | None:
    """The last word of a stretch that ends at ``end``."""
    inside = [at for start, at in starts.items() if start < end]
    if not inside:
        return None
    last = max(inside)
    return last - 1 if words[last].low == "'s" and text[end - 1 : end] not in ("s",) else last


def name_score(window: Sequence[Word], first: int) -> float:
    """How surely words are a name: quoted, of several words, or with a capital that does not begin the sentence."""
    if window[0].kind == "quoted":
        return 1.0 if len(window) == 1 else 0.0
    plain = listed("words", "plain")
    if all(word.low in plain or word.lemma in plain or word.kind != "word" for word in window):
        if len(window) == 1 and first and window[0].text[:1].isupper():
            return 0.5  # "It", "Likes": a name that is a common word
        if len(window) > 1 and first and all(word.text[:1].isupper() for word in window):
            return CAPITALS  # "about Graph Databases"
        return 0.0 if len(window) < 3 else 0.4
    if all(word.kind in ("number", "mark") for word in window):
        return 0.0
    capital = any(word.text[:1].isupper() for word in window[0 if first else 1 :])
    if len(window) > 1:
        return 0.95 if capital else 0.9
    return 0.9 if capital else 0.6


def is_copied(vocabulary: Vocabulary, anchor: Anchor, sense: Sense) -> bool:
    """Whether a value of things is the name of what they are joined to: an order's "ship name" is its buyer's."""
    if sense.kind != "value":
        return False
    owners = {label for one in anchor.senses if one.kind == "name" for label in one.labels} - {*sense.labels}
    return any(any(vocabulary.ways(one, other)) for one in sense.labels for other in owners)
