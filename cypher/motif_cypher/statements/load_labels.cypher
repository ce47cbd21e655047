// name: load_labels
// A further label for the nodes of some keys.
// parameter rows: a list [key] for each node
// identifier label: the key's label
// identifier property: the key's property
// identifier further: the label that is added
UNWIND $rows AS row
MATCH (n:{{label}} {{{property}}: row[0]})
SET n:{{further}}
