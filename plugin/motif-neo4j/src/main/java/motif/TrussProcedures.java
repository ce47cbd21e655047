package motif;

import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

import java.util.Map;
import java.util.stream.Stream;

/** How firmly triangles hold relationships together. Only {@code .write} writes. */
public final class TrussProcedures extends ComputingProcedures {

    private static final String CONFIGURATION = "timeout (seconds), " + Keys.JOB + ".";
    private static final String WRITTEN = "writeProperty, " + CONFIGURATION;

    @Procedure(name = "motif.truss.stream", mode = Mode.READ)
    @Description(
            "The relationships of a projection with their trussness: the largest k of a k-truss"
                    + " that holds each."
                    + " Example: CALL motif.truss.stream('world') YIELD trussness RETURN trussness,"
                    + " count(*)")
    public Stream<StructureColumns.Trussness> stream(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = CONFIGURATION)
                    Map<String, Object> configuration) {
        return read(
                "motif.truss.stream",
                graphName,
                configuration,
                StructureColumns.Trussness.class);
    }

    @Procedure(name = "motif.truss.stats", mode = Mode.READ)
    @Description(
            "How many edges of a projection have which trussness, and how many triangles there"
                    + " are."
                    + " Example: CALL motif.truss.stats('world')")
    public Stream<StructureColumns.TrussStats> stats(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = CONFIGURATION)
                    Map<String, Object> configuration) {
        return read(
                "motif.truss.stats",
                graphName,
                configuration,
                StructureColumns.TrussStats.class);
    }

    @Procedure(name = "motif.truss.mutate", mode = Mode.READ)
    @Description(
            "Computes the trussness of a projection's relationships and keeps it with the"
                    + " projection."
                    + " Example: CALL motif.truss.mutate('world')")
    public Stream<StructureColumns.TrussMutated> mutate(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = CONFIGURATION)
                    Map<String, Object> configuration) {
        return mutate(
                "motif.truss.mutate",
                graphName,
                configuration,
                StructureColumns.TrussMutated.class);
    }

    @Procedure(name = "motif.truss.write", mode = Mode.WRITE)
    @Description(
            "Computes the trussness of a projection's relationships and writes it into the"
                    + " database, a thousand at a time."
                    + " Example: CALL motif.truss.write('world')")
    public Stream<StructureColumns.TrussWritten> write(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = WRITTEN)
                    Map<String, Object> configuration) {
        return write(
                new NumberWriting(caller()),
                "motif.truss.write",
                graphName,
                configuration,
                StructureColumns.TrussWritten.class);
    }

    @Procedure(name = "motif.truss.write.estimate", mode = Mode.READ)
    @Description(
            "What computing the trussness of a projection's relationships would need."
                    + " Example: CALL motif.truss.write.estimate('world')")
    public Stream<StructureColumns.Estimate> estimate(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = WRITTEN)
                    Map<String, Object> configuration) {
        return read(
                "motif.truss.write.estimate",
                graphName,
                configuration,
                StructureColumns.Estimate.class);
    }
}
