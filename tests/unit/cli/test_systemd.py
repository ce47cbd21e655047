"""The unit that ``motif serve --systemd`` prints."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from motif.cli.main import main
from motif.cli.systemd import systemd_unit
from motif.errors import InvalidInput

HARDENED = {
    "NoNewPrivileges": "yes",
    "ProtectSystem": "strict",
    "ProtectHome": "yes",
    "PrivateTmp": "yes",
    "CapabilityBoundingSet": "",
    "RestrictNamespaces": "yes",
    "SystemCallFilter": "~@privileged",
    "StateDirectoryMode": "0700",
}


def settings(text: str) -> dict[str, str]:
    return dict(line.split("=", 1) for line in text.splitlines() if "=" in line and not line.startswith("#"))


def test_the_unit_is_hardened_and_runs_as_a_user_of_its_own() -> None:
    unit = settings(systemd_unit(Path("/opt/motif/bin/motif")))
    assert HARDENED.items() <= unit.items()
    assert unit["User"] == "motif"


def test_the_token_is_a_credential_and_never_a_value() -> None:
    unit = settings(systemd_unit(Path("/opt/motif/bin/motif"), Path("/srv/token")))
    assert unit["LoadCredential"] == "token:/srv/token"
    handed_over = "${CREDENTIALS_DIRECTORY}/token"
    assert unit["ExecStart"] == f"/opt/motif/bin/motif serve --token-file {handed_over}"
    assert "ExecStartPre" not in unit, "no copy of it is made"
    assert "token" not in unit["Environment"].casefold()


def test_the_compiler_keeps_what_it_needs() -> None:
    assert "MemoryDenyWriteExecute" not in settings(systemd_unit(Path("/opt/motif/bin/motif")))


def test_a_percent_sign_is_not_taken_for_a_specifier() -> None:
    assert "/opt/100%%/motif serve" in systemd_unit(Path("/opt/100%/motif"))


@pytest.mark.parametrize("path", ["motif", "/opt/my tools/motif", "/opt/$HOME/motif", '/opt/"x"/motif'])
def test_a_path_that_a_unit_cannot_hold_is_refused(path: str) -> None:
    with pytest.raises(InvalidInput, match="unit") as error:
        systemd_unit(Path(path))
    assert error.value.hint


def test_serve_prints_it_with_its_options_and_starts_nothing() -> None:
    result = CliRunner().invoke(main, ["serve", "--systemd", "--port", "7691", "--token-file", "/srv/token"])
    assert result.exit_code == 0
    unit = settings(result.stdout)
    assert "serve --port 7691 --token-file ${CREDENTIALS_DIRECTORY}/token" in unit["ExecStart"]
    assert unit["LoadCredential"] == "token:/srv/token"


def test_systemd_takes_it(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not on this machine")
    program = tmp_path / "motif"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit = tmp_path / "motif.service"
    unit.write_text(systemd_unit(program))
    result = subprocess.run(
        ["systemd-analyze", "verify", unit], capture_output=True, text=True, timeout=60, check=False
    )
    assert result.returncode == 0 and "motif.service" not in result.stderr, result.stderr
