"""The types of the package, as mypy checks them for a user."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import pytest

from program import SOURCE

pytest.importorskip("mypy")
PACKAGE = SOURCE / "python"


def mypy(folder: pathlib.Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Runs mypy with a cache and a folder of its own."""
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(folder / "cache"), *map(str, arguments)],
        cwd=folder, env={**os.environ, "MYPYPATH": str(PACKAGE)}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
    )


def test_the_package_and_a_use_of_it_are_strictly_typed(tmp_path: pathlib.Path) -> None:
    ended = mypy(tmp_path, PACKAGE / "arenascope", SOURCE / "tests" / "python" / "type_use.py")
    assert ended.returncode == 0, ended.stdout


def test_a_wrong_use_is_found(tmp_path: pathlib.Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import arenascope\nlayout = arenascope.plan('model.onnx')\nlayout.peak = 3\n")
    ended = mypy(tmp_path, wrong)
    assert "wrong.py:2: error" in ended.stdout
    assert "wrong.py:3: error" in ended.stdout


def test_the_stubs_are_those_of_the_module(tmp_path: pathlib.Path) -> None:
    # pybind11 gives each class its own metaclass, and a constructor that refuses every call.
    (tmp_path / "allowed").write_text(r"arenascope\._native\.(OpenedProblem|PlacedLayout)(\.__init__)?")
    ended = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "--ignore-missing-stub", "--allowlist", "allowed", "arenascope._native"],
        cwd=tmp_path, env={**os.environ, "MYPYPATH": str(PACKAGE)}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
    )
    assert ended.returncode == 0, ended.stdout


def test_every_public_name_has_a_docstring() -> None:
    import arenascope

    for name in arenascope.__all__:
        assert name in ("UNPLACED", "__version__") or getattr(arenascope, name).__doc__, name
        for member, value in vars(getattr(arenascope, name)).items() if isinstance(getattr(arenascope, name), type) else ():
            is_plain = callable(value) or isinstance(value, (property, classmethod))
            assert member.startswith("_") or not is_plain or value.__doc__, f"{name}.{member}"
