package motif;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * The rows of an answer, one line each. A last line must say that they are all: else the service
 * was lost.
 */
final class Answer implements Iterator<Map<String, Object>>, AutoCloseable {

    private final String procedure;
    private final GuardedBody body;
    private final BufferedReader lines;
    private Map<String, Object> row;
    private boolean complete;

    Answer(String procedure, GuardedBody body) {
        this.procedure = procedure;
        this.body = body;
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
        String text = readLine();
        if (text == null) {
            throw ServiceClient.lost(procedure, null);
        }
        Map<String, Object> line = Json.readMap(text);
        Map<String, Object> error = Json.mapAt(line, "error");
        if (error != null) {
            close();
            throw ServiceClient.fault(error);
        }
        row = Json.mapAt(line, "row");
        complete = row == null;
        if (complete) {
            // Reads to the end, so that the connection serves the next call.
            readLine();
            close();
        }
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
        body.close();
    }
}
