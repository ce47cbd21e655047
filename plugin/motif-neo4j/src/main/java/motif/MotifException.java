package motif;

/** What a caller of {@code CALL motif.*} reads: what was given, what is needed, what to do next. */
public final class MotifException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The projection that is to be read again now; null for none. */
    private final String refresh;

    public MotifException(String message) {
        this(message, (Throwable) null);
    }

    /** What the service refused, and what it would have refreshed. */
    MotifException(String message, String refresh) {
        super(message);
        this.refresh = refresh;
    }

    /**
     * Neo4j shows the innermost cause in place of the message: so what lies behind is kept as
     * suppressed.
     */
    public MotifException(String message, Throwable behind) {
        super(message);
        refresh = null;
        if (behind != null) {
            addSuppressed(behind);
        }
    }

    String refresh() {
        return refresh;
    }
}
