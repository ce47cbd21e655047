package motif;

import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;
import org.neo4j.procedure.UserFunction;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Vectors of names and texts. Only {@code .write} changes the database. */
public final class EmbeddingProcedures extends ComputingProcedures {

    private static final String OPTIONS =
            "of ('name', 'text': what is embedded), batchSize, timeout (seconds), " + Keys.JOB;
    private static final String CONFIGURATION = OPTIONS + ".";
    private static final String WRITTEN = OPTIONS + ", writeProperty.";

    @Procedure(name = "motif.embed.text.stream", mode = Mode.READ)
    @Description(
            "The nodes of a projection with the vectors of their texts."
                    + " Each is a long list of numbers. Example: CALL motif.embed.text.stream('world')"
                    + " YIELD node RETURN count(node)")
    public Stream<Columns.NodeEmbedding> stream(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = CONFIGURATION)
                    Map<String, Object> configuration) {
        return read(
                "motif.embed.text.stream", graphName, configuration, Columns.NodeEmbedding.class);
    }

    @Procedure(name = "motif.embed.text.stats", mode = Mode.READ)
    @Description(
            "How many texts a projection has, how many have vectors, and by which model."
                    + " Example: CALL motif.embed.text.stats('world')")
    public Stream<Columns.EmbedStats> stats(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = CONFIGURATION)
                    Map<String, Object> configuration) {
        return read("motif.embed.text.stats", graphName, configuration, Columns.EmbedStats.class);
    }

    @Procedure(name = "motif.embed.text.mutate", mode = Mode.READ)
    @Description(
            "Embeds a projection's texts, each distinct one once, and keeps the vectors with the"
                    + " projection."
                    + " Example: CALL motif.embed.text.mutate('world')")
    public Stream<Columns.EmbedMutated> mutate(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = CONFIGURATION)
                    Map<String, Object> configuration) {
        return mutate(
                "motif.embed.text.mutate", graphName, configuration, Columns.EmbedMutated.class);
    }

    @Procedure(name = "motif.embed.text.write", mode = Mode.WRITE)
    @Description(
            "Embeds a projection's texts and writes the vectors into the database, a thousand nodes"
                    + " at a time."
                    + " Example: CALL motif.embed.text.write('world')")
    public Stream<Columns.EmbedWritten> write(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = WRITTEN)
                    Map<String, Object> configuration) {
        return write(
                "motif.embed.text.write", graphName, configuration, Columns.EmbedWritten.class);
    }

    @Procedure(name = "motif.embed.text.write.estimate", mode = Mode.READ)
    @Description(
            "What embedding a projection's texts would need."
                    + " Example: CALL motif.embed.text.write.estimate('world')")
    public Stream<Columns.EmbedEstimate> estimate(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = WRITTEN)
                    Map<String, Object> configuration) {
        return read(
                "motif.embed.text.write.estimate",
                graphName,
                configuration,
                Columns.EmbedEstimate.class);
    }

    @Procedure(name = "motif.embed.query", mode = Mode.READ)
    @Description(
            "The vector of a text, as questions are embedded. Example: CALL"
                    + " motif.embed.query('a river in France') YIELD embedding RETURN"
                    + " size(embedding)")
    public Stream<Columns.Embedding> query(
            @Name(value = "text", description = "Any text.") String text) {
        return call("motif.embed.query").with("text", text).rows(Columns.Embedding.class);
    }

    @UserFunction("motif.embed.query")
    @Description(
            "The vector of a text, as questions are embedded. Example: RETURN"
                    + " size(motif.embed.query('a river in France'))")
    public List<Double> queryFunction(
            @Name(value = "text", description = "Any text.") String text) {
        return query(text).findFirst().map(Columns.Embedding::embedding).orElse(null);
    }

    @Procedure(name = "motif.index.create", mode = Mode.SCHEMA)
    @Description(
            "Creates the vector indexes for the properties that motif.embed.text.write and"
                    + " motif.embed.triple.write have written."
                    + " Example: CALL motif.index.create('world')")
    public Stream<Columns.Index> createIndex(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(
                            value = "configuration",
                            defaultValue = "{}",
                            description =
                                    "labels (or nodeLabels), relationshipTypes, vectors ('text', 'triple'),"
                                            + " writeProperty, timeout (seconds), "
                                            + Keys.JOB
                                            + ".")
                    Map<String, Object> configuration) {
        List<Columns.Index> indexes =
                read("motif.index.create", graphName, configuration, Columns.Index.class).toList();
        indexes.forEach(index -> VectorIndexes.create(tx, index));
        return indexes.stream();
    }
}
