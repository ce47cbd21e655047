// name: call_trace
// Asks the plugin for the traces of schema triples, each with its answers by name and its reasoning chains.
// parameter graph: a projection's name
// parameter triples: schema triples, or a question in words
// parameter configuration: strategy, answer and the like, in camelCase
CALL motif.trace($graph, $triples, $configuration)
YIELD rank, score, answers, relationships, text, metadata
RETURN rank, score, [node IN answers | node.name] AS answers, size(relationships) AS relationships, text, metadata
