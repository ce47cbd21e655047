package motif;

import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.ResourceIterable;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes computed edges as relationships, so that afterwards they are those of their type that
 * Motif has made between the nodes of the projection. Relationships without Motif's stamp are never
 * touched.
 */
final class EdgeWriting extends FrameWriting {

    private static final int LOOK_EVERY = 10_000;

    private final IdSet scope = new IdSet();
    private final Set<String> types = new LinkedHashSet<>();
    private IdSet kept;
    private RelationshipType type;
    private String property;
    private String stampProperty;
    private String stamp;
    private long removed;

    EdgeWriting(Caller caller) {
        super(caller);
    }

    @Override
    String what() {
        return "relationships";
    }

    /** The edges of one type are all there once the next type begins. */
    @Override
    void aim(Call call, Map<String, Object> header) {
        finish(call);
        type = RelationshipType.withName(String.valueOf(header.get("relationshipType")));
        property = String.valueOf(header.get("property"));
        stampProperty = String.valueOf(header.get("stampProperty"));
        stamp = String.valueOf(header.get("stamp"));
        kept = new IdSet();
        types.add(type.name());
    }

    @Override
    boolean write(Call call, Frame frame, Map<String, Object> header) throws IOException {
        int count = ((Number) header.get("count")).intValue();
        if ("scope".equals(header.get("kind"))) {
            ByteBuffer ids = frame.columns().get("id");
            for (int i = 0; i < count; i++) {
                scope.add(ids.getLong());
            }
            return true;
        }
        if (!"edges".equals(header.get("kind"))) {
            return false;
        }
        if (type == null) {
            throw new IOException("edges before the frame that says where they go");
        }
        Map<String, ByteBuffer> columns = frame.columns();
        PropertyValues properties = new PropertyValues(columns);
        String prefix = String.valueOf(header.get("idPrefix"));
        for (int from = 0; from < count; from += BATCH) {
            int first = from;
            int end = Math.min(count, from + BATCH);
            inTransaction(
                    call,
                    tx -> {
                        for (int row = first; row < end; row++) {
                            Map<String, Object> values = properties.row(row);
                            values.put(property, columns.get("score").getDouble());
                            String source = prefix + columns.get("source").getLong();
                            String target = prefix + columns.get("target").getLong();
                            write(tx, source, target, values);
                        }
                    });
        }
        return true;
    }

    private void write(Transaction tx, String source, String target, Map<String, Object> values) {
        try {
            Node from = tx.getNodeByElementId(source);
            Node to = tx.getNodeByElementId(target);
            Relationship edge = find(from, to);
            boolean isNew = edge == null;
            if (isNew) {
                edge = from.createRelationshipTo(to, type);
                edge.setProperty(stampProperty, stamp);
            }
            kept.add(number(edge.getElementId()));
            if (set(edge, values) || isNew) {
                written++;
            }
        } catch (NotFoundException | IllegalArgumentException gone) {
            dropped++;
        }
    }

    /** The one that an earlier call has made with the same settings; null for none. */
    private Relationship find(Node from, Node to) {
        boolean outgoing =
                from.getDegree(type, Direction.OUTGOING) <= to.getDegree(type, Direction.INCOMING);
        Node side = outgoing ? from : to;
        Node other = outgoing ? to : from;
        Direction direction = outgoing ? Direction.OUTGOING : Direction.INCOMING;
        try (ResourceIterable<Relationship> edges = side.getRelationships(direction, type)) {
            for (Relationship edge : edges) {
                if (edge.getOtherNode(side).equals(other)
                        && stamp.equals(edge.getProperty(stampProperty, null))) {
                    return edge;
                }
            }
        }
        return null;
    }

    /** Removes what earlier calls have made in the projection and is no longer true. */
    @Override
    void finish(Call call) {
        if (type == null) {
            return;
        }
        List<String> gone = outdated(call);
        for (int from = 0; from < gone.size(); from += BATCH) {
            List<String> batch = gone.subList(from, Math.min(gone.size(), from + BATCH));
            inTransaction(call, tx -> batch.forEach(id -> remove(tx, id)));
        }
    }

    private List<String> outdated(Call call) {
        List<String> gone = new ArrayList<>();
        try (Transaction tx = reading(call);
                ResourceIterator<Relationship> edges = tx.findRelationships(type)) {
            for (long seen = 1; edges.hasNext(); seen++) {
                Relationship edge = edges.next();
                if (edge.hasProperty(stampProperty)
                        && !kept.contains(number(edge.getElementId()))
                        && scope.contains(number(edge.getStartNode().getElementId()))
                        && scope.contains(number(edge.getEndNode().getElementId()))) {
                    gone.add(edge.getElementId());
                }
                if (seen % LOOK_EVERY == 0) {
                    check(call);
                }
            }
        }
        return gone;
    }

    private void remove(Transaction tx, String id) {
        try {
            Relationship edge = tx.getRelationshipByElementId(id);
            if (edge.hasProperty(stampProperty)) {
                edge.delete();
                removed++;
            }
        } catch (NotFoundException gone) {
            // Somebody else has removed it.
        }
    }

    private static long number(String elementId) {
        return Long.parseLong(elementId, elementId.lastIndexOf(':') + 1, elementId.length(), 10);
    }

    @Override
    Map<String, Object> counts() {
        Map<String, Object> counts = new LinkedHashMap<>();
        counts.put("relationshipsWritten", written);
        counts.put("relationshipsRemoved", removed);
        counts.put("writeRelationshipType", String.join(", ", types));
        counts.put("writeProperty", property);
        return counts;
    }
}
