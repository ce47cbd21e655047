package motif;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Arrays;

import javax.crypto.Cipher;

/** An exchange of a service that knows the token: what comes is opened, what goes is sealed. */
final class SealedExchange extends HttpExchange {

    private static final int LAST = 1 << 31;

    private final HttpExchange plain;
    private final byte[] requestKey;
    private final byte[] answerKey;
    private final boolean flips;
    private InputStream request;
    private OutputStream answer;

    SealedExchange(HttpExchange plain, String token, boolean flips) {
        this.flips = flips;
        this.plain = plain;
        String header = plain.getRequestHeaders().getFirst("Authorization");
        String signed = header.substring("Motif ".length(), header.lastIndexOf(':'));
        String all =
                String.join(
                        ":", signed, plain.getRequestMethod(), plain.getRequestURI().getPath());
        Proof proof = new Proof(token);
        requestKey = proof.digest("motif-request:" + all);
        answerKey = proof.digest("motif-answer:" + all);
    }

    /** The service that the request was signed for. */
    static String service(String authorization) {
        return authorization.split(":")[2];
    }

    @Override
    public InputStream getRequestBody() {
        if (request == null) {
            try {
                request = new ByteArrayInputStream(opened(plain.getRequestBody()));
            } catch (IOException broken) {
                throw new AssertionError(broken);
            }
        }
        return request;
    }

    private byte[] opened(InputStream sealed) throws IOException {
        Sealing.Records records = new Sealing.Records(requestKey, Cipher.DECRYPT_MODE, "");
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        boolean last = false;
        while (!last) {
            byte[] bytes = sealed.readNBytes(Integer.BYTES);
            if (bytes.length < Integer.BYTES) {
                throw new IOException("the request was cut off");
            }
            int head = ByteBuffer.wrap(bytes).getInt();
            last = head < 0;
            int length = head & ~LAST;
            body.write(records.next(sealed.readNBytes(length), length, last));
        }
        return body.toByteArray();
    }

    @Override
    public void sendResponseHeaders(int status, long length) throws IOException {
        plain.sendResponseHeaders(status, 0);
        Sealing.Records records =
                new Sealing.Records(answerKey, Cipher.ENCRYPT_MODE, Integer.toString(status));
        OutputStream out = plain.getResponseBody();
        answer =
                new OutputStream() {
                    private boolean closed;

                    @Override
                    public void write(int value) throws IOException {
                        write(new byte[] {(byte) value}, 0, 1);
                    }

                    @Override
                    public void write(byte[] bytes, int offset, int length) throws IOException {
                        for (int at = 0; at < length; at += Sealing.RECORD) {
                            int n = Math.min(Sealing.RECORD, length - at);
                            record(Arrays.copyOfRange(bytes, offset + at, offset + at + n), false);
                        }
                    }

                    private void record(byte[] bytes, boolean last) throws IOException {
                        byte[] sealed = records.next(bytes, bytes.length, last);
                        sealed[0] ^= (byte) (flips ? 1 : 0);
                        out.write(
                                ByteBuffer.allocate(Integer.BYTES + sealed.length)
                                        .putInt(sealed.length | (last ? LAST : 0))
                                        .put(sealed)
                                        .array());
                    }

                    @Override
                    public void flush() throws IOException {
                        out.flush();
                    }

                    @Override
                    public void close() throws IOException {
                        if (!closed) {
                            closed = true;
                            record(new byte[0], true);
                            out.close();
                        }
                    }
                };
    }

    @Override
    public OutputStream getResponseBody() {
        return answer;
    }

    @Override
    public Headers getRequestHeaders() {
        return plain.getRequestHeaders();
    }

    @Override
    public Headers getResponseHeaders() {
        return plain.getResponseHeaders();
    }

    @Override
    public URI getRequestURI() {
        return plain.getRequestURI();
    }

    @Override
    public String getRequestMethod() {
        return plain.getRequestMethod();
    }

    @Override
    public HttpContext getHttpContext() {
        return plain.getHttpContext();
    }

    @Override
    public void close() {
        plain.close();
    }

    @Override
    public InetSocketAddress getRemoteAddress() {
        return plain.getRemoteAddress();
    }

    @Override
    public int getResponseCode() {
        return plain.getResponseCode();
    }

    @Override
    public InetSocketAddress getLocalAddress() {
        return plain.getLocalAddress();
    }

    @Override
    public String getProtocol() {
        return plain.getProtocol();
    }

    @Override
    public Object getAttribute(String name) {
        return plain.getAttribute(name);
    }

    @Override
    public void setAttribute(String name, Object value) {
        plain.setAttribute(name, value);
    }

    @Override
    public void setStreams(InputStream in, OutputStream out) {
        plain.setStreams(in, out);
    }

    @Override
    public HttpPrincipal getPrincipal() {
        return plain.getPrincipal();
    }
}
