package motif;

import org.neo4j.graphdb.Relationship;
import org.neo4j.procedure.Description;

import java.util.List;
import java.util.Map;

/** What motif.embed.triple yields. */
public final class TripleColumns {

    private TripleColumns() {}

    /** A relationship and its vector. */
    public record TripleEmbedding(
            @Description("The relationship.") Relationship relationship,
            @Description("The vector of \"head relation tail\", of length 1.")
                    List<Double> embedding) {}

    /** What vectors there are. */
    public record TripleStats(
            @Description("Nodes of the projection.") Long nodeCount,
            @Description("Relationships of the projection.") Long relationshipCount,
            @Description("Distinct texts among them.") Long distinctTexts,
            @Description("Texts that the model was asked for.") Long embedded,
            @Description("Texts whose vectors were there already.") Long reused,
            @Description("Numbers in a vector; null where there are none.") Long dimension,
            @Description("The model's name; null where there are none.") String model,
            @Description("Milliseconds that embedding took.") Long computeMillis,
            @Description("The configuration in force.") Map<String, Object> configuration) {}

    /** What embedding into the projection did. */
    public record TripleMutated(
            @Description("Nodes of the projection.") Long nodeCount,
            @Description("Relationships of the projection.") Long relationshipCount,
            @Description("Distinct texts among them.") Long distinctTexts,
            @Description("Texts that the model was asked for.") Long embedded,
            @Description("Texts whose vectors were there already.") Long reused,
            @Description("Numbers in a vector.") Long dimension,
            @Description("The model's name.") String model,
            @Description("Milliseconds that embedding took.") Long computeMillis,
            @Description("Milliseconds that storing took.") Long mutateMillis,
            @Description("Relationships that have a vector now.")
                    Long relationshipPropertiesWritten,
            @Description("The configuration in force.") Map<String, Object> configuration) {}

    /** What embedding into Neo4j did. */
    public record TripleWritten(
            @Description("Nodes of the projection.") Long nodeCount,
            @Description("Relationships of the projection.") Long relationshipCount,
            @Description("Distinct texts among them.") Long distinctTexts,
            @Description("Texts that the model was asked for.") Long embedded,
            @Description("Texts whose vectors were there already.") Long reused,
            @Description("Numbers in a vector.") Long dimension,
            @Description("The model's name.") String model,
            @Description("Milliseconds that embedding took.") Long computeMillis,
            @Description("Milliseconds that writing took.") Long writeMillis,
            @Description("Relationships that were given their vector; the rest had it already.")
                    Long relationshipPropertiesWritten,
            @Description(
                            "Nodes that were given the mean of those around them; the rest had it"
                                    + " already.")
                    Long nodePropertiesWritten,
            @Description("Relationships that are gone, or are others, since, and nodes that are gone.")
                    Long dropped,
            @Description("The property that holds the vectors.") String writeProperty,
            @Description("The configuration in force.") Map<String, Object> configuration) {}

    /** What embedding would take. */
    public record TripleEstimate(
            @Description("Nodes of the projection.") Long nodeCount,
            @Description("Relationships of the projection.") Long relationshipCount,
            @Description("Distinct texts among them.") Long distinctTexts,
            @Description("The memory needed, readable.") String requiredMemory,
            @Description("The least bytes needed.") Long bytesMin,
            @Description("The most bytes needed.") Long bytesMax) {}
}
