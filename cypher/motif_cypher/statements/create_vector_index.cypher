// name: create_vector_index
// Makes the vector index of a label and property unless it is there.
// parameter dimension: of the vectors
// identifier index: the index's name
// identifier label: the label
// identifier property: the property that holds the vectors
CREATE VECTOR INDEX {{index}} IF NOT EXISTS
FOR (n:{{label}}) ON n.{{property}}
OPTIONS {indexConfig: {`vector.dimensions`: $dimension, `vector.similarity_function`: 'cosine'}}
