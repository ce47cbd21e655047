package motif;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Whether a service from which nothing has come for a while still works on a call. A connection
 * that is cut without a word, or a service that is another one by now, would be waited for without
 * end.
 */
final class Pulse {

    /** An answer may have been on its way when the service was asked. */
    private static final int MISSES = 2;

    private final Duration silence;
    private final Supplier<CompletableFuture<Boolean>> ask;

    private CompletableFuture<Boolean> asked;
    private long since = System.nanoTime();
    private int misses;

    /**
     * @param silence how long nothing may come before {@code ask} is called
     * @param ask asks the service: true where it works on the call, false where it does not, or
     *     does not answer
     */
    Pulse(Duration silence, Supplier<CompletableFuture<Boolean>> ask) {
        this.silence = silence;
        this.ask = ask;
    }

    /** Something came. */
    void heard() {
        since = System.nanoTime();
        misses = 0;
        asked = null;
    }

    /** Whether nothing is to be waited for any more; returns at once. */
    boolean isLost() {
        if (asked == null) {
            if (System.nanoTime() - since > silence.toNanos()) {
                asked = ask.get();
            }
            return false;
        }
        if (!asked.isDone()) {
            return false;
        }
        misses = asked.join() ? 0 : misses + 1;
        asked = null;
        since = System.nanoTime();
        return misses >= MISSES;
    }
}
