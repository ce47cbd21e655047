package motif;

import java.util.Map;
import java.util.stream.Stream;

/**
 * Procedures that compute something for a projection. Each family has the same five modes: {@code
 * stream}, {@code stats} and {@code write.estimate} read, {@code mutate} keeps the result with the
 * projection, {@code write} writes it into the database.
 */
public abstract class ComputingProcedures extends Procedures {

    static final String GRAPH_NAME = "A projection's name.";

    /** What changes nothing. */
    final <R extends Record> Stream<R> read(
            String procedure,
            String graphName,
            Map<String, Object> configuration,
            Class<R> columns) {
        return graphCall(procedure, graphName, configuration).rows(columns);
    }

    /** What changes the projection: forbidden while the catalog is locked. */
    final <R extends Record> Stream<R> mutate(
            String procedure,
            String graphName,
            Map<String, Object> configuration,
            Class<R> columns) {
        Settings.current().requireUnlocked(procedure);
        return read(procedure, graphName, configuration, columns);
    }

    /** What writes vectors into the database, in transactions of its own. */
    final <R extends Record> Stream<R> write(
            String procedure,
            String graphName,
            Map<String, Object> configuration,
            Class<R> columns) {
        return write(
                new VectorWriting(caller()), procedure, graphName, configuration, columns);
    }

    /** What writes into the database as {@code writing} does. */
    final <R extends Record> Stream<R> write(
            FrameWriting writing,
            String procedure,
            String graphName,
            Map<String, Object> configuration,
            Class<R> columns) {
        return writing.run(graphCall(procedure, graphName, configuration), columns);
    }

    private Call graphCall(String procedure, String graphName, Map<String, Object> configuration) {
        return call(procedure)
                .asCaller()
                .with("graphName", graphName)
                .with("configuration", configuration);
    }
}
