"""The package as pip installs it: from the sources, and as a wheel in an empty environment."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys
import venv

import pytest

from program import PROGRAM, SOURCE

#: The build folder's own package, whose module is taken instead of compiling the core once more.
BUILT = pathlib.Path(PROGRAM).parents[1] / "python" / "arenascope"
PLANNED = "import arenascope as a; l = a.plan(a.Problem(['a', 'b'], [0, 1], [2, 3], [64, 32])); print(l.peak, a.__file__)"


def run(*arguments: object, **variables: str) -> str:
    """Runs a program without the package of the build folder, and gives its output."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | variables
    ended = subprocess.run(
        list(map(str, arguments)), env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout
    return ended.stdout


def environment_in(folder: pathlib.Path, *, sees_packages: bool) -> pathlib.Path:
    """The Python of a new virtual environment."""
    pytest.importorskip("ensurepip")
    venv.create(folder, with_pip=True, system_site_packages=sees_packages)
    return folder / "bin" / "python"


def test_pip_installs_the_sources(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("skbuild")
    source = tmp_path / "source"
    source.mkdir()
    for part in ("CMakeLists.txt", "LICENSE", "pyproject.toml", "setup.py"):
        shutil.copy(SOURCE / part, source / part)
    for part in ("cmake", "core", "python"):
        shutil.copytree(SOURCE / part, source / part, ignore=shutil.ignore_patterns("__pycache__"))
    python = environment_in(tmp_path / "environment", sees_packages=True)
    module = next(BUILT.glob("_native.*.so"))
    run(python, "-m", "pip", "install", "--no-build-isolation", "--no-index", source, ARENASCOPE_MODULE=str(module))
    printed = run(python, "-I", "-c", PLANNED + "; print(l.offsets.dtype)")
    assert printed.startswith(f"96 {tmp_path}/environment/")
    assert "int64" in printed


def test_the_sources_configure_without_qt(tmp_path: pathlib.Path) -> None:
    run("cmake", "-S", SOURCE, "-B", tmp_path, "-G", "Ninja", "-DARENASCOPE_PROGRAM=OFF",
        "-DCMAKE_DISABLE_FIND_PACKAGE_Qt6=ON", "-DCMAKE_BUILD_TYPE=Release")
    commands = run("ninja", "-C", tmp_path, "-t", "commands", "arenascope_python")
    assert "_native" in commands
    assert "Qt" not in commands
    # What pip installs has the module. This one stands in for it.
    module = next(BUILT.glob("_native.*.so")).name
    (tmp_path / "python" / "arenascope" / module).write_bytes(b"")
    run("cmake", f"-DCMAKE_INSTALL_PREFIX={tmp_path}/installed", "-P", tmp_path / "python" / "cmake_install.cmake")
    assert (tmp_path / "installed" / "python" / "arenascope" / module).is_file()


def test_a_wheel_installs_in_an_empty_environment(tmp_path: pathlib.Path) -> None:
    wheel = pathlib.Path(run(SOURCE / "scripts" / "wheel").splitlines()[-1])
    assert wheel.name.startswith("arenascope-")
    assert f"cp{sys.version_info.major}{sys.version_info.minor}" in wheel.name
    python = environment_in(tmp_path / "environment", sees_packages=False)
    run(python, "-m", "pip", "install", "--no-index", wheel)
    assert run(python, "-I", "-c", PLANNED).startswith(f"96 {tmp_path}/environment/")
    without_numpy = "\ntry: l.offsets\nexcept a.Error as error: print(error.what)"
    assert "NumPy" in run(python, "-I", "-c", PLANNED + without_numpy)
    module = next((tmp_path / "environment").rglob("_native.*.so"))
    assert "Qt" not in run("ldd", module)
