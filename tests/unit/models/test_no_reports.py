"""Encoding leaves no trace of a usage report: ONNX Runtime would prepare one in the user's cache."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ENCODE = """
from motif.models.encoder import load_encoder
from motif.settings import load_settings
print(load_encoder(load_settings().encoder).encode(["Heat"]).shape)
"""


def test_the_runtime_collects_nothing(tmp_path: Path) -> None:
    hidden = ("ORT_DISABLE_TELEMETRY", "CI", "GITHUB_ACTIONS", "XDG_CACHE_HOME")
    environment = {key: value for key, value in os.environ.items() if key not in hidden}
    done = subprocess.run(
        [sys.executable, "-c", ENCODE],
        env={**environment, "HOME": str(tmp_path), "MOTIF_CACHE": str(tmp_path / "motif")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.startswith("(1, 384)"), done.stderr
    assert [str(path) for path in tmp_path.rglob("*") if "onnx" in path.name.lower()] == []
