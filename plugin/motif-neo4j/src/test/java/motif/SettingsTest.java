package motif;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

class SettingsTest {

    private static Settings parse(String... lines) {
        return Settings.parse(List.of(lines), Path.of("/etc/neo4j"));
    }

    private static String refusal(String... lines) {
        return assertThrows(MotifException.class, () -> parse(lines)).getMessage();
    }

    @Test
    void anEmptyFileMeansTheServiceOfThisMachine() {
        Settings settings = parse("", "# a comment");
        assertEquals("http://127.0.0.1:7690", settings.serviceUrls().get(0).toString());
        assertNull(settings.tokenFile());
        assertTrue(settings.exportEnabled());
        assertFalse(settings.catalogLocked());
    }

    @Test
    void valuesAreReadAndPathsAreTakenFromTheFilesFolder() {
        Settings settings =
                parse(
                        "service.url = http://localhost:7000/",
                        "service.token_file=motif/token",
                        "service.timeout=1.5",
                        "catalog.locked=true",
                        "export.enabled=false");
        assertEquals("http://localhost:7000", settings.serviceUrls().get(0).toString());
        assertEquals(Path.of("/etc/neo4j/motif/token"), settings.tokenFile());
        assertEquals(Duration.ofMillis(1500), settings.connectTimeout());
        assertTrue(settings.catalogLocked());
        assertTrue(settings.projectionsOwned());
        assertFalse(settings.exportEnabled());
    }

    @Test
    void anUnknownKeyIsNamedWithTheNearest() {
        String message = refusal("service.tokenfile=x");
        assertTrue(message.contains("'service.tokenfile'"), message);
        assertTrue(message.contains("Did you mean 'service.token_file'?"), message);
    }

    @Test
    void valuesThatCannotBeUsedAreNamed() {
        assertTrue(refusal("service.timeout=soon").contains("'soon'"));
        assertTrue(refusal("service.timeout=0").contains("'0'"));
        assertTrue(refusal("catalog.locked=yes").contains("true or false"));
        assertTrue(refusal("service.url=7690").contains("'7690'"));
        assertTrue(refusal("service.url=ftp://127.0.0.1").contains("must look like"));
        assertTrue(refusal("catalog.locked").contains("key=value"));
    }

    @Test
    void severalServicesHaveCommasBetween() {
        Settings settings = parse("service.url= http://127.0.0.1:7690/ ,https://motif.example:7690");
        assertEquals(
                List.of("http://127.0.0.1:7690", "https://motif.example:7690"),
                settings.serviceUrls().stream().map(Object::toString).toList());
    }

    @Test
    void eachOfSeveralAddressesThatCannotBeUsedIsNamed() {
        String first = "service.url=http://127.0.0.1:7690,";
        assertTrue(refusal(first).contains("commas between, not ''"), refusal(first));
        assertTrue(refusal(first + ",https://b:1").contains("not ''"));
        assertTrue(refusal(first + "7691").contains("not '7691'"));
        assertTrue(refusal(first + "http://10.0.0.7:1").contains("http://10.0.0.7:1: an address"));
        assertTrue(refusal(first + "http://127.0.0.1:7690/").contains("7690 twice"));
        assertTrue(refusal("service.url=http://127.0.0.1:7690;http://127.0.0.1:7691").contains(";"));
    }

    @Test
    void anAddressOtherThanLoopbackNeedsTls() {
        assertTrue(refusal("service.url=http://10.0.0.7:7690").contains("needs https"));
        assertEquals("10.0.0.7", parse("service.url=https://10.0.0.7:7690").serviceUrls().get(0).getHost());
    }
}
