package motif;

import java.net.URI;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** The services that may be asked, and which is next. */
final class Peers {

    private static final Map<URI, Peer> KNOWN = new ConcurrentHashMap<>();
    private static final AtomicInteger TURN = new AtomicInteger();

    private Peers() {}

    /** Those of the settings, in their order; what is known of an address is kept. */
    static List<Peer> of(Settings settings) {
        return settings.serviceUrls().stream()
                .map(url -> KNOWN.computeIfAbsent(url, Peer::new))
                .toList();
    }

    /** Makes each prove itself again, and goes around none. */
    static void forget() {
        KNOWN.clear();
    }

    /**
     * The one with the fewest calls of those that were not tried, in turn where several have as few;
     * one that is gone around only where no other is left, and one that follows another is asked
     * last for what does not only {@code reads}. Empty where all were tried.
     */
    static Optional<Peer> next(List<Peer> peers, Collection<Peer> tried, boolean reads) {
        long now = System.nanoTime();
        int first = Math.floorMod(TURN.getAndIncrement(), peers.size());
        Comparator<Integer> avoided = Comparator.comparing(i -> peers.get(i).isAvoided(now));
        Comparator<Integer> refusing =
                Comparator.comparing(i -> !reads && peers.get(i).follows());
        return IntStream.range(0, peers.size())
                .map(i -> (first + i) % peers.size())
                .boxed()
                .filter(i -> !tried.contains(peers.get(i)))
                .min(avoided.thenComparing(refusing).thenComparing(i -> peers.get(i).calls()))
                .map(peers::get);
    }
}
