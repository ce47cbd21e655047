package motif;

import org.neo4j.graphdb.QueryExecutionException;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.TransactionTerminatedException;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Runs the reading statements that the service asks for while it answers, in the caller's
 * transaction: with the caller's rights, and seeing what it has not committed yet.
 *
 * <p>A statement that fails ends the transaction that it runs in, EXPLAIN's too. So EXPLAIN is
 * asked first, in a transaction of its own under the same login: what cannot be planned, or may not
 * be run, is told to the service and costs the caller nothing. Writes are refused there, and again
 * by the kernel, since procedures that read have no other access.
 */
final class CallerStatements {

    /** What the service is told in place of rows; the caller's transaction goes on. */
    private static final class Refused extends Exception {

        private static final long serialVersionUID = 1L;

        private final String code;

        Refused(String code, String message) {
            super(message, null, false, false);
            this.code = code;
        }
    }

    /** What is asked for. */
    private record Ask(
            String statement,
            Map<String, Object> parameters,
            boolean explain,
            double seconds,
            long rows,
            long bytes) {

        static Ask read(Map<String, Object> tree, Transaction tx) throws Refused {
            try {
                return new Ask(
                        (String) tree.get("statement"),
                        new Values(tx).resolveMap(Json.mapAt(tree, "parameters")),
                        Boolean.TRUE.equals(tree.get("explain")),
                        ((Number) tree.get("seconds")).doubleValue(),
                        ((Number) tree.get("rows")).longValue(),
                        ((Number) tree.get("bytes")).longValue());
            } catch (References.Unresolved reference) {
                throw new Refused("motif.refused", "No longer there: " + reference.getMessage());
            }
        }

        long millis() {
            return Math.max(1, Math.round(1000 * seconds));
        }
    }

    private final Caller caller;
    private final ServiceClient service;
    private final String procedure;
    private final String jobId;

    CallerStatements(Caller caller, ServiceClient service, String procedure, String jobId) {
        this.caller = caller;
        this.service = service;
        this.procedure = procedure;
        this.jobId = jobId;
    }

    /** Runs or explains what {@code line} asks for, and sends the service what came of it. */
    void answer(Map<String, Object> line) {
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put("jobId", jobId);
        reply.put("key", line.get("key"));
        reply.put("id", line.get("id"));
        try {
            Ask ask = Ask.read(line, caller.tx());
            Explanation explanation = explain(ask);
            if (ask.explain) {
                reply.put("explained", explanation.json());
                send(Json.write(reply));
                return;
            }
            String refusal = explanation.refusal().orElse(null);
            if (refusal != null) {
                throw new Refused("motif.refused", refusal);
            }
            String rows = run(ask);
            String head = Json.write(reply);
            send(head.substring(0, head.length() - 1) + ",\"rows\":[" + rows + "]}");
        } catch (Refused refused) {
            reply.put(
                    "error",
                    Map.of("code", refused.code, "message", String.valueOf(refused.getMessage())));
            send(Json.write(reply));
        }
    }

    private Explanation explain(Ask ask) throws Refused {
        try (Transaction tx = caller.db().beginTx(ask.millis(), TimeUnit.MILLISECONDS);
                Result result = tx.execute("EXPLAIN " + ask.statement, ask.parameters)) {
            return Explanation.of(result);
        } catch (TransactionTerminatedException error) {
            service.check(jobId);
            throw new Refused("motif.late", "A statement could not be planned before its deadline.");
        } catch (RuntimeException error) {
            service.check(jobId);
            throw new Refused(codeOf(error), error.getMessage());
        }
    }

    /** The rows in JSON, with commas between. */
    private String run(Ask ask) throws Refused {
        Transaction tx = caller.tx();
        // Ending the transaction is the only public way to end a statement that gives no row.
        CompletableFuture<Boolean> late = new CompletableFuture<>();
        late.thenAccept(
                isLate -> {
                    if (isLate) {
                        tx.terminate();
                    }
                });
        late.completeOnTimeout(true, ask.millis(), TimeUnit.MILLISECONDS);
        try (Result result = tx.execute(ask.statement, ask.parameters)) {
            String rows = read(result, ask);
            return late.complete(false) ? rows : fail(null, true, ask);
        } catch (RuntimeException error) {
            return fail(error, !late.complete(false), ask);
        } finally {
            late.complete(false);
        }
    }

    private static String read(Result result, Ask ask) throws Refused {
        StringBuilder rows = new StringBuilder();
        long bytes = 0;
        for (long count = 0; count < ask.rows && result.hasNext(); count++) {
            String row = write(result.next());
            bytes += row.getBytes(StandardCharsets.UTF_8).length + 1;
            if (bytes > ask.bytes) {
                throw new Refused(
                        "motif.too_large",
                        "The rows of a statement are larger than " + ask.bytes + " bytes.");
            }
            rows.append(count == 0 ? "" : ",").append(row);
        }
        return rows.toString();
    }

    private static String write(Map<String, Object> row) throws Refused {
        try {
            return Json.write(Values.encode(row));
        } catch (MotifException notJson) {
            throw new Refused("motif.refused", notJson.getMessage());
        }
    }

    /** Ends the call, for its transaction is over: no row could be resolved in it. */
    private String fail(RuntimeException error, boolean late, Ask ask) {
        if (late) {
            throw new MotifException(
                    "A statement that "
                            + procedure
                            + " ran had not ended after "
                            + ask.seconds
                            + " s, its deadline, so the transaction that called was ended. Raise"
                            + " timeout, or make the plan ask for less.",
                    error);
        }
        String code = codeOf(error);
        if (error instanceof TransactionTerminatedException || code.contains(".Transaction.")) {
            service.check(jobId);
            throw error;
        }
        throw new MotifException(
                "A statement that "
                        + procedure
                        + " ran in the calling transaction failed, and Neo4j ended that: "
                        + error.getMessage()
                        + (code.isEmpty() ? "" : " (" + code + ")")
                        + ". Correct the plan, and call again in a new transaction.",
                error);
    }

    private static String codeOf(RuntimeException error) {
        return error instanceof QueryExecutionException failed ? failed.getStatusCode() : "";
    }

    private void send(String body) {
        try (InputStream answer =
                service.reply(
                        ServiceClient.Request.of(
                                procedure, "/v1/reply", ServiceClient.JSON, body, jobId))) {
            // Read to the end, so that the connection serves the next reply.
            answer.readAllBytes();
        } catch (IOException error) {
            throw ServiceClient.lost(procedure, error);
        }
    }
}
