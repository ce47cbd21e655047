package motif;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The properties that a frame holds, row by row, as Neo4j stores them; null for none. */
final class PropertyValues {

    private record Column(
            ByteBuffer kinds, ByteBuffer numbers, ByteBuffer offsets, ByteBuffer bytes) {}

    private final Map<String, Column> columns = new LinkedHashMap<>();

    PropertyValues(Map<String, ByteBuffer> frame) {
        for (String name : frame.keySet()) {
            if (name.endsWith(".kind")) {
                String property = name.substring(0, name.length() - ".kind".length());
                columns.put(
                        property,
                        new Column(
                                frame.get(name),
                                frame.get(property + ".number"),
                                frame.get(property + ".offsets"),
                                frame.get(property + ".bytes")));
            }
        }
    }

    Map<String, Object> row(int row) {
        Map<String, Object> values = new LinkedHashMap<>();
        columns.forEach((name, column) -> values.put(name, value(column, row)));
        return values;
    }

    private static Object value(Column column, int row) {
        long number = column.numbers.getLong(row * Long.BYTES);
        return switch (column.kinds.get(row)) {
            case PropertyColumn.INTEGER -> number;
            case PropertyColumn.FLOAT -> Double.longBitsToDouble(number);
            case PropertyColumn.BOOLEAN -> number != 0;
            case PropertyColumn.STRING -> text(column, row);
            case PropertyColumn.OTHER -> stored(text(column, row));
            default -> null;
        };
    }

    private static String text(Column column, int row) {
        int start = column.offsets.getInt(row * Integer.BYTES);
        byte[] bytes = new byte[column.offsets.getInt((row + 1) * Integer.BYTES) - start];
        column.bytes.get(start, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** A list of values of one kind as an array; what else is no text stays its JSON. */
    private static Object stored(String text) {
        if (!text.startsWith("[") || !(Json.read(text) instanceof List<?> list)) {
            return text;
        }
        if (list.isEmpty() || allOf(list, String.class)) {
            return list.toArray(String[]::new);
        }
        if (allOf(list, Long.class)) {
            return list.stream().mapToLong(item -> (Long) item).toArray();
        }
        if (allOf(list, Double.class)) {
            return list.stream().mapToDouble(item -> (Double) item).toArray();
        }
        if (allOf(list, Boolean.class)) {
            boolean[] flags = new boolean[list.size()];
            for (int i = 0; i < flags.length; i++) {
                flags[i] = (Boolean) list.get(i);
            }
            return flags;
        }
        return text;
    }

    private static boolean allOf(List<?> list, Class<?> kind) {
        return list.stream().allMatch(item -> Objects.nonNull(item) && item.getClass() == kind);
    }
}
