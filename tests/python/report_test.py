"""The checker's report."""

from __future__ import annotations

import pathlib
import random

import arenascope
from program import SEED, drawn_columns, program_json


def test_two_buffers_at_one_place_overlap() -> None:
    problem = arenascope.Problem(["a", "b"], [0, 1], [2, 3], [64, 32], offset=[0, 48])
    report = arenascope.check(problem.layout)
    assert report.ok is False
    assert not report
    assert report.overlaps == (arenascope.Overlap("a", "b", 1, 2, 48, 64),)
    assert report.overlap_count == 1


def test_every_kind_of_finding_is_listed() -> None:
    problem = arenascope.Problem(
        ["a", "b", "c"], [0, 3, 6], [1, 4, 7], [8, 8, 8], [1, 8, 1], offset=[-8, 4, arenascope.UNPLACED]
    )
    report = arenascope.check(problem.layout)
    assert report.outside == ("a",)
    assert report.misaligned == ("b",)
    assert report.unplaced == ("c",)
    assert not report.ok


def test_a_limit_shortens_the_list_and_not_the_count() -> None:
    count = 20
    problem = arenascope.Problem([f"b{i}" for i in range(count)], [0] * count, [1] * count, [8] * count, offset=[0] * count)
    report = arenascope.check(problem.layout, limit=3)
    assert len(report.overlaps) == 3
    assert report.overlap_count == count * (count - 1) // 2


def test_random_layouts_have_the_findings_that_the_program_prints(tmp_path: pathlib.Path) -> None:
    numbers = random.Random(SEED)
    for _ in range(10):
        columns = drawn_columns(numbers)
        columns["offset"] = [numbers.randint(0, 300) for _ in columns["names"]]
        layout = arenascope.Problem(**columns).layout
        layout.save(tmp_path / "layout.json")
        printed = program_json("check", tmp_path / "layout.json")
        report = arenascope.check(layout)
        assert report.ok == printed["ok"], SEED
        assert report.overlap_count == printed["overlap_count"]
        assert [(each.a, each.b, each.begin, each.end, each.from_, each.to) for each in report.overlaps] == [
            tuple(each[key] for key in ("a", "b", "begin", "end", "from", "to")) for each in printed["overlaps"]
        ]
        assert list(report.misaligned) == printed["misaligned"]
        assert list(report.outside) == printed["outside"]
