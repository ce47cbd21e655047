// name: call_run_names
// Runs a plan through the plugin: answers by the property that names them, and the names of all nodes.
// parameter graph: the projection's name
// parameter plan: the plan, as motif.plan yields it
// parameter properties: the properties that may name a node, first one first
// parameter configuration: the options of motif.run
CALL motif.run($graph, $plan, $configuration) YIELD rank, answers, nodes, text
RETURN rank, text,
  [answer IN answers | CASE WHEN answer IS :: NODE
    THEN reduce(found = null, key IN $properties | coalesce(found, answer[key])) ELSE answer END] AS answers,
  [node IN nodes | reduce(found = null, key IN $properties | coalesce(found, node[key]))] AS names
ORDER BY rank
