package motif;

import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

import java.util.Map;
import java.util.stream.Stream;

/** How firmly triangles hold relationships together. Only {@code .write} writes. */
public final class TrussProcedures extends ComputingProcedures {

    private static final String CONFIGURATION = "concurrency, timeout, jobId, logProgress.";
    private static final String WRITTEN =
            "writeProperty, concurrency, timeout, jobId, logProgress.";

    @Procedure(name = "motif.truss.stream", mode = Mode.READ)
    @Description(
            "The relationships of a projection with their trussness: the largest k of a k-truss"
                    + " that holds each.")
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
                    + " are.")
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
                    + " projection.")
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
                    + " database, a thousand at a time.")
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
    @Description("What computing the trussness of a projection's relationships would need.")
    public Stream<StructureColumns.Estimate> estimate(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = CONFIGURATION)
                    Map<String, Object> configuration) {
        return read(
                "motif.truss.write.estimate",
                graphName,
                configuration,
                StructureColumns.Estimate.class);
    }
}
