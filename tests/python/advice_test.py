"""How a network would need less."""

from __future__ import annotations

import pytest

import arenascope
from program import SAMPLES, program_json

MODEL = SAMPLES / "inception_cell.param"


def test_a_model_gets_the_advice_that_the_program_prints() -> None:
    advice = arenascope.advise(arenascope.Problem.read(MODEL), threads=1)
    printed = program_json("advise", MODEL, "--threads", 1)
    assert advice.fits is None
    assert advice.peak == printed["peak"]
    assert advice.threshold == printed["threshold"]
    assert [list(each.levers) for each in advice.options] == [each["levers"] for each in printed["options"]]
    assert [each.peak for each in advice.options] == [each["peak"] for each in printed["options"]]
    assert [each.command for each in advice.options] == [each["command"] for each in printed["options"]]


def test_a_model_in_memory_gets_the_same_advice() -> None:
    advice = arenascope.advise(arenascope.Problem.read(MODEL.read_bytes()), allow=["order", "sharing"])
    assert advice.options[0].levers == ()
    for option in advice.options:
        assert arenascope.check(option.layout).ok
        assert option.layout.peak == option.peak


def test_what_fits_is_told_where_there_is_a_capacity() -> None:
    problem = arenascope.Problem.read(MODEL)
    assert arenascope.advise(problem, capacity="1 GiB", allow=["order"]).fits is True
    assert arenascope.advise(problem, capacity=1, allow=["order"]).fits is False


def test_buffers_without_a_network_have_one_option() -> None:
    advice = arenascope.advise(arenascope.Problem(["a", "b"], [0, 0], [1, 1], [8, 8]))
    assert [each.levers for each in advice.options] == [()]
    assert advice.peak == 16


def test_an_unknown_lever_is_an_error() -> None:
    with pytest.raises(arenascope.Error, match="recompute"):
        arenascope.advise(arenascope.Problem.read(MODEL), allow=["crowbar"])
