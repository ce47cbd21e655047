package motif;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.function.Supplier;

import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * What one request and its answer are sealed with: a body is a row of records, each four bytes of
 * length, whose highest bit marks the last one, and so many bytes of AES-256-GCM. Keys are made of
 * the token and of what this request signed, so that whoever listens in the service's place reads
 * nothing, and is not believed.
 *
 * @param authorization the header {@code Authorization}
 * @param requestKey seals the request's body
 * @param answerKey seals the answer's body
 */
record Sealing(String authorization, byte[] requestKey, byte[] answerKey) {

    /** The most bytes that a record holds, before they are sealed. */
    static final int RECORD = 256 * 1024;

    private static final int LAST = 1 << 31;
    private static final int TAG = 16;

    /** A body that was not sealed with this key, or was changed on its way. */
    private static final class Broken extends IOException {

        private static final long serialVersionUID = 1L;

        Broken(Throwable cause) {
            super("an answer that is not sealed with the token", cause);
        }
    }

    /** The request's body, sealed while it is read. */
    InputStream sealed(InputStream body) {
        return new SealedStream(body, new Records(requestKey, Cipher.ENCRYPT_MODE, ""));
    }

    /** The request's body, sealed. */
    byte[] sealed(byte[] body) {
        try (InputStream stream = sealed(new ByteArrayInputStream(body))) {
            return stream.readAllBytes();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /**
     * The answer's body, opened while it is read; closing it closes {@code body}.
     *
     * @param refusal what to throw for a body that was not sealed so, or changed on its way
     */
    InputStream opened(InputStream body, int status, Supplier<? extends RuntimeException> refusal) {
        Records records = new Records(answerKey, Cipher.DECRYPT_MODE, Integer.toString(status));
        return new OpenedStream(body, records, refusal);
    }

    /** Seals or opens records, each with the next nonce. */
    static final class Records {

        private final SecretKeySpec key;
        private final int mode;
        private final byte[] about;
        private final Cipher cipher;
        private long count;

        Records(byte[] key, int mode, String about) {
            try {
                this.key = new SecretKeySpec(key, "AES");
                this.mode = mode;
                this.about = about.getBytes(StandardCharsets.US_ASCII);
                cipher = Cipher.getInstance("AES/GCM/NoPadding");
            } catch (GeneralSecurityException error) {
                throw new IllegalStateException(error);
            }
        }

        byte[] next(byte[] bytes, int length, boolean last) throws IOException {
            try {
                byte[] nonce = ByteBuffer.allocate(12).putLong(4, count++).array();
                cipher.init(mode, key, new GCMParameterSpec(8 * TAG, nonce));
                cipher.updateAAD(about);
                cipher.updateAAD(new byte[] {(byte) (last ? 1 : 0)});
                return cipher.doFinal(bytes, 0, length);
            } catch (AEADBadTagException error) {
                throw new Broken(error);
            } catch (GeneralSecurityException error) {
                throw new IOException(error);
            }
        }
    }

    /** Bytes that come record by record. */
    private abstract static class RecordStream extends InputStream {

        final InputStream in;
        final Records records;
        private ByteBuffer current = ByteBuffer.allocate(0);
        boolean ended;

        RecordStream(InputStream in, Records records) {
            this.in = in;
            this.records = records;
        }

        /** The next record; sets {@code ended} with the last one. */
        abstract byte[] record() throws IOException;

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            while (!current.hasRemaining()) {
                if (ended) {
                    return -1;
                }
                current = ByteBuffer.wrap(record());
            }
            int n = Math.min(length, current.remaining());
            current.get(target, offset, n);
            return n;
        }

        @Override
        public int available() {
            return current.remaining();
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    private static final class SealedStream extends RecordStream {

        private final byte[] plain = new byte[RECORD];

        SealedStream(InputStream in, Records records) {
            super(in, records);
        }

        @Override
        byte[] record() throws IOException {
            int n = in.read(plain, 0, plain.length);
            ended = n < 0;
            byte[] bytes = records.next(plain, Math.max(n, 0), ended);
            return ByteBuffer.allocate(Integer.BYTES + bytes.length)
                    .putInt(bytes.length | (ended ? LAST : 0))
                    .put(bytes)
                    .array();
        }
    }

    private static final class OpenedStream extends RecordStream {

        private final Supplier<? extends RuntimeException> refusal;

        OpenedStream(
                InputStream in, Records records, Supplier<? extends RuntimeException> refusal) {
            super(in, records);
            this.refusal = refusal;
        }

        @Override
        byte[] record() throws IOException {
            try {
                return next();
            } catch (Broken broken) {
                close();
                throw refusal.get();
            }
        }

        private byte[] next() throws IOException {
            int head = ByteBuffer.wrap(whole(Integer.BYTES)).getInt();
            int length = head & ~LAST;
            if (length > RECORD + TAG) {
                throw new Broken(null);
            }
            ended = head < 0;
            byte[] plain = records.next(whole(length), length, ended);
            // To its end, so that the connection serves the next call.
            if (ended && in.read() >= 0) {
                throw new Broken(null);
            }
            return plain;
        }

        private byte[] whole(int length) throws IOException {
            byte[] bytes = in.readNBytes(length);
            if (bytes.length < length) {
                throw new EOFException("the answer was cut off");
            }
            return bytes;
        }
    }
}
