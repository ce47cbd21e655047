package motif;

import org.neo4j.graphdb.Entity;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Labels and types with their counts and the properties that a sample of each has: bounded, however
 * large.
 */
final class SchemaSample {

    private static final int SAMPLE = 100;
    private static final int COUNTS_PER_STATEMENT = 50;

    static final String ALL_NODES = "MATCH (n) WITH count(n) AS count RETURN %s AS name, count";
    static final String NODES = "MATCH (n:%2$s) WITH count(n) AS count RETURN %1$s AS name, count";
    static final String RELATIONSHIPS =
            "MATCH ()-[r:%2$s]->() WITH count(r) AS count RETURN %1$s AS name, count";

    private SchemaSample() {}

    /** All nodes (labels empty), then each label, then each type, by name. */
    static List<Map<String, Object>> of(Transaction tx) {
        List<Map<String, Object>> entries = new ArrayList<>();
        long all = counts(tx, List.of(""), ALL_NODES).get("");
        entries.add(entry("labels", List.of(), tx.getAllNodes().iterator(), all));
        TreeSet<String> labels = new TreeSet<>();
        tx.getAllLabelsInUse().forEach(label -> labels.add(label.name()));
        Map<String, Long> nodes = counts(tx, labels, NODES);
        for (String label : labels) {
            entries.add(
                    entry(
                            "labels",
                            List.of(label),
                            tx.findNodes(Label.label(label)),
                            nodes.get(label)));
        }
        TreeSet<String> types = new TreeSet<>();
        tx.getAllRelationshipTypesInUse().forEach(type -> types.add(type.name()));
        Map<String, Long> relationships = counts(tx, types, RELATIONSHIPS);
        for (String type : types) {
            var found = tx.findRelationships(RelationshipType.withName(type));
            entries.add(entry("type", type, found, relationships.get(type)));
        }
        return entries;
    }

    private static Map<String, Object> entry(
            String key, Object name, ResourceIterator<? extends Entity> entities, long count) {
        Map<String, String> properties = new TreeMap<>();
        try (entities) {
            for (int i = 0; i < SAMPLE && entities.hasNext(); i++) {
                entities.next()
                        .getAllProperties()
                        .forEach(
                                (property, value) ->
                                        properties.merge(
                                                property,
                                                typeName(value),
                                                (a, b) -> a.equals(b) ? a : "MIXED"));
            }
        }
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put(key, name);
        entry.put("properties", properties);
        entry.put("count", count);
        return entry;
    }

    /**
     * Counts from the count store (a grouping key would forgo it), many per statement since each
     * statement is planned anew.
     */
    private static Map<String, Long> counts(
            Transaction tx, Iterable<String> names, String template) {
        Map<String, Long> counts = new TreeMap<>();
        List<String> statements = new ArrayList<>();
        names.forEach(name -> statements.add(countStatement(template, name)));
        for (int from = 0; from < statements.size(); from += COUNTS_PER_STATEMENT) {
            int to = Math.min(from + COUNTS_PER_STATEMENT, statements.size());
            Stream<String> part = statements.subList(from, to).stream();
            try (Result result = tx.execute(part.collect(Collectors.joining(" UNION ALL ")))) {
                result.forEachRemaining(
                        row -> counts.put((String) row.get("name"), (Long) row.get("count")));
            }
        }
        return counts;
    }

    static String countStatement(String template, String name) {
        return String.format(template, literal(name), VectorIndexes.quoted(name));
    }

    private static String literal(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    private static String typeName(Object value) {
        if (value instanceof String || value instanceof Character) {
            return "STRING";
        } else if (value instanceof Double || value instanceof Float) {
            return "FLOAT";
        } else if (value instanceof Number) {
            return "INTEGER";
        } else if (value instanceof Boolean) {
            return "BOOLEAN";
        } else if (value instanceof float[] || value instanceof double[]) {
            return "LIST<FLOAT>";
        }
        return value.getClass().isArray() ? "LIST" : "OTHER";
    }
}
