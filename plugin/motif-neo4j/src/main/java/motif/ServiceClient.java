package motif;

import org.neo4j.procedure.TerminationGuard;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * The door to the Motif service: its address, the proofs, the waiting, and words for what goes
 * wrong.
 */
final class ServiceClient {

    /** Raised with every change that an older service or plugin would misread. */
    static final long PROTOCOL = 3;

    static final String JSON = "application/json";
    static final String LINES = "application/x-ndjson";
    static final String FRAMES = "application/x-motif-frames";

    /** The code by which a service says that a request was signed for another one. */
    private static final String ANOTHER = "another_service";

    /** What is read at most of an answer that refuses. */
    private static final int REFUSAL_BYTES = 1 << 20;

    /** What a service answers to a request that was signed for one which ran there before. */
    private static final int MISDIRECTED = 421;

    /**
     * A service that has proved itself under these settings and this token.
     *
     * @param service what it calls itself: another name after each start
     */
    record Known(Settings settings, Proof proof, String service, String version, long protocol) {}

    /**
     * One request: where, what, and which job to stop when the caller goes away.
     *
     * @param content the body; null where {@code stream} is
     * @param stream the body, which can be sent once
     */
    record Request(
            String procedure,
            String path,
            String contentType,
            String accept,
            byte[] content,
            InputStream stream,
            String jobId) {

        static Request of(
                String procedure, String path, String accept, String json, String jobId) {
            byte[] content = json.getBytes(StandardCharsets.UTF_8);
            return new Request(procedure, path, JSON, accept, content, null, jobId);
        }

        private BodyPublisher body(Sealing sealing) {
            return content == null
                    ? BodyPublishers.ofInputStream(() -> sealing.sealed(stream))
                    : BodyPublishers.ofByteArray(sealing.sealed(content));
        }
    }

    /** An answer that is waited for, and what opens it. */
    record Pending(CompletableFuture<HttpResponse<GuardedBody>> answer, Sealing sealing) {}

    private record Connection(Duration timeout, HttpClient http) {}

    private static volatile Connection connection;

    private final Settings settings = Settings.current();
    private final HttpClient http = connect(settings.connectTimeout());
    private final TerminationGuard guard;
    /** Where this call is answered: replies, cancelling and questions about it go there too. */
    private volatile Peer peer;
    /** Who got the call there. */
    private volatile Known asked;
    private boolean isAsking;

    ServiceClient(TerminationGuard guard) {
        this.guard = guard;
    }

    private static HttpClient connect(Duration timeout) {
        Connection last = connection;
        if (last == null || !last.timeout.equals(timeout)) {
            HttpClient.Builder builder = HttpClient.newBuilder();
            builder.version(HttpClient.Version.HTTP_1_1).connectTimeout(timeout);
            last = new Connection(timeout, builder.build());
            connection = last;
        }
        return last.http;
    }

    /**
     * Has one call done by a service. By another one where that one could not be reached, was full
     * or was stopping, so that it has not begun; and where it was lost, if the call only {@code
     * reads}. One that follows another service has begun nothing that it leaves to that one.
     *
     * @param work asks, and takes of the answer what may be asked for again
     */
    <T> T anywhere(boolean reads, Supplier<T> work) {
        if (isAsking) {
            return work.get();
        }
        List<Peer> peers = Peers.of(settings);
        Map<Peer, MotifException> failed = new LinkedHashMap<>();
        while (true) {
            Peer next = Peers.next(peers, failed.keySet(), reads).orElse(null);
            if (next == null) {
                throw none(peers, failed);
            }
            try {
                return at(next, work);
            } catch (MotifException failure) {
                boolean another =
                        reads ? failure.isForWantOfAService() : failure.isBeforeAnything();
                if (!another || peers.size() == 1) {
                    throw failure;
                }
                failed.put(next, failure);
            }
        }
    }

    /** Has {@code work} done by this one; what it could not do is remembered of it. */
    <T> T at(Peer one, Supplier<T> work) {
        peer = one;
        isAsking = true;
        one.begin(System.nanoTime());
        try {
            T done = work.get();
            one.answered();
            return done;
        } catch (MotifException failure) {
            noteOf(one, failure);
            throw failure;
        } finally {
            one.end();
            isAsking = false;
        }
    }

    private static void noteOf(Peer one, MotifException failure) {
        switch (failure.code()) {
            case "service_busy", "out_of_memory" -> one.busy(failure.getMessage());
            case MotifException.NOT_BEGUN, MotifException.LOST, "service_stopping" ->
                    one.down(failure.getMessage());
            case MotifException.FOLLOWS -> {
                one.answered();
                one.followsAnother();
            }
            default -> one.answered();
        }
    }

    private static MotifException none(List<Peer> peers, Map<Peer, MotifException> failed) {
        List<String> told =
                failed.values().stream().map(MotifException::getMessage).distinct().toList();
        return Faults.noneLeft(peers.size(), told);
    }

    /** Sends the request; the answer's body, still arriving, with status 200. */
    InputStream send(Request request) {
        try {
            return finish(request, start(request));
        } catch (MotifException refused) {
            if (!ANOTHER.equals(refused.code())) {
                throw refused;
            }
            // It was started again, and has not begun anything.
            peer.forget();
            return finish(request, start(request));
        }
    }

    /** Sends what belongs to the call that is under way, to who has begun it. */
    InputStream reply(Request request) {
        try {
            return finish(request, start(request, asked));
        } catch (MotifException refused) {
            throw ANOTHER.equals(refused.code()) ? lost(request.procedure, refused) : refused;
        }
    }

    /** Sends the request without waiting, for a body that the caller's thread feeds. */
    Pending start(Request request) {
        asked = greet();
        return start(request, asked);
    }

    private Pending start(Request request, Known service) {
        Sealing sealing = service.proof.seal("POST", request.path, service.service);
        HttpRequest message =
                HttpRequest.newBuilder(peer.url().resolve(request.path))
                        .header("Authorization", sealing.authorization())
                        .header("Content-Type", request.contentType)
                        .header("Accept", request.accept)
                        .POST(request.body(sealing))
                        .build();
        return new Pending(
                http.sendAsync(
                        message,
                        info -> new GuardedBody(() -> check(request.jobId), pulse(request.jobId))),
                sealing);
    }

    /** Waits for the answer's status, looking at the caller's transaction. */
    InputStream finish(Request request, Pending pending) {
        HttpResponse<GuardedBody> answer = await(pending.answer, request.procedure, request.jobId);
        int status = answer.statusCode();
        InputStream body = pending.sealing.opened(answer.body(), status, () -> notProved(status));
        if (status == 200) {
            return body;
        }
        try (body) {
            throw refusal(
                    status, new String(body.readNBytes(REFUSAL_BYTES), StandardCharsets.UTF_8));
        } catch (IOException error) {
            // Of who does not seal what it says, too: a proxy, or a service with another token.
            throw notProved(status);
        }
    }

    /**
     * What is said of an answer that nobody sealed who knows the token. A service with another
     * token, or of an older version, says what differs when it is greeted; it does not answer 200.
     */
    private MotifException notProved(int status) {
        forgetConnections();
        if (status != 200) {
            try {
                greetAnew();
            } catch (MotifException differs) {
                // Who stands between may have passed the call on.
                return MotifException.of(MotifException.LOST, differs.getMessage(), differs);
            }
            peer.forget();
        }
        return sealless(status);
    }

    private Map<String, Object> greeting(String answer) {
        try {
            return Json.readMap(answer);
        } catch (MotifException notJson) {
            forgetConnections();
            throw sealless(200);
        }
    }

    private MotifException sealless(int status) {
        return MotifException.of(
                MotifException.LOST,
                "What answers at "
                        + peer.url()
                        + " (with status "
                        + status
                        + ") has not proved that it is the Motif service: its answer is not sealed"
                        + " with the token, so it was not used. It could read nothing of what was"
                        + " sent. Find out what listens there, and whether a proxy stands between;"
                        + " service.url in conf/motif.conf says where to look for the service. Then"
                        + " start it: motif serve",
                null);
    }

    /**
     * The service, once it has shown that it knows the token. That is remembered; whoever listens
     * there later gets what it cannot read, and is not believed.
     */
    Known greet() {
        Known last = peer.known();
        boolean same =
                last != null
                        && last.settings.equals(settings)
                        && last.proof.equals(Proof.read(settings));
        return same ? last : greetAnew();
    }

    /** The same, though it has proved itself before. */
    Known greetAnew() {
        Proof proof = Proof.read(settings);
        String nonce = Proof.nonce();
        HttpRequest hello =
                HttpRequest.newBuilder(peer.url().resolve("/v1/hello"))
                        .header("Content-Type", JSON)
                        .timeout(settings.connectTimeout())
                        .POST(BodyPublishers.ofString(Json.write(Map.of("nonce", nonce))))
                        .build();
        HttpResponse<String> answer = greeted(hello(hello));
        Map<String, Object> said = greeting(answer.body());
        if (!proof.accepts(nonce, said.get("proof"))) {
            forgetConnections();
            throw Faults.tokensDiffer(peer.url());
        }
        long protocol = said.get("protocol") instanceof Number number ? number.longValue() : 0;
        if (protocol != PROTOCOL) {
            throw Faults.protocolsDiffer(PROTOCOL, protocol);
        }
        String service = String.valueOf(said.get("service"));
        String version = String.valueOf(said.get("version"));
        peer.greeted(new Known(settings, proof, service, version, protocol));
        return peer.known();
    }

    /** Whatever goes wrong with a greeting, nothing else was sent. */
    private HttpResponse<String> greeted(CompletableFuture<HttpResponse<String>> hello) {
        try {
            HttpResponse<String> answer = await(hello, "the greeting", null);
            if (answer.statusCode() != 200) {
                throw refusal(answer.statusCode(), answer.body());
            }
            return answer;
        } catch (MotifException failure) {
            throw MotifException.of(MotifException.NOT_BEGUN, failure.getMessage(), failure);
        }
    }

    /** The answer to a greeting, which is sent once more where it was lost: it changes nothing. */
    private CompletableFuture<HttpResponse<String>> hello(HttpRequest hello) {
        return http.sendAsync(hello, BodyHandlers.ofString())
                .exceptionallyCompose(
                        error ->
                                causeOf(error) instanceof ConnectException
                                                || causeOf(error)
                                                        instanceof HttpConnectTimeoutException
                                        ? CompletableFuture.failedFuture(causeOf(error))
                                        : http.sendAsync(hello, BodyHandlers.ofString()));
    }

    private static Throwable causeOf(Throwable error) {
        return error instanceof CompletionException ? error.getCause() : error;
    }

    /** Uses none of the open connections again: whoever holds their other end may go on doing so. */
    private void forgetConnections() {
        peer.forget();
        connection = null;
    }

    private <T> T await(CompletableFuture<T> pending, String procedure, String jobId) {
        Pulse pulse = pulse(jobId);
        try {
            while (true) {
                try {
                    return pending.get(GuardedBody.POLL_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException notYet) {
                    check(jobId);
                    if (pulse.isLost()) {
                        throw lost(procedure, null);
                    }
                }
            }
        } catch (ExecutionException error) {
            throw failed(procedure, causeOf(error.getCause()));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new MotifException("The server interrupted " + procedure + ".", interrupted);
        } finally {
            pending.cancel(true);
        }
    }

    /** Throws when the caller's transaction has ended, after telling the service to stop. */
    void check(String jobId) {
        try {
            guard.check();
        } catch (RuntimeException terminated) {
            cancel(jobId);
            throw terminated;
        }
    }

    private void cancel(String jobId) {
        if (jobId != null && asked != null) {
            // Not waited for: the caller is gone, and the closed connection says the same.
            Sealing sealing = asked.proof.seal("POST", "/v1/cancel", asked.service);
            http.sendAsync(about(jobId, "/v1/cancel", sealing), BodyHandlers.discarding());
        }
    }

    /** Looks after a call from which nothing comes; never lost where it has no job. */
    Pulse pulse(String jobId) {
        return new Pulse(settings.silence(), () -> isRunning(jobId));
    }

    private CompletableFuture<Boolean> isRunning(String jobId) {
        if (jobId == null || asked == null) {
            return CompletableFuture.completedFuture(true);
        }
        // The one that was asked: another call may have found it lost, and greeted its successor.
        Sealing sealing = asked.proof.seal("POST", "/v1/running", asked.service);
        HttpRequest question = about(jobId, "/v1/running", sealing);
        return http.sendAsync(question, BodyHandlers.ofByteArray())
                .handle((answer, error) -> error == null && saysThatItRuns(answer, sealing));
    }

    /** A service that does not know the question, or has no time for it, is there. */
    private static boolean saysThatItRuns(HttpResponse<byte[]> answer, Sealing sealing) {
        int status = answer.statusCode();
        Supplier<MotifException> another = () -> new MotifException("", ANOTHER, null);
        try (InputStream body =
                sealing.opened(new ByteArrayInputStream(answer.body()), status, another)) {
            String said = new String(body.readAllBytes(), StandardCharsets.UTF_8);
            Object running = status == 200 ? Json.readMap(said).get("running") : null;
            return running instanceof Number number
                    ? number.longValue() > 0
                    : status != MISDIRECTED;
        } catch (MotifException notIts) {
            return !ANOTHER.equals(notIts.code());
        } catch (IOException cutOff) {
            return false;
        }
    }

    private HttpRequest about(String jobId, String path, Sealing sealing) {
        byte[] body = Json.write(Map.of("jobId", jobId)).getBytes(StandardCharsets.UTF_8);
        return HttpRequest.newBuilder(peer.url().resolve(path))
                .header("Authorization", sealing.authorization())
                .header("Content-Type", JSON)
                .timeout(settings.connectTimeout())
                .POST(BodyPublishers.ofByteArray(sealing.sealed(body)))
                .build();
    }

    /** What the service says went wrong, unchanged: message, then hint. */
    static MotifException fault(Map<String, Object> error) {
        Object hint = error.getOrDefault("hint", "");
        String refresh = error.get("refresh") instanceof String name ? name : null;
        return new MotifException(
                (error.get("message") + " " + (hint == null ? "" : hint)).strip(),
                String.valueOf(error.get("code")),
                refresh);
    }

    static MotifException lost(String procedure, Throwable cause) {
        return MotifException.of(
                MotifException.LOST,
                "The Motif service was lost while it worked on "
                        + procedure
                        + ". Look at its log, start it with `motif serve` if it does not run, and"
                        + " call again.",
                cause);
    }

    private MotifException refusal(int status, String body) {
        try {
            Map<String, Object> error = Json.mapAt(Json.readMap(body), "error");
            if (error != null) {
                return fault(error);
            }
        } catch (MotifException notJson) {
            // Not the service's own answer: the status is all there is to say.
        }
        return new MotifException(
                "What listens at "
                        + peer.url()
                        + " answered with status "
                        + status
                        + ", not as a Motif service would. Check service.url in motif.conf.");
    }

    private MotifException failed(String procedure, Throwable cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof CertificateException || each instanceof CertPathBuilderException) {
                return Faults.certificateRefused(peer.url(), each);
            }
        }
        String reason = null;
        double seconds = settings.connectTimeout().toMillis() / 1000.0;
        if (cause instanceof HttpConnectTimeoutException) {
            reason = "no connection within " + seconds + " s";
        } else if (cause instanceof HttpTimeoutException) {
            reason = "no answer within " + seconds + " s";
        } else if (cause instanceof ConnectException) {
            boolean unresolved = rootOf(cause) instanceof UnresolvedAddressException;
            reason = unresolved ? "its name has no address" : "connection refused";
        }
        if (reason == null) {
            return lost(procedure, cause);
        }
        return Faults.unreachable(peer.url(), reason, cause);
    }

    private static Throwable rootOf(Throwable error) {
        Throwable root = error;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
