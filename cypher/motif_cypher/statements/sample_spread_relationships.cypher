// name: sample_spread_relationships
// What relationships of some types join, and their properties: one row per type and pair of label sets, whose values
// are pairs of names, and one per type, property and type of value. They are chosen as sample_spread_nodes chooses nodes.
// parameter types: the common types
// parameter seeks: ids to look at for the common ones
// parameter shares: for each rare type, which part of its relationships to look at, in 10007ths
// parameter sample: values of each property, and pairs of names, to give at most, spread over those found
// parameter ordered: types of values that have a least and a greatest one, each with true
// parameter longest: size from which strings are cut short, and end in an ellipsis
// parameter names: for each label the property that names its nodes
// identifier common: the common types
// identifier rare: the rare types
CALL () {
  MATCH ()-[last:{{common}}]->() WITH last ORDER BY last DESC LIMIT 1
  WITH id(last) AS last
  UNWIND range(0, last, last / $seeks + 1) AS place
  MATCH ()-[r]->() WHERE id(r) = place AND type(r) IN $types
  RETURN r
UNION ALL
  MATCH ()-[r:{{rare}}]->() WHERE ((id(r) % 1000003) * 7919) % 10007 < $shares[type(r)]
  RETURN r
}
WITH type(r) AS relation, collect(r) AS found
CALL (found) {
  UNWIND found AS r
  WITH labels(startNode(r)) AS source, labels(endNode(r)) AS target, count(*) AS present, collect(r) AS joined
  RETURN source, target, null AS property, null AS type, present, null AS length, null AS minimum, null AS maximum,
    [place IN range(0, size(joined) - 1, (size(joined) - 1) / $sample + 1) |
      [node IN [startNode(joined[place]), endNode(joined[place])] |
        head([label IN labels(node) WHERE node[$names[label]] IS NOT NULL | node[$names[label]]])]] AS found_values
UNION ALL
  UNWIND found AS r
  UNWIND keys(r) AS property
  WITH property, r[property] AS value
  WITH property, valueType(value) AS type, value
  WITH property, type, count(*) AS present, avg(CASE WHEN value IS :: STRING NOT NULL THEN size(value) END) AS length,
     min(CASE WHEN $ordered[type] THEN value END) AS minimum, max(CASE WHEN $ordered[type] THEN value END) AS maximum,
     collect(CASE WHEN type STARTS WITH 'LIST<FLOAT' OR type STARTS WITH 'VECTOR' OR type STARTS WITH 'POINT' THEN null
                  WHEN type STARTS WITH 'LIST' THEN value[..3] ELSE value END) AS every
  RETURN null AS source, null AS target, property, type, present, length, minimum, maximum,
    [place IN range(0, size(every) - 1, (size(every) - 1) / $sample + 1) | every[place]] AS found_values
}
RETURN relation, source, target, property, type, present, length, minimum, maximum, [value IN found_values | CASE
  WHEN value IS :: STRING NOT NULL THEN left(value, $longest) + CASE WHEN size(value) > $longest THEN '…' ELSE '' END
  WHEN property IS NULL OR type STARTS WITH 'LIST' THEN
    [item IN value | CASE WHEN item IS :: STRING NOT NULL THEN left(item, $longest) ELSE item END]
  ELSE value
END] AS values
