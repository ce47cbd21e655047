package motif;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** How plugin and service show each other that they know the token, without sending it. */
record Proof(String token) {

    private static final SecureRandom RANDOM = new SecureRandom();

    /** The token of the settings' file, read anew so that a replaced token counts at once. */
    static Proof read(Settings settings) {
        if (settings.tokenFile() == null) {
            throw new MotifException(
                    "motif.conf does not set service.token_file. Name the file that holds the"
                            + " service's token there, or run `motif plugin install`, which writes"
                            + " it.");
        }
        try {
            return new Proof(Files.readString(settings.tokenFile()).strip());
        } catch (IOException error) {
            throw new MotifException(
                    "The file that service.token_file in motif.conf names cannot be read by the"
                        + " server's user. Start the service once with `motif serve`, which writes"
                        + " it.",
                    error);
        }
    }

    static String nonce() {
        byte[] bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Whether the service's answer to {@code nonce} shows that it knows the token. */
    boolean accepts(String nonce, Object answer) {
        byte[] expected = sign("motif-service:" + nonce).getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(
                expected, String.valueOf(answer).getBytes(StandardCharsets.UTF_8));
    }

    /** Signs one request to the service that calls itself {@code service}, and makes its keys. */
    Sealing seal(String method, String path, String service) {
        String seconds = Long.toString(Instant.now().getEpochSecond());
        String signed = String.join(":", seconds, nonce(), service);
        String all = String.join(":", signed, method, path);
        return new Sealing(
                "Motif " + signed + ":" + sign("motif-plugin:" + all),
                digest("motif-request:" + all),
                digest("motif-answer:" + all));
    }

    String sign(String text) {
        return HexFormat.of().formatHex(digest(text));
    }

    byte[] digest(String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(token.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException | IllegalArgumentException error) {
            throw new MotifException(
                    "The service's token file is empty or unusable."
                            + " Delete it and start the service, which writes a new one.",
                    error);
        }
    }

    /** Keeps the token out of logs. */
    @Override
    public String toString() {
        return "Proof[token=…]";
    }
}
