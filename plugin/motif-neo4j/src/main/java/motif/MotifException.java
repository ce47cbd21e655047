package motif;

/** What a caller of {@code CALL motif.*} reads: what was given, what is needed, what to do next. */
public final class MotifException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public MotifException(String message) {
        super(message);
    }

    public MotifException(String message, Throwable cause) {
        super(message, cause);
    }
}
