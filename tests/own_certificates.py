"""Certificates for tests: an authority, what it signs for this machine, good or expired, and a store that trusts it."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Authority:
    """Signs for one key; ``store`` is the PKCS12 file, of the password "changeit", by which a JVM trusts it."""

    folder: Path

    @property
    def key(self) -> Path:
        return self.folder / "key.pem"

    @property
    def store(self) -> Path:
        return self.folder / "trust.p12"

    @property
    def jvm_options(self) -> str:
        return f"-Djavax.net.ssl.trustStore={self.store} -Djavax.net.ssl.trustStorePassword=changeit"

    def signed(self, *, days: int) -> Path:
        """A certificate for 127.0.0.1 that ends in so many days, or ended before."""
        made, request, names = (self.folder / name for name in (f"{days}.pem", "request.csr", "names.cnf"))
        names.write_text("subjectAltName=IP:127.0.0.1\n", encoding="ascii")
        _openssl("req", "-new", "-key", self.key, "-subj", "/CN=127.0.0.1", "-out", request)
        by = ("-CA", self.folder / "authority.pem", "-CAkey", self.key, "-CAcreateserial")
        _openssl("x509", "-req", "-in", request, *by, "-days", days, "-extfile", names, "-out", made)
        return made


def authority(folder: Path, keytool: Path) -> Authority:
    """A new one, in ``folder``."""
    made, certificate = Authority(folder), folder / "authority.pem"
    _openssl("genrsa", "-out", made.key, "2048")
    _openssl(
        "req", "-x509", "-new", "-key", made.key, "-subj", "/CN=tests", "-days", "30", "-out", certificate
    )
    store = ("-keystore", made.store, "-storetype", "PKCS12", "-storepass", "changeit")
    _run(keytool, "-importcert", "-noprompt", "-alias", "tests", "-file", certificate, *store)
    return made


def _openssl(*words: object) -> None:
    _run("openssl", *words)


def _run(*words: object) -> None:
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
