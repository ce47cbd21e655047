"""What is asked for beside the things: "…, and when did they retire?", "…, and how tall are they?"."""

from __future__ import annotations

from collections.abc import Sequence

from motif.planners.english import AUXILIARIES, PRONOUNS
from motif.planners.meaning.request import Request
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.tails import is_behind_things
from motif.planners.reading.lemmas import stem, stems_listed
from motif.planners.reading.marks import Reading

_FROM_TO = {"since", "until", "from", "to", "till"}


def asides(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """ "…, and when did they retire?", "…, and since when?", "…, and how tall are they?": what is asked for beside the
    things."""
    low = [word.low for word in reading.words]
    for kind in ("when", "where"):
        for mark in reading.of(kind):
            begin = _start_of_aside(low, mark.first, mark.last)
            if begin is not None and is_behind_things(pieces, begin):
                starts = mark.first - (low[mark.first - 1] in _FROM_TO)
                request.asides.append((kind, starts + (starts == mark.first), len(low) - 1))
                _ends(request, begin, len(low))
    starts_of = sorted(first for _, first, _ in request.asides)
    request.asides = [  # "from when until when" are two
        (kind, first, min((one - 1 for one in starts_of if one > first), default=last))
        for kind, first, last in request.asides
    ]
    request.asides = [one for aside in request.asides for one in _both_ends(reading, *aside)]
    for at in _years_that_they(reading):
        if is_behind_things(pieces, at) and not request.asides:
            request.asides.append(("when", at + 3, len(low) - 1))
            _ends(request, at, len(low))
    for measure in reading.measures:
        begin = _start_of_aside(low, measure.first - 1, measure.last) if measure.form == "plain" else None
        if begin is not None and low[measure.first - 1] == "how" and is_behind_things(pieces, begin):
            request.measured.append(measure.adjective)
            _ends(request, begin, len(low))


def _both_ends(reading: Reading, kind: str, first: int, last: int) -> list[tuple[str, int, int]]:
    """ "When they began and ended" as the two that it asks for; any other aside as it is."""
    between = ends_joined(reading, first, last) if kind == "when" else None
    return [(kind, first, last)] if between is None else [(kind, first, between - 1), (kind, between, last)]


def ends_joined(reading: Reading, first: int, last: int) -> int | None:
    """Where "and" joins a verb that begins and one that ends: "began and ended"; None where none does."""
    begun, ended = (stems_listed("spelling", name) for name in ("starting", "ending"))
    for at in range(first + 1, min(last, len(reading.words) - 1)):
        before, behind = stem(reading.words[at - 1].lemma), stem(reading.words[at + 1].lemma)
        if reading.words[at].low in ("and", "&") and before in begun and behind in ended:
            return at
    return None


def _years_that_they(reading: Reading) -> list[int]:
    """Where "and the years in which they were built" begins."""
    low = [word.low for word in reading.words]
    found = []
    for at in range(len(low) - 4):
        if low[at : at + 2] != ["and", "the"] or reading.words[at + 2].lemma not in ("year", "date"):
            continue
        rest = [word for word in low[at + 3 :] if word not in ("in", "on", "which", "when", "that")]
        if rest[:1] and rest[0] in PRONOUNS:
            found.append(at)
    return found


def _ends(request: Request, begin: int, end: int) -> None:
    request.has_names = True
    request.end = min(request.end, begin)
    request.taken |= set(range(begin, end))


def _start_of_aside(low: Sequence[str], first: int, last: int) -> int | None:
    """Where a question about the things begins, with its "and"; None for one that is not about them."""
    of_times = low[first - 1] in _FROM_TO
    begin = first - of_times - 1
    follows = [word for word in low[last + 1 :] if word != "?"]
    is_to = of_times and follows[:1] and follows[0] in _FROM_TO
    is_end = is_to or (not follows and (of_times or low[begin] == "and"))
    about = bool(set(follows[:1]) & (AUXILIARIES | PRONOUNS)) and bool({"each", *PRONOUNS} & set(follows[:3]))
    if begin < 1 or low[begin] not in ("and", ",", *_FROM_TO, "when") or not (is_end or about):
        return None
    if low[begin] == "when":
        return begin
    if low[begin] == "," and not of_times:
        return None
    return begin - (low[begin] == "and" and low[begin - 1] == ",")
