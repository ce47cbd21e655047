package motif;

import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

import java.util.Map;
import java.util.stream.Stream;

/** Vectors of nodes' stars, by which motif.match dismisses nodes. Only {@code .write} writes. */
public final class DominanceProcedures extends ComputingProcedures {

    private static final String CONFIGURATION =
            "kind ('constructed', 'gat'), dimension, epochs, seed, batchSize (nodes), timeout"
                    + " (seconds), "
                    + Keys.JOB
                    + ".";
    private static final String INDEXED = "pathLength (1, 2), " + CONFIGURATION;
    private static final String WRITTEN = "writeProperty, " + CONFIGURATION;

    @Procedure(name = "motif.embed.dominance.stream", mode = Mode.READ)
    @Description(
            "The nodes of a projection with the dominance embeddings of their stars."
                    + " Example: CALL motif.embed.dominance.stream('world') YIELD node RETURN count(node)")
    public Stream<Columns.StarEmbedding> stream(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = CONFIGURATION)
                    Map<String, Object> configuration) {
        return read(
                "motif.embed.dominance.stream",
                graphName,
                configuration,
                Columns.StarEmbedding.class);
    }

    @Procedure(name = "motif.embed.dominance.stats", mode = Mode.READ)
    @Description(
            "Which dominance embeddings a projection has or would have, and how much they prune."
                    + " Example: CALL motif.embed.dominance.stats('world')")
    public Stream<Columns.DominanceStats> stats(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = CONFIGURATION)
                    Map<String, Object> configuration) {
        return read(
                "motif.embed.dominance.stats",
                graphName,
                configuration,
                Columns.DominanceStats.class);
    }

    @Procedure(name = "motif.embed.dominance.mutate", mode = Mode.READ)
    @Description(
            "Embeds the stars of a projection's nodes and keeps the vectors with the projection;"
                    + " with pathLength the index of its paths too."
                    + " Example: CALL motif.embed.dominance.mutate('world', {pathLength: 1})")
    public Stream<Columns.DominanceMutated> mutate(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = INDEXED)
                    Map<String, Object> configuration) {
        return mutate(
                "motif.embed.dominance.mutate",
                graphName,
                configuration,
                Columns.DominanceMutated.class);
    }

    @Procedure(name = "motif.embed.dominance.write", mode = Mode.WRITE)
    @Description(
            "Embeds the stars of a projection's nodes and writes the vectors into the database, a"
                    + " thousand nodes at a time."
                    + " Example: CALL motif.embed.dominance.write('world')")
    public Stream<Columns.DominanceWritten> write(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = WRITTEN)
                    Map<String, Object> configuration) {
        return write(
                "motif.embed.dominance.write",
                graphName,
                configuration,
                Columns.DominanceWritten.class);
    }

    @Procedure(name = "motif.embed.dominance.write.estimate", mode = Mode.READ)
    @Description(
            "What embedding the stars of a projection's nodes, and with pathLength indexing its"
                    + " paths, would need."
                    + " Example: CALL motif.embed.dominance.write.estimate('world')")
    public Stream<Columns.DominanceEstimate> estimate(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = INDEXED)
                    Map<String, Object> configuration) {
        return read(
                "motif.embed.dominance.write.estimate",
                graphName,
                configuration,
                Columns.DominanceEstimate.class);
    }
}
