"""Questions read as others that say the same: with a number for the average, a noun for what was done."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from motif.graphs.meaning import Comparison, Meaning
from motif.planners.meaning.amounts_said import amounts_said
from motif.planners.meaning.beside_said import (
    done_by_each,
    of_each_beside,
    on_what_dates,
    when_each,
    with_none_too,
)
from motif.planners.meaning.both_functions import both_functions, functions_beside
from motif.planners.meaning.both_so import in_the_same, whether_both, whether_so_many
from motif.planners.meaning.chained_roles import by_one_in_role
from motif.planners.meaning.counts_said import (
    by_bare_kind,
    count_of_things,
    counted_by_kind,
    first_by_each,
    first_of_each,
    number_they_did,
    summed_up,
    with_number_of,
)
from motif.planners.meaning.dead import age_at_death, alive_or_dead
from motif.planners.meaning.each_with_theirs import listed_for_each, roles_with_things, with_who_did
from motif.planners.meaning.earliest import at_the_end
from motif.planners.meaning.either_text import either_text
from motif.planners.meaning.event_doers import by_their_deeds, who_did
from motif.planners.meaning.from_today import told_by_age, told_from_today
from motif.planners.meaning.happened import has_happened, still_open, such_of_a_kind
from motif.planners.meaning.having_said import bounded_function, kinds_with_so_many
from motif.planners.meaning.how_many_each import how_many_each, number_for_each
from motif.planners.meaning.in_order import done_in_order
from motif.planners.meaning.in_place_of import in_place_of
from motif.planners.meaning.keywords_said import (
    at_what_time,
    before_or_after,
    by_kind_of,
    extreme_of,
    kinds_beside,
    once_so,
    ordered_shortly,
    property_of_name,
    who_does_it,
)
from motif.planners.meaning.kinds_asked import had_as, is_of_kind, where_born, which_value, whose_value_it_is
from motif.planners.meaning.lacking_said import (
    by_nobody,
    never_done,
    not_so,
    not_such,
    without_it,
    without_their,
)
from motif.planners.meaning.lasting import for_how_long
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.made_of_theirs import first_of_theirs, function_of_theirs
from motif.planners.meaning.named_several import of_those_named
from motif.planners.meaning.of_two_said import by_how_many, shared_by_both, whether_more
from motif.planners.meaning.offices import who_holds_it
from motif.planners.meaning.one_and_other import done_either_way, in_either, what_other_has_not
from motif.planners.meaning.open_during import open_during
from motif.planners.meaning.own_kind import without_own_kind
from motif.planners.meaning.own_measures import measured_by_itself
from motif.planners.meaning.own_things import of_their_own
from motif.planners.meaning.pairing import paired
from motif.planners.meaning.positioned import at_position
from motif.planners.meaning.ranked_so import ranked_by_it, whether_first
from motif.planners.meaning.rates import for_a_time
from motif.planners.meaning.rephrasing import (
    broken_down,
    done_by_each_of,
    done_together,
    how_far,
    named_again,
    of_each,
    people_employed,
    people_held,
    said_of_itself,
    where_things_are,
    whether_it_has,
    which_of_each,
    which_of_two,
    whose_it_is,
    with_one_pronoun,
)
from motif.planners.meaning.request import Asking
from motif.planners.meaning.rewording import (
    better_than,
    both_ends,
    by_what_follows,
    counted_doing,
    higher_or_lower,
    how_long_each,
    in_time_order,
    into_what,
    takes_to,
    time_between,
)
from motif.planners.meaning.said_simply import said_simply
from motif.planners.meaning.same_of_both import same_of_both
from motif.planners.meaning.second_deed import done_and_not_done
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.serving import longest_serving
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
    table_of_each,
    the_one_of_two,
    where_each_is,
    which_and_which,
    with_their_own,
)
from motif.planners.meaning.tallies import how_often
from motif.planners.meaning.tie_totals import total_of_ties
from motif.planners.meaning.times import done_so_often
from motif.planners.meaning.trees import unplaced
from motif.planners.meaning.trimmed import (
    and_give_their,
    done_both_ways,
    from_one_to_other,
    how_it_was_done,
    kind_of_things_with,
    lowest_by,
    of_such_an_age,
    of_what_has_it,
    showing_what_ranks,
    tied_property_of,
    without_its_end,
)
from motif.planners.meaning.types_written import in_type_written
from motif.planners.meaning.typical import compared_with_usual
from motif.planners.meaning.undone import not_done
from motif.planners.meaning.universal import by_all, only_so, whether_all
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.meaning.whether_so_much import whether_so_much
from motif.planners.reading.lemmas import stem
from motif.planners.reading.marks import Reading


def said_otherwise(
    linker: Linker, reading: Reading, pieces: Sequence[Piece], asking: Asking
) -> Meaning | None:
    """The meaning of such a question where the other one is read whole; else None."""
    if reading.last < 1:
        return None  # a single word
    of_today = [next(iter(asking(said)), None) for said in told_from_today(reading)]
    of_today += [next(iter(asking(said)), None) for said in told_by_age(linker.vocabulary, reading, pieces)]
    if any(of_today):
        whole = (one for one in of_today if one is not None)
        return _without_places(min(whole, key=lambda one: len(one.omissions)))
    usual = compared_with_usual(linker.graph.projection, reading, pieces, asking)
    if usual is not None and not usual.omissions:
        return usual

    def is_done(at: int) -> bool:
        said = stem(reading.words[at].text)
        return any(said in one.words.stems for one in linker.vocabulary.kinds)

    often = done_so_often(reading, asking, is_done)
    if often is not None:
        return often
    put_together = _of_several_readings(linker, reading, pieces, asking)
    if put_together is not None:
        return put_together
    for said in _in_other_words(linker, reading, pieces, asking):
        meaning = next(iter(asking(said)), None) if said else None
        if meaning is not None and not meaning.omissions:
            return _without_places(meaning)
    of_kind = is_of_kind(reading, pieces, asking)
    if of_kind is not None:
        return of_kind
    by_deeds = by_their_deeds(linker.vocabulary, reading, asking)
    if by_deeds is not None:
        return by_deeds
    placed = at_position(linker.vocabulary, reading, asking)
    return _without_places(placed) if placed is not None else paired(linker.vocabulary, reading, asking)


def _without_places(meaning: Meaning) -> Meaning:
    """The meaning of a question in other words, whose places in these say nothing of it."""
    if isinstance(meaning.asked, Comparison):
        first, second = unplaced(meaning.asked.first), unplaced(meaning.asked.second)
        return dataclasses.replace(
            meaning, asked=dataclasses.replace(meaning.asked, first=first, second=second)
        )
    return dataclasses.replace(
        meaning, asked=dataclasses.replace(meaning.asked, place=unplaced(meaning.asked.place))
    )


def _of_several_readings(
    linker: Linker, reading: Reading, pieces: Sequence[Piece], asking: Asking
) -> Meaning | None:
    """What is so of all, of both, first or only, which takes several readings or one with more put to it."""
    return (
        whether_all(reading, pieces, asking)
        or whether_both(reading, pieces, asking)
        or whether_so_many(reading, pieces, asking)
        or whether_so_much(reading, asking)
        or whether_first(linker.vocabulary, reading, pieces, asking)
        or ranked_by_it(reading, pieces, asking)
        or only_so(linker.vocabulary, reading, asking)
        or what_other_has_not(reading, pieces, asking)
        or done_and_not_done(linker.vocabulary, reading, pieces, asking)
        or at_the_end(linker.vocabulary, reading, pieces, asking)
        or for_how_long(linker.vocabulary, reading, asking)
        or longest_serving(linker, reading, asking)
        or whether_more(reading, pieces, asking)
        or not_done(linker.vocabulary, reading, pieces, asking)
        or of_those_named(reading, pieces, asking)
        or of_their_own(linker.vocabulary, reading, pieces, asking)
        or done_in_order(linker.vocabulary, reading, asking)
        or measured_by_itself(linker.vocabulary, reading, pieces, asking)
        or open_during(linker.vocabulary, reading, pieces, asking)
        or total_of_ties(linker.vocabulary, reading, pieces)
        or bounded_function(reading, pieces, asking)
        or both_functions(reading, asking)
        or functions_beside(reading, pieces, asking)
        or kinds_with_so_many(reading, pieces, asking)
        or how_many_each(linker.vocabulary, reading, pieces, asking)
        or same_of_both(reading, pieces, asking)
        or by_one_in_role(linker.vocabulary, reading, pieces, asking)
        or in_place_of(linker.vocabulary, reading, pieces, asking)
        or in_type_written(linker.vocabulary, reading, asking)
        or either_text(reading, asking)
    )


def _in_other_words(
    linker: Linker, reading: Reading, pieces: Sequence[Piece], asking: Asking
) -> Iterator[str]:
    """The question in other words, each way when it is asked for; "" where one does not apply."""
    yield from _of_several_things(linker, reading, pieces, asking)
    yield from _in_a_hurry(linker.vocabulary, reading, pieces)
    yield from _said_at_length(linker.vocabulary, reading, pieces)
    yield from for_a_time(linker.vocabulary, reading, pieces)
    yield from amounts_said(linker.vocabulary, reading, pieces)


def _of_several_things(
    linker: Linker, reading: Reading, pieces: Sequence[Piece], asking: Asking
) -> Iterator[str]:
    """What is asked of all, of two, or of each, in other words."""
    yield function_of_theirs(reading, pieces)
    yield first_of_theirs(reading, pieces)
    yield roles_with_things(linker.vocabulary, reading, pieces)
    yield with_who_did(linker.vocabulary, reading, pieces)
    yield listed_for_each(reading, pieces)
    yield which_of_each(reading, pieces)
    yield by_all(linker.vocabulary, reading, pieces)
    yield in_the_same(reading, pieces)
    yield in_either(linker.vocabulary, reading, pieces, asking)
    yield done_either_way(reading, pieces)
    yield who_does_it(reading, pieces)
    yield from who_holds_it(linker.vocabulary, reading, pieces)
    yield of_each_its(reading, pieces)
    yield table_of_each(reading, pieces)
    yield beside_where(linker.vocabulary, reading, pieces)
    yield which_and_which(linker.vocabulary, reading, pieces)
    yield counted_by(reading, pieces)
    yield end_of_each(reading, pieces)
    yield below_that_of(reading)
    yield of_each_beside(reading, pieces)
    yield done_by_each(linker.vocabulary, reading, pieces)
    yield on_what_dates(reading, pieces)
    yield with_none_too(reading)
    yield when_each(reading)
    yield number_for_each(reading)


def _in_a_hurry(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> Iterator[str]:
    """Keywords and short forms as the questions that they stand for."""
    yield count_of_things(vocabulary, reading, pieces)
    yield by_bare_kind(reading, pieces)
    yield summed_up(reading, pieces)
    yield with_number_of(reading, pieces)
    yield number_they_did(vocabulary, reading, pieces)
    yield first_of_each(reading, pieces)
    yield counted_by_kind(vocabulary, reading, pieces)
    yield first_by_each(reading, pieces)
    yield without_it(reading, pieces)
    yield not_so(vocabulary, reading, pieces)
    yield never_done(reading, pieces)
    yield without_their(vocabulary, reading, pieces)
    yield has_happened(vocabulary, reading, pieces)
    yield alive_or_dead(vocabulary, reading, pieces)
    yield age_at_death(vocabulary, reading, pieces)
    yield still_open(vocabulary, reading, pieces)
    yield such_of_a_kind(vocabulary, reading, pieces)
    yield by_nobody(reading, pieces)
    yield not_such(reading, pieces)
    yield property_of_name(reading, pieces)
    yield extreme_of(vocabulary, reading, pieces)
    yield ordered_shortly(reading, pieces)
    yield by_kind_of(reading, pieces)
    yield kinds_beside(vocabulary, reading, pieces)
    yield once_so(reading, pieces)
    yield before_or_after(reading, pieces)
    yield at_what_time(vocabulary, reading, pieces)
    yield who_did(vocabulary, reading)
    yield which_value(reading, pieces)
    yield whose_value_it_is(reading, pieces)
    yield had_as(reading, pieces)
    yield where_born(vocabulary, reading, pieces)
    yield shared_by_both(vocabulary, reading, pieces)
    yield by_how_many(reading, pieces)


def _said_at_length(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> Iterator[str]:
    """What is said in more words, or in others, than it need be."""
    yield without_own_kind(reading, pieces)
    yield counts_of_theirs(reading, pieces)
    yield with_their_own(reading, pieces)
    yield the_one_of_two(reading, pieces)
    yield where_each_is(vocabulary, reading, pieces)
    yield kinds_of(vocabulary, reading, pieces)
    yield of_its_own_kind(reading, pieces)
    yield persons_named(vocabulary, reading, pieces)
    yield done_with(vocabulary, reading, pieces)
    yield of_each(reading, pieces)
    yield done_by_each_of(reading, pieces)
    yield which_of_two(reading, pieces)
    yield broken_down(reading, pieces)
    yield people_held(reading, pieces)
    yield people_employed(vocabulary, reading, pieces)
    yield named_again(reading, pieces)
    yield with_one_pronoun(reading)
    yield done_together(reading, pieces)
    yield where_things_are(reading, pieces)
    yield said_of_itself(reading, pieces)
    yield whether_it_has(vocabulary, reading, pieces)
    yield how_far(reading)
    yield whose_it_is(vocabulary, reading, pieces)
    yield how_often(vocabulary, reading, pieces)
    yield both_ends(reading)
    yield in_time_order(reading)
    yield by_what_follows(reading, pieces)
    yield better_than(reading, pieces)
    yield higher_or_lower(reading, pieces)
    yield counted_doing(reading, pieces)
    yield takes_to(vocabulary, reading)
    yield how_long_each(reading)
    yield into_what(vocabulary, reading, pieces)
    yield time_between(vocabulary, reading)
    yield and_give_their(reading, pieces)
    yield without_its_end(reading, pieces)
    yield of_such_an_age(reading)
    yield showing_what_ranks(reading, pieces)
    yield tied_property_of(vocabulary, reading, pieces)
    yield of_what_has_it(vocabulary, reading, pieces)
    yield from_one_to_other(vocabulary, reading, pieces)
    yield done_both_ways(reading, pieces)
    yield how_it_was_done(vocabulary, reading, pieces)
    yield from said_simply(vocabulary, reading, pieces)
    yield lowest_by(reading, pieces)
    yield kind_of_things_with(reading, pieces)
