// name: sample_relationships
// What properties the first relationships of one type have: one row per property and type of value, and one without.
// parameter sample: relationships to look at
// parameter longest: size from which strings are only counted as long
// identifier type: the relationship type
CALL () {
  MATCH ()-[r:{{type}}]->() RETURN count(r) AS total
}
CALL () {
  MATCH ()-[r:{{type}}]->() WITH r LIMIT $sample
  UNWIND [null] + keys(r) AS property
  WITH property, CASE WHEN property IS NULL THEN null ELSE r[property] END AS value
  WITH property, valueType(value) AS type, value,
       CASE WHEN value IS :: STRING NOT NULL THEN size(value) END AS length
  RETURN property, type, count(*) AS present, avg(length) AS length, null AS letters,
         count(DISTINCT CASE WHEN coalesce(length, 0) < $longest THEN value ELSE left(value, $longest) END) AS distinct
}
RETURN 'type' AS kind, head(keys({ {{type}}: 0 })) AS name, total, property, type, present, length, letters, distinct
