"""How two layouts differ."""

from __future__ import annotations

import pathlib

import arenascope
from program import drawn_problems, program_json


def test_each_kind_of_difference_is_listed() -> None:
    a = arenascope.Problem(["a", "b", "c", "d"], [0] * 4, [1] * 4, [8, 8, 8, 8], offset=[0, 8, 16, 24])
    b = arenascope.Problem(["a", "b", "c", "e"], [0] * 4, [1, 1, 2, 2], [8, 4, 8, 99], offset=[24, 8, 16, 32])
    found = arenascope.compare(a.layout, b.layout)
    assert found.added == ("e",)
    assert found.removed == ("d",)
    assert found.moved == ("a",)
    assert found.resized == ("b",)
    assert found.retimed == ("c",)
    assert found.peak == (32, 131)
    assert found.threshold == (32, 119)
    assert found.regions == {"arena": (32, 131)}
    assert found.ok == (True, True)


def test_a_layout_does_not_differ_from_itself() -> None:
    layout = arenascope.plan(arenascope.Problem(["a"], [0], [1], [8]))
    found = arenascope.compare(layout, layout)
    assert not found.added + found.removed + found.moved + found.resized + found.retimed
    assert found.peak == (8, 8)


def test_two_planners_are_compared_as_the_program_does(tmp_path: pathlib.Path) -> None:
    for problem in drawn_problems(5):
        layouts = [arenascope.plan(problem, "offsets-naive"), arenascope.plan(problem, "peak-suppression")]
        paths = [tmp_path / "a.json", tmp_path / "b.json"]
        for layout, path in zip(layouts, paths):
            layout.save(path)
        found = arenascope.compare(*layouts)
        printed = program_json("compare", *paths)
        assert list(found.moved) == printed["moved"], problem.name
        assert list(found.peak) == printed["peak"]
        assert list(found.threshold) == printed["threshold"]
        assert list(found.ok) == printed["ok"]
        assert [(name, list(peaks)) for name, peaks in found.regions.items()] == [
            (one["name"], one["peak"]) for one in printed["regions"]
        ]
