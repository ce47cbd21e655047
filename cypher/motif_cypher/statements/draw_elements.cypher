// name: draw_elements
// Nodes and relationships by their ids, as Neo4j Browser draws them: what `motif open` shows without the plugin.
// parameter nodes: element ids of nodes
// parameter relationships: element ids of relationships
MATCH (node) WHERE elementId(node) IN $nodes
WITH collect(node) AS nodes
OPTIONAL MATCH ()-[relationship]->() WHERE elementId(relationship) IN $relationships
RETURN nodes, collect(relationship) AS relationships
