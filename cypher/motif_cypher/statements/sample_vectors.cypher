// name: sample_vectors
// A few texts with the vectors that stand beside them, to tell whether an encoder makes the same.
// parameter texts: properties that are joined to a node's text
// parameter sample: nodes to look at
// identifier label: the label
// identifier property: the property that holds vectors
MATCH (n:{{label}})
WHERE n.{{property}} IS NOT NULL AND any(name IN $texts WHERE n[name] IS :: STRING NOT NULL AND n[name] <> '')
WITH n LIMIT $sample
RETURN [name IN $texts WHERE n[name] IS :: STRING NOT NULL AND n[name] <> '' | n[name]] AS texts, n.{{property}} AS vector
