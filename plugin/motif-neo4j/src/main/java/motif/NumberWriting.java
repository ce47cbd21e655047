package motif;

import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Transaction;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes a whole number into a property of relationships that are still what they were. */
final class NumberWriting extends FrameWriting {

    private String property;

    NumberWriting(Caller caller) {
        super(caller);
    }

    @Override
    String what() {
        return "numbers";
    }

    @Override
    void aim(Call call, Map<String, Object> header) {
        property = String.valueOf(header.get("property"));
    }

    @Override
    boolean write(Call call, Frame frame, Map<String, Object> header) throws IOException {
        if (!"numbers".equals(header.get("kind"))) {
            return false;
        }
        if (property == null) {
            throw new IOException("numbers before the frame that says where they go");
        }
        Map<String, ByteBuffer> columns = frame.columns();
        int count = ((Number) header.get("count")).intValue();
        for (int from = 0; from < count; from += BATCH) {
            int batch = Math.min(BATCH, count - from);
            inTransaction(
                    call,
                    tx -> {
                        for (int i = 0; i < batch; i++) {
                            write(tx, header, columns);
                        }
                    });
        }
        return true;
    }

    private void write(
            Transaction tx, Map<String, Object> header, Map<String, ByteBuffer> columns) {
        Relationship found = still(tx, header, columns);
        long value = columns.get("value").getLong();
        if (found == null) {
            dropped++;
        } else if (set(found, Map.of(property, value))) {
            written++;
        }
    }

    @Override
    Map<String, Object> counts() {
        Map<String, Object> counts = new LinkedHashMap<>();
        counts.put("relationshipPropertiesWritten", written);
        counts.put("writeProperty", property);
        return counts;
    }
}
