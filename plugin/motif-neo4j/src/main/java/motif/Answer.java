package motif;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Consumer;

/**
 * The rows of an answer, one line each. A last line must say that they are all: else the service
 * was lost. Lines between them may ask for a statement to be run.
 */
final class Answer implements Iterator<Map<String, Object>>, AutoCloseable {

    private final String procedure;
    private final InputStream body;
    private final BufferedReader lines;
    private final Consumer<Map<String, Object>> asks;
    private Map<String, Object> row;
    private boolean complete;
    private String refresh;
    private boolean discreet;

    Answer(String procedure, InputStream body) {
        this(
                procedure,
                body,
                ask -> {
                    throw new MotifException(
                            "The Motif service asked for a statement, which "
                                    + procedure
                                    + " does not run. Install plugin and service of the same"
                                    + " version.");
                });
    }

    /** An answer during which the service may ask, which {@code asks} sees to. */
    Answer(String procedure, InputStream body, Consumer<Map<String, Object>> asks) {
        this.procedure = procedure;
        this.body = body;
        this.asks = asks;
        this.lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    }

    @Override
    public boolean hasNext() {
        if (row == null && !complete) {
            advance();
        }
        return row != null;
    }

    @Override
    public Map<String, Object> next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Map<String, Object> current = row;
        row = null;
        return current;
    }

    private void advance() {
        Map<String, Object> line = readMap();
        while (line.get("ask") instanceof Map<?, ?> ask) {
            asks.accept(Json.asMap(ask));
            line = readMap();
        }
        Map<String, Object> error = Json.mapAt(line, "error");
        if (error != null) {
            close();
            throw ServiceClient.fault(error);
        }
        row = Json.mapAt(line, "row");
        complete = row == null;
        if (complete) {
            Map<String, Object> end = Json.mapAt(line, "end");
            refresh = end != null && end.get("refresh") instanceof String name ? name : null;
            discreet = end != null && Boolean.TRUE.equals(end.get("discreet"));
            // Reads to the end, so that the connection serves the next call.
            readLine();
            close();
        }
    }

    /** The projection that is to be read again now; null for none, and before all rows are read. */
    String refresh() {
        return refresh;
    }

    /**
     * Whether this caller must not be told that rows were dropped: once all were read. They may
     * rest on what the caller may not see.
     */
    boolean isDiscreet() {
        return discreet;
    }

    private Map<String, Object> readMap() {
        String text = readLine();
        if (text == null) {
            throw ServiceClient.lost(procedure, null);
        }
        return Json.readMap(text);
    }

    private String readLine() {
        try {
            return lines.readLine();
        } catch (IOException error) {
            close();
            throw ServiceClient.lost(procedure, error);
        }
    }

    @Override
    public void close() {
        try {
            body.close();
        } catch (IOException error) {
            throw ServiceClient.lost(procedure, error);
        }
    }
}
