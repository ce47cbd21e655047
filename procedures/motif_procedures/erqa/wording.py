"""The words of a question: "Which TYPE …", one clause for each constraint."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from motif.graphs.pattern import parse_part
from motif.graphs.projection import Projection
from motif.indexes.names import readable
from motif_procedures.erqa.constraints import Constraint
from motif_procedures.erqa.question import ANSWER, Part, Triple
from motif_procedures.erqa.relation_phrases import clause, type_word

ANYTHING = "entity"
"""What is asked for where neither a label nor a relation says it."""


def telling_label(projection: Projection, row: int) -> str | None:
    """The label of ``row`` that fewest nodes carry; None where every node has all of its labels.

    >>> from motif.catalog.triples import from_triples
    >>> graph = from_triples([("Heat", "by", "Mann")], labels={"Heat": ["Thing", "Film"], "Mann": ["Thing"]})
    >>> telling_label(graph, 0), telling_label(graph, 1)
    ('Film', None)
    """
    nodes = projection.nodes
    counts: Counter[str] = Counter()
    for code, times in Counter(nodes.label_set.tolist()).items():
        counts.update(dict.fromkeys(nodes.label_sets[code], times))
    telling = [label for label in nodes.labels(row) if counts[label] < len(nodes)]
    return min(telling, key=lambda label: (counts[label], label), default=None)


def type_of(relations: Sequence[str], constraints: Sequence[Constraint], label: str | None) -> str:
    """What the question calls its answer: its label, else what relations say of their start, or of their end.

    Without any it is "entity". What most of them say is taken, at a tie the first.
    """
    if label is not None:
        return readable(label)
    for outgoing in (True, False):
        own = [one for one in constraints if one.outgoing is outgoing]
        said = Counter(type_word(relations[one.relation], outgoing) for one in own)
        said.pop("", None)
        if said:
            return said.most_common(1)[0][0]
    return ANYTHING


def question_words(kind: str, relations: Sequence[str], constraints: Sequence[Constraint]) -> str:
    """The question that asks for a ``kind`` with all ``constraints``.

    >>> facts = [Constraint(0, True, "Michael Mann"), Constraint(1, True, "1995"), Constraint(2, False, "Ronin")]
    >>> question_words("film", ("directed_by", "release_year", "sequel"), facts)
    'Which film is directed by Michael Mann, has the release year 1995 and is the sequel of Ronin?'
    """
    clauses = [clause(relations[one.relation], one.outgoing, one.name) for one in constraints]
    return f"Which {kind} {', '.join(clauses[:-1])}{' and ' if len(clauses) > 1 else ''}{clauses[-1]}?"


def triples_of(
    relations: Sequence[str], constraints: Sequence[Constraint], label: str | None
) -> tuple[Triple, ...]:
    """The constraints as triples around ``?answer``, in the direction of the graph."""
    answer: Part = ANSWER if label is None else {"unknown": "answer", "label": label}
    triples = []
    for number, one in enumerate(constraints):
        end, known = answer if number == 0 else ANSWER, _part(one.name)
        relation = relations[one.relation]
        triples.append((end, relation, known) if one.outgoing else (known, relation, end))
    return tuple(triples)


def _part(name: str) -> Part:
    """A name as a part; escaped where it would be read as an unknown.

    >>> _part("Heat"), _part("?"), _part("UNK 1")
    ('Heat', {'name': '?'}, {'name': 'UNK 1'})
    """
    return name if parse_part(name).is_known else {"name": name}
