// name: expand_chunks
// The chunks most relevant to a question, and the best of what their edges lead to (SAGE), by a full-text index and a
// vector index alone. BM25 is taken word by word, so that a neighbour can be read beside its seed: each word counts by
// whichever says most of it, the neighbour, the edge (its text properties, or the name of the entity or document that
// joins two chunks) or half of the seed. Edges of mere likeness are gone along only where there is no other.
// parameter words: the question's words in lower case, each once
// parameter queries: for each word what the full-text index is asked, the word itself or text:word for one property
// parameter vector: the question's vector
// parameter fulltext_index: name of the full-text index over the chunks
// parameter vector_index: name of the vector index over the chunks
// parameter pool: chunks to look at for each word (2000)
// parameter seed_pool: chunks to choose the seeds from, by words and by meaning each (100)
// parameter seeds: chunks that the question itself finds (10)
// parameter neighbours: chunks that edges lead to (10)
// parameter bm25_weight: of BM25; the rest is the cosine's (0.6)
// parameter along: what to go along, null for all: lists of a relationship type and a metric or null
// parameter likeness: relationship types of edges that mere likeness explains (IS_SIMILAR, IS_NEAR, SHARES_RELATION)
// parameter naming: metrics of such edges that a name explains (title-cell, title-text): gone along like any other
// parameter sharing: metrics of such edges that shared entities explain (entity-overlap): they fill what is left open
// parameter silent: properties of edges that say nothing (metric)
// parameter hub: entities and documents with more relationships join nothing (100)
// parameter ways: edges of a seed at most (5000)
// parameter names: properties that name a node, first one first
// parameter texts: properties whose values are a chunk's text
// identifier label: the chunks' label
// identifier embedding: the property that holds their vectors
CALL () {
  CALL () {
    UNWIND range(0, size($words) - 1) AS place
    CALL db.index.fulltext.queryNodes($fulltext_index, $queries[place], {limit: $pool}) YIELD node, score
    WITH node, place, score WHERE node:{{label}}
    RETURN node, place, score
    UNION ALL
    WITH $vector AS vector WHERE vector IS NOT NULL
    CALL db.index.vector.queryNodes($vector_index, $seed_pool, vector) YIELD node
    WITH node WHERE node:{{label}}
    RETURN node, -1 AS place, 0.0 AS score
  }
  WITH node, collect([place, score]) AS said, sum(score) AS bm25, min(place) < 0 AS is_near
  ORDER BY is_near DESC, bm25 DESC LIMIT 2 * $seed_pool
  WITH node, said, bm25, CASE WHEN $vector IS NULL OR node.{{embedding}} IS NULL THEN 0.0
    ELSE 2 * vector.similarity.cosine(node.{{embedding}}, $vector) - 1 END AS cosine
  RETURN collect({node: node, said: said, bm25: bm25, cosine: cosine}) AS pool, max(bm25) AS most, max(cosine) AS nearest
}
WITH pool, CASE WHEN most > 0 THEN $bm25_weight / most ELSE 0.0 END AS bm25_unit,
  CASE WHEN nearest > 0 THEN (1 - $bm25_weight) / nearest ELSE 0.0 END AS cosine_unit,
  [place IN range(0, size($words) - 1) | reduce(top = 0.0, one IN pool | reduce(top_of_one = top, hit IN one.said |
    CASE WHEN hit[0] = place AND hit[1] > top_of_one THEN hit[1] ELSE top_of_one END))] AS tops
UNWIND pool AS one
WITH bm25_unit, cosine_unit, tops, one,
  one.bm25 * bm25_unit + CASE WHEN one.cosine > 0 THEN one.cosine * cosine_unit ELSE 0.0 END AS score
WHERE score > 0
ORDER BY score DESC, elementId(one.node) LIMIT $seeds
WITH bm25_unit, cosine_unit, tops, collect({node: one.node, score: score, bm25: one.bm25, cosine: one.cosine,
  said: [place IN range(0, size($words) - 1) |
    reduce(most = 0.0, hit IN one.said | CASE WHEN hit[0] = place THEN hit[1] ELSE most END)]}) AS seeds
CALL (bm25_unit, cosine_unit, tops, seeds) {
  UNWIND seeds AS seed
  RETURN seed.node AS node, seed.score AS score, 'seed' AS role, [] AS edges, null AS bridge, [] AS origins,
    seed.bm25 AS bm25, seed.cosine AS cosine
  UNION ALL
  CALL (seeds) {
    UNWIND range(0, CASE WHEN $neighbours > 0 THEN size($words) - 1 ELSE -1 END) AS place
    CALL db.index.fulltext.queryNodes($fulltext_index, $queries[place], {limit: $pool}) YIELD node, score
    RETURN node, [place, score] AS hit, null AS way
    UNION ALL
    UNWIND range(0, CASE WHEN $neighbours > 0 THEN size(seeds) - 1 ELSE -1 END) AS origin
    WITH origin, seeds[origin].node AS start
    CALL (start) {
      MATCH (start)-[r]-(node:{{label}})
      WHERE $along IS NULL OR any(one IN $along WHERE one[0] = type(r) AND (one[1] IS NULL OR one[1] IN r.metric))
      RETURN node, null AS bridge, [r] AS edges,
        CASE WHEN $along IS NOT NULL OR NOT type(r) IN $likeness THEN 0
          WHEN any(metric IN coalesce(r.metric, []) WHERE metric IN $naming) THEN 0
          WHEN any(metric IN coalesce(r.metric, []) WHERE metric IN $sharing) THEN 1 ELSE 2 END AS rank LIMIT $ways
      UNION ALL
      MATCH (start)-[r]-(bridge) WHERE NOT bridge:{{label}} AND COUNT { (bridge)--() } <= $hub
        AND ($along IS NULL OR any(one IN $along WHERE one[0] = type(r) AND one[1] IS NULL))
      MATCH (bridge)-[s]-(node:{{label}})
      WHERE $along IS NULL OR any(one IN $along WHERE one[0] = type(s) AND one[1] IS NULL)
      RETURN node, bridge, [r, s] AS edges, 0 AS rank LIMIT $ways
    }
    RETURN node, null AS hit, {origin: origin, bridge: bridge, edges: edges, rank: rank} AS way
  }
  WITH bm25_unit, cosine_unit, tops, seeds, node, collect(hit) AS said, collect(way) AS ways
  WHERE size(ways) > 0 AND NOT node IN [seed IN seeds | seed.node]
  WITH bm25_unit, cosine_unit, tops, seeds, collect({node: node, said: said, ways: ways}) AS reached
  WITH bm25_unit, cosine_unit, tops, seeds, reached,
    any(one IN reached WHERE any(way IN one.ways WHERE way.rank < 2)) AS is_explained
  UNWIND reached AS one
  WITH bm25_unit, cosine_unit, tops, seeds, one.node AS node, one.said AS said,
    [way IN one.ways WHERE way.rank < 2 OR NOT is_explained] AS ways
  WITH bm25_unit, cosine_unit, tops, seeds, node, said, ways,
    reduce(total = 0.0, hit IN said | total + hit[1]) AS bm25,
    CASE WHEN $vector IS NULL OR node.{{embedding}} IS NULL THEN 0.0
      ELSE 2 * vector.similarity.cosine(node.{{embedding}}, $vector) - 1 END AS cosine
  UNWIND ways AS way
  WITH bm25_unit, cosine_unit, tops, seeds, node, said, bm25, cosine, ways, way, seeds[way.origin] AS seed,
    split(toLower(CASE WHEN way.bridge IS NOT NULL
      THEN reduce(name = null, key IN $names | coalesce(name, toStringOrNull(way.bridge[key])))
      ELSE reduce(text = replace(type(way.edges[0]), '_', ' '),
        key IN [key IN keys(way.edges[0]) WHERE NOT key IN $silent] |
        text + ' ' + CASE WHEN way.edges[0][key] IS :: STRING THEN way.edges[0][key]
          WHEN way.edges[0][key] IS :: LIST<STRING> THEN reduce(whole = '', item IN way.edges[0][key] | whole + ' ' + item)
          ELSE '' END)
      END), [' ', ',', '.', ';', ':', '|', '(', ')', '"', "'", '\n', '-', '/', '!', '?']) AS on_edge
  WITH node, bm25, cosine, ways, way, seeds,
    (bm25_unit * reduce(total = 0.0, place IN range(0, size($words) - 1) | total + reduce(most = 0.0, value IN
        [CASE WHEN $words[place] IN on_edge THEN 0.6 * tops[place] ELSE 0.0 END, 0.5 * seed.said[place]]
        + [hit IN said WHERE hit[0] = place | hit[1]] | CASE WHEN value > most THEN value ELSE most END))
      + CASE WHEN cosine > 0 THEN cosine * cosine_unit ELSE 0.0 END + 0.5 * seed.score) / 1.5 AS score
  ORDER BY way.rank, score DESC
  WITH node, bm25, cosine, collect({way: way, score: score})[0] AS best,
    collect(DISTINCT seeds[way.origin].node) AS origins
  ORDER BY best.way.rank, best.score DESC, elementId(node) LIMIT $neighbours
  RETURN node, best.score AS score, 'neighbour' AS role, best.way.edges AS edges, best.way.bridge AS bridge,
    origins, bm25, cosine
}
RETURN elementId(node) AS id, labels(node) AS labels, score, role, bm25, cosine,
  reduce(name = null, key IN $names | coalesce(name, toStringOrNull(node[key]))) AS name,
  reduce(text = '', key IN $texts | text + CASE WHEN node[key] IS :: STRING NOT NULL
    THEN CASE WHEN text = '' THEN '' ELSE '\n' END + node[key] ELSE '' END) AS text,
  [origin IN origins | {id: elementId(origin),
    name: reduce(name = null, key IN $names | coalesce(name, toStringOrNull(origin[key])))}] AS origins,
  [edge IN edges | {id: elementId(edge), source: elementId(startNode(edge)), type: type(edge),
    target: elementId(endNode(edge)), properties: properties(edge)}] AS edges,
  CASE WHEN bridge IS NULL THEN null
    ELSE reduce(name = null, key IN $names | coalesce(name, toStringOrNull(bridge[key]))) END AS through
ORDER BY score DESC, id
