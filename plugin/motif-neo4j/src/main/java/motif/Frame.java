package motif;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Packed columns: one line of JSON, then the bytes of its columns in the order named,
 * little-endian.
 *
 * @param header the line without its end
 * @param data the bytes of all columns
 */
record Frame(String header, byte[] data) {

    static final int MAXIMUM_BYTES = 64 * 1024 * 1024;
    private static final int MAXIMUM_HEADER_BYTES = 16 * 1024 * 1024;

    /** A frame without columns. */
    static Frame of(String kind, Map<String, Object> facts) {
        Map<String, Object> header = new LinkedHashMap<>();
        header.put("kind", kind);
        header.put("count", 0);
        header.put("columns", List.of());
        header.putAll(facts);
        return new Frame(Json.write(header), new byte[0]);
    }

    byte[] headerLine() {
        return (header + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** The next frame of a stream; null at its end. */
    static Frame read(InputStream stream) throws IOException {
        ByteBuffer line = ByteBuffer.allocate(1024);
        int value = stream.read();
        if (value < 0) {
            return null;
        }
        for (; value != '\n'; value = stream.read()) {
            if (value < 0 || line.position() == MAXIMUM_HEADER_BYTES) {
                throw new EOFException("a frame's header was cut off");
            }
            line =
                    line.hasRemaining()
                            ? line
                            : ByteBuffer.allocate(2 * line.capacity()).put(line.flip());
            line.put((byte) value);
        }
        String header = new String(line.array(), 0, line.position(), StandardCharsets.UTF_8);
        long size = 0;
        for (Object column : columnsOf(Json.readMap(header))) {
            size += ((Number) ((List<?>) column).get(1)).longValue();
        }
        if (size < 0 || size > MAXIMUM_BYTES) {
            throw new IOException("a frame of " + size + " bytes");
        }
        byte[] data = stream.readNBytes((int) size);
        if (data.length < size) {
            throw new EOFException("a frame's columns were cut off");
        }
        return new Frame(header, data);
    }

    Map<String, Object> headerMap() {
        return Json.readMap(header);
    }

    /** Each column's bytes by name. */
    Map<String, ByteBuffer> columns() {
        Map<String, ByteBuffer> columns = new LinkedHashMap<>();
        int offset = 0;
        for (Object column : columnsOf(headerMap())) {
            int size = ((Number) ((List<?>) column).get(1)).intValue();
            ByteBuffer bytes =
                    ByteBuffer.wrap(data, offset, size).slice().order(ByteOrder.LITTLE_ENDIAN);
            columns.put(String.valueOf(((List<?>) column).get(0)), bytes);
            offset += size;
        }
        return columns;
    }

    private static List<?> columnsOf(Map<String, Object> header) {
        return header.get("columns") instanceof List<?> columns ? columns : List.of();
    }

    /** Puts a frame together from its columns. */
    static final class Builder {

        private final List<Object> names = new ArrayList<>();
        private final List<ByteBuffer> columns = new ArrayList<>();

        Builder longs(String name, long[] values, int count) {
            ByteBuffer bytes = allocate(name, count * Long.BYTES);
            bytes.asLongBuffer().put(values, 0, count);
            return this;
        }

        Builder ints(String name, int[] values, int count) {
            ByteBuffer bytes = allocate(name, count * Integer.BYTES);
            bytes.asIntBuffer().put(values, 0, count);
            return this;
        }

        Builder bytes(String name, byte[] values, int count) {
            allocate(name, count).put(values, 0, count).rewind();
            return this;
        }

        private ByteBuffer allocate(String name, int size) {
            ByteBuffer bytes = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
            names.add(List.of(name, size));
            columns.add(bytes);
            return bytes;
        }

        Frame build(String kind, int count) {
            return build(kind, count, Map.of());
        }

        Frame build(String kind, int count, Map<String, Object> facts) {
            Map<String, Object> header = new LinkedHashMap<>();
            header.put("kind", kind);
            header.put("count", count);
            header.put("columns", names);
            header.putAll(facts);
            ByteBuffer data =
                    ByteBuffer.allocate(columns.stream().mapToInt(ByteBuffer::remaining).sum());
            columns.forEach(data::put);
            return new Frame(Json.write(header), data.array());
        }
    }
}
