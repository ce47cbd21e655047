package motif;

import org.neo4j.graphdb.Entity;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.spatial.Point;

import java.lang.reflect.Array;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Cypher's values as JSON, and back: ids become Nodes and Relationships in the caller's
 * transaction.
 */
final class Values {

    private final References references;

    Values(Transaction tx) {
        references = new References(tx);
    }

    /** The value as a tree that {@link Json} can write. */
    static Object encode(Object value) {
        if (value == null || value instanceof String || value instanceof Boolean) {
            return value;
        }
        if (value instanceof Number number) {
            return encodeNumber(number);
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> encoded = new LinkedHashMap<>();
            map.forEach((key, item) -> encoded.put(String.valueOf(key), encode(item)));
            return encoded;
        }
        if (value instanceof Node || value instanceof Relationship) {
            return encodeEntity((Entity) value);
        }
        // A path is iterable too: its nodes and relationships in turn.
        if (value instanceof Iterable<?> items) {
            List<Object> encoded = new ArrayList<>();
            items.forEach(item -> encoded.add(encode(item)));
            return encoded;
        }
        if (value.getClass().isArray()) {
            List<Object> encoded = new ArrayList<>();
            for (int i = 0; i < Array.getLength(value); i++) {
                encoded.add(encode(Array.get(value, i)));
            }
            return encoded;
        }
        return encodeRare(value);
    }

    private static Object encodeNumber(Number number) {
        boolean whole = !(number instanceof Double || number instanceof Float);
        return whole || Double.isFinite(number.doubleValue())
                ? number
                : Map.of("$float", number.toString());
    }

    private static Map<String, Object> encodeEntity(Entity entity) {
        Map<String, Object> encoded = new LinkedHashMap<>();
        if (entity instanceof Node node) {
            List<String> labels = new ArrayList<>();
            for (Label label : node.getLabels()) {
                labels.add(label.name());
            }
            encoded.put("$node", node.getElementId());
            encoded.put("labels", labels);
        } else {
            encoded.put("$relationship", entity.getElementId());
            encoded.put("type", ((Relationship) entity).getType().name());
        }
        return encoded;
    }

    private static Object encodeRare(Object value) {
        if (value instanceof ZonedDateTime time) {
            return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time);
        }
        if (value instanceof Temporal
                || value instanceof TemporalAmount
                || value instanceof Character) {
            return value.toString();
        }
        if (value instanceof Point point) {
            Map<String, Object> encoded = new LinkedHashMap<>();
            encoded.put("srid", point.getCRS().getCode());
            encoded.put("coordinates", point.getCoordinate().getCoordinate());
            return encoded;
        }
        throw new MotifException(
                "A value of type "
                        + value.getClass().getSimpleName()
                        + " cannot be sent to the Motif service. Pass a string, number, boolean,"
                        + " date, list, map, node or relationship.");
    }

    /** The tree with its references as Nodes and Relationships of the caller's transaction. */
    Object resolve(Object tree) throws References.Unresolved {
        if (tree instanceof List<?> list) {
            List<Object> items = new ArrayList<>(list.size());
            for (Object item : list) {
                items.add(resolve(item));
            }
            return items;
        }
        if (!(tree instanceof Map<?, ?> map)) {
            return tree;
        }
        if (map.containsKey("$node") || map.containsKey("$relationship")) {
            return references.look(map);
        }
        if (map.size() == 1 && map.containsKey("$ref")) {
            return references.at(map.get("$ref"));
        }
        if (map.size() == 1 && map.containsKey("$float")) {
            return Double.valueOf(String.valueOf(map.get("$float")));
        }
        return resolveMap(Json.asMap(map));
    }

    Map<String, Object> resolveMap(Map<String, Object> map) throws References.Unresolved {
        Map<String, Object> items = new LinkedHashMap<>();
        for (Map.Entry<String, Object> entry : map.entrySet()) {
            items.put(entry.getKey(), resolve(entry.getValue()));
        }
        return items;
    }

    /** A row with its references resolved, once all that it rests on is. */
    Map<String, Object> resolveRow(Map<String, Object> row) throws References.Unresolved {
        references.define(row.remove("references"));
        references.require(row.remove("rests"));
        return resolveMap(row);
    }
}
