package motif;

import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.schema.IndexDefinition;
import org.neo4j.graphdb.schema.Schema;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Procedure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** What a database has, for statements that run inside a procedure. */
public final class SchemaProcedures extends Procedures {

    /** SHOW INDEXES, which Neo4j refuses in the transaction of a procedure that reads. */
    @Procedure(name = "motif.internal.indexes", mode = Mode.READ)
    @Description("The indexes of the database, in columns of SHOW INDEXES.")
    public Stream<Columns.IndexShown> indexes() {
        Schema schema = tx.schema();
        return StreamSupport.stream(schema.getIndexes().spliterator(), false)
                .map(index -> shown(index, schema.getIndexState(index).name()));
    }

    private static Columns.IndexShown shown(IndexDefinition index, String state) {
        List<String> tokens = new ArrayList<>();
        if (index.isNodeIndex()) {
            for (Label label : index.getLabels()) {
                tokens.add(label.name());
            }
        } else {
            for (RelationshipType type : index.getRelationshipTypes()) {
                tokens.add(type.name());
            }
        }
        List<String> properties = new ArrayList<>();
        index.getPropertyKeys().forEach(properties::add);
        Map<String, Object> configuration = new LinkedHashMap<>();
        index.getIndexConfiguration()
                .forEach(
                        (setting, value) ->
                                configuration.put(setting.getSettingName(), plain(value)));
        return new Columns.IndexShown(
                index.getName(),
                index.getIndexType().name(),
                index.isNodeIndex() ? "NODE" : "RELATIONSHIP",
                state,
                tokens,
                properties,
                Map.of("indexConfig", configuration));
    }

    private static Object plain(Object value) {
        if (value instanceof Integer number) {
            return number.longValue();
        }
        return value instanceof Number || value instanceof Boolean ? value : String.valueOf(value);
    }
}
