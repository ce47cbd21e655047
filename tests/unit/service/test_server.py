import dataclasses
import socket
import ssl
import subprocess
import sys

import httpx
import pytest

from motif.errors import InvalidConfiguration, ServiceUnavailable
from motif.service.__main__ import main
from motif.service.server import bind, check_address
from motif.settings import ServiceSettings


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "localhost"])
def test_this_machine_needs_no_tls(host):
    check_address(ServiceSettings(host=host))


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.7", "graph.example"])
def test_another_address_needs_tls(host):
    with pytest.raises(InvalidConfiguration, match="only with TLS") as caught:
        check_address(ServiceSettings(host=host))
    assert "MOTIF_SERVICE_CERTIFICATE" in caught.value.hint


def test_tls_needs_both_files_and_they_must_be_there(tmp_path):
    certificate = tmp_path / "certificate.pem"
    certificate.write_text("")
    with pytest.raises(InvalidConfiguration, match="both"):
        check_address(ServiceSettings(host="0.0.0.0", certificate=certificate))
    with pytest.raises(InvalidConfiguration, match="There is no file"):
        check_address(
            ServiceSettings(host="0.0.0.0", certificate=certificate, private_key=tmp_path / "key.pem")
        )


def test_a_port_that_is_taken_is_said_to_be():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ServiceUnavailable, match=f"port {port}") as caught:
            bind("127.0.0.1", port)
    assert "--port" in caught.value.hint


def test_what_cannot_start_says_why_and_exits(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("motif.service.__main__.start_logging", lambda: None)
    assert main(["--home", str(tmp_path), "--host", "0.0.0.0"]) == 1
    assert "only with TLS" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def certificate(folder):
    openssl = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
    ]
    files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "certificate.pem")]
    try:
        subprocess.run([*openssl, *files], check=True, capture_output=True)
    except FileNotFoundError:
        pytest.skip("openssl is not installed, which makes the certificate of this test")
    return folder / "certificate.pem", folder / "key.pem"


def test_tls(make_service, run, tmp_path):
    public, private = certificate(tmp_path)
    settings = ServiceSettings(certificate=public, private_key=private)
    started = run(make_service(service=settings))
    url = started.url.replace("http:", "https:")
    trusted = ssl.create_default_context(cafile=str(public))
    trusted.check_hostname = False
    assert httpx.get(f"{url}/health", verify=trusted, trust_env=False).json()["status"] == "ok"
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{url}/health", trust_env=False)


def test_the_service_imports_no_heavy_package():
    heavy = [
        "torch",
        "langchain_core",
        "faiss",
        "onnxruntime",
        "bm25s",
        "sentence_transformers",
        "transformers",
    ]
    code = f"import sys, motif.service.__main__; print(sorted(set({heavy}) & set(sys.modules)))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def test_settings_of_the_command_line_win(monkeypatch, tmp_path):
    from motif.service.__main__ import _parser, _settings

    monkeypatch.setenv("MOTIF_SERVICE_PORT", "1234")
    given = _parser().parse_args(
        ["--port", "0", "--home", str(tmp_path), "--token-file", str(tmp_path / "t")]
    )
    settings = _settings(given)
    assert (settings.home, settings.service.port, settings.service.token_file) == (
        tmp_path,
        0,
        tmp_path / "t",
    )
    assert _settings(_parser().parse_args([])).service.port == 1234
    assert dataclasses.is_dataclass(settings)


@pytest.mark.parametrize("port", ["99999", "-1", "x"])
def test_a_port_that_is_none_is_refused(
    port: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The service listened on another: 99999 is 34463 to a socket."""
    monkeypatch.setattr("motif.service.__main__.start_logging", lambda: None)
    with pytest.raises(SystemExit):
        main([f"--port={port}"])
    assert f"a port is a number from 0 to 65535, not '{port}'" in capsys.readouterr().err
