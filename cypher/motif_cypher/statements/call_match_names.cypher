// name: call_match_names
// Every exact match of a pattern through the plugin: answers by the property that names them, text and metadata.
// parameter graph: the projection's name
// parameter pattern: triples
// parameter properties: the properties that may name a node, first one first
// parameter configuration: the options of motif.match
CALL motif.match($graph, $pattern, $configuration) YIELD rank, answers, text, metadata
RETURN rank, text, metadata,
  [answer IN answers | reduce(found = null, key IN $properties | coalesce(found, answer[key]))] AS answers
ORDER BY rank
