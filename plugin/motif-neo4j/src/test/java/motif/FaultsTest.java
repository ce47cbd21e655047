package motif;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.Map;

/** The sentences that Python says as well. */
class FaultsTest {

    @Test
    void theyAreThoseOfTheContract() throws IOException {
        Map<String, Object> expected =
                Json.readMap(
                        Files.readString(TestServer.CONTRACT.resolve("faults/service.json")));
        URI url = URI.create("http://127.0.0.1:7690");
        Map<String, Object> told =
                Map.of(
                        "down",
                        Faults.unreachable(url, "connection refused", null).getMessage(),
                        "another token",
                        Faults.tokensDiffer(url).getMessage(),
                        "another protocol",
                        Faults.protocolsDiffer(1, 2).getMessage());
        assertEquals(expected, told);
    }
}
