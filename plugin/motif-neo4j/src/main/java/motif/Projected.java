package motif;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * What a projection knows of a node or relationship, beside the properties that a caller reads now.
 *
 * <p>{@code property} must still be {@code name}. Each of {@code reads} must have a value: the
 * projection holds one, and what the caller may not read must not be told. Where nothing names a
 * node, {@code content} is the hash of the values of {@code reads}; {@code text} is that of {@code
 * texts} as one text. tests/contract/references holds cases that Python reads too.
 */
final class Projected {

    private static final int DIGITS = 16;

    private Projected() {}

    /** The properties that {@link #isSame} looks at. */
    static String[] properties(Map<?, ?> reference) {
        Set<String> names = new LinkedHashSet<>(names(reference, "reads"));
        names.addAll(names(reference, "texts"));
        if (reference.get("property") instanceof String property) {
            names.add(property);
        }
        return names.toArray(String[]::new);
    }

    /** Whether {@code values}, by property, are those of what {@code reference} describes. */
    static boolean isSame(Map<?, ?> reference, Map<String, Object> values) {
        if (reference.get("property") instanceof String property
                && !isNamed(values.get(property), String.valueOf(reference.get("name")))) {
            return false;
        }
        List<String> reads = names(reference, "reads");
        if (!values.keySet().containsAll(reads)) {
            return false;
        }
        return isHash(reference.get("content"), () -> contentHash(values, reads))
                && isHash(
                        reference.get("text"), () -> textHash(values, names(reference, "texts")));
    }

    private static boolean isHash(Object expected, Supplier<String> found) {
        return expected == null || expected.equals(found.get());
    }

    /** Whether {@code value} reads as {@code name}, as the projection wrote it down. */
    static boolean isNamed(Object value, String name) {
        if (value == null) {
            return false;
        }
        if (value instanceof Double || value instanceof Float) {
            return isNumber(((Number) value).doubleValue(), name);
        }
        return said(value).equals(name);
    }

    private static boolean isNumber(double value, String name) {
        try {
            // Python writes inf and nan.
            String java = name.replace("inf", "Infinity").replace("nan", "NaN");
            return Double.compare(Double.parseDouble(java), value) == 0;
        } catch (NumberFormatException notANumber) {
            return false;
        }
    }

    private static String said(Object value) {
        Object encoded = Values.encode(value);
        return encoded instanceof String text ? text : Json.write(encoded);
    }

    /**
     * Sixteen hexadecimal digits of SHA-256 over each property, sorted: its name, its kind, its
     * value, each after the length of its UTF-8. Lists, times and points are left out: it is enough
     * that they can be read.
     */
    static String contentHash(Map<String, Object> values, List<String> reads) {
        MessageDigest digest = sha256();
        for (String name : new TreeSet<>(reads)) {
            Object value = values.get(name);
            if (value instanceof String || value instanceof Character) {
                add(digest, name, "text", value.toString());
            } else if (value instanceof Boolean) {
                add(digest, name, "boolean", value.toString());
            } else if (value instanceof Double || value instanceof Float) {
                long bits = Double.doubleToRawLongBits(((Number) value).doubleValue());
                add(digest, name, "float", Long.toString(bits));
            } else if (value instanceof Number number) {
                add(digest, name, "integer", Long.toString(number.longValue()));
            }
        }
        return digits(digest);
    }

    /** The same digits over the texts that are not empty, in order, joined by line breaks. */
    static String textHash(Map<String, Object> values, List<String> texts) {
        List<String> parts = new ArrayList<>();
        for (String name : texts) {
            if (values.get(name) instanceof String text && !text.isEmpty()) {
                parts.add(text);
            }
        }
        MessageDigest digest = sha256();
        add(digest, String.join("\n", parts));
        return digits(digest);
    }

    private static String digits(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
    }

    private static void add(MessageDigest digest, String... parts) {
        for (String part : parts) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
            digest.update(bytes);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static List<String> names(Map<?, ?> reference, String key) {
        return reference.get(key) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }
}
