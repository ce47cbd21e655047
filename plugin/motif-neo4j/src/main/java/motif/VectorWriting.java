package motif;

import org.neo4j.graphdb.Entity;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Transaction;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Writes the vectors that the service sends, in transactions of their own under the caller's login.
 */
final class VectorWriting {

    private static final int BATCH = 1000;

    private final Caller caller;
    private final ServiceClient service;
    private final long batchMillis = Settings.current().writeTimeout().toMillis();
    private String property;
    private String stampProperty;
    private String stamp;
    private String contentProperty;
    private long written;
    private long dropped;
    private long nanos;

    VectorWriting(Caller caller) {
        this.caller = caller;
        service = new ServiceClient(caller.guard());
    }

    /** Sends the call, writes what comes, and yields the one row of counts. */
    <R extends Record> Stream<R> run(Call call, Class<R> type) {
        try (GuardedBody body = service.send(call.message(call.path(), ServiceClient.FRAMES))) {
            for (Frame frame = Frame.read(body); frame != null; frame = Frame.read(body)) {
                Map<String, Object> header = frame.headerMap();
                switch (String.valueOf(header.get("kind"))) {
                    case "write" -> readTarget(header);
                    case "vectors" -> writeFrame(call, frame, header);
                    case "error" -> throw ServiceClient.fault(header);
                    case "end" -> {
                        return Stream.of(new Rows<>(type).read(row(header)));
                    }
                    default -> throw new IOException("a frame of kind " + header.get("kind"));
                }
            }
            throw ServiceClient.lost(call.procedure(), null);
        } catch (IOException error) {
            throw ServiceClient.lost(call.procedure(), error);
        }
    }

    private void readTarget(Map<String, Object> header) {
        property = String.valueOf(header.get("property"));
        stampProperty = (String) header.get("stampProperty");
        stamp = (String) header.get("stamp");
        contentProperty = (String) header.get("contentProperty");
    }

    private void writeFrame(Call call, Frame frame, Map<String, Object> header) throws IOException {
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
        long started = System.nanoTime();
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
        nanos += System.nanoTime() - started;
    }

    private void write(Transaction tx, boolean ofNode, String id, float[] vector, Long content) {
        try {
            Entity entity = ofNode ? tx.getNodeByElementId(id) : tx.getRelationshipByElementId(id);
            Map<String, Object> properties = properties(vector, content);
            if (has(entity, properties)) {
                return;
            }
            properties.forEach(entity::setProperty);
            written++;
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

    /** What an earlier call has written is not written again: a call that was cut off goes on. */
    private static boolean has(Entity entity, Map<String, Object> properties) {
        return properties.entrySet().stream()
                .allMatch(
                        each ->
                                Objects.deepEquals(
                                        entity.getProperty(each.getKey(), null), each.getValue()));
    }

    /** The time limit turns a lock that the caller's own transaction holds into a message. */
    private void inTransaction(Call call, Consumer<Transaction> work) {
        service.check(call.jobId());
        long before = written;
        try (Transaction tx = caller.db().beginTx(batchMillis, TimeUnit.MILLISECONDS)) {
            tx.execute("CALL tx.setMetaData({motif: 'write'})").close();
            work.accept(tx);
            tx.commit();
        } catch (MotifException error) {
            throw error;
        } catch (RuntimeException error) {
            throw new MotifException(
                    call.procedure()
                            + " could not write a batch of vectors within "
                            + batchMillis / 1000.0
                            + " s, after "
                            + before
                            + " written. Another transaction holds its nodes, perhaps the one that"
                            + " calls: call it in a transaction of its own, before or after other"
                            + " changes.",
                    error);
        }
    }

    private Map<String, Object> row(Map<String, Object> header) {
        Map<String, Object> row = new LinkedHashMap<>();
        Map<String, Object> given = Json.mapAt(header, "row");
        if (given != null) {
            row.putAll(given);
        }
        row.put("nodePropertiesWritten", written);
        row.put("dropped", dropped);
        row.put("writeMillis", TimeUnit.NANOSECONDS.toMillis(nanos));
        row.put("writeProperty", property);
        return row;
    }
}
