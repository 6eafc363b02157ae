"""The code that the documentation shows: each block of Python runs by itself."""

from __future__ import annotations

import pathlib
import re
import shutil
import subprocess
import sys

import pytest

from program import SAMPLES, SOURCE

PAGES = [SOURCE / "README.md", *sorted((SOURCE / "docs").glob("*.md"))]
BLOCKS = [
    pytest.param(block.group(1), id=f"{page.name}:{page.read_text(encoding='utf-8').count(chr(10), 0, block.start()) + 1}")
    for page in PAGES
    for block in re.finditer(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    if "import arenascope" in block.group(1)
]


@pytest.mark.parametrize("block", BLOCKS)
def test_a_block_of_the_documentation_runs(block: str, tmp_path: pathlib.Path) -> None:
    shutil.copytree(SAMPLES, tmp_path / "samples")
    ended = subprocess.run(
        [sys.executable, "-c", block], cwd=tmp_path, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout


def test_the_documentation_has_blocks() -> None:
    assert len(BLOCKS) > 5
