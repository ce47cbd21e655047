package motif;

import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.procedure.Description;

import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;

/** What each procedure yields: one record per kind of row, one component per column. */
public final class Columns {

    private Columns() {}

    /** One match, trace, community, or chunk of an expansion. */
    public record Evidence(
            @Description("Place in the ranking, from 1.") Long rank,
            @Description("Higher is better; for search, minus the Graph Semantic Distance.")
                    Double score,
            @Description(
                            "What the question asks for: nodes, or plain values where it asks for a"
                                    + " number or a property.")
                    List<Object> answers,
            @Description("The nodes of this piece of evidence, in the pattern's order.")
                    List<Node> nodes,
            @Description("The relationships of this piece of evidence.")
                    List<Relationship> relationships,
            @Description("Each unknown, without its sign, and what it stands for.")
                    Map<String, Object> bindings,
            @Description("The evidence in words, one relationship per line.") String text,
            @Description("The method that found it.") String method,
            @Description("False when the search was cut short.") Boolean complete,
            @Description("How it was found: epoch, stale and behind, distance, plan, verdict, rows dropped.")
                    Map<String, Object> metadata) {}

    /** One way to answer a question. */
    public record Plan(
            @Description("Place in the ranking, from 1.") Long rank,
            @Description("The verb that runs it.") String method,
            @Description(
                            "The plan, to look at, edit and pass to motif.run: pattern, answer,"
                                    + " filter and so on.")
                    Map<String, Object> plan,
            @Description(
                            "The Cypher statement that means the same; empty where there is none.")
                    String cypher,
            @Description("How likely it is, from 0 to 1; comparable within one call.")
                    Double confidence,
            @Description("Whether the graph knows all that the plan names.") Boolean valid,
            @Description("What of it the graph does not know, a sentence each.")
                    List<String> problems) {}

    /** A projection that was made or brought up to date. */
    public record Projected(
            @Description("The projection's name.") String graphName,
            @Description("Nodes in the projection.") Long nodeCount,
            @Description("Relationships in the projection.") Long relationshipCount,
            @Description("Milliseconds that projecting took.") Long projectMillis,
            @Description("Which nodes were projected.") Map<String, Object> nodeProjection,
            @Description("Which relationships were projected.")
                    Map<String, Object> relationshipProjection,
            @Description("The configuration in force, with what was detected.")
                    Map<String, Object> configuration,
            @Description("Which state of the database this is, counted from 1.") Long epoch,
            @Description("Whether the database has changed since; null when not known.")
                    Boolean stale) {}

    /** A projection in the catalog. */
    public record Listed(
            @Description("The projection's name.") String graphName,
            @Description("The database that it images.") String database,
            @Description("Nodes in the projection.") Long nodeCount,
            @Description("Relationships in the projection.") Long relationshipCount,
            @Description("Size of its files, readable.") String memoryUsage,
            @Description("Size of its files in bytes.") Long sizeInBytes,
            @Description("When it was first made.") ZonedDateTime creationTime,
            @Description("When it was last brought up to date.") ZonedDateTime modificationTime,
            @Description("Labels and types with their counts.") Map<String, Object> schema,
            @Description("The configuration it was made with.") Map<String, Object> configuration,
            @Description("Which state of the database this is, counted from 1.") Long epoch,
            @Description("Whether the database has changed since; null when not known.")
                    Boolean stale,
            @Description(
                            "How far it is behind: {transactions: n} where that is counted, else"
                                    + " {seconds: s} since it was read.")
                    Map<String, Object> behind,
            @Description("When the data was read.") ZonedDateTime readTime,
            @Description("'auto' when it is read again by itself once it is behind, or 'manual'.")
                    String refresh,
            @Description(
                            "When a refresh in the background last failed, and why; null when none"
                                    + " has since it was read.")
                    Map<String, Object> refreshFailure,
            @Description("Its vectors: model, dimension and count of each kind.")
                    Map<String, Object> vectors,
            @Description(
                    "The largest trussness, and how many edges Motif has computed of each type.")
                    Map<String, Object> structure) {}

    /** Whether a projection is there. */
    public record Existence(
            @Description("The name that was asked for.") String graphName,
            @Description("Whether a projection has that name.") Boolean exists) {}

    /** What a projection would take. */
    public record Estimate(
            @Description("Nodes that would be projected.") Long nodeCount,
            @Description("Relationships that would be projected.") Long relationshipCount,
            @Description("The memory needed, readable.") String requiredMemory,
            @Description("The least bytes needed.") Long bytesMin,
            @Description("The most bytes needed.") Long bytesMax) {}

    /** A node and its vector. */
    public record NodeEmbedding(
            @Description("The node.") Node node,
            @Description("Its vector, of length 1.") List<Double> embedding) {}

    /** A node of a guidance graph. */
    public record GuidedNode(
            @Description("A node of the guidance graph.") Node node,
            @Description("How likely the model holds it, between 0 and 1.") Double score) {}

    /** What embedding did. */
    public record EmbedStats(
            @Description("Nodes of the projection.") Long nodeCount,
            @Description("Distinct texts among them.") Long distinctTexts,
            @Description("Texts that the model was asked for.") Long embedded,
            @Description("Texts whose vectors were there already.") Long reused,
            @Description("Numbers in a vector.") Long dimension,
            @Description("The model's name.") String model,
            @Description("Milliseconds that embedding took.") Long computeMillis,
            @Description("The configuration in force.") Map<String, Object> configuration) {}

    /** What embedding into the projection did. */
    public record EmbedMutated(
            @Description("Nodes of the projection.") Long nodeCount,
            @Description("Distinct texts among them.") Long distinctTexts,
            @Description("Texts that the model was asked for.") Long embedded,
            @Description("Texts whose vectors were there already.") Long reused,
            @Description("Numbers in a vector.") Long dimension,
            @Description("The model's name.") String model,
            @Description("Milliseconds that embedding took.") Long computeMillis,
            @Description("Milliseconds that storing took.") Long mutateMillis,
            @Description("Nodes that have a vector now.") Long nodePropertiesWritten,
            @Description("The configuration in force.") Map<String, Object> configuration) {}

    /** What embedding into Neo4j did. */
    public record EmbedWritten(
            @Description("Nodes of the projection.") Long nodeCount,
            @Description("Distinct texts among them.") Long distinctTexts,
            @Description("Texts that the model was asked for.") Long embedded,
            @Description("Texts whose vectors were there already.") Long reused,
            @Description("Numbers in a vector.") Long dimension,
            @Description("The model's name.") String model,
            @Description("Milliseconds that embedding took.") Long computeMillis,
            @Description("Milliseconds that writing took.") Long writeMillis,
            @Description("Nodes that were given a vector.") Long nodePropertiesWritten,
            @Description("Nodes that are gone from the database since.") Long dropped,
            @Description("The property that holds the vectors.") String writeProperty,
            @Description("The configuration in force.") Map<String, Object> configuration) {}

    /** What embedding would take. */
    public record EmbedEstimate(
            @Description("Nodes of the projection.") Long nodeCount,
            @Description("Distinct texts among them.") Long distinctTexts,
            @Description("The memory needed, readable.") String requiredMemory,
            @Description("The least bytes needed.") Long bytesMin,
            @Description("The most bytes needed.") Long bytesMax) {}

    /** A node and the vector of its star. */
    public record StarEmbedding(
            @Description("The node.") Node node,
            @Description("A vector that no part of the node's star exceeds anywhere.")
                    List<Double> embedding) {}

    /** What dominance embeddings there are, and what they are worth. */
    public record DominanceStats(
            @Description("Nodes of the projection.") Long nodeCount,
            @Description("'constructed', exact for every node, or 'gat', trained.") String kind,
            @Description("Numbers in a vector.") Long dimension,
            @Description("What made the vectors: the kind with its settings.") String model,
            @Description("Nodes that may be dismissed: proved, part by part or by construction.")
                    Long certified,
            @Description(
                            "The share, from 0 to 1, of nodes with the right labels that they"
                                    + " dismiss; over a sample of stars.")
                    Double pruned,
            @Description("The share that does not match, which none can exceed.") Double prunable,
            @Description("Paths in the index; null without one.") Long pathCount,
            @Description("Bytes of memory of the index; null without one.") Long indexBytes,
            @Description("Milliseconds that computing took.") Long computeMillis,
            @Description("The configuration in force.") Map<String, Object> configuration) {}

    /** What embedding stars into the projection did. */
    public record DominanceMutated(
            @Description("Nodes of the projection.") Long nodeCount,
            @Description("'constructed', exact for every node, or 'gat', trained.") String kind,
            @Description("Numbers in a vector.") Long dimension,
            @Description("What made the vectors: the kind with its settings.") String model,
            @Description("Nodes that may be dismissed: proved, part by part or by construction.")
                    Long certified,
            @Description("Paths in the index; null without one.") Long pathCount,
            @Description("Bytes of memory of the index; null without one.") Long indexBytes,
            @Description("Milliseconds that computing took.") Long computeMillis,
            @Description("Milliseconds that storing took.") Long mutateMillis,
            @Description("Nodes that have a vector now.") Long nodePropertiesWritten,
            @Description("The configuration in force.") Map<String, Object> configuration) {}

    /** What embedding stars into Neo4j did. */
    public record DominanceWritten(
            @Description("Nodes of the projection.") Long nodeCount,
            @Description("'constructed', exact for every node, or 'gat', trained.") String kind,
            @Description("Numbers in a vector.") Long dimension,
            @Description("What made the vectors: the kind with its settings.") String model,
            @Description("Nodes that may be dismissed: proved, part by part or by construction.")
                    Long certified,
            @Description("Milliseconds that computing took.") Long computeMillis,
            @Description("Milliseconds that writing took.") Long writeMillis,
            @Description("Nodes that were given a vector; those that had it are not written again.")
                    Long nodePropertiesWritten,
            @Description("Nodes that are gone from the database since.") Long dropped,
            @Description("The property that holds the vectors.") String writeProperty,
            @Description("The configuration in force.") Map<String, Object> configuration) {}

    /** What embedding stars, and indexing paths, would take. */
    public record DominanceEstimate(
            @Description("Nodes of the projection.") Long nodeCount,
            @Description("Relationships of the projection.") Long relationshipCount,
            @Description("Paths that the index would hold; null without pathLength.")
                    Long pathCount,
            @Description("The memory needed, readable.") String requiredMemory,
            @Description("The least bytes needed.") Long bytesMin,
            @Description("The most bytes needed.") Long bytesMax) {}

    /** The vector of one text. */
    public record Embedding(
            @Description("The text's vector, of length 1.") List<Double> embedding) {}

    /** A vector index. */
    public record Index(
            @Description("The index's name.") String name,
            @Description("The label whose nodes it holds; null for one of relationships.")
                    String label,
            @Description("The property that holds the vectors.") String property,
            @Description("Numbers in a vector.") Long dimension,
            @Description("How vectors are compared.") String similarity,
            @Description("The type whose relationships it holds; null for one of nodes.")
                    String relationshipType) {}

    /** A procedure or function of Motif. */
    public record Help(
            @Description("The name to call.") String name,
            @Description("What it does, with an example.") String description,
            @Description(
                            "What to pass, a line for each argument, with the keys of configuration;"
                                    + " null where no word was given.")
                    String arguments,
            @Description("Its arguments and columns, with their types.") String signature,
            @Description("procedure or function.") String type) {}

    /** One fact about this installation. */
    public record Fact(
            @Description("What is told.") String key, @Description("Its value.") Object value) {}

    /** The plugin's version. */
    public record Version(@Description("The plugin's version.") String version) {}

    /** A job of the service. */
    public record Progress(
            @Description("The job's id, as given or made.") String jobId,
            @Description("What it does.") String taskName,
            @Description("How much is done, in percent.") String progress,
            @Description("How much is done, drawn.") String progressBar,
            @Description("RUNNING, FINISHED, FAILED or CANCELLED.") String status,
            @Description("When it started.") ZonedDateTime timeStarted,
            @Description("How long it has run.") String elapsedTime) {}

    /** One frame of the packed export. */
    public record ExportFrame(
            @Description("The frame's header, JSON.") String header,
            @Description("The bytes of its columns, little-endian.") byte[] data) {}

    /** An index, as SHOW INDEXES has it. */
    public record IndexShown(
            @Description("The index's name.") String name,
            @Description("VECTOR, FULLTEXT, RANGE, TEXT, POINT or LOOKUP.") String type,
            @Description("NODE or RELATIONSHIP.") String entityType,
            @Description("ONLINE, POPULATING or FAILED.") String state,
            @Description("Labels or relationship types.") List<String> labelsOrTypes,
            @Description("What it is over.") List<String> properties,
            @Description("indexConfig: the index's settings.") Map<String, Object> options) {}
}
