"""Slow, obvious twins of the engine's functions: they say what is right, and are read as its definition."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

INFINITY = float("inf")


class Triple(NamedTuple):
    """A relationship of a graph; its row is its place in the list."""

    source: int
    relation: int
    target: int


class Match(NamedTuple):
    """A match in the order of the results: compare two of them as tuples."""

    distance: Fraction
    disagreements: int
    nodes: tuple[int, ...]
    relationships: tuple[int, ...]


def search_subgraphs(
    graph: list[Triple], query: Any, top_k: int, injective: bool | str = True
) -> list[Match]:
    """The nearest subgraphs: list every match, sort, keep the first of each set of relationships, cut.

    ``graph`` ascends; ``query`` is a `motif.engine.gsd_search.SearchQuery`.
    """
    found: dict[tuple[int, ...], Match] = {}
    for match in sorted(all_matches(graph, query, injective)):
        found.setdefault(relationship_set(graph, match), match)
    return list(found.values())[:top_k]


def relationship_set(graph: list[Triple], match: Match) -> tuple[int, ...]:
    """The set of relationships of ``match``, parallel ones of one relation all named by the first of them."""
    return tuple(sorted(graph.index(graph[row]) for row in match.relationships))


def all_matches(graph: list[Triple], query: Any, injective: bool | str) -> Iterator[Match]:
    """Every way to give each pattern edge a relationship of its own, one way or the other round."""
    yield from _extended(graph, query, injective, {}, ())


def _extended(
    graph: list[Triple], query: Any, injective: bool | str, nodes: dict[int, int], taken: tuple[int, ...]
) -> Iterator[Match]:
    edge = len(taken)
    if edge == len(query.heads):
        if is_injective(query, nodes, injective):
            yield scored(graph, query, nodes, taken)
        return
    head, tail = int(query.heads[edge]), int(query.tails[edge])
    for row, (source, relation, target) in enumerate(graph):
        if row in taken or relation_distance(query, edge, row, relation) == INFINITY:
            continue
        for at_head, at_tail in sorted({(source, target), (target, source)}):
            if head == tail and at_head != at_tail:
                continue
            mapped = {**nodes, head: at_head, tail: at_tail}
            unchanged = all(mapped[node] == nodes[node] for node in nodes)
            if unchanged and all(
                node_distance(query, node, mapped[node]) < INFINITY for node in (head, tail)
            ):
                yield from _extended(graph, query, injective, mapped, (*taken, row))


def is_injective(query: Any, nodes: dict[int, int], injective: bool | str) -> bool:
    """Whether no two pattern nodes that must differ are mapped to one row."""
    for one in nodes:
        for other in nodes:
            if one < other and nodes[one] == nodes[other]:
                is_known = [query.node_candidates[node] is not None for node in (one, other)]
                if injective is True or (injective == "known" and any(is_known)):
                    return False
    return True


def scored(graph: list[Triple], query: Any, nodes: dict[int, int], taken: tuple[int, ...]) -> Match:
    """The match with its Graph Semantic Distance (SimGRAG eq. 3) in exact arithmetic."""
    distance = sum((Fraction(node_distance(query, node, row)) for node, row in nodes.items()), Fraction(0))
    disagreements = 0
    for edge, row in enumerate(taken):
        distance += Fraction(relation_distance(query, edge, row, graph[row].relation))
        disagreements += (graph[row].source, graph[row].target) != (
            nodes[query.heads[edge]],
            nodes[query.tails[edge]],
        )
    return Match(distance, disagreements, tuple(nodes[node] for node in sorted(nodes)), taken)


def node_distance(query: Any, node: int, row: int) -> float:
    """Distance of ``row`` for a pattern node: 0 when unknown, infinite when it is not allowed."""
    mask, candidates = query.node_masks[node], query.node_candidates[node]
    if mask is not None and not mask[row]:
        return INFINITY
    if candidates is None:
        return 0.0
    return dict(zip(candidates.rows.tolist(), candidates.distances.tolist(), strict=True)).get(row, INFINITY)


def relation_distance(query: Any, edge: int, row: int, relation: int) -> float:
    """Distance of a relationship for a pattern edge: 0 when unknown, infinite when it is not allowed."""
    mask, costs = query.relationship_masks[edge], query.relation_costs[edge]
    if mask is not None and not mask[row]:
        return INFINITY
    return 0.0 if costs is None else float(costs[relation])


def passes(record: dict[str, Any], condition: dict[str, Any]) -> bool | None:
    """What Cypher makes of a filter in neo4j-graphrag's syntax on a record: true, false or, for null, None."""
    return all_of([_passes_part(record, key, value) for key, value in condition.items()])


def all_of(parts: list[bool | None]) -> bool | None:
    """Cypher's AND."""
    return False if False in parts else None if None in parts else True


def negated(part: bool | None) -> bool | None:
    """Cypher's NOT."""
    return None if part is None else not part


def _passes_part(record: dict[str, Any], key: str, value: Any) -> bool | None:
    if key == "$and":
        return all_of([passes(record, item) for item in value])
    if key == "$or":
        return negated(all_of([negated(passes(record, item)) for item in value]))
    if key == "$not":
        return negated(passes(record, value))
    conditions = value if isinstance(value, dict) else {"$eq": value}
    return all_of([compares(record.get(key), *pair) for pair in conditions.items()])


def compares(given: Any, comparison: str, value: Any) -> bool | None:
    """One comparison of a property's value."""
    if given is None:
        return None
    if comparison == "$between":
        return all_of([compares(given, "$gte", value[0]), compares(given, "$lte", value[1])])
    if comparison in ("$in", "$nin"):
        return any(_kind(given) == _kind(item) and given == item for item in value) == (comparison == "$in")
    same_kind = _kind(given) == _kind(value)
    if comparison in ("$eq", "$ne"):
        return (same_kind and given == value) == (comparison == "$eq")
    if not same_kind:
        return None
    if comparison in ("$like", "$ilike"):
        part = value.strip("%")
        return part in given if comparison == "$like" else part.lower() in given.lower()
    return {"$lt": given < value, "$lte": given <= value, "$gt": given > value, "$gte": given >= value}[
        comparison
    ]


def _kind(value: Any) -> str:
    return "boolean" if isinstance(value, bool) else "text" if isinstance(value, str) else "number"


def functionality(pairs: list[tuple[int, int]]) -> tuple[Fraction, Fraction]:
    """Distinct sources, and targets, by one more than the distinct (source, target) pairs."""
    distinct = set(pairs)
    sources, targets = ({pair[end] for pair in distinct} for end in (0, 1))
    return Fraction(len(sources), len(distinct) + 1), Fraction(len(targets), len(distinct) + 1)


def shared_pairs(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> tuple[int, int]:
    """How many pairs ``other`` joins, either way round, and how many of them ``one`` joins."""
    joined, wanted = ({frozenset(pair) for pair in pairs} for pairs in (one, other))
    return len(wanted), len(wanted & joined)


def same_pattern(one: list[tuple[str, str, str]], other: list[tuple[str, str, str]]) -> bool:
    """Whether two patterns are one up to the names of unknowns (``?x``, ``?answer`` kept) and directions: try all."""
    left, right = _free(one), _free(other)
    if len(left) != len(right):
        return False
    wanted = sorted(_undirected(one, {}))
    return any(
        sorted(_undirected(other, dict(zip(right, order, strict=True)))) == wanted
        for order in permutations(left)
    )


def _free(pattern: list[tuple[str, str, str]]) -> list[str]:
    names = {part for head, _, tail in pattern for part in (head, tail)}
    return sorted(name for name in names if name.startswith("?") and name != "?answer")


def _undirected(pattern: list[tuple[str, str, str]], renamed: dict[str, str]) -> list[tuple[list[str], str]]:
    return [
        (sorted((renamed.get(head, head), renamed.get(tail, tail))), relation)
        for head, relation, tail in pattern
    ]


def gold_triples(
    graph: list[tuple[str, str, str]], pattern: list[tuple[str, str, str]], answers: set[str], injective: bool
) -> set[tuple[str, str, str]]:
    """Triples of all ways to read ``pattern`` in ``graph``, either way round, whose ``?answer`` is in ``answers``."""
    known = {part for head, _, tail in pattern for part in (head, tail) if not part.startswith("?")}
    found: set[tuple[str, str, str]] = set()

    def extend(edge: int, bound: dict[str, str], used: list[tuple[str, str, str]]) -> None:
        if edge == len(pattern):
            if bound["?answer"] in answers:
                found.update(used)
            return
        head, relation, tail = pattern[edge]
        for triple in graph:
            for ends in ((triple[0], triple[2]), (triple[2], triple[0])):
                further = dict(bound)
                if triple[1] == relation and all(
                    further.setdefault(part, end) == end
                    and (not injective or part in known or end not in known)
                    for part, end in zip((head, tail), ends, strict=True)
                ):
                    extend(edge + 1, further, [*used, triple])

    extend(0, {name: name for name in known}, [])
    return found


def within(triples: list[tuple[int, int]], seeds: set[int], hops: int) -> tuple[set[int], dict[int, int]]:
    """Places of the edges with an end less than ``hops`` steps from ``seeds``, and how far each node is."""
    depth = dict.fromkeys(seeds, 0)
    found: set[int] = set()
    for step in range(1, hops + 1):
        near = {node for node, far in depth.items() if far == step - 1}
        for place, (source, target) in enumerate(triples):
            if source in near or target in near:
                found.add(place)
                depth.setdefault(source, step)
                depth.setdefault(target, step)
    return found, depth


def walk_ranks(edges: list[tuple[int, int]], n_nodes: int, seeds: set[int], damping: float) -> list[float]:
    """Personalised PageRank by solving its linear equations."""
    import numpy as np

    if not seeds:
        return [0.0] * n_nodes
    degree = [sum((node == source) + (node == target) for source, target in edges) for node in range(n_nodes)]
    start = np.array([1 / len(seeds) if node in seeds else 0.0 for node in range(n_nodes)])
    step = np.zeros((n_nodes, n_nodes))
    for source, target in edges:
        step[target, source] += 1 / degree[source]
        step[source, target] += 1 / degree[target]
    for node in range(n_nodes):
        if degree[node] == 0:
            step[:, node] = start
    matrix = np.eye(n_nodes) - damping * step
    return list(np.linalg.solve(matrix, (1 - damping) * start))


def occurrences(
    text: str, units: list[tuple[int, int]], symbols: list[tuple[int, int]], names: list[str]
) -> list[tuple[int, int, list[int]]]:
    """Every stretch of ``text`` that equals a name after folding, and which names: try all pairs of units."""
    from motif.indexes.names import normalise

    stretches = {(start, end) for start, _ in units for _, end in units if start < end} | set(symbols)
    found = []
    for start, end in sorted(stretches, key=lambda span: (span[0], -span[1])):
        key = normalise(text[start:end])
        rows = [row for row, name in enumerate(names) if key and normalise(name) == key]
        if rows:
            found.append((start, end, rows))
    return found


def edits_between(one: str, other: str) -> int:
    """Letters added, left out, changed or changed about (each once) to make ``other`` of ``one``."""
    if not one or not other:
        return len(one) + len(other)
    least = min(
        edits_between(one[1:], other) + 1,
        edits_between(one, other[1:]) + 1,
        edits_between(one[1:], other[1:]) + (one[0] != other[0]),
    )
    if len(one) > 1 and len(other) > 1 and one[0] == other[1] and one[1] == other[0]:
        least = min(least, edits_between(one[2:], other[2:]) + 1)
    return least


def heaviest_apart(spans: list[tuple[int, int, float]]) -> float:
    """The greatest sum of weights of spans (start, end, weight) that do not overlap: try every subset."""
    if not spans:
        return 0.0
    (start, end, weight), *rest = spans
    apart = [span for span in rest if span[1] <= start or end <= span[0]]
    return max(heaviest_apart(rest), weight + heaviest_apart(apart))


def best_subtree(
    edges: list[list[int]], prizes: list[float], costs: list[float]
) -> tuple[list[int], list[int]]:
    """Nodes and edges of the tree of highest prizes minus costs, fewest edges among equals: try every set of edges."""
    best: tuple[float, list[int], list[int]] = (0.0, [], [])
    for node, prize in enumerate(prizes):
        best = max(best, (prize, [node], []), key=lambda tree: tree[0])
    for size in range(1, len(edges) + 1):
        for chosen in combinations(range(len(edges)), size):
            nodes = sorted({node for edge in chosen for node in edges[edge]})
            joined = {nodes[0]}
            for _ in nodes:
                joined |= {node for edge in chosen if set(edges[edge]) & joined for node in edges[edge]}
            worth = sum(prizes[node] for node in nodes) - sum(costs[edge] for edge in chosen)
            if len(nodes) == size + 1 == len(joined) and worth > best[0] + 1e-9:
                best = (worth, nodes, list(chosen))
    return best[1], best[2]


def walk_ends(
    graph: list[Triple], rows: set[int], path: list[tuple[int, bool]], excluded: set[int]
) -> set[int]:
    """Where walks along the relations of ``path`` end: no excluded row, no relationship twice in a row."""
    places: set[tuple[int, int]] = {(row, -1) for row in rows}
    for relation, forward in path:
        places = {
            (there, arc)
            for row, before in places
            for arc, triple in enumerate(graph)
            for here, there in [(triple.source, triple.target) if forward else (triple.target, triple.source)]
            if triple.relation == relation and here == row and arc != before and there not in excluded
        }
    return {row for row, _ in places}


def best_alignment(symbols: list[int], sides: list[Any], weights: list[float]) -> float:
    """The best way to let each word stand for nothing or for a state of the path: try them all.

    A side is a list of words ``(gains of steps, gains of nodes, is focus)``, nearest first; see `align_paths`.
    """
    states = range(2 * len(symbols) + 1)
    words = [word for side in sides for word in side]
    best = -INFINITY
    for chosen in product([None, *states], repeat=len(words)):
        parts = [chosen[: len(sides[0])], chosen[len(sides[0]) :]]
        if any(list(part) != sorted(part) for part in ([s for s in part if s is not None] for part in parts)):
            continue
        gains = [
            _alignment_gain(symbols, side, part, weights) for side, part in zip(sides, parts, strict=True)
        ]
        best = max(best, sum(gains) - _unexplained(symbols, set(chosen), weights))
    return best


def _alignment_gain(symbols: list[int], side: Any, chosen: tuple[Any, ...], weights: list[float]) -> float:
    total = 0.0
    for place, ((steps, nodes, is_focus), state) in enumerate(zip(side, chosen, strict=True)):
        if state is None:
            total -= weights[0] if is_focus else 0.0
            continue
        symbol = symbols[max(0, (state - 1) // 2)]
        gain = steps[symbol] if state % 2 else nodes[symbol] if state else weights[6] * nodes[symbol ^ 1]
        if gain <= 0:
            return -INFINITY
        gain -= weights[0] if is_focus and state < 2 * len(symbols) - 1 else 0.0
        total += gain * (weights[1] if state in chosen[:place] and state else 1.0)
    return total


def _unexplained(symbols: list[int], states: set[Any], weights: list[float]) -> float:
    cost = 0.0
    for step, symbol in enumerate(symbols):
        kind = 4 if step and symbol == symbols[step - 1] ^ 1 else 2
        if 2 * step + 1 not in states:
            cost += weights[kind + (2 * step + 2 in states)]
    return cost


def exact_matches(graph: list[Triple], query: Any) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every match of a `motif.engine.match_query.MatchQuery` as (node rows, relationship rows), in order.

    Edge by edge, each relationship that is not taken yet, one way or the other round; those that agree stay.
    """
    found = set(_matches_from(graph, query, {}, ()))
    return sorted((tuple(row for _, row in sorted(dict(nodes).items())), taken) for nodes, taken in found)


def _matches_from(
    graph: list[Triple], query: Any, nodes: dict[int, int], taken: tuple[int, ...]
) -> Iterator[tuple[frozenset[tuple[int, int]], tuple[int, ...]]]:
    edge = len(taken)
    if edge == len(query.heads):
        yield frozenset(nodes.items()), taken
        return
    head, tail = int(query.heads[edge]), int(query.tails[edge])
    relations, mask = query.edge_relations[edge], query.relationship_masks[edge]
    for row, (source, relation, target) in enumerate(graph):
        if row in taken or (relations is not None and not relations[relation]):
            continue
        if mask is not None and not mask[row]:
            continue
        for at_head, at_tail in [(source, target)] + ([] if query.directed else [(target, source)]):
            if head == tail and at_head != at_tail:
                continue
            mapped = {**nodes, head: at_head, tail: at_tail}
            if all(mapped[node] == nodes[node] for node in nodes) and _may_stand(query, mapped):
                yield from _matches_from(graph, query, mapped, (*taken, row))


def _may_stand(query: Any, nodes: dict[int, int]) -> bool:
    """Whether each pattern node may take its row, and no two take one row that must not."""
    for node, row in nodes.items():
        rows, mask = query.node_rows[node], query.node_masks[node]
        if (rows is not None and row not in rows) or (mask is not None and not mask[row]):
            return False
    for one, other in combinations(nodes, 2):
        both_unknown = query.node_rows[one] is None and query.node_rows[other] is None
        may_coincide = query.injective is False or (query.injective == "known" and both_unknown)
        if nodes[one] == nodes[other] and not may_coincide:
            return False
    return True


def constructed_star_vector(
    star: list[Triple], node: int, labels: list[int], parameters: Any, dimension: int
) -> list[float]:
    """What the relationships of ``star`` at ``node`` add up to, as `motif.engine.dominance` lays places out."""
    out, into, degree, first, count = (int(place) for place in parameters["fixed"])
    vector = [0.0] * dimension
    for source, relation, target in star:
        if node not in (source, target):
            continue
        places = {degree}
        places |= {out, int(parameters["arcs"][0][relation])} if source == node else set()
        places |= {into, int(parameters["arcs"][1][relation])} if target == node else set()
        if count:
            other = labels[target if source == node else source]
            parts = int(parameters["relation_parts"][relation]) + int(parameters["label_parts"][other])
            places.add(first + parts % count)
        for place in places:
            if place < dimension:
                vector[place] += 1.0
    return vector


def star_leaves(graph: list[Triple], node: int) -> list[int]:
    """The other end of each relationship of ``node``, ascending: a loop's once, parallel ones as often."""
    ends = [(triple.source, triple.target) for triple in graph]
    return sorted(target if source == node else source for source, target in ends if node in (source, target))


def star_vector(weights: Any, features: Any, centre: int, leaves: list[int]) -> list[float]:
    """Output of a `motif.engine.star_attention.StarAttention` for a star, as SG-RAG's equations 9 to 13 write it.

    The star's nodes are the centre and one node for each leaf; each attends to itself and to its neighbours.
    """
    n_heads, n_channels = weights.source.shape
    inputs = [[float(value) for value in features[row]] for row in (centre, *leaves)]
    neighbours = [list(range(len(inputs))), *([0, place] for place in range(1, len(inputs)))]
    total = [float(value) for value in weights.head_bias]
    for head, channel in product(range(n_heads), range(n_channels)):
        column = head * n_channels + channel
        for node, others in enumerate(neighbours):
            attention = [_attention(weights, inputs[other], inputs[node], head) for other in others]
            mixed = sum(
                weight * _dot(weights.projection[:, column], inputs[other])
                for weight, other in zip(attention, others, strict=True)
            ) / sum(attention)
            activated = max(0.0, mixed + float(weights.bias[column]))
            for place in range(len(total)):
                total[place] += activated * float(weights.head[column, place])
    return [max(value, 0.0) + math.log1p(math.exp(-abs(value))) for value in total]


def _attention(weights: Any, source: list[float], target: list[float], head: int) -> float:
    n_channels = weights.source.shape[1]
    logit = 0.0
    for channel in range(n_channels):
        column = weights.projection[:, head * n_channels + channel]
        logit += float(weights.source[head, channel]) * _dot(column, source)
        logit += float(weights.target[head, channel]) * _dot(column, target)
    return math.exp(logit if logit > 0 else 0.2 * logit)


def _dot(one: Any, other: list[float]) -> float:
    return sum(float(first) * second for first, second in zip(one, other, strict=True))


def largest_certificate(vector_of: Callable[[list[int]], Any], leaves: list[int]) -> int:
    """Largest k such that no part with at most k of ``leaves`` exceeds all of them; -1 when even none does.

    ``vector_of`` gives the vector of the centre with some leaves.
    """
    whole = vector_of(leaves)
    for size in range(len(leaves) + 1):
        for part in set(combinations(sorted(leaves), size)):  # one leaf may stand there often
            if not all(value <= bound for value, bound in zip(vector_of(list(part)), whole, strict=True)):
                return size - 1
    return len(leaves)


def paths_of_length(graph: list[Triple], length: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every path as (nodes, relationships), direction aside, each in the lesser of its two ways round."""
    singles = {((row.source, row.target), (place,)) for place, row in enumerate(graph)}
    walks = {way for nodes, taken in singles for way in ((nodes, taken), (nodes[::-1], taken))}
    for _ in range(length - 1):
        walks = {
            (nodes + more[1:], taken + step)
            for nodes, taken in walks
            for one, step in singles
            for more in (one, one[::-1])
            if nodes[-1] == more[0] and step[0] not in taken
        }
    return sorted({min((nodes, taken), (nodes[::-1], taken[::-1])) for nodes, taken in walks})


def found_paths(
    graph: list[Triple], query: Any, embedding: Any
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """What a `motif.engine.path_query.PathQuery` may stand for: every path either way round, those that agree."""
    ways = {
        way
        for nodes, taken in paths_of_length(graph, len(query.steps))
        for way in ((nodes, taken), (nodes[::-1], taken[::-1]))
    }
    return sorted(way for way in ways if _agrees(graph, query, embedding, *way))


def _agrees(
    graph: list[Triple], query: Any, embedding: Any, nodes: tuple[int, ...], taken: tuple[int, ...]
) -> bool:
    for row, place in zip(nodes, query.places, strict=True):
        covered = len(place.bound) > 0 and embedding.certificate[row] >= place.size
        if (
            (place.rows is not None and row not in place.rows)
            or (place.mask is not None and not place.mask[row])
            or (covered and any(embedding.vectors[row] < place.bound))
        ):
            return False
    for here, relationship, step in zip(nodes, taken, query.steps, strict=False):
        triple = graph[relationship]
        along, is_loop = triple.source == here, triple.source == triple.target
        if (
            (step.relations is not None and triple.relation not in step.relations)
            or (step.mask is not None and not step.mask[relationship])
            or (step.direction and not is_loop and along != (step.direction == 1))
        ):
            return False
    for (one, here), (other, there) in combinations(zip(query.path.nodes, nodes, strict=True), 2):
        if here != there and one == other:
            return False
        if here == there and tuple(sorted((one, other))) in query.apart:
            return False
    return True


def products(rows: list[list[float]], query: list[float]) -> list[float]:
    """The product of each row with ``query``."""
    return [math.fsum(one * other for one, other in zip(row, query, strict=True)) for row in rows]
