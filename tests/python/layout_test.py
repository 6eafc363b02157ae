"""Layouts: views of offsets, files, pictures."""

from __future__ import annotations

import base64
import gc
import pathlib
import xml.etree.ElementTree

import numpy
import pytest

import arenascope
from program import SAMPLES, drawn_problems, program_json

SVG = "{http://www.w3.org/2000/svg}"


def small_layout() -> arenascope.Layout:
    return arenascope.plan(arenascope.Problem(["a", "b", "c"], [0, 1, 3], [3, 4, 5], [64, 32, 16]))


def test_offsets_are_a_read_only_view_without_a_copy() -> None:
    layout = small_layout()
    offsets = layout.offsets
    again = layout.offsets
    assert offsets.dtype == numpy.int64
    assert offsets.shape == (3,)
    assert not offsets.flags.writeable
    assert not offsets.flags.owndata
    assert numpy.shares_memory(offsets, again)
    assert offsets.__array_interface__["data"][0] == again.__array_interface__["data"][0]
    with pytest.raises(ValueError):
        offsets[0] = 1
    with pytest.raises(ValueError):
        offsets.flags.writeable = True


def test_the_offsets_of_a_file_are_seen_where_the_file_keeps_them() -> None:
    problem = arenascope.Problem.read(SAMPLES / "placed.csv")
    assert numpy.shares_memory(problem.layout.offsets, problem.layout.offsets)
    assert [each["offset"] for each in program_json("plan", SAMPLES / "placed.csv", "--set", "pins=file")["buffers"]] == (
        problem.layout.offsets.tolist()
    )


def test_offsets_outlive_their_layout() -> None:
    offsets = small_layout().offsets
    copy = offsets.copy()
    gc.collect()
    assert (offsets == copy).all()


def test_the_peak_is_the_highest_end_of_a_buffer() -> None:
    for problem in drawn_problems(20):
        layout = arenascope.plan(problem, "greedy-by-size" if len(problem) % 2 else "offsets-greedy-by-size")
        table = layout.table()
        assert layout.peak == (table["offset"] + table["size"]).max(), problem.name
        assert (table["offset"] % table["alignment"] == 0).all(), problem.name
        assert layout.peak >= layout.lower_bound >= 0, problem.name


@pytest.mark.parametrize("suffix", [".csv", ".json"])
def test_a_saved_layout_opens_with_the_same_offsets(tmp_path: pathlib.Path, suffix: str) -> None:
    layout = small_layout()
    path = tmp_path / ("layout" + suffix)
    layout.save(path)
    assert arenascope.Problem.read(path).layout.offsets.tolist() == layout.offsets.tolist()
    assert program_json("check", path)["ok"] is True


def test_a_saved_plan_is_the_file_that_the_program_writes(tmp_path: pathlib.Path) -> None:
    path = SAMPLES / "mobile_vision.json"
    arenascope.plan(arenascope.Problem.read(path), threads=1).save(tmp_path / "python.json")
    program_json("plan", path, "--planner", "peak-suppression", "--threads", 1, "-o", tmp_path / "program.json")
    assert (tmp_path / "python.json").read_bytes() == (tmp_path / "program.json").read_bytes()


def test_a_file_that_cannot_be_written_is_an_error(tmp_path: pathlib.Path) -> None:
    layout = small_layout()
    with pytest.raises(arenascope.Error) as caught:
        layout.save(tmp_path / "no such folder" / "layout.csv")
    assert "no such folder" in str(caught.value)
    with pytest.raises(arenascope.Error, match=r"use \.csv .* \.svg writes the picture"):
        layout.save(tmp_path / "layout.txt")
    with pytest.raises(arenascope.Error, match="record=True"):
        layout.save(tmp_path / "layout.arenatrace")


def test_a_notebook_gets_a_picture_that_needs_nothing_else() -> None:
    svg = small_layout()._repr_svg_()
    root = xml.etree.ElementTree.fromstring(svg)
    assert root.tag == SVG + "svg"
    texts = [each.text for each in root.iter(SVG + "text")]
    assert {"a", "b", "c"} <= {text.split(" ")[0] for text in texts if text}
    assert "class=" not in svg
    assert "<style" not in svg
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")


def test_a_notebook_that_is_exported_keeps_the_picture_as_an_image() -> None:
    problem = arenascope.Problem(['<b>"a"'], [0], [1], [8], name="a & b")
    layout = arenascope.plan(problem)
    image = xml.etree.ElementTree.fromstring(layout._repr_html_().replace(">", "/>"))
    assert image.tag == "img"
    assert image.attrib["alt"] == f"a & b: {layout.verdict}"
    kind, _, data = image.attrib["src"].partition(",")
    assert kind == "data:image/svg+xml;base64"
    assert base64.b64decode(data).decode("utf-8") == layout.svg()


def test_two_pictures_on_a_page_share_no_name() -> None:
    problem = arenascope.Problem.read(SAMPLES / "mobile_vision.json")
    names = [
        {each.get("id") for each in xml.etree.ElementTree.fromstring(layout.svg()).iter() if each.get("id")}
        for layout in (arenascope.plan(problem, "naive"), arenascope.plan(problem, "offsets-greedy-by-size"))
    ]
    assert names[0] or names[1]
    assert not names[0] & names[1]


def test_names_of_strangers_cannot_leave_their_text() -> None:
    problem = arenascope.Problem(["<script>", "\" onload=\"x", "a & b", "class=\"f0\""], [0] * 4, [9] * 4, [50] * 4)
    svg = arenascope.plan(problem).svg(theme="dark")
    root = xml.etree.ElementTree.fromstring(svg)
    assert not list(root.iter(SVG + "script"))
    assert not [each for each in root.iter() if "onload" in each.keys()]
    assert "class=\"f0\"" in "".join(root.itertext())


def test_a_picture_is_saved_as_it_is_shown(tmp_path: pathlib.Path) -> None:
    layout = small_layout()
    layout.save(tmp_path / "layout.svg")
    assert (tmp_path / "layout.svg").read_text(encoding="utf-8") == layout._repr_svg_()


def test_there_are_two_themes() -> None:
    layout = small_layout()
    assert layout.svg("light") != layout.svg("dark")
    with pytest.raises(ValueError):
        layout.svg("purple")
