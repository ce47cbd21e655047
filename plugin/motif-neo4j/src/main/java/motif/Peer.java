package motif;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One address of {@code service.url}: who answers there, how many calls are with it, and whether it
 * is gone around for a while. Safe for threads.
 */
final class Peer {

    /** How long one that could not be used is gone around; then one call tries it. */
    static final Duration DOWN = Duration.ofSeconds(5);

    /** The same for one that had too much to do. */
    static final Duration BUSY = Duration.ofSeconds(1);

    private final URI url;
    private volatile ServiceClient.Known known;
    /** Whether who proved itself here has left a call to the service that it follows. */
    private volatile boolean follows;

    /** What who proved itself last calls itself: another name after each start. */
    private volatile String greeted;

    private int calls;
    private String state = "up";
    private String problem;
    private long until;

    Peer(URI url) {
        this.url = url;
    }

    URI url() {
        return url;
    }

    /** Who proved itself here; null where nobody has yet, or is to do so again. */
    ServiceClient.Known known() {
        return known;
    }

    void greeted(ServiceClient.Known service) {
        known = service;
        if (!service.service().equals(greeted)) {
            greeted = service.service();
            follows = false;
        }
    }

    /** That it follows another service: what changes something is asked of others first. */
    void followsAnother() {
        follows = true;
    }

    boolean follows() {
        return follows;
    }

    void forget() {
        known = null;
    }

    /** The version of who answers here; null where that is not known. */
    String version() {
        ServiceClient.Known service = known;
        return service == null ? null : service.version();
    }

    synchronized int calls() {
        return calls;
    }

    synchronized boolean isAvoided(long now) {
        return !state.equals("up") && now - until < 0;
    }

    /** Counts a call; one that tries an address which was gone around is the only one for a while. */
    synchronized void begin(long now) {
        calls++;
        if (!state.equals("up")) {
            until = now + (state.equals("down") ? DOWN : BUSY).toNanos();
        }
    }

    synchronized void end() {
        calls--;
    }

    synchronized void answered() {
        state = "up";
        problem = null;
    }

    void down(String why) {
        forget();
        avoid("down", why, DOWN);
    }

    void busy(String why) {
        avoid("busy", why, BUSY);
    }

    private synchronized void avoid(String how, String why, Duration time) {
        state = how;
        problem = why;
        until = System.nanoTime() + time.toNanos();
    }

    /** What {@code motif.sysInfo} says of it. */
    synchronized Map<String, Object> told() {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("url", url.toString());
        told.put("state", state);
        told.put("calls", (long) calls);
        told.put("version", version());
        told.put("problem", problem);
        return told;
    }
}
