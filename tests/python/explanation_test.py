"""Why a peak is where it is."""

from __future__ import annotations

import pathlib

import pytest

import arenascope
from program import drawn_problems, program_json


def test_the_stack_and_the_hole_below_it_are_listed() -> None:
    problem = arenascope.Problem(["a", "b"], [0, 0], [2, 2], [8, 8], offset=[0, 24])
    found = arenascope.explain(problem.layout)
    assert (found.region, found.peak, found.threshold, found.peak_step) == ("arena", 32, 16, 0)
    assert [(link.name, link.offset, link.size, link.hole_below) for link in found.chain] == [
        ("a", 0, 8, 0),
        ("b", 24, 8, 16),
    ]
    assert found.holes == (arenascope.Hole(0, 2, 8, 24, 16),)
    assert found.live_at_threshold == ("a", "b")
    assert found.unplaced == ()


def test_a_memory_that_is_not_there_is_an_error() -> None:
    layout = arenascope.plan(arenascope.Problem(["a"], [0], [1], [8]))
    with pytest.raises(arenascope.Error, match="'arena'"):
        arenascope.explain(layout, region="cellar")


def test_random_layouts_are_explained_as_the_program_does(tmp_path: pathlib.Path) -> None:
    for problem in drawn_problems(6):
        layout = arenascope.plan(problem, "offsets-naive" if len(problem) % 2 else "greedy-by-size")
        layout.save(tmp_path / "layout.json")
        found = arenascope.explain(layout)
        printed = program_json("explain", tmp_path / "layout.json")
        assert found.peak == printed["peak"], problem.name
        assert [link.name for link in found.chain] == [link["name"] for link in printed["chain"]]
        assert [hole.bytes for hole in found.holes] == [hole["bytes"] for hole in printed["holes"]]
        assert list(found.live_at_threshold) == printed["live_at_threshold"]
