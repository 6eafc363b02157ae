"""Problems: from lists, arrays, files and models in memory."""

from __future__ import annotations

from array import array

import numpy
import pytest

import arenascope
from program import SAMPLES, SHARED, program_json


def test_a_problem_of_lists_has_their_buffers() -> None:
    problem = arenascope.Problem(["a", "b"], [0, 1], [2, 3], [64, 32], [1, 8])
    table = problem.table()
    assert len(problem) == 2
    assert problem.names == table["name"] == ["a", "b"]
    assert table["begin"].tolist() == [0, 1]
    assert table["end"].tolist() == [2, 3]
    assert table["size"].tolist() == [64, 32]
    assert table["alignment"].tolist() == [1, 8]
    assert table["region"] == ["arena", "arena"]
    assert table["size"].dtype == numpy.int64
    assert problem.threshold == 96
    assert problem.peak_step == 1


@pytest.mark.parametrize("dtype", ["int64", "int32", "uint8", "uint64", ">i4"])
def test_numpy_arrays_give_the_same_problem_as_lists(dtype: str) -> None:
    begin, end, size = (numpy.array(numbers, dtype) for numbers in ([0, 1], [2, 3], [64, 32]))
    assert arenascope.Problem(["a", "b"], begin, end, size).table()["size"].tolist() == [64, 32]


def test_an_array_with_strides_is_read_in_its_order() -> None:
    numbers = numpy.arange(12).reshape(4, 3)
    problem = arenascope.Problem(list("abcd"), numbers[:, 0], numbers[:, 1], numbers[::-1, 2])
    assert problem.table()["begin"].tolist() == [0, 3, 6, 9]
    assert problem.table()["size"].tolist() == [11, 8, 5, 2]


def test_numbers_of_other_kinds_are_taken_where_they_are_integers() -> None:
    problem = arenascope.Problem(["a"], (0,), range(3, 4), array("h", [5]))
    assert problem.table()["size"].tolist() == [5]


def test_no_buffers_are_a_problem_too() -> None:
    problem = arenascope.Problem([], [], [], [])
    assert len(problem) == 0
    assert arenascope.plan(problem).peak == 0


def test_any_name_comes_back_as_it_was() -> None:
    names = ["", "ä", "a b", "\udcff", "\U0001f600", "a\nb", "a\0b"]
    ones = [1] * len(names)
    assert arenascope.Problem(names, [0] * len(names), ones, ones).names == names


def test_regions_and_a_capacity_are_kept() -> None:
    problem = arenascope.Problem(
        ["a", "b", "c"], [0] * 3, [1] * 3, [8] * 3, region=["fast", "slow", "fast"], capacity="1 KiB"
    )
    assert [(each["name"], each["capacity"], each["buffers"]) for each in problem.info["regions"]] == [
        ("fast", 1024, 2),
        ("slow", 1024, 1),
    ]


def test_offsets_come_with_a_problem() -> None:
    problem = arenascope.Problem(["a", "b"], [0, 0], [1, 1], [8, 8], offset=[0, arenascope.UNPLACED])
    assert problem.layout.offsets.tolist() == [0, arenascope.UNPLACED]
    assert problem.layout.unplaced == ["b"]
    assert not problem.layout.complete


@pytest.mark.parametrize(
    ("columns", "what"),
    [
        (([], [0], [1], [8]), "begin has 1 entries, and there are 0 names"),
        ((["a"], [0.5], [1], [8]), "begin[0]: 0.5 is not an integer"),
        ((["a"], [0], [2**63], [8]), "end[0]: 9223372036854775808 does not fit"),
        ((["a"], [0], [1], numpy.array([1.0])), "size[0]: "),
        ((["a"], [0], [1], numpy.array([2**63], "uint64")), "size: 9223372036854775808 does not fit"),
        ((["a"], [0], [1], [0]), "'a'"),
        ((["a"], [1], [1], [8]), "'a'"),
        ((["a", "a"], [0, 0], [1, 1], [8, 8]), "'a'"),
        ((["a"], numpy.zeros((1, 1), int), [1], [8]), "begin is not a list of 64-bit integers"),
    ],
)
def test_wrong_columns_are_an_error_that_names_them(columns: tuple[list[str], ...], what: str) -> None:
    with pytest.raises(arenascope.Error) as caught:
        arenascope.Problem(*columns)  # type: ignore[arg-type]
    assert what in caught.value.what


def test_a_name_that_is_no_text_is_an_error() -> None:
    with pytest.raises(TypeError):
        arenascope.Problem([1], [0], [1], [8])  # type: ignore[list-item]


@pytest.mark.parametrize("name", ["placed.csv", "mobile_vision.json", "inception_cell.param", "digits_tvm_graph.json"])
def test_a_file_has_the_figures_that_the_program_prints(name: str) -> None:
    path = SAMPLES / name
    info = arenascope.Problem.read(path).info
    printed = program_json("info", path)
    for key in ("steps", "threshold", "peak_step", "total_bytes", "format"):
        assert info[key] == printed[key], key
    assert [each["name"] for each in info["regions"]] == [each["name"] for each in printed["regions"]]


def test_switches_of_the_import_are_keyword_arguments() -> None:
    path = SAMPLES / "residual_cell.xml"
    plain = arenascope.Problem.read(path)
    rounded = arenascope.Problem.read(path, size_multiple=64, execution_order="least-peak")
    assert rounded.threshold == program_json("info", path, "--set", "size-multiple=64", "--set",
                                             "execution-order=least-peak")["threshold"]
    assert all(size % 64 == 0 for size in rounded.table()["size"].tolist())
    assert rounded.threshold != plain.threshold or len(rounded) == len(plain)


def test_an_unknown_switch_is_an_error() -> None:
    with pytest.raises(arenascope.Error) as caught:
        arenascope.Problem.read(SAMPLES / "placed.csv", no_such_switch=1)
    assert "no-such-switch" in caught.value.what


def test_the_bytes_of_a_file_open_as_the_file_does() -> None:
    path = SAMPLES / "mobile_vision.json"
    for content in (path.read_bytes(), bytearray(path.read_bytes()), memoryview(path.read_bytes())):
        assert arenascope.Problem.read(content).threshold == arenascope.Problem.read(path).threshold


def test_a_model_that_gives_its_bytes_opens() -> None:
    models = sorted((SHARED / "onnx").rglob("*.onnx"), key=lambda path: path.stat().st_size)
    if not models:
        pytest.skip("there are no models of ONNX")

    class Model:
        def SerializeToString(self) -> bytes:
            return models[0].read_bytes()

    try:
        of_file = arenascope.Problem.read(models[0])
    except arenascope.Error as error:
        pytest.skip(f"this build does not read ONNX: {error}")
    assert arenascope.Problem.read(Model()).table()["size"].tolist() == of_file.table()["size"].tolist()


def test_bytes_of_tflite_open() -> None:
    models = sorted((SHARED / "tflite").rglob("*.tflite"), key=lambda path: path.stat().st_size)
    if not models:
        pytest.skip("there are no models of TFLite")
    try:
        of_file = arenascope.Problem.read(models[0])
    except arenascope.Error as error:
        pytest.skip(f"this build does not read TFLite: {error}")
    assert arenascope.Problem.read(models[0].read_bytes()).threshold == of_file.threshold


def test_nothing_that_opens_is_an_error() -> None:
    with pytest.raises(arenascope.Error, match="int is nothing that can be opened"):
        arenascope.Problem.read(3)  # type: ignore[arg-type]
