package motif;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** A service that proves itself and answers with what a test has queued, in order. */
final class FakeService {

    static final String TOKEN = "0123456789abcdef0123456789abcdef";

    /** What was asked. */
    record Asked(String path, String authorization, byte[] body) {

        Map<String, Object> json() {
            return Json.readMap(new String(body, StandardCharsets.UTF_8));
        }
    }

    /** What to answer, once the body was read. */
    interface Reply {

        void send(HttpExchange exchange) throws IOException;
    }

    final List<Asked> asked = new CopyOnWriteArrayList<>();
    final BlockingQueue<Asked> cancelled = new LinkedBlockingQueue<>();
    private final BlockingQueue<Reply> replies = new LinkedBlockingQueue<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final AtomicInteger lostGreetings = new AtomicInteger();
    private final Semaphore questions = new Semaphore(0);
    private volatile String token;
    private volatile int running;
    private volatile String service = "f".repeat(32);
    private volatile Reply falseReply;
    private volatile Reply laterReply;
    private volatile int asksUntilBetween;
    private volatile boolean flips;
    final AtomicInteger misdirected = new AtomicInteger();
    /** The bodies that came while somebody else listened. */
    final List<byte[]> overheard = new CopyOnWriteArrayList<>();

    FakeService() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/v1/hello", this::hello);
        server.createContext("/v1/cancel", exchange -> cancel(sealed(exchange)));
        server.createContext("/v1/running", exchange -> tellRunning(sealed(exchange)));
        server.createContext("/", this::answer);
        server.start();
        reset();
    }

    int port() {
        return server.getAddress().getPort();
    }

    void reset() {
        asked.clear();
        cancelled.clear();
        replies.clear();
        token = TOKEN;
        lostGreetings.set(0);
        falseReply = null;
        flips = false;
        asksUntilBetween = 0;
        overheard.clear();
        misdirected.set(0);
    }

    /** As if it had been started anew. */
    void restart() {
        service = Proof.nonce();
    }

    /** As if another program had taken its port, which does not know the token. */
    void replaceBy(Reply reply) {
        token = "another";
        falseReply = reply;
    }

    /** As if something that does not know the token stood between, and passed greetings on. */
    void standBetween(Reply reply) {
        falseReply = reply;
    }

    /** The same, once so many requests were answered. */
    void betweenAfter(int count, Reply reply) {
        asksUntilBetween = count;
        laterReply = reply;
    }

    /** As if a byte of each answer were changed on its way. */
    void flipAByteOfEachAnswer(boolean flip) {
        flips = flip;
    }

    /** Closes the connection on so many greetings. */
    void loseGreetings(int count) {
        lostGreetings.set(count);
    }

    /** What is said to who asks whether a call is worked on. */
    void running(int count) {
        running = count;
        questions.drainPermits();
    }

    /** Returns once that was asked so often. */
    void waitForQuestions(int count) {
        questions.acquireUninterruptibly(count);
    }

    void useToken(String other) {
        token = other;
    }

    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    void reply(Reply reply) {
        replies.add(reply);
    }

    void reply(int status, String body) {
        reply(status, "application/x-ndjson", body.getBytes(StandardCharsets.UTF_8));
    }

    void reply(int status, String contentType, byte[] body) {
        reply(exchange -> send(exchange, status, contentType, body));
    }

    /** Rows and the line that ends them. */
    void replyRows(String... rows) {
        StringBuilder lines = new StringBuilder();
        for (String row : rows) {
            lines.append("{\"row\": ").append(row).append("}\n");
        }
        reply(200, lines + "{\"end\": {\"rows\": " + rows.length + "}}\n");
    }

    static void send(HttpExchange exchange, int status, String contentType, byte[] body)
            throws IOException {
        exchange.getResponseHeaders().set("Content-Type", contentType);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        try (OutputStream stream = exchange.getResponseBody()) {
            stream.write(body);
        }
    }

    private void tellRunning(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        questions.release();
        byte[] said = ("{\"running\": " + running + "}").getBytes(StandardCharsets.UTF_8);
        send(exchange, 200, "application/json", said);
    }

    private void hello(HttpExchange exchange) throws IOException {
        Map<String, Object> request =
                Json.readMap(
                        new String(
                                exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        if (lostGreetings.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            exchange.close();
            return;
        }
        String proof = new Proof(token).sign("motif-service:" + request.get("nonce"));
        Map<String, Object> answer =
                Map.of(
                        "proof",
                        proof,
                        "service",
                        service,
                        "protocol",
                        ServiceClient.PROTOCOL,
                        "version",
                        Installation.VERSION);
        send(
                exchange,
                200,
                ServiceClient.JSON,
                Json.write(answer).getBytes(StandardCharsets.UTF_8));
    }

    private void cancel(HttpExchange exchange) throws IOException {
        cancelled.add(read(exchange));
        send(exchange, 200, ServiceClient.JSON, "{}".getBytes(StandardCharsets.UTF_8));
    }

    private HttpExchange sealed(HttpExchange exchange) {
        return new SealedExchange(exchange, TOKEN, flips);
    }

    private void answer(HttpExchange plain) throws IOException {
        if (falseReply != null) {
            overheard.add(plain.getRequestBody().readAllBytes());
            falseReply.send(plain);
            return;
        }
        HttpExchange exchange = sealed(plain);
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        if (!SealedExchange.service(authorization).equals(service)) {
            exchange.getRequestBody().readAllBytes();
            misdirected.incrementAndGet();
            String error = "{\"error\": {\"code\": \"another_service\", \"message\": \"no\"}}";
            send(exchange, 421, ServiceClient.JSON, error.getBytes(StandardCharsets.UTF_8));
            return;
        }
        asked.add(read(exchange));
        if (asksUntilBetween > 0 && --asksUntilBetween == 0) {
            falseReply = laterReply;
        }
        Reply reply = replies.poll();
        if (reply == null) {
            send(exchange, 404, ServiceClient.JSON, "{}".getBytes(StandardCharsets.UTF_8));
        } else {
            reply.send(exchange);
        }
    }

    private static Asked read(HttpExchange exchange) throws IOException {
        return new Asked(
                exchange.getRequestURI().getPath(),
                exchange.getRequestHeaders().getFirst("Authorization"),
                exchange.getRequestBody().readAllBytes());
    }
}
