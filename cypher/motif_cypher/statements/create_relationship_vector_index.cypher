// name: create_relationship_vector_index
// Makes the vector index of a relationship type and property unless it is there.
// parameter dimension: of the vectors
// identifier index: the index's name
// identifier type: the relationship type
// identifier property: the property that holds the vectors
CREATE VECTOR INDEX {{index}} IF NOT EXISTS
FOR ()-[r:{{type}}]-() ON r.{{property}}
OPTIONS {indexConfig: {`vector.dimensions`: $dimension, `vector.similarity_function`: 'cosine'}}
