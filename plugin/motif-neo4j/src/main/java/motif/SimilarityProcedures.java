package motif;

import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

import java.util.Map;
import java.util.stream.Stream;

/** Edges between nodes that belong together. Only {@code .write} writes. */
public final class SimilarityProcedures extends ComputingProcedures {

    private static final String OPTIONS =
            "edges ('similarity', 'neighbours', 'chunks', 'mentions', 'all'), percentile, combine"
                    + " ('or', 'and'), maxNeighbours, metrics, minimumText, nodeLabels, kNeighbor,"
                    + " sharedEntities, seed, timeout (seconds), "
                    + Keys.JOB;
    private static final String CONFIGURATION = OPTIONS + ".";
    private static final String WRITTEN = OPTIONS + ", writeRelationshipType, writeProperty.";

    @Procedure(name = "motif.similarity.stream", mode = Mode.READ)
    @Description(
            "Pairs of nodes of a projection that belong together, and what explains each."
                    + " Example: CALL motif.similarity.stream('world', {edges: 'neighbours'}) YIELD"
                    + " node1, node2, similarity")
    public Stream<StructureColumns.Similarity> stream(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = CONFIGURATION)
                    Map<String, Object> configuration) {
        return read(
                "motif.similarity.stream",
                graphName,
                configuration,
                StructureColumns.Similarity.class);
    }

    @Procedure(name = "motif.similarity.stats", mode = Mode.READ)
    @Description(
            "How many pairs of nodes of a projection belong together, and how much."
                    + " Example: CALL motif.similarity.stats('world', {edges: 'neighbours'})")
    public Stream<StructureColumns.SimilarityStats> stats(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = CONFIGURATION)
                    Map<String, Object> configuration) {
        return read(
                "motif.similarity.stats",
                graphName,
                configuration,
                StructureColumns.SimilarityStats.class);
    }

    @Procedure(name = "motif.similarity.mutate", mode = Mode.READ)
    @Description(
            "Computes edges between nodes that belong together and keeps them with the projection."
                    + " Example: CALL motif.similarity.mutate('world', {edges: 'neighbours'})")
    public Stream<StructureColumns.SimilarityMutated> mutate(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = CONFIGURATION)
                    Map<String, Object> configuration) {
        return mutate(
                "motif.similarity.mutate",
                graphName,
                configuration,
                StructureColumns.SimilarityMutated.class);
    }

    @Procedure(name = "motif.similarity.write", mode = Mode.WRITE)
    @Description(
            "Computes edges between nodes that belong together and writes them into the database as"
                    + " relationships; those of earlier calls that are no longer true go."
                    + " Example: CALL motif.similarity.write('world', {edges: 'neighbours'})")
    public Stream<StructureColumns.SimilarityWritten> write(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = WRITTEN)
                    Map<String, Object> configuration) {
        return write(
                new EdgeWriting(caller()),
                "motif.similarity.write",
                graphName,
                configuration,
                StructureColumns.SimilarityWritten.class);
    }

    @Procedure(name = "motif.similarity.write.estimate", mode = Mode.READ)
    @Description(
            "What computing edges between nodes that belong together would need."
                    + " Example: CALL motif.similarity.write.estimate('world', {edges: 'neighbours'})")
    public Stream<StructureColumns.Estimate> estimate(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = WRITTEN)
                    Map<String, Object> configuration) {
        return read(
                "motif.similarity.write.estimate",
                graphName,
                configuration,
                StructureColumns.Estimate.class);
    }
}
