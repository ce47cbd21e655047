// name: call_retrieve_names
// Asks a question in words through the plugin: answers by a property of theirs, and the names of all nodes.
// parameter graph: the projection's name
// parameter question: the question
// parameter properties: the properties that may name a node, first one first
// parameter configuration: the options of motif.retrieve
CALL motif.retrieve($graph, $question, $configuration) YIELD rank, answers, nodes, text, metadata
RETURN rank, text, metadata,
  [answer IN answers | CASE WHEN answer IS :: NODE
    THEN reduce(found = null, key IN $properties | coalesce(found, answer[key])) ELSE answer END] AS answers,
  [node IN nodes | reduce(found = null, key IN $properties | coalesce(found, node[key]))] AS names
ORDER BY rank
