// name: sample_spread_nodes
// What properties the nodes of some labels have: one row per label, property and type of value, and one per label
// without. Nodes of common labels are looked up at ids evenly spaced up to the last, so that the cost does not depend on
// how many there are; rare labels are scanned, and nodes chosen by a hash of their ids. Neither prefers the first nodes.
// parameter labels: the common labels
// parameter seeks: ids to look at for the common ones
// parameter shares: for each rare label, which part of its nodes to look at, in 10007ths
// parameter sample: values of each property to give at most, spread over those found
// parameter ordered: types of values that have a least and a greatest one, each with true
// parameter longest: size from which strings are cut short, and end in an ellipsis
// identifier common: the common labels
// identifier rare: the rare labels
CALL () {
  MATCH (last:{{common}}) WITH last ORDER BY last DESC LIMIT 1
  WITH id(last) AS last
  UNWIND range(0, last, last / $seeks + 1) AS place
  MATCH (n) WHERE id(n) = place
  UNWIND labels(n) AS label
  WITH label, n WHERE label IN $labels
  RETURN label, n
UNION ALL
  MATCH (n:{{rare}})
  UNWIND labels(n) AS label
  WITH label, n WHERE ((id(n) % 1000003) * 7919) % 10007 < $shares[label]
  RETURN label, n
}
UNWIND [null] + keys(n) AS property
WITH label, property, CASE WHEN property IS NULL THEN null ELSE n[property] END AS value
WITH label, property, valueType(value) AS type, value
WITH label, property, type, count(*) AS present,
     avg(CASE WHEN value IS :: STRING NOT NULL THEN size(value) END) AS length,
     min(CASE WHEN $ordered[type] THEN value END) AS minimum, max(CASE WHEN $ordered[type] THEN value END) AS maximum,
     collect(CASE WHEN type STARTS WITH 'LIST<FLOAT' OR type STARTS WITH 'VECTOR' OR type STARTS WITH 'POINT' THEN null
                  WHEN type STARTS WITH 'LIST' THEN value[..3] ELSE value END) AS found
WITH label, property, type, present, length, minimum, maximum,
     [place IN range(0, size(found) - 1, (size(found) - 1) / $sample + 1) | found[place]] AS found
RETURN label, property, type, present, length, minimum, maximum, [value IN found | CASE
  WHEN value IS :: STRING NOT NULL THEN left(value, $longest) + CASE WHEN size(value) > $longest THEN '…' ELSE '' END
  WHEN type STARTS WITH 'LIST' THEN
    [item IN value | CASE WHEN item IS :: STRING NOT NULL THEN left(item, $longest) ELSE item END]
  ELSE value
END] AS values
