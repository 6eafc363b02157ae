"""The recorded steps of a run."""

from __future__ import annotations

import pathlib

import pytest

import arenascope
from program import drawn_problems, program_json


def test_the_steps_end_with_the_layout_of_the_run() -> None:
    layout = arenascope.plan(
        arenascope.Problem(["a", "b", "c"], [0, 1, 3], [3, 4, 5], [64, 32, 16]), "greedy-by-size", record=True
    )
    steps = list(layout.trace)
    assert [step.kind for step in steps] == ["placement"] * 3
    assert steps[-1].peak == layout.peak
    assert steps[-1].layout.offsets.tolist() == layout.offsets.tolist()
    assert sum(offset != arenascope.UNPLACED for offset in steps[0].layout.offsets.tolist()) == 1


def test_a_condition_finds_the_steps_that_the_program_finds(tmp_path: pathlib.Path) -> None:
    for problem in drawn_problems(4):
        trace = arenascope.plan(problem, record=True, threads=1).trace
        path = tmp_path / "run.arenatrace"
        trace.layout.save(path)
        for condition in ("peak > threshold", "iteration == 0 or changed(peak)", "peak.any > 50"):
            printed = program_json("trace", path, "--where", condition)
            assert [(step.frame, step.kind, step.peak, step.note) for step in trace.where(condition)] == [
                tuple(hit[key] for key in ("frame", "kind", "peak", "note")) for hit in printed["hits"]
            ], problem.name


def test_a_saved_trace_opens_with_the_same_steps(tmp_path: pathlib.Path) -> None:
    trace = arenascope.plan(drawn_problems(1)[0], record=True).trace
    trace.layout.save(tmp_path / "run.arenatrace")
    assert list(arenascope.Trace.read(tmp_path / "run.arenatrace")) == list(trace)
    assert trace.dropped == 0


def test_a_problem_is_planned_for_its_trace(tmp_path: pathlib.Path) -> None:
    drawn_problems(1)[0].layout.save(tmp_path / "problem.csv")
    trace = arenascope.Trace.read(tmp_path / "problem.csv", planner="greedy-by-size")
    assert len(list(trace)) == len(trace.layout)


def test_a_broken_condition_is_an_error_that_says_where() -> None:
    trace = arenascope.plan(drawn_problems(1)[0], record=True).trace
    with pytest.raises(arenascope.Error) as caught:
        trace.where("peak >")
    assert caught.value.what.startswith("condition: ")


def test_a_run_that_was_not_recorded_has_no_steps() -> None:
    with pytest.raises(arenascope.Error, match="record=True"):
        _ = arenascope.plan(drawn_problems(1)[0]).trace
