package motif;

/** What a caller of {@code CALL motif.*} reads: what was given, what is needed, what to do next. */
public final class MotifException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public MotifException(String message) {
        super(message);
    }

    /**
     * Neo4j shows the innermost cause in place of the message: so what lies behind is kept as
     * suppressed.
     */
    public MotifException(String message, Throwable behind) {
        super(message);
        if (behind != null) {
            addSuppressed(behind);
        }
    }
}
