package motif;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import com.google.gson.Strictness;
import com.google.gson.ToNumberPolicy;

import java.util.Map;

/**
 * JSON as trees of maps, lists, strings, longs, doubles and booleans: the only door to the JSON
 * library.
 */
final class Json {

    private static final Gson GSON =
            new GsonBuilder()
                    .setObjectToNumberStrategy(ToNumberPolicy.LONG_OR_DOUBLE)
                    .setStrictness(Strictness.STRICT)
                    .serializeNulls()
                    .disableHtmlEscaping()
                    .create();

    private Json() {}

    static String write(Object tree) {
        return GSON.toJson(tree);
    }

    static Object read(String text) {
        try {
            return GSON.fromJson(text, Object.class);
        } catch (JsonParseException error) {
            throw new MotifException(
                    "The Motif service sent a line that is not JSON: " + shortened(text), error);
        }
    }

    static Map<String, Object> readMap(String text) {
        if (read(text) instanceof Map<?, ?> map) {
            return asMap(map);
        }
        throw new MotifException(
                "The Motif service sent a line that is not a JSON object: " + shortened(text));
    }

    /** The map under {@code key}; null when there is none. */
    static Map<String, Object> mapAt(Map<String, Object> tree, String key) {
        return tree.get(key) instanceof Map<?, ?> map ? asMap(map) : null;
    }

    /** JSON's keys are strings, so the cast cannot fail. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> asMap(Map<?, ?> map) {
        return (Map<String, Object>) map;
    }

    private static String shortened(String text) {
        return text.length() <= 80 ? text : text.substring(0, 80) + "…";
    }
}
