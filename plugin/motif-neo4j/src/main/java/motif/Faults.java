package motif;

import java.net.URI;
import java.util.Collection;

/**
 * What is said when the service cannot be used: the sentences of Python's {@code motif.faults},
 * which tests/contract/faults holds for the tests of both.
 */
final class Faults {

    private Faults() {}

    static MotifException unreachable(URI url, String reason, Throwable cause) {
        return MotifException.of(
                MotifException.NOT_BEGUN,
                "The Motif service at "
                        + url
                        + " cannot be reached ("
                        + reason
                        + "). Start it: motif serve. The plugin looks for it at service.url in"
                        + " conf/motif.conf.",
                cause);
    }

    /** Several addresses, of which none took the call: what each said. */
    static MotifException noneLeft(int count, Collection<String> told) {
        return new MotifException(
                "None of the "
                        + count
                        + " Motif services that service.url in conf/motif.conf names took this"
                        + " call. "
                        + String.join(" ", told));
    }

    static MotifException certificateRefused(URI url, Throwable cause) {
        return MotifException.of(
                MotifException.NOT_BEGUN,
                "The certificate of the Motif service at "
                        + url
                        + " is refused ("
                        + cause.getMessage()
                        + "). Give the service one that is valid, for this name, and signed by whom"
                        + " Neo4j's Java trusts: MOTIF_SERVICE_CERTIFICATE and"
                        + " MOTIF_SERVICE_PRIVATE_KEY; then restart it: motif serve",
                cause);
    }

    static MotifException tokensDiffer(URI url) {
        return MotifException.of(
                MotifException.NOT_BEGUN,
                "The Motif service at "
                        + url
                        + " and its caller have different tokens. Point service.token_file in"
                        + " conf/motif.conf and MOTIF_SERVICE_TOKEN_FILE at the same file, then"
                        + " restart the service: motif serve",
                null);
    }

    static MotifException protocolsDiffer(long plugin, long service) {
        return MotifException.of(
                MotifException.NOT_BEGUN,
                "The plugin speaks protocol "
                        + plugin
                        + ", the Motif service "
                        + service
                        + ". Install both of one version: motif plugin install"
                        + " /path/to/neo4j-home, then restart Neo4j; then restart the service:"
                        + " motif serve",
                null);
    }
}
