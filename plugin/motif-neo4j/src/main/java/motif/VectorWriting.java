package motif;

import org.neo4j.graphdb.Entity;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Transaction;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes vectors into a property, with the stamp of their model and the hash of their content. */
final class VectorWriting extends FrameWriting {

    private String property;
    private String stampProperty;
    private String stamp;
    private String contentProperty;

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
        ByteBuffer ids = frame.columns().get("id");
        ByteBuffer vectors = frame.columns().get("vector");
        ByteBuffer contents = frame.columns().get("content");
        float[] vector = new float[((Number) header.get("dimension")).intValue()];
        String prefix = String.valueOf(header.get("idPrefix"));
        boolean ofNodes = !"relationship".equals(header.get("entity"));
        for (int from = 0; from < count; from += BATCH) {
            int batch = Math.min(BATCH, count - from);
            inTransaction(
                    call,
                    tx -> {
                        for (int i = 0; i < batch; i++) {
                            for (int j = 0; j < vector.length; j++) {
                                vector[j] = vectors.getFloat();
                            }
                            Long content = contents == null ? null : contents.getLong();
                            write(tx, ofNodes, prefix + ids.getLong(), vector, content);
                        }
                    });
        }
        return true;
    }

    private void write(Transaction tx, boolean ofNode, String id, float[] vector, Long content) {
        try {
            Entity entity = ofNode ? tx.getNodeByElementId(id) : tx.getRelationshipByElementId(id);
            if (set(entity, properties(vector, content))) {
                written++;
            }
        } catch (NotFoundException | IllegalArgumentException gone) {
            dropped++;
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
        counts.put("nodePropertiesWritten", written);
        counts.put("writeProperty", property);
        return counts;
    }
}
