"""Completion in a shell: the script that is printed, and what the program then answers it."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from click.testing import CliRunner

from motif.cli.completion import SHELLS, VARIABLE
from motif.cli.main import main


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_asks_the_program_in_the_way_it_answers(shell: str) -> None:
    result = CliRunner().invoke(main, ["--completion", shell])
    assert result.exit_code == 0 and f"{VARIABLE}={shell}_complete" in result.output


def test_the_script_is_bash() -> None:
    if shutil.which("bash") is None:
        pytest.skip("bash is not on this machine")
    script = CliRunner().invoke(main, ["--completion", "bash"]).output
    assert subprocess.run(["bash", "-n"], input=script, text=True, check=False).returncode == 0


def test_commands_and_options_are_completed() -> None:
    def completed(words: str, number: int) -> str:
        environment = {VARIABLE: "zsh_complete", "COMP_WORDS": words, "COMP_CWORD": str(number)}
        return CliRunner().invoke(main, prog_name="motif", env=environment).output

    assert "doctor" in completed("motif doc", 1).split()
    assert "--systemd" in completed("motif serve --sys", 2).split()
    assert completed("motif doctor --syst", 2).strip() == ""


def test_an_unknown_shell_is_named_with_those_there_are() -> None:
    result = CliRunner().invoke(main, ["--completion", "csh"])
    assert result.exit_code == 2 and "'bash', 'zsh', 'fish'" in result.stderr
