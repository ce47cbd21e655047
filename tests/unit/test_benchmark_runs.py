"""What a benchmark prints is kept in a file of results, and only where it ended well."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
specification = importlib.util.spec_from_file_location("run", ROOT / "tests" / "benchmarks" / "run.py")
assert specification is not None and specification.loader is not None
benchmarks = importlib.util.module_from_spec(specification)
specification.loader.exec_module(benchmarks)


def test_printed_lines_are_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bench_counting.py"
    path.write_text("print('median 3 ms')\nprint('  ratio 7')\n")
    assert benchmarks.run(path, tmp_path)
    kept = json.loads((tmp_path / "bench-counting.json").read_text(encoding="utf-8"))
    assert kept["printed"] == ["median 3 ms", "  ratio 7"] and kept["benchmark"] == "counting"
    assert kept["taken"]["machine"]["cores"] >= 1
    assert "== counting" in capsys.readouterr().out


def test_one_that_fails_keeps_nothing(tmp_path: Path) -> None:
    path = tmp_path / "bench_broken.py"
    path.write_text("print('begun')\nraise SystemExit(3)\n")
    assert not benchmarks.run(path, tmp_path)
    assert not list(tmp_path.glob("*.json"))


def test_options_are_given_to_it_and_told(tmp_path: Path) -> None:
    path = tmp_path / "bench_sized.py"
    path.write_text("import sys\nprint(sys.argv[1:])\n")
    assert benchmarks.run(path, tmp_path, ["--nodes", "7"])
    kept = json.loads((tmp_path / "bench-sized.json").read_text(encoding="utf-8"))
    assert kept["printed"] == ["['--nodes', '7']"]
    assert kept["command"] == "python tests/benchmarks/run.py sized -- --nodes 7"
