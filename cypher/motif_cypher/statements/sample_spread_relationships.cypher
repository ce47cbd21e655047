// name: sample_spread_relationships
// What relationships of some types join, and their properties: one row per type and pair of label sets, whose values
// are pairs of names, and one per type, property and type of value. They are chosen as sample_spread_nodes chooses nodes.
// parameter types: the common types
// parameter seeks: ids to look at for the common ones
// parameter shares: for each rare type, which part of its relationships to look at, in 10007ths
// parameter sample: relationships of each type to read at most
// parameter longest: size from which strings are cut short, and end in an ellipsis
// parameter names: for each label the property that names its nodes
// identifier common: the common types
// identifier rare: the rare types
CALL () {
  MATCH ()-[last:{{common}}]->() WITH last ORDER BY last DESC LIMIT 1
  WITH id(last) AS last
  UNWIND range(0, last, last / $seeks + 1) AS place
  MATCH ()-[r]->() WHERE id(r) = place AND type(r) IN $types
  RETURN type(r) AS relation, r
UNION ALL
  MATCH ()-[r:{{rare}}]->() WHERE ((id(r) % 1000003) * 7919) % 10007 < $shares[type(r)]
  RETURN type(r) AS relation, r
}
WITH relation, collect(r) AS found
WITH relation, [place IN range(0, size(found) - 1, (size(found) - 1) / $sample + 1) | found[place]] AS found
CALL (found) {
  UNWIND found AS r
  WITH labels(startNode(r)) AS source, labels(endNode(r)) AS target, [node IN [startNode(r), endNode(r)] |
    head([label IN labels(node) WHERE node[$names[label]] IS NOT NULL | node[$names[label]]])] AS ends
  RETURN source, target, null AS property, null AS type, count(*) AS present, null AS length, collect([name IN ends |
    CASE WHEN name IS :: STRING NOT NULL THEN left(name, $longest) ELSE name END]) AS values
UNION ALL
  UNWIND found AS r
  UNWIND keys(r) AS property
  WITH property, r[property] AS value
  WITH property, valueType(value) AS type, value,
       CASE WHEN value IS :: STRING NOT NULL THEN size(value) END AS length
  RETURN null AS source, null AS target, property, type, count(*) AS present, avg(length) AS length, collect(CASE
    WHEN length IS NOT NULL THEN CASE WHEN length > $longest THEN left(value, $longest) + '…' ELSE value END
    WHEN type STARTS WITH 'LIST<FLOAT' OR type STARTS WITH 'VECTOR' OR type STARTS WITH 'POINT' THEN null
    WHEN type STARTS WITH 'LIST' THEN
      [item IN value[..3] | CASE WHEN item IS :: STRING NOT NULL THEN left(item, $longest) ELSE item END]
    ELSE value
  END) AS values
}
RETURN relation, size(found) AS seen, source, target, property, type, present, length, values
