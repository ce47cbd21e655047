// name: call_expand
// Asks the plugin for the nodes or chunks that a question is about, and for what their links lead to.
// parameter graph: a projection's name
// parameter question: the question in words
// parameter configuration: seeds, neighbours and the like, in camelCase
CALL motif.expand($graph, $question, $configuration)
YIELD rank, score, nodes, relationships, text, metadata
RETURN rank, score, nodes[0].name AS name, size(relationships) AS relationships, text, metadata
