"""Questions read as others that say the same: with a number for the average, a noun for what was done."""

from __future__ import annotations

from collections.abc import Sequence

from motif.graphs.meaning import Meaning
from motif.planners.meaning.both_so import in_the_same, whether_both, whether_so_many
from motif.planners.meaning.event_doers import by_their_deeds
from motif.planners.meaning.kinds_asked import is_of_kind
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.one_and_other import in_either, what_other_has_not
from motif.planners.meaning.pairing import paired
from motif.planners.meaning.positioned import at_position
from motif.planners.meaning.ranked_so import whether_first
from motif.planners.meaning.rephrasing import (
    broken_down,
    done_together,
    how_far,
    named_again,
    of_each,
    people_held,
    said_of_itself,
    where_things_are,
    whose_it_is,
    with_one_pronoun,
)
from motif.planners.meaning.request import Asking
from motif.planners.meaning.rewording import (
    better_than,
    both_ends,
    by_what_follows,
    counted_doing,
    in_time_order,
    takes_to,
)
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.tables_said import (
    below_that_of,
    beside_where,
    counted_by,
    counts_of_theirs,
    done_with,
    end_of_each,
    kinds_of,
    of_each_its,
    of_its_own_kind,
    persons_named,
    the_one_of_two,
    where_each_is,
    which_and_which,
    with_their_own,
)
from motif.planners.meaning.tallies import how_often
from motif.planners.meaning.times import done_so_often
from motif.planners.meaning.typical import compared_with_usual
from motif.planners.meaning.undone import not_done
from motif.planners.meaning.universal import by_all, only_so, whether_all
from motif.planners.reading.lemmas import stem
from motif.planners.reading.marks import Reading


def said_otherwise(
    linker: Linker, reading: Reading, pieces: Sequence[Piece], asking: Asking
) -> Meaning | None:
    """The meaning of such a question where the other one is read whole; else None."""
    usual = compared_with_usual(linker.graph.projection, reading, pieces, asking)
    if usual is not None and not usual.omissions:
        return usual

    def is_done(at: int) -> bool:
        said = stem(reading.words[at].text)
        return any(said in one.words.stems for one in linker.vocabulary.kinds)

    often = done_so_often(reading, asking, is_done)
    if often is not None:
        return often
    of_all = (
        whether_all(reading, pieces, asking)
        or whether_both(reading, pieces, asking)
        or whether_so_many(reading, pieces, asking)
        or whether_first(linker.vocabulary, reading, pieces, asking)
        or only_so(linker.vocabulary, reading, asking)
        or what_other_has_not(reading, pieces, asking)
    )
    if of_all is not None:
        return of_all
    undone = not_done(linker.vocabulary, reading, pieces, asking)
    if undone is not None:
        return undone
    for said in (
        by_all(linker.vocabulary, reading, pieces),
        in_the_same(reading, pieces),
        in_either(linker.vocabulary, reading, pieces, asking),
        of_each_its(reading, pieces),
        beside_where(linker.vocabulary, reading, pieces),
        which_and_which(linker.vocabulary, reading, pieces),
        counted_by(reading, pieces),
        end_of_each(reading, pieces),
        below_that_of(reading),
        counts_of_theirs(reading, pieces),
        with_their_own(reading, pieces),
        the_one_of_two(reading, pieces),
        where_each_is(linker.vocabulary, reading, pieces),
        kinds_of(linker.vocabulary, reading, pieces),
        of_its_own_kind(reading, pieces),
        persons_named(linker.vocabulary, reading, pieces),
        done_with(linker.vocabulary, reading, pieces),
        of_each(reading, pieces),
        broken_down(reading, pieces),
        people_held(reading, pieces),
        named_again(reading, pieces),
        with_one_pronoun(reading, pieces),
        done_together(reading, pieces),
        where_things_are(reading, pieces),
        said_of_itself(reading, pieces),
        how_far(reading),
        whose_it_is(linker.vocabulary, reading, pieces),
        how_often(linker.vocabulary, reading, pieces),
        both_ends(reading),
        in_time_order(reading),
        by_what_follows(reading, pieces),
        better_than(reading, pieces),
        counted_doing(reading, pieces),
        takes_to(linker.vocabulary, reading),
    ):
        meaning = next(iter(asking(said)), None) if said else None
        if meaning is not None and not meaning.omissions:
            return meaning
    of_kind = is_of_kind(reading, pieces, asking)
    if of_kind is not None:
        return of_kind
    by_deeds = by_their_deeds(linker.vocabulary, reading, asking)
    if by_deeds is not None:
        return by_deeds
    placed = at_position(linker.vocabulary, reading, asking)
    return placed if placed is not None else paired(linker.vocabulary, reading, asking)
