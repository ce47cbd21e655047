// name: read_labelled_nodes
// The nodes that carry one of some labels, in chunks, one row per chunk and set of labels.
// parameter chunk: nodes in a chunk
// parameter properties: names of properties
// identifier labels: the labels
MATCH (n:{{labels}})
WITH collect(n) AS found
UNWIND range(0, size(found) - 1, $chunk) AS start
CALL (found, start) {
  UNWIND found[start..start + $chunk] AS n
  WITH labels(n) AS labels, collect(n) AS nodes
  RETURN labels, [n IN nodes | id(n)] AS ids, [name IN $properties | [n IN nodes | n[name]]] AS values
}
RETURN labels, ids, values
