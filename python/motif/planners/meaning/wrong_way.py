"""Whether a reading has it done the other way round: "What does X depend on?" asks for nothing that depends on X."""

from __future__ import annotations

from collections.abc import Iterator

from motif.graphs.meaning import Omission
from motif.planners.meaning.drafts import Draft, Link
from motif.planners.meaning.schema_words import words_in
from motif.planners.reading.lemmas import stem
from motif.planners.reading.marks import Reading
from motif.planners.reading.words import Word


def done_the_wrong_way(reading: Reading, draft: Draft) -> Iterator[Omission]:
    """The verb of "what does X VERB on", said with the preposition of a relation that leads to X.

    Where a relation goes one way only, its words say it whoever does it; a preposition that is left behind at the end
    tells that X does.
    """
    words = reading.words
    last = len(words) - 1 - (words[-1].kind == "mark")
    does = next((at for at, word in enumerate(words) if word.low in ("do", "does", "did")), last)
    for link in draft.links:
        named, said = draft.spots[link.far], words[last - 1]
        is_doer = link.near == 0 and link.forward and bool(named.names) and does < named.at < last - 1
        if is_doer and not link.both and _says(link.type, said, words[last]):
            yield Omission("relation", (said.start, said.end), reading.question[said.start : said.end])
        yield from _done_by_whom_it_is_to(reading, draft, link)


def _done_by_whom_it_is_to(reading: Reading, draft: Draft, link: Link) -> Iterator[Omission]:
    """ "How many works has each museum loaned?" asks for no works that were "loaned to" a museum."""
    own = words_in(link.type)
    target = draft.spots[link.far if link.forward else link.near]
    if len(own.lemmas) < 2 or own.lemmas[-1] != "to" or target.at < 1:
        return
    low = [word.low for word in reading.words]
    begin = target.at - 1 - (low[target.at - 1] in ("each", "every", "the"))
    verb = next((at for at in range(target.at + 1, len(low)) if stem(reading.words[at].text) in own.stems), 0)
    is_done = (
        low[begin] in _HELPING
        and verb
        and low[verb + 1 : verb + 2] != ["to"]
        and not {"been", "to"} & {*low[target.at : verb]}
    )
    if is_done:
        word = reading.words[verb]
        yield Omission("relation", (word.start, word.end), word.text)


_HELPING = {"has", "have", "had", "did", "does", "do"}


def _says(kind: str, verb: Word, preposition: Word) -> bool:
    """Whether a relation is called by a verb and the preposition: "DEPENDS_ON"."""
    own = words_in(kind)
    return own.lemmas[-1] == preposition.low in _PLACING and own.stems[:-1] == (stem(verb.text),)


_PLACING = {"on", "in", "at", "to", "for", "from", "with", "into"}
