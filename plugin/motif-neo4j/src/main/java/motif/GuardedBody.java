package motif;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The body of an answer, read by the caller's thread, which looks at its transaction while it
 * waits. Holds one buffer of the connection at a time, so that an answer of any length takes
 * bounded memory.
 */
final class GuardedBody extends InputStream implements BodySubscriber<GuardedBody> {

    static final long POLL_MILLIS = 50;

    private static final List<ByteBuffer> END = List.of();

    private final Runnable guard;
    private final Pulse pulse;
    private final BlockingQueue<List<ByteBuffer>> arrived = new LinkedBlockingQueue<>();
    private final Deque<ByteBuffer> buffers = new ArrayDeque<>();
    private volatile Flow.Subscription subscription;
    private volatile Throwable failure;
    private boolean ended;

    GuardedBody(Runnable guard, Pulse pulse) {
        this.guard = guard;
        this.pulse = pulse;
    }

    @Override
    public CompletionStage<GuardedBody> getBody() {
        return CompletableFuture.completedStage(this);
    }

    @Override
    public void onSubscribe(Flow.Subscription incoming) {
        subscription = incoming;
        incoming.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> received) {
        arrived.add(received);
    }

    @Override
    public void onError(Throwable error) {
        failure = error;
        arrived.add(END);
    }

    @Override
    public void onComplete() {
        arrived.add(END);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (buffers.isEmpty() || !buffers.peek().hasRemaining()) {
            buffers.poll();
            if (buffers.isEmpty() && !receive()) {
                return -1;
            }
        }
        int count = Math.min(length, buffers.peek().remaining());
        buffers.peek().get(target, offset, count);
        return count;
    }

    /** Waits for the next buffers; false at the end. */
    private boolean receive() throws IOException {
        List<ByteBuffer> received = null;
        while (!ended && received == null) {
            received = poll();
            if (received == null) {
                guard.run();
                if (pulse.isLost()) {
                    close();
                    throw new IOException("the service does not work on it any more");
                }
            }
        }
        if (ended || received == END) {
            ended = true;
            if (failure != null) {
                throw new IOException(failure);
            }
            return false;
        }
        pulse.heard();
        buffers.addAll(received);
        subscription.request(1);
        return true;
    }

    private List<ByteBuffer> poll() throws IOException {
        try {
            return arrived.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException(interrupted);
        }
    }

    /**
     * Closes the connection when the answer was not read to its end; the service sees that and
     * stops.
     */
    @Override
    public void close() {
        Flow.Subscription current = subscription;
        if (current != null && !ended) {
            current.cancel();
        }
        ended = true;
    }
}
