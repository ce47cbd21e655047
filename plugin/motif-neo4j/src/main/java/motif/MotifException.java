package motif;

import java.util.Set;

/** What a caller of {@code CALL motif.*} reads: what was given, what is needed, what to do next. */
public final class MotifException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The projection that is to be read again now; null for none. */
    private final String refresh;

    /** No service has begun what was asked, or could be reached. */
    static final String NOT_BEGUN = "not_begun";

    /** The service was lost, and may have begun. */
    static final String LOST = "lost";

    /** The service leaves what changes something, or what it has not yet, to the one that it follows. */
    static final String FOLLOWS = "follows_another";

    private static final Set<String> BEFORE_ANYTHING =
            Set.of(NOT_BEGUN, FOLLOWS, "service_busy", "service_stopping", "another_service");
    private static final Set<String> FOR_WANT_OF_A_SERVICE =
            Set.of(LOST, "service_unavailable", "out_of_memory");

    /** The service's code of what it refused, or one of the above; else empty. */
    private final String code;

    public MotifException(String message) {
        this(message, (Throwable) null);
    }

    /** That no service was there, or was lost: {@code code} is one of those above. */
    static MotifException of(String code, String message, Throwable behind) {
        MotifException made = new MotifException(message, code, null);
        if (behind != null) {
            made.addSuppressed(behind);
        }
        return made;
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

    /** Whether another service may be asked instead, whatever is asked. */
    boolean isBeforeAnything() {
        return BEFORE_ANYTHING.contains(code);
    }

    /** Whether another service may be asked instead, where what is asked changes nothing. */
    boolean isForWantOfAService() {
        return isBeforeAnything() || FOR_WANT_OF_A_SERVICE.contains(code);
    }

    String refresh() {
        return refresh;
    }
}
