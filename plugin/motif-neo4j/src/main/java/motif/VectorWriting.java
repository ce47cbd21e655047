package motif;

import org.neo4j.graphdb.Entity;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Transaction;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes vectors into a property of nodes and of relationships, with the stamp of their model and
 * the hash of their content.
 */
final class VectorWriting extends FrameWriting {

    private String property;
    private String stampProperty;
    private String stamp;
    private String contentProperty;
    private long relationships;

    VectorWriting(Caller caller) {
        super(caller);
    }

    @Override
    String what() {
        return "vectors";
    }

    @Override
    void aim(Call call, Map<String, Object> header) {
        property = String.valueOf(header.get("property"));
        stampProperty = (String) header.get("stampProperty");
        stamp = (String) header.get("stamp");
        contentProperty = (String) header.get("contentProperty");
    }

    @Override
    boolean write(Call call, Frame frame, Map<String, Object> header) throws IOException {
        if (!"vectors".equals(header.get("kind"))) {
            return false;
        }
        if (property == null) {
            throw new IOException("vectors before the frame that says where they go");
        }
        int count = ((Number) header.get("count")).intValue();
        Map<String, ByteBuffer> columns = frame.columns();
        float[] vector = new float[((Number) header.get("dimension")).intValue()];
        for (int from = 0; from < count; from += BATCH) {
            int batch = Math.min(BATCH, count - from);
            inTransaction(
                    call,
                    tx -> {
                        for (int i = 0; i < batch; i++) {
                            write(tx, header, columns, vector);
                        }
                    });
        }
        return true;
    }

    private void write(
            Transaction tx,
            Map<String, Object> header,
            Map<String, ByteBuffer> columns,
            float[] vector) {
        boolean ofNode = !"relationship".equals(header.get("entity"));
        Entity entity = ofNode ? node(tx, header, columns) : still(tx, header, columns);
        for (int j = 0; j < vector.length; j++) {
            vector[j] = columns.get("vector").getFloat();
        }
        Long content = columns.containsKey("content") ? columns.get("content").getLong() : null;
        if (entity == null) {
            dropped++;
        } else if (set(entity, properties(vector, content))) {
            written++;
            relationships += ofNode ? 0 : 1;
        }
    }

    private static Node node(
            Transaction tx, Map<String, Object> header, Map<String, ByteBuffer> columns) {
        String id = String.valueOf(header.get("idPrefix")) + columns.get("id").getLong();
        try {
            return tx.getNodeByElementId(id);
        } catch (NotFoundException | IllegalArgumentException gone) {
            return null;
        }
    }

    private Map<String, Object> properties(float[] vector, Long content) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put(property, vector);
        if (stampProperty != null) {
            properties.put(stampProperty, stamp);
        }
        if (contentProperty != null && content != null) {
            properties.put(contentProperty, content);
        }
        return properties;
    }

    @Override
    Map<String, Object> counts() {
        Map<String, Object> counts = new LinkedHashMap<>();
        counts.put("nodePropertiesWritten", written - relationships);
        counts.put("relationshipPropertiesWritten", relationships);
        counts.put("writeProperty", property);
        return counts;
    }
}
