"""Times that are told from today: "in the last 30 days", "more than 5 years ago", "last year"."""

from __future__ import annotations

import calendar
import datetime
from collections.abc import Iterator, Sequence

from motif.planners.meaning.ages import is_birth
from motif.planners.meaning.days import UNITS, moved, today
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.marks import Reading

_WITHIN = {"in", "within", "over", "during", "of", "from", "through", "throughout"}
_PAST = {"last", "past", "previous"}
_NEXT = {"next", "coming", "following"}
_LONGER = (("more", "than"), ("longer", "than"), ("earlier", "than"), ("over",))
_SHORTER = (("less", "than"), ("fewer", "than"), ("later", "than"), ("under",))
_WHOSE = {"the", "a", "an", "his", "her", "their", "its", "my", "our", "your", "each", "every", "that", "of"}

Instead = tuple[int, int, str]
"""The first and the last word of what is said otherwise, and how."""


def told_from_today(reading: Reading) -> Iterator[str]:
    """The question with days instead, and with years, which are all that is known of some things.

    As of today, in UTC.
    """
    now = today()
    ways = (_within(reading, now), _between_ago(reading, now), _ago(reading, now), _called(reading, now))
    for first, last, said in (one for way in ways for one in way):
        yield reading.instead(first, last, said)


def told_by_age(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> Iterator[str]:
    """The question with days instead of how old things are: "reviews older than 3 months".

    Of things that have a time and neither an age nor a birth, by which `motif.planners.meaning.ages` tells it.
    """
    now, low = today(), [word.low for word in reading.words]
    for begin, number_at, way, is_old in _aged(low):
        n_units, last = _counted(reading, number_at)
        end = last + (low[last + 1 : last + 2] == ["old"])
        label = next((one for one in reversed(pieces) if one.last < begin and one.of("label")), None)
        if n_units is None or (end > last) != is_old or label is None:
            continue
        if not _has_time_only(vocabulary, {*label.of("label")[0].labels}):
            continue
        begin -= low[begin - 1] in _BEING
        begin -= low[begin - 1] in _RELATIVE
        then = moved(now, n_units, reading.words[last].lemma, -1)
        yield reading.instead(begin, end, f"{way} {then.isoformat()}")
        if UNITS[reading.words[last].lemma] >= UNITS["year"]:
            yield reading.instead(begin, end, f"{way} {then.year}")


_BEING, _RELATIVE = {"is", "are", "was", "were"}, {"that", "which"}
_OF_AGE = {
    ("older", "than"): ("before", False),
    ("newer", "than"): ("after", False),
    ("younger", "than"): ("after", False),
    ("more", "recent", "than"): ("after", False),
    ("more", "than"): ("before", True),
    ("over",): ("before", True),
    ("less", "than"): ("after", True),
    ("under",): ("after", True),
}
"""How old something is: before or after the day so long ago, and whether "old" follows."""


def _aged(low: Sequence[str]) -> Iterator[tuple[int, int, str, bool]]:
    """Where such words begin, where their number stands, which way, and whether "old" must follow."""
    for at in range(1, len(low) - 2):
        for phrase, (way, is_old) in _OF_AGE.items():
            if tuple(low[at : at + len(phrase)]) == phrase:
                yield at, at + len(phrase), way, is_old


def _has_time_only(vocabulary: Vocabulary, labels: set[str]) -> bool:
    """Whether such things have a day or a year, and nothing that tells an age of its own."""
    own = [one for one in vocabulary.properties if one.owner in labels]
    tells_age = any("age" in one.words.lemmas or is_birth(one) for one in own)
    return any(one.kind in ("date", "year") for one in own) and not tells_age


def _within(reading: Reading, now: datetime.date) -> Iterator[Instead]:
    """ "In the last 30 days", "over the past year", "within the next two weeks"."""
    low = [word.low for word in reading.words]
    for at in range(1, len(low) - 2):
        if low[at - 1] not in _WITHIN or low[at] != "the" or low[at + 1] not in _PAST | _NEXT:
            continue
        n_units, last = _counted(reading, at + 2)
        if n_units is None or any(one.date and one.first == at + 1 for one in reading.numbers):
            continue  # "in the last quarter of 2023"
        then = moved(now, n_units, reading.words[last].lemma, 1 if low[at + 1] in _NEXT else -1)
        begin, end = min(now, then), max(now, then)
        yield at - 1, last, f"between {begin.isoformat()} and {end.isoformat()}"
        if UNITS[reading.words[last].lemma] >= UNITS["year"]:
            yield at - 1, last, f"between {begin.year} and {end.year}"


def _between_ago(reading: Reading, now: datetime.date) -> Iterator[Instead]:
    """ "Between 3 and 6 months ago", "3 to 6 months ago"."""
    low = [word.low for word in reading.words]
    for at in (at for at, word in enumerate(low) if word == "ago" and at > 3):
        near = next((one for one in reading.numbers if one.last == at - 2), None)
        far = next((one for one in reading.numbers if near and one.last == near.first - 2), None)
        if near is None or far is None or low[near.first - 1] not in ("and", "to", "-"):
            continue
        begin = far.first - (far.first > 0 and low[far.first - 1] in ("between", "from"))
        n_units, last = _counted(reading, near.first)
        is_pair = begin < far.first or low[near.first - 1] != "and"
        is_said = isinstance(far.value, int) and 0 < far.value < _MOST
        if n_units is None or last != at - 1 or not is_pair or not is_said:
            continue
        unit = reading.words[at - 1].lemma
        first, end = sorted((moved(now, n_units, unit, -1), moved(now, far.value, unit, -1)))
        yield begin, at, f"between {first.isoformat()} and {end.isoformat()}"
        if UNITS[unit] >= UNITS["year"]:
            yield begin, at, f"between {first.year} and {end.year}"


def _ago(reading: Reading, now: datetime.date) -> Iterator[Instead]:
    """ "More than 5 years ago", "less than a month ago", "2 years ago"."""
    low = [word.low for word in reading.words]
    for at in (at for at, word in enumerate(low) if word == "ago" and at > 1):
        number = next((one for one in reading.numbers if one.last == at - 2), None)
        unit = reading.words[at - 1].lemma
        begin = number.first if number is not None else at - 2
        n_units, last = _counted(reading, begin)
        if n_units is None or last != at - 1 or (number is None and low[begin] not in ("a", "an")):
            continue
        then = moved(now, n_units, unit, -1)
        years = [f"{then.year}"] if UNITS[unit] >= UNITS["year"] else []
        if low[max(begin - 2, 0) : begin] == ["at", "least"]:
            following = f"{then.year + 1}" if years else ""
            days = [(then + datetime.timedelta(days=1)).isoformat(), following]
            yield from ((begin - 2, at, f"before {day}") for day in days if day)
        for phrases, word in ((_LONGER, "before"), (_SHORTER, "after")):
            for phrase in phrases:
                if tuple(low[begin - len(phrase) : begin]) == phrase:
                    yield from (
                        (begin - len(phrase), at, f"{word} {day}") for day in (then.isoformat(), *years)
                    )
        if begin == 0 or low[begin - 1] not in ("than", "over", "under", "least", "within", "and", "to", "-"):
            yield from ((begin, at, f"in {year}") for year in years)
            yield from ((begin, at, f"on {then.isoformat()}") for _ in range(unit == "day"))


def _called(reading: Reading, now: datetime.date) -> Iterator[Instead]:
    """ "Last year", "this month", "yesterday"."""
    low = [word.low for word in reading.words]
    first_day = now.replace(day=1)
    before = first_day - datetime.timedelta(days=1)
    monday = now - datetime.timedelta(days=now.weekday())
    weeks = [monday + datetime.timedelta(days=days) for days in (-7, -1, 0, 6)]
    times = {
        ("last", "year"): f"in {now.year - 1}",
        ("this", "year"): f"in {now.year}",
        ("next", "year"): f"in {now.year + 1}",
        ("this", "month"): f"in {calendar.month_name[now.month]} {now.year}",
        ("last", "month"): f"in {calendar.month_name[before.month]} {before.year}",
        ("this", "week"): f"between {weeks[2].isoformat()} and {weeks[3].isoformat()}",
        ("last", "week"): f"between {weeks[0].isoformat()} and {weeks[1].isoformat()}",
        ("this", "quarter"): f"in Q{(now.month + 2) // 3} {now.year}",
        ("this", "decade"): f"in the {now.year // 10}0s",
        ("this", "century"): f"since {now.year // 100}01",
        ("yesterday",): f"on {(now - datetime.timedelta(days=1)).isoformat()}",
    }
    for phrase, said in times.items():
        for at in range(1, len(low) - len(phrase) + 1):
            if tuple(low[at : at + len(phrase)]) != phrase or low[at - 1] in _WHOSE:
                continue
            if low[at - 1] in ("since", "before", "after", "until"):
                _, _, day = said.partition(" ")
                first, _, last = day.partition(" and ")
                yield at, at + len(phrase) - 1, last or day if low[at - 1] in ("after", "until") else first
            elif low[at + len(phrase) : at + len(phrase) + 1] != ["'s"]:
                yield at - (low[at - 1] in ("in", "during")), at + len(phrase) - 1, said


def _counted(reading: Reading, at: int) -> tuple[float | None, int]:
    """How many units of time stand at a word, one where no number is said, and where their unit is."""
    words = reading.words
    number = next((one for one in reading.numbers if one.first == at), None)
    last = number.last + 1 if number is not None else at + (words[at].low in ("a", "an"))
    if last >= len(words) or words[last].lemma not in UNITS:
        return None, last
    many = number.value if number is not None else 1
    return (many, last) if 0 < many < _MOST and many == int(many) else (None, last)


_MOST = 1000
"""Units from which on no day is so far away."""
