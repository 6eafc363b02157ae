"""Errors: exceptions with file, line, what and cure."""

from __future__ import annotations

import pathlib
import pickle

import pytest

import arenascope


def test_a_broken_line_is_named(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "broken.csv"
    path.write_text("id,lower,upper,size\na,0,1,8\nb,0,x,8\n")
    with pytest.raises(arenascope.Error) as caught:
        arenascope.Problem.read(path)
    error = caught.value
    assert error.file == str(path)
    assert error.line == 3
    assert "x" in error.what
    assert str(error).startswith(f"{path}:3: {error.what}")


def test_a_missing_file_is_named() -> None:
    with pytest.raises(arenascope.Error) as caught:
        arenascope.Problem.read("no/such/file.csv")
    assert caught.value.file == "no/such/file.csv"
    assert caught.value.line is None


def test_content_in_memory_is_named_as_such() -> None:
    with pytest.raises(arenascope.Error) as caught:
        arenascope.Problem.read(b"id,lower,upper,size\na,0,1\n")
    assert caught.value.file == "model in memory"
    assert caught.value.line == 2


def test_an_error_can_be_pickled() -> None:
    error = arenascope.Error("what", "cure", "file", 3)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.what, again.cure, again.file, again.line) == (
        "file:3: what; cure",
        "what",
        "cure",
        "file",
        3,
    )


@pytest.mark.parametrize("planner", ["no-such-planner", ""])
def test_an_unknown_planner_is_an_error_with_a_cure(planner: str) -> None:
    with pytest.raises(arenascope.Error) as caught:
        arenascope.plan(arenascope.Problem(["a"], [0], [1], [8]), planner)
    assert caught.value.cure is not None
    assert "peak-suppression" in caught.value.cure


@pytest.mark.parametrize("option", [{"no_such_option": 1}, {"iterations": "many"}, {"iterations": object()}])
def test_a_wrong_option_is_an_error(option: dict[str, object]) -> None:
    with pytest.raises(arenascope.Error) as caught:
        arenascope.plan(arenascope.Problem(["a"], [0], [1], [8]), **option)  # type: ignore[arg-type]
    assert "option" in str(caught.value) or "iterations" in str(caught.value)


@pytest.mark.parametrize("capacity", ["many", -1, 2**63])
def test_a_wrong_capacity_is_an_error(capacity: object) -> None:
    with pytest.raises(arenascope.Error):
        arenascope.plan(arenascope.Problem(["a"], [0], [1], [8]), capacity=capacity)  # type: ignore[arg-type]
