// name: load_nodes
// The nodes of some keys, made where they are missing, with their properties set.
// parameter rows: a list [key, map of further properties] for each node
// identifier label: the key's label
// identifier property: the key's property
UNWIND $rows AS row
MERGE (n:{{label}} {{{property}}: row[0]})
SET n += row[1]
