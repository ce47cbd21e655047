// name: documents_below
// Documents that were loaded from files, by what their id begins with; also those whose load was interrupted.
// parameter prefix: the beginning of their ids
MATCH (d:Document)
WHERE d.id STARTS WITH $prefix AND (d.contentHash IS NOT NULL OR d.unsettled IS NOT NULL)
RETURN d.id AS id
