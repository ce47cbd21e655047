// name: delete_computed_edges
// Removes a batch of relationships that Motif has written, and no other.
// parameter rows: their element ids
// identifier mark: the property that tells what made them, and that those of others lack
UNWIND $rows AS row
MATCH ()-[r]->() WHERE elementId(r) = row
WITH r WHERE r.{{mark}} IS NOT NULL
DELETE r
