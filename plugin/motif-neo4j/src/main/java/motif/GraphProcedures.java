package motif;

import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;
import org.neo4j.procedure.UserFunction;

import java.util.Map;
import java.util.stream.Stream;

/** The catalog of projections. All are READ: they change Motif's memory, never the database. */
public final class GraphProcedures extends Procedures {

    private static final String NAME = "The projection's name.";
    private static final String NODES = "Labels: '*', one, or a list.";
    private static final String RELATIONSHIPS = "Types: '*', one, or a list.";
    private static final String CONFIGURATION =
            "nameProperty, textProperties, nodeProperties,"
                    + " relationshipProperties, relationTypeProperty, embeddingProperty, encoder, shared"
                    + " (false), refresh ('manual', 'auto'), prepare (true: indexes for questions too),"
                    + " sudo (true: however much memory is free),"
                    + " timeout (seconds), onTimeout ('partial', 'fail'), "
                    + Keys.JOB
                    + ".";

    @Procedure(name = "motif.graph.project", mode = Mode.READ)
    @Description(
            "Reads nodes and relationships into a named projection, which the other procedures"
                    + " search. The database stays as it is. Example: CALL motif.graph.project('movies',"
                    + " ['Movie', 'Person'], '*', {nameProperty: {Movie: 'title', Person:"
                    + " 'name'}})")
    public Stream<Columns.Projected> project(
            @Name(value = "graphName", description = NAME) String graphName,
            @Name(value = "nodeProjection", defaultValue = "*", description = NODES)
                    Object nodeProjection,
            @Name(value = "relationshipProjection", defaultValue = "*", description = RELATIONSHIPS)
                    Object relationshipProjection,
            @Name(value = "configuration", defaultValue = "{}", description = CONFIGURATION)
                    Map<String, Object> configuration) {
        return new Projecting(caller())
                .run(
                        call("motif.graph.project")
                                .with("graphName", graphName)
                                .with("nodeProjection", nodeProjection)
                                .with("relationshipProjection", relationshipProjection)
                                .with("configuration", configuration));
    }

    @Procedure(name = "motif.graph.project.estimate", mode = Mode.READ)
    @Description(
            "What a projection would hold and need, before it is made."
                    + " Example: CALL motif.graph.project.estimate('*', '*')")
    public Stream<Columns.Estimate> estimate(
            @Name(value = "nodeProjection", defaultValue = "*", description = NODES)
                    Object nodeProjection,
            @Name(value = "relationshipProjection", defaultValue = "*", description = RELATIONSHIPS)
                    Object relationshipProjection,
            @Name(value = "configuration", defaultValue = "{}", description = CONFIGURATION)
                    Map<String, Object> configuration) {
        Call call =
                call("motif.graph.project.estimate")
                        .with("nodeProjection", nodeProjection)
                        .with("relationshipProjection", relationshipProjection)
                        .with("configuration", configuration);
        call.request().put("schema", SchemaSample.of(tx));
        return call.rows(Columns.Estimate.class);
    }

    @Procedure(name = "motif.graph.refresh", mode = Mode.READ)
    @Description(
            "Brings a projection up to date with the database, as it was specified when it was"
                    + " made."
                    + " Example: CALL motif.graph.refresh('world')")
    public Stream<Columns.Projected> refresh(
            @Name(value = "graphName", description = NAME) String graphName,
            @Name(
                            value = "configuration",
                            defaultValue = "{}",
                            description = "sudo (false), timeout (seconds), " + Keys.JOB + ".")
                    Map<String, Object> configuration) {
        return new Projecting(caller())
                .run(
                        call("motif.graph.refresh")
                                .with("graphName", graphName)
                                .with("configuration", configuration));
    }

    @Procedure(name = "motif.graph.list", mode = Mode.READ)
    @Description(
            "The projections of this database, or the one named."
                    + " Example: CALL motif.graph.list() YIELD graphName, nodeCount, schema")
    public Stream<Columns.Listed> list(
            @Name(value = "graphName", defaultValue = "", description = "A name; empty for all.")
                    String graphName) {
        // A default of null would reach the procedure as the text "null".
        String name = graphName == null || graphName.isEmpty() ? null : graphName;
        return call("motif.graph.list")
                .asCaller()
                .with("graphName", name)
                .rows(Columns.Listed.class);
    }

    @Procedure(name = "motif.graph.exists", mode = Mode.READ)
    @Description(
            "Whether a projection of that name is there. Example: CALL"
                    + " motif.graph.exists('world')")
    public Stream<Columns.Existence> exists(
            @Name(value = "graphName", description = NAME) String graphName) {
        return call("motif.graph.exists")
                .with("graphName", graphName)
                .rows(Columns.Existence.class);
    }

    @UserFunction("motif.graph.exists")
    @Description(
            "Whether a projection of that name is there. Example: RETURN"
                    + " motif.graph.exists('world')")
    public Boolean existsFunction(@Name(value = "graphName", description = NAME) String graphName) {
        return exists(graphName).findFirst().map(Columns.Existence::exists).orElse(false);
    }

    @Procedure(name = "motif.graph.drop", mode = Mode.READ)
    @Description(
            "Removes a projection; the database stays as it is."
                    + " Example: CALL motif.graph.drop('movies', false)")
    public Stream<Columns.Listed> drop(
            @Name(value = "graphName", description = NAME) String graphName,
            @Name(
                            value = "failIfMissing",
                            defaultValue = "true",
                            description = "Whether a missing one is an error.")
                    Boolean failIfMissing) {
        Settings.current().requireUnlocked("motif.graph.drop");
        return call("motif.graph.drop")
                .asCaller()
                .with("graphName", graphName)
                .with("failIfMissing", failIfMissing)
                .rows(Columns.Listed.class);
    }

    @Procedure(name = "motif.internal.export", mode = Mode.READ)
    @Description(
            "Columns of nodes and relationships as bytes, for Motif's own projections (see"
                    + " docs/protocol.md).")
    public Stream<Columns.ExportFrame> export(
            @Name(
                            value = "specification",
                            description =
                                    "nodeLabels, relationshipTypes, nodeProperties,"
                                            + " relationshipProperties, vectors, chunk, since,"
                                            + " log, atMost.")
                    Map<String, Object> specification) {
        if (!Settings.current().exportEnabled()) {
            throw new MotifException(
                    "motif.internal.export is switched off: export.enabled is false in"
                            + " motif.conf.");
        }
        return new PackedExport(caller(), ExportSpecification.of(specification))
                .stream().map(frame -> new Columns.ExportFrame(frame.header(), frame.data()));
    }
}
