// name: call_search
// The nearest subgraphs to a pattern, through the plugin, as nodes and relationships.
// parameter graph: the projection's name
// parameter pattern: triples
// parameter configuration: the options of motif.search
CALL motif.search($graph, $pattern, $configuration) YIELD rank, score, answers, nodes, relationships, text
RETURN rank, score, answers, nodes, relationships, text
ORDER BY rank
