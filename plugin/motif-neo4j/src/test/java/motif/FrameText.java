package motif;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Frames as the contract writes them: columns as lists of numbers or one string. */
final class FrameText {

    private FrameText() {}

    static Map<String, Object> read(Frame frame) {
        Map<String, Object> text = new LinkedHashMap<>(frame.headerMap());
        Map<String, Object> columns = new LinkedHashMap<>();
        frame.columns().forEach((name, bytes) -> columns.put(name, values(name, bytes)));
        text.put("columns", columns);
        return text;
    }

    static Object values(String name, ByteBuffer bytes) {
        if (name.endsWith(".bytes")) {
            return StandardCharsets.UTF_8.decode(bytes).toString();
        }
        List<Object> numbers = new ArrayList<>();
        while (bytes.hasRemaining()) {
            numbers.add(
                    switch (name.substring(name.lastIndexOf('.') + 1)) {
                        case "kind" -> (Object) (long) bytes.get();
                        case "labelSet", "type", "offsets" -> (Object) (long) bytes.getInt();
                        case "vector" -> (Object) (double) bytes.getFloat();
                        case "score" -> (Object) bytes.getDouble();
                        default -> (Object) bytes.getLong();
                    });
        }
        return numbers;
    }

    static Frame write(Map<String, Object> text) {
        Map<String, Object> header = new LinkedHashMap<>(text);
        List<Object> sizes = new ArrayList<>();
        ByteBuffer data = ByteBuffer.allocate(1 << 18).order(ByteOrder.LITTLE_ENDIAN);
        Json.mapAt(text, "columns")
                .forEach(
                        (name, values) -> {
                            int start = data.position();
                            if (values instanceof String bytes) {
                                data.put(bytes.getBytes(StandardCharsets.UTF_8));
                            } else {
                                ((List<?>) values)
                                        .forEach(value -> put(data, name, (Number) value));
                            }
                            sizes.add(List.of(name, data.position() - start));
                        });
        header.put("columns", sizes);
        byte[] bytes = new byte[data.position()];
        data.flip().get(bytes);
        return new Frame(Json.write(header), bytes);
    }

    private static void put(ByteBuffer data, String name, Number value) {
        switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "kind" -> data.put(value.byteValue());
            case "labelSet", "type", "offsets" -> data.putInt(value.intValue());
            case "vector" -> data.putFloat(value.floatValue());
            case "score" -> data.putDouble(value.doubleValue());
            default -> data.putLong(value.longValue());
        }
    }
}
