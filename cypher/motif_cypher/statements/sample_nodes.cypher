// name: sample_nodes
// What properties the first nodes of one label have: one row per property and type of value, and one row without.
// The label is told as the only key of a map, since a name can be inserted as a key and not as a string.
// parameter sample: nodes to look at
// parameter longest: size from which strings are only counted as long
// identifier label: the label
CALL () {
  MATCH (n:{{label}}) RETURN count(n) AS total
}
CALL () {
  MATCH (n:{{label}}) WITH n LIMIT $sample
  UNWIND [null] + keys(n) AS property
  WITH property, CASE WHEN property IS NULL THEN null ELSE n[property] END AS value
  WITH property, valueType(value) AS type, value,
       CASE WHEN value IS :: STRING NOT NULL THEN size(value) END AS length
  RETURN property, type, count(*) AS present, avg(length) AS length,
         avg(CASE WHEN length IS NULL THEN null WHEN left(value, 64) =~ '(?s).*\\p{L}\\p{L}.*' THEN 1.0 ELSE 0.0 END) AS letters,
         count(DISTINCT CASE WHEN coalesce(length, 0) < $longest THEN value ELSE left(value, $longest) END) AS distinct
}
RETURN 'label' AS kind, head(keys({ {{label}}: 0 })) AS name, total, property, type, present, length, letters, distinct
