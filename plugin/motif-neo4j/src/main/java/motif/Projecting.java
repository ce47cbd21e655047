package motif;

import org.neo4j.graphdb.Transaction;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Projecting in two steps: the service says what it needs, and a transaction of the caller's login
 * sends it as frames. Only what is committed counts.
 */
final class Projecting {

    private final Caller caller;

    Projecting(Caller caller) {
        this.caller = caller;
    }

    Stream<Columns.Projected> run(Call call) {
        Settings.current().requireUnlocked(call.procedure());
        try (Transaction tx = caller.db().beginTx()) {
            call.asCaller().request().put("schema", SchemaSample.of(tx));
        }
        ServiceClient service = new ServiceClient(caller.guard());
        return service.anywhere(false, () -> project(call, service));
    }

    private Stream<Columns.Projected> project(Call call, ServiceClient service) {
        Map<String, Object> prepared = call.single(service, call.path() + "/prepare");
        Map<String, Object> request = new LinkedHashMap<>(call.request());
        request.remove("schema");
        Map<String, Object> specification = Json.mapAt(prepared, "specification");
        if (specification == null) {
            throw ServiceClient.lost(call.procedure(), null);
        }
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("request", request);
        facts.put("plan", prepared.get("plan"));
        Frame first = Frame.of("request", facts);
        return send(call, service, first, ExportSpecification.of(specification));
    }

    private Stream<Columns.Projected> send(
            Call call, ServiceClient service, Frame first, ExportSpecification specification) {
        FramePipe pipe = new FramePipe();
        ServiceClient.Request request =
                new ServiceClient.Request(
                        call.procedure(),
                        call.path(),
                        ServiceClient.FRAMES,
                        ServiceClient.LINES,
                        null,
                        pipe,
                        call.jobId());
        ServiceClient.Pending pending = service.start(request);
        Pulse pulse = service.pulse(call.jobId());
        // The service may refuse before it has read all; then the rest is not sent.
        BooleanSupplier done =
                () -> {
                    service.check(call.jobId());
                    if (pulse.isLost()) {
                        throw ServiceClient.lost(call.procedure(), null);
                    }
                    return pending.answer().isDone();
                };
        boolean fed = false;
        try (PackedExport export = new PackedExport(caller, specification)) {
            boolean wanted = pipe.put(first, done);
            while (wanted && export.hasNext()) {
                pulse.heard();
                wanted = pipe.put(export.next(), done);
            }
            pipe.end(done);
            fed = true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new MotifException(
                    "The server interrupted " + call.procedure() + ".", interrupted);
        } finally {
            if (!fed) {
                pipe.breakOff();
                pending.answer().cancel(true);
            }
        }
        Answer answer = new Answer(call.procedure(), service.finish(request, pending));
        return call.rows(Columns.Projected.class, answer);
    }
}
