package motif;

import org.neo4j.graphdb.ConstraintViolationException;
import org.neo4j.graphdb.Entity;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.security.AuthorizationViolationException;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Writes what the service sends, in transactions of their own under the caller's login. */
abstract class FrameWriting {

    static final int BATCH = 1000;

    /** Entities that were written, and those that are no longer what they were. */
    long written;

    long dropped;

    private final Caller caller;
    private final ServiceClient service;
    private final long batchMillis = Settings.current().writeTimeout().toMillis();
    private long nanos;

    FrameWriting(Caller caller) {
        this.caller = caller;
        service = new ServiceClient(caller.guard());
    }

    /** What is written, in words. */
    abstract String what();

    /** Reads the frame that says where the following go. */
    abstract void aim(Call call, Map<String, Object> header);

    /** Writes a frame of another kind; false when it is of none that belongs here. */
    abstract boolean write(Call call, Frame frame, Map<String, Object> header) throws IOException;

    /** What is left to do once all frames are there. */
    void finish(Call call) {}

    /** The columns that only the writer knows. */
    abstract Map<String, Object> counts();

    /** Sends the call, writes what comes, and yields the one row of counts. */
    final <R extends Record> Stream<R> run(Call call, Class<R> type) {
        return service.anywhere(false, () -> written(call, type));
    }

    private <R extends Record> Stream<R> written(Call call, Class<R> type) {
        try (InputStream body = service.send(call.message(call.path(), ServiceClient.FRAMES))) {
            for (Frame frame = Frame.read(body); frame != null; frame = Frame.read(body)) {
                Map<String, Object> header = frame.headerMap();
                switch (String.valueOf(header.get("kind"))) {
                    case "write" -> timed(() -> aim(call, header));
                    case "error" -> throw ServiceClient.fault(header);
                    case "end" -> {
                        timed(() -> finish(call));
                        return Stream.of(new Rows<>(type).read(row(header)));
                    }
                    default -> {
                        long started = System.nanoTime();
                        if (!write(call, frame, header)) {
                            throw new IOException("a frame of kind " + header.get("kind"));
                        }
                        nanos += System.nanoTime() - started;
                    }
                }
            }
            throw ServiceClient.lost(call.procedure(), null);
        } catch (IOException error) {
            throw ServiceClient.lost(call.procedure(), error);
        }
    }

    private void timed(Runnable work) {
        long started = System.nanoTime();
        work.run();
        nanos += System.nanoTime() - started;
    }

    /** A transaction that only reads, for what decides what is written. */
    final Transaction reading(Call call) {
        service.check(call.jobId());
        return caller.db().beginTx();
    }

    /** Throws when the caller has gone. */
    final void check(Call call) {
        service.check(call.jobId());
    }

    /** The time limit turns a lock that the caller's own transaction holds into a message. */
    final void inTransaction(Call call, Consumer<Transaction> work) {
        service.check(call.jobId());
        long before = written;
        long started = System.nanoTime();
        try (Transaction tx = caller.db().beginTx(batchMillis, TimeUnit.MILLISECONDS)) {
            tx.execute("CALL tx.setMetaData({motif: 'write'})").close();
            work.accept(tx);
            tx.commit();
        } catch (MotifException error) {
            throw error;
        } catch (AuthorizationViolationException | ConstraintViolationException refused) {
            throw new MotifException(failure(call, before) + ": " + refused.getMessage(), refused);
        } catch (RuntimeException error) {
            boolean late = System.nanoTime() - started >= batchMillis * 1_000_000;
            throw new MotifException(
                    failure(call, before) + (late ? tooLate() : broken(error)), error);
        }
    }

    private String tooLate() {
        return ", within "
                + batchMillis / 1000.0
                + " s. Another transaction holds its nodes, perhaps the one that calls: call it in"
                + " a transaction of its own, before or after other changes. Where none does, the"
                + " server is slow: raise write.timeout in conf/motif.conf.";
    }

    /** What ended a batch before its time: a deadlock, a lack of memory, a database that is stopped. */
    private static String broken(RuntimeException error) {
        String said = error.getMessage() == null ? error.getClass().getName() : error.getMessage();
        return ": "
                + said.strip().replaceFirst("[.]$", "")
                + ". What is written stays; called again, it writes the rest.";
    }

    private String failure(Call call, long before) {
        return call.procedure()
                + " could not write a batch of "
                + what()
                + " after "
                + before
                + " written";
    }

    /**
     * The relationship whose columns are next; null when it is gone or, since ids are used again,
     * its type or ends are others.
     */
    static Relationship still(
            Transaction tx, Map<String, Object> header, Map<String, ByteBuffer> columns) {
        String id = String.valueOf(header.get("idPrefix")) + columns.get("id").getLong();
        String nodes = String.valueOf(header.get("nodeIdPrefix"));
        String source = nodes + columns.get("source").getLong();
        String target = nodes + columns.get("target").getLong();
        Object type = ((List<?>) header.get("types")).get(columns.get("type").getInt());
        try {
            Relationship found = tx.getRelationshipByElementId(id);
            boolean same =
                    found.getType().name().equals(type)
                            && found.getStartNode().getElementId().equals(source)
                            && found.getEndNode().getElementId().equals(target);
            return same ? found : null;
        } catch (NotFoundException | IllegalArgumentException gone) {
            return null;
        }
    }

    /**
     * Sets the properties where one of them differs, null for none; whether that was so. What an
     * earlier call has written is not written again: a call that was cut off goes on.
     */
    static boolean set(Entity entity, Map<String, Object> properties) {
        boolean same =
                properties.entrySet().stream()
                        .allMatch(
                                each ->
                                        Objects.deepEquals(
                                                entity.getProperty(each.getKey(), null),
                                                each.getValue()));
        if (!same) {
            properties.forEach(
                    (key, value) -> {
                        if (value == null) {
                            entity.removeProperty(key);
                        } else {
                            entity.setProperty(key, value);
                        }
                    });
        }
        return !same;
    }

    private Map<String, Object> row(Map<String, Object> header) {
        Map<String, Object> row = new LinkedHashMap<>();
        Map<String, Object> given = Json.mapAt(header, "row");
        if (given != null) {
            row.putAll(given);
        }
        row.putAll(counts());
        row.put("dropped", dropped);
        row.put("writeMillis", TimeUnit.NANOSECONDS.toMillis(nanos));
        return row;
    }
}
