package motif;

/** What a caller of {@code CALL motif.*} reads: what was given, what is needed, what to do next. */
public final class MotifException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The projection that is to be read again now; null for none. */
    private final String refresh;

    /** The code of what the service refused; empty where it did not speak. */
    private final String code;

    public MotifException(String message) {
        this(message, (Throwable) null);
    }

    /** What the service refused, and what it would have refreshed. */
    MotifException(String message, String code, String refresh) {
        super(message);
        this.code = code;
        this.refresh = refresh;
    }

    /**
     * Neo4j shows the innermost cause in place of the message: so what lies behind is kept as
     * suppressed.
     */
    public MotifException(String message, Throwable behind) {
        super(message);
        code = "";
        refresh = null;
        if (behind != null) {
            addSuppressed(behind);
        }
    }

    String code() {
        return code;
    }

    String refresh() {
        return refresh;
    }
}
