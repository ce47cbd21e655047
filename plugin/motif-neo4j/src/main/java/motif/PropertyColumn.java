package motif;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** One property of the entities of a frame: kinds, numbers, and bytes for what is not a number. */
final class PropertyColumn {

    static final byte MISSING = 0;
    static final byte INTEGER = 1;
    static final byte FLOAT = 2;
    static final byte BOOLEAN = 3;
    static final byte STRING = 4;
    static final byte OTHER = 5;
    static final byte VECTOR = 6;

    private final String name;
    private final boolean vector;
    private final byte[] kinds;
    private final long[] numbers;
    private final int[] offsets;
    private byte[] bytes = new byte[1024];
    private int used;

    PropertyColumn(String name, boolean vector, int capacity) {
        this.name = name;
        this.vector = vector;
        kinds = new byte[capacity];
        numbers = new long[capacity];
        offsets = new int[capacity + 1];
    }

    String name() {
        return name;
    }

    int usedBytes() {
        return used;
    }

    /** Sets the value of entity {@code row} of the frame; rows come in order. */
    void set(int row, Object value) {
        kinds[row] = kind(value);
        numbers[row] = number(value);
        if (kinds[row] == VECTOR) {
            appendVector(value);
        } else if (kinds[row] == STRING) {
            append(value.toString().getBytes(StandardCharsets.UTF_8));
        } else if (kinds[row] == OTHER) {
            append(text(value).getBytes(StandardCharsets.UTF_8));
        }
        offsets[row + 1] = used;
    }

    private byte kind(Object value) {
        if (value == null) {
            return MISSING;
        } else if (value instanceof String || value instanceof Character) {
            return STRING;
        } else if (value instanceof Double || value instanceof Float) {
            return FLOAT;
        } else if (value instanceof Number) {
            return INTEGER;
        } else if (value instanceof Boolean) {
            return BOOLEAN;
        }
        return vector && isNumbers(value) ? VECTOR : OTHER;
    }

    private static boolean isNumbers(Object value) {
        return value instanceof float[] || value instanceof double[] || value instanceof long[];
    }

    private static long number(Object value) {
        if (value instanceof Double || value instanceof Float) {
            return Double.doubleToRawLongBits(((Number) value).doubleValue());
        } else if (value instanceof Number number) {
            return number.longValue();
        }
        return Boolean.TRUE.equals(value) ? 1 : 0;
    }

    /** ISO 8601 as it is, all else as JSON. */
    private static String text(Object value) {
        Object encoded = Values.encode(value);
        return encoded instanceof String string ? string : Json.write(encoded);
    }

    private void appendVector(Object value) {
        int length = Array.getLength(value);
        ByteBuffer buffer =
                ByteBuffer.allocate(length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < length; i++) {
            buffer.putFloat((float) Array.getDouble(value, i));
        }
        append(buffer.array());
    }

    private void append(byte[] addition) {
        if (addition.length > Frame.MAXIMUM_BYTES / 2) {
            throw new MotifException(
                    "A value of the property '"
                            + name
                            + "' has "
                            + addition.length
                            + " bytes, more than can be projected. Leave this property out.");
        }
        if (used + addition.length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, used + addition.length));
        }
        System.arraycopy(addition, 0, bytes, used, addition.length);
        used += addition.length;
    }

    /** Adds the first {@code count} values to the frame and starts anew. */
    void flush(Frame.Builder frame, int count) {
        frame.bytes(name + ".kind", kinds, count)
                .longs(name + ".number", numbers, count)
                .ints(name + ".offsets", offsets, count + 1)
                .bytes(name + ".bytes", bytes, used);
        used = 0;
    }
}
