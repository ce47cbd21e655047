package motif;

import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.procedure.Description;

import java.util.Map;

/** What motif.truss and motif.similarity yield. */
public final class StructureColumns {

    private StructureColumns() {}

    /** A relationship and its trussness. */
    public record Trussness(
            @Description("The relationship.") Relationship relationship,
            @Description("The largest k of a k-truss that holds it, at least 2; 0 for a loop.")
                    Long trussness) {}

    /** How a graph is held together by triangles. */
    public record TrussStats(
            @Description("Nodes of the projection.") Long nodeCount,
            @Description(
                            "Pairs of different nodes that a relationship joins, whatever its"
                                    + " direction.")
                    Long edgeCount,
            @Description("Triangles among them.") Long triangleCount,
            @Description("The largest trussness; 0 without an edge.") Long maxTruss,
            @Description("How many edges have each trussness.") Map<String, Object> distribution,
            @Description("Milliseconds that computing took.") Long computeMillis,
            @Description("The configuration in force.") Map<String, Object> configuration) {}

    /** What keeping trussness with the projection did. */
    public record TrussMutated(
            @Description("Nodes of the projection.") Long nodeCount,
            @Description(
                            "Pairs of different nodes that a relationship joins, whatever its"
                                    + " direction.")
                    Long edgeCount,
            @Description("Triangles among them.") Long triangleCount,
            @Description("The largest trussness; 0 without an edge.") Long maxTruss,
            @Description("How many edges have each trussness.") Map<String, Object> distribution,
            @Description("Milliseconds that computing took.") Long computeMillis,
            @Description("Milliseconds that storing took.") Long mutateMillis,
            @Description("Relationships that have a trussness now.")
                    Long relationshipPropertiesWritten,
            @Description("The configuration in force.") Map<String, Object> configuration) {}

    /** What writing trussness into Neo4j did. */
    public record TrussWritten(
            @Description("Nodes of the projection.") Long nodeCount,
            @Description(
                            "Pairs of different nodes that a relationship joins, whatever its"
                                    + " direction.")
                    Long edgeCount,
            @Description("Triangles among them.") Long triangleCount,
            @Description("The largest trussness; 0 without an edge.") Long maxTruss,
            @Description("How many edges have each trussness.") Map<String, Object> distribution,
            @Description("Milliseconds that computing took.") Long computeMillis,
            @Description("Milliseconds that writing took.") Long writeMillis,
            @Description(
                            "Relationships that were given it; those that had it are not written"
                                    + " again.")
                    Long relationshipPropertiesWritten,
            @Description("Relationships that are gone, or are others, since.") Long dropped,
            @Description("The property that holds it.") String writeProperty,
            @Description("The configuration in force.") Map<String, Object> configuration) {}

    /** Two nodes that belong together, and why. */
    public record Similarity(
            @Description("The one node.") Node node1,
            @Description("The other.") Node node2,
            @Description("How much they belong together; higher is more.") Double similarity,
            @Description("The relationship type that .write gives the edge.") String type,
            @Description("What explains the edge.") Map<String, Object> properties) {}

    /** Which edges there would be. */
    public record SimilarityStats(
            @Description("Nodes of the projection.") Long nodeCount,
            @Description("Pairs of nodes that an edge joins.") Long similarityPairs,
            @Description("Least, largest and mean similarity, standard deviation and percentiles.")
                    Map<String, Object> similarityDistribution,
            @Description("Edges of each type.") Map<String, Object> types,
            @Description("Milliseconds that computing took.") Long computeMillis,
            @Description("The configuration in force.") Map<String, Object> configuration) {}

    /** What keeping edges with the projection did. */
    public record SimilarityMutated(
            @Description("Nodes of the projection.") Long nodeCount,
            @Description("Pairs of nodes that an edge joins.") Long similarityPairs,
            @Description("Least, largest and mean similarity, standard deviation and percentiles.")
                    Map<String, Object> similarityDistribution,
            @Description("Edges of each type.") Map<String, Object> types,
            @Description("Milliseconds that computing took.") Long computeMillis,
            @Description("Milliseconds that storing took.") Long mutateMillis,
            @Description("Edges that the projection has of these types now.")
                    Long relationshipsWritten,
            @Description("The configuration in force.") Map<String, Object> configuration) {}

    /** What writing edges into Neo4j did. */
    public record SimilarityWritten(
            @Description("Nodes of the projection.") Long nodeCount,
            @Description("Pairs of nodes that an edge joins.") Long similarityPairs,
            @Description("Least, largest and mean similarity, standard deviation and percentiles.")
                    Map<String, Object> similarityDistribution,
            @Description("Edges of each type.") Map<String, Object> types,
            @Description("Milliseconds that computing took.") Long computeMillis,
            @Description("Milliseconds that writing took.") Long writeMillis,
            @Description(
                            "Relationships that are new or have other properties; the rest stood"
                                    + " already.")
                    Long relationshipsWritten,
            @Description("Relationships of earlier calls that are no longer true.")
                    Long relationshipsRemoved,
            @Description("Edges of which a node is gone since.") Long dropped,
            @Description("The types of the relationships.") String writeRelationshipType,
            @Description("The property that holds the similarity.") String writeProperty,
            @Description("The configuration in force.") Map<String, Object> configuration) {}

    /** What computing would take. */
    public record Estimate(
            @Description("Nodes of the projection.") Long nodeCount,
            @Description("Relationships of the projection.") Long relationshipCount,
            @Description("The memory needed, readable.") String requiredMemory,
            @Description("The least bytes needed.") Long bytesMin,
            @Description("The most bytes needed.") Long bytesMax) {}
}
