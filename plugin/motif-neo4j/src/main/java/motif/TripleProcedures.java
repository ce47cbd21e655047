package motif;

import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

import java.util.Map;
import java.util.stream.Stream;

/** Vectors of relationships with both their ends, which motif.trace compares. Only {@code .write} writes. */
public final class TripleProcedures extends ComputingProcedures {

    private static final String CONFIGURATION = "timeout (seconds), " + Keys.JOB + ".";
    private static final String WRITTEN = "writeProperty, " + CONFIGURATION;

    @Procedure(name = "motif.embed.triple.stream", mode = Mode.READ)
    @Description(
            "The relationships of a projection with their vectors, made of \"head relation tail\"."
                    + " Each is a long list of numbers. Example: CALL"
                    + " motif.embed.triple.stream('world') YIELD relationship RETURN"
                    + " count(relationship)")
    public Stream<TripleColumns.TripleEmbedding> stream(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = CONFIGURATION)
                    Map<String, Object> configuration) {
        return read(
                "motif.embed.triple.stream",
                graphName,
                configuration,
                TripleColumns.TripleEmbedding.class);
    }

    @Procedure(name = "motif.embed.triple.stats", mode = Mode.READ)
    @Description(
            "How many relationships a projection has, of how many distinct texts, and which model"
                    + " embedded them, if any has."
                    + " Example: CALL motif.embed.triple.stats('world')")
    public Stream<TripleColumns.TripleStats> stats(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = CONFIGURATION)
                    Map<String, Object> configuration) {
        return read(
                "motif.embed.triple.stats",
                graphName,
                configuration,
                TripleColumns.TripleStats.class);
    }

    @Procedure(name = "motif.embed.triple.mutate", mode = Mode.READ)
    @Description(
            "Embeds a projection's relationships as \"head relation tail\", each distinct text once,"
                    + " and keeps the vectors with the projection."
                    + " Example: CALL motif.embed.triple.mutate('world')")
    public Stream<TripleColumns.TripleMutated> mutate(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = CONFIGURATION)
                    Map<String, Object> configuration) {
        return mutate(
                "motif.embed.triple.mutate",
                graphName,
                configuration,
                TripleColumns.TripleMutated.class);
    }

    @Procedure(name = "motif.embed.triple.write", mode = Mode.WRITE)
    @Description(
            "Embeds a projection's relationships and writes the vectors into the database, and into"
                    + " each node the mean of those around it, a thousand at a time."
                    + " Example: CALL motif.embed.triple.write('world')")
    public Stream<TripleColumns.TripleWritten> write(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = WRITTEN)
                    Map<String, Object> configuration) {
        return write(
                "motif.embed.triple.write",
                graphName,
                configuration,
                TripleColumns.TripleWritten.class);
    }

    @Procedure(name = "motif.embed.triple.write.estimate", mode = Mode.READ)
    @Description(
            "What embedding a projection's relationships would need."
                    + " Example: CALL motif.embed.triple.write.estimate('world')")
    public Stream<TripleColumns.TripleEstimate> estimate(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = WRITTEN)
                    Map<String, Object> configuration) {
        return read(
                "motif.embed.triple.write.estimate",
                graphName,
                configuration,
                TripleColumns.TripleEstimate.class);
    }
}
