// name: call_search_names
// The nearest subgraphs to a pattern through the plugin: answers and nodes by the property that names them.
// parameter graph: the projection's name
// parameter pattern: triples
// parameter properties: the properties that may name a node, first one first
// parameter configuration: the options of motif.search
CALL motif.search($graph, $pattern, $configuration) YIELD rank, answers, nodes, text
RETURN rank, text,
  [answer IN answers | reduce(found = null, key IN $properties | coalesce(found, answer[key]))] AS answers,
  [node IN nodes | reduce(found = null, key IN $properties | coalesce(found, node[key]))] AS names
ORDER BY rank
