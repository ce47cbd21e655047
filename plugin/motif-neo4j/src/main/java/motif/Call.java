package motif;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** One call of a procedure: its arguments on the way out, its rows on the way back. */
final class Call {

    /** The last words of procedures that change something, here or in the service. */
    private static final Set<String> CHANGING =
            Set.of("project", "refresh", "drop", "mutate", "write", "create");

    private final String procedure;
    private final Caller caller;
    private final Map<String, Object> request = new LinkedHashMap<>();
    private final Map<String, Object> arguments = new LinkedHashMap<>();
    /** Of this call alone: an id that the user gives a job may be another's too. */
    private final String jobId = UUID.randomUUID().toString();

    private boolean reading;

    Call(String procedure, Caller caller) {
        this.procedure = procedure;
        this.caller = caller;
        request.put("database", Database.of(caller));
        request.put("transaction", Database.lastTransaction(caller));
        request.put("jobId", jobId);
        request.put("arguments", arguments);
    }

    Call with(String name, Object value) {
        arguments.put(name, Values.encode(value));
        if ("graphName".equals(name)) {
            ofProjections();
        }
        return this;
    }

    /** Says what decides whose projections the answer may tell of. */
    Call ofProjections() {
        request.put("roles", Database.hasRoles(caller));
        if (Settings.current().projectionsOwned()) {
            asCaller();
        } else {
            request.put("owned", false);
        }
        return this;
    }

    /** Says who calls: for what belongs to someone, projections and jobs. */
    Call asCaller() {
        if (!request.containsKey("user")) {
            request.put("user", Database.user(caller));
        }
        return this;
    }

    /**
     * Lets the service ask for reading statements while it answers, which run in the caller's
     * transaction. A service that never heard of that does not ask.
     */
    Call reading() {
        reading = true;
        request.put("session", Map.of("version", Database.version(caller)));
        return this;
    }

    Map<String, Object> request() {
        return request;
    }

    String procedure() {
        return procedure;
    }

    String jobId() {
        return jobId;
    }

    /** {@code /v1/graph/project} for {@code motif.graph.project}. */
    String path() {
        return "/v1/" + procedure.substring("motif.".length()).replace('.', '/');
    }

    /** The request as the body of a message to {@code path}. */
    ServiceClient.Request message(String path, String accept) {
        return ServiceClient.Request.of(procedure, path, accept, Json.write(request), jobId);
    }

    /** Sends the call; its rows as they arrive, resolved in the caller's transaction. */
    <R extends Record> Stream<R> rows(Class<R> type) {
        if (new Rows<>(type).has("metadata")) {
            request.put("refreshes", true);
        }
        try {
            return answered(type);
        } catch (MotifException refused) {
            if (refused.refresh() != null) {
                BackgroundRefresh.begin(caller, refused.refresh());
            }
            throw refused;
        }
    }

    private <R extends Record> Stream<R> answered(Class<R> type) {
        ServiceClient service = new ServiceClient(caller.guard());
        return service.anywhere(changesNothing(), () -> answered(type, service));
    }

    private <R extends Record> Stream<R> answered(Class<R> type, ServiceClient service) {
        InputStream body = service.send(message(path(), ServiceClient.LINES));
        if (!reading) {
            return rows(type, new Answer(procedure, body));
        }
        CallerStatements asks = new CallerStatements(caller, service, procedure, jobId);
        return rows(type, new Answer(procedure, body, asks::answer));
    }

    /** Whether it may be asked of another service where the first one was lost. */
    private boolean changesNothing() {
        return !CHANGING.contains(procedure.substring(procedure.lastIndexOf('.') + 1));
    }

    /** The rows of each service that can be asked, by service; raises where none can be. */
    <R extends Record> Map<Peer, List<R>> everywhere(Class<R> type) {
        Map<Peer, List<R>> rows = new LinkedHashMap<>();
        MotifException missing = null;
        for (Peer peer : Peers.of(Settings.current())) {
            ServiceClient service = new ServiceClient(caller.guard());
            try {
                rows.put(peer, service.at(peer, () -> answered(type, service).toList()));
            } catch (MotifException failure) {
                if (!failure.isForWantOfAService()) {
                    throw failure;
                }
                missing = failure;
            }
        }
        if (rows.isEmpty() && missing != null) {
            throw missing;
        }
        return rows;
    }

    /** The only row of an answer that has nothing to resolve. */
    Map<String, Object> single(ServiceClient service, String path) {
        try (Answer answer =
                new Answer(procedure, service.send(message(path, ServiceClient.LINES)))) {
            Map<String, Object> row = answer.hasNext() ? answer.next() : Map.of();
            while (answer.hasNext()) {
                answer.next();
            }
            return row;
        }
    }

    <R extends Record> Stream<R> rows(Class<R> type, Answer answer) {
        Rows<R> columns = new Rows<>(type);
        Resolving resolving = new Resolving(answer);
        boolean counted = columns.has("metadata");
        if (!counted && !reading) {
            // So that a service that is lost before the first row is gone around.
            resolving.hasNext();
            Behind behind = new Behind(caller);
            return stream(resolving).map(behind::counted).map(columns::read).onClose(answer::close);
        }
        // Ranked evidence is short, and each row says how many others were dropped: so all are read
        // first. So are those that the service asks for: before the caller's statement goes on.
        try (answer) {
            List<Map<String, Object>> rows = new ArrayList<>();
            resolving.forEachRemaining(rows::add);
            if (resolving.dropped > 0) {
                Ranks.close(rows);
                if (counted && !answer.isDiscreet()) {
                    rows.forEach(row -> addDropped(row, resolving.dropped));
                }
            }
            Behind behind = new Behind(caller);
            rows.forEach(behind::counted);
            if (answer.refresh() != null) {
                BackgroundRefresh.begin(caller, answer.refresh());
            }
            return rows.stream().map(columns::read);
        }
    }

    private static Stream<Map<String, Object>> stream(Iterator<Map<String, Object>> rows) {
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(rows, Spliterator.ORDERED), false);
    }

    private static void addDropped(Map<String, Object> row, long dropped) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        if (row.get("metadata") instanceof Map<?, ?> given) {
            metadata.putAll(Json.asMap(given));
        }
        metadata.put("dropped", dropped);
        row.put("metadata", metadata);
    }

    /** Rows with their references resolved; those that cannot be are left out and counted. */
    private final class Resolving implements Iterator<Map<String, Object>> {

        private final Answer answer;
        private final Values values = new Values(caller.tx());
        private Map<String, Object> row;
        private long resolved;
        private long dropped;

        Resolving(Answer answer) {
            this.answer = answer;
        }

        @Override
        public boolean hasNext() {
            while (row == null && answer.hasNext()) {
                try {
                    row = values.resolveRow(answer.next());
                    resolved++;
                } catch (References.Unresolved reference) {
                    dropped++;
                }
            }
            if (row == null && resolved == 0 && dropped > 0 && !answer.isDiscreet()) {
                throw new MotifException(
                        "Nothing that "
                                + procedure
                                + " found is still as it was: the nodes or"
                                + " relationships of all "
                                + dropped
                                + " rows have changed since the projection was made."
                                + " Bring it up to date with CALL motif.graph.refresh('"
                                + arguments.get("graphName")
                                + "').");
            }
            return row != null;
        }

        @Override
        public Map<String, Object> next() {
            hasNext();
            Map<String, Object> current = row;
            row = null;
            return current;
        }
    }
}
