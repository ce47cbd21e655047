package motif;

import org.neo4j.procedure.TerminationGuard;

import java.io.IOException;
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
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The door to the Motif service: its address, the proofs, the waiting, and words for what goes
 * wrong.
 */
final class ServiceClient {

    /** Raised with every change that an older service or plugin would misread. */
    static final long PROTOCOL = 2;

    static final String JSON = "application/json";
    static final String LINES = "application/x-ndjson";
    static final String FRAMES = "application/x-motif-frames";

    /** What is read at most of an answer that refuses. */
    private static final int REFUSAL_BYTES = 1 << 20;

    /** A service that has proved itself under these settings and this token. */
    record Known(Settings settings, Proof proof, String version, long protocol) {}

    /** One request: where, what, and which job to stop when the caller goes away. */
    record Request(
            String procedure,
            String path,
            String contentType,
            String accept,
            BodyPublisher body,
            String jobId) {}

    private record Connection(Duration timeout, HttpClient http) {}

    private static volatile Connection connection;
    private static volatile Known known;

    private final Settings settings = Settings.current();
    private final HttpClient http = connect(settings.connectTimeout());
    private final TerminationGuard guard;

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

    /** Sends the request; the answer's body, still arriving, with status 200. */
    GuardedBody send(Request request) {
        return finish(request, start(request));
    }

    /** Sends the request without waiting, for a body that the caller's thread feeds. */
    CompletableFuture<HttpResponse<GuardedBody>> start(Request request) {
        Known service = greet();
        HttpRequest message =
                HttpRequest.newBuilder(settings.serviceUrl().resolve(request.path))
                        .header("Authorization", service.proof.authorization("POST", request.path))
                        .header("Content-Type", request.contentType)
                        .header("Accept", request.accept)
                        .POST(request.body)
                        .build();
        return http.sendAsync(
                message,
                info -> new GuardedBody(() -> check(request.jobId), pulse(request.jobId)));
    }

    /** Waits for the answer's status, looking at the caller's transaction. */
    GuardedBody finish(Request request, CompletableFuture<HttpResponse<GuardedBody>> pending) {
        HttpResponse<GuardedBody> answer = await(pending, request.procedure, request.jobId);
        if (answer.statusCode() == 200) {
            return answer.body();
        }
        try (GuardedBody body = answer.body()) {
            throw refusal(
                    answer.statusCode(),
                    new String(body.readNBytes(REFUSAL_BYTES), StandardCharsets.UTF_8));
        } catch (IOException error) {
            throw lost(request.procedure, error);
        }
    }

    /**
     * The service, once it has shown that it knows the token: nothing else is sent to it before.
     */
    Known greet() {
        Proof proof = Proof.read(settings);
        Known last = known;
        if (last != null && last.settings.equals(settings) && last.proof.equals(proof)) {
            return last;
        }
        String nonce = Proof.nonce();
        HttpRequest hello =
                HttpRequest.newBuilder(settings.serviceUrl().resolve("/v1/hello"))
                        .header("Content-Type", JSON)
                        .timeout(settings.connectTimeout())
                        .POST(BodyPublishers.ofString(Json.write(Map.of("nonce", nonce))))
                        .build();
        HttpResponse<String> answer = await(hello(hello), "the greeting", null);
        if (answer.statusCode() != 200) {
            throw refusal(answer.statusCode(), answer.body());
        }
        Map<String, Object> said = Json.readMap(answer.body());
        if (!proof.accepts(nonce, said.get("proof"))) {
            throw Faults.tokensDiffer(settings.serviceUrl());
        }
        long protocol = said.get("protocol") instanceof Number number ? number.longValue() : 0;
        if (protocol != PROTOCOL) {
            throw Faults.protocolsDiffer(PROTOCOL, protocol);
        }
        known = new Known(settings, proof, String.valueOf(said.get("version")), protocol);
        return known;
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

    /** Makes the service prove itself again before the next call. */
    static void forget() {
        known = null;
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
        Known service = known;
        if (jobId != null && service != null) {
            // Not waited for: the caller is gone, and the closed connection says the same.
            http.sendAsync(about(jobId, "/v1/cancel", service.proof), BodyHandlers.discarding());
        }
    }

    /** Looks after a call from which nothing comes; never lost where it has no job. */
    Pulse pulse(String jobId) {
        return new Pulse(settings.silence(), () -> isRunning(jobId));
    }

    private CompletableFuture<Boolean> isRunning(String jobId) {
        if (jobId == null) {
            return CompletableFuture.completedFuture(true);
        }
        // Not by what is known: another call may have found the service lost, and forgotten it.
        HttpRequest question = about(jobId, "/v1/running", Proof.read(settings));
        return http.sendAsync(question, BodyHandlers.ofString())
                .handle((answer, error) -> error == null && saysThatItRuns(answer));
    }

    /** A service that does not know the question, or has no time for it, is there. */
    private static boolean saysThatItRuns(HttpResponse<String> answer) {
        if (answer.statusCode() != 200) {
            return true;
        }
        try {
            Object running = Json.readMap(answer.body()).get("running");
            return !(running instanceof Number number) || number.longValue() > 0;
        } catch (MotifException notJson) {
            return true;
        }
    }

    private HttpRequest about(String jobId, String path, Proof proof) {
        return HttpRequest.newBuilder(settings.serviceUrl().resolve(path))
                .header("Authorization", proof.authorization("POST", path))
                .header("Content-Type", JSON)
                .timeout(settings.connectTimeout())
                .POST(BodyPublishers.ofString(Json.write(Map.of("jobId", jobId))))
                .build();
    }

    /** What the service says went wrong, unchanged: message, then hint. */
    static MotifException fault(Map<String, Object> error) {
        Object hint = error.getOrDefault("hint", "");
        String refresh = error.get("refresh") instanceof String name ? name : null;
        return new MotifException(
                (error.get("message") + " " + (hint == null ? "" : hint)).strip(), refresh);
    }

    static MotifException lost(String procedure, Throwable cause) {
        forget();
        return new MotifException(
                "The Motif service was lost while it worked on "
                        + procedure
                        + ". Look at its log, start it with `motif serve` if it does not run, and"
                        + " call again.",
                cause);
    }

    private MotifException refusal(int status, String body) {
        forget();
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
                        + settings.serviceUrl()
                        + " answered with status "
                        + status
                        + ", not as a Motif service would. Check service.url in motif.conf.");
    }

    private MotifException failed(String procedure, Throwable cause) {
        forget();
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof CertificateException || each instanceof CertPathBuilderException) {
                return Faults.certificateRefused(settings.serviceUrl(), each);
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
        return Faults.unreachable(settings.serviceUrl(), reason, cause);
    }

    private static Throwable rootOf(Throwable error) {
        Throwable root = error;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
