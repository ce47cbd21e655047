// name: count_labelled_nodes
// How many nodes one label has. The label is told as the only key of a map, since a name can be inserted as a key and
// not as a string.
// identifier label: the label
CALL () {
  MATCH (n:{{label}}) RETURN count(n) AS total
}
RETURN 'label' AS kind, head(keys({ {{label}}: 0 })) AS name, total
