package motif;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Frames from the caller's thread, which owns the transaction, to the connection's; at most a few
 * wait.
 */
final class FramePipe extends InputStream {

    private static final byte[] END = new byte[0];

    private final BlockingQueue<byte[]> waiting = new ArrayBlockingQueue<>(4);
    private ByteArrayInputStream current = new ByteArrayInputStream(END);
    private volatile boolean broken;
    private boolean ended;

    /**
     * Hands the frame over; false, after at most some milliseconds, once {@code done} says nobody
     * reads.
     */
    boolean put(Frame frame, BooleanSupplier done) throws InterruptedException {
        return offer(frame.headerLine(), done)
                && (frame.data().length == 0 || offer(frame.data(), done));
    }

    void end(BooleanSupplier done) throws InterruptedException {
        offer(END, done);
    }

    private boolean offer(byte[] bytes, BooleanSupplier done) throws InterruptedException {
        while (!waiting.offer(bytes, GuardedBody.POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            if (done.getAsBoolean()) {
                return false;
            }
        }
        return true;
    }

    /** Makes the reader fail, so that the request is cut off rather than taken for complete. */
    void breakOff() {
        broken = true;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        while (current.available() == 0 && !ended) {
            byte[] next = take();
            ended = next == END;
            current = new ByteArrayInputStream(next);
        }
        return ended ? -1 : current.read(target, offset, length);
    }

    private byte[] take() throws IOException {
        try {
            byte[] next = null;
            while (next == null) {
                if (broken) {
                    throw new IOException("the caller went away");
                }
                next = waiting.poll(GuardedBody.POLL_MILLIS, TimeUnit.MILLISECONDS);
            }
            return next;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }
}
