"""Builds the package arenascope for Python: the core and its module by CMake, without Qt.

ARENASCOPE_MODULE names a module that is built already, see scripts/wheel; without it, the core is compiled.
"""

import os
import pathlib
import re

from skbuild import setup

text = pathlib.Path(__file__).with_name("CMakeLists.txt").read_text(encoding="utf-8")
found = re.search(r"project\(arenascope VERSION ([0-9.]+)", text)
assert found is not None

setup(
    name="arenascope",
    version=found.group(1),
    description="Visual debugger for tensor memory layouts: planners, checker and pictures",
    license="GPL-3.0-or-later",
    python_requires=">=3.9",
    packages=["arenascope"],
    package_dir={"": "python"},
    package_data={"arenascope": ["py.typed", "*.pyi"]},
    # Only offsets and tables need NumPy, so that planning works without it.
    extras_require={"numpy": ["numpy"]},
    cmake_args=[
        "-DARENASCOPE_PROGRAM=OFF",
        "-DCMAKE_UNITY_BUILD=ON",
        "-DARENASCOPE_BUILT_MODULE=" + os.environ.get("ARENASCOPE_MODULE", ""),
    ],
    zip_safe=False,
)
