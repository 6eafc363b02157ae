"""Planning: the same results as the program's, progress, cancelling, other threads."""

from __future__ import annotations

import _thread
import pathlib
import threading
import time

import pytest

import arenascope
from program import drawn_problems, program_json



def hard_problem() -> arenascope.Problem:
    """A problem that hill-climb does not finish while a test waits."""
    count = 3000
    begin = [(i * 7919) % 1000 for i in range(count)]
    return arenascope.Problem(
        [f"b{i}" for i in range(count)],
        begin,
        [first + 1 + (i * 104729) % 60 for i, first in enumerate(begin)],
        [1 + (i * 15485863) % 5000 for i in range(count)],
    )


def plan_for_long(problem: arenascope.Problem, **arguments: object) -> arenascope.Layout:
    """Plans until it is cancelled: the time limit is far away, and lifts the budgets."""
    return arenascope.plan(problem, "hill-climb", time_limit=600.0, **arguments)  # type: ignore[arg-type]


def test_two_buffers_that_meet_lie_above_each_other() -> None:
    layout = arenascope.plan(arenascope.Problem(["a", "b"], [0, 1], [2, 3], [64, 32]))
    assert sorted(layout.offsets.tolist()) in ([0, 32], [0, 64])
    assert layout.peak == layout.threshold == layout.lower_bound == 96
    assert layout.optimal
    assert layout.complete
    assert layout.fits
    assert layout.planner == "peak-suppression"
    assert layout.verdict.startswith("96 B needed")


@pytest.mark.parametrize("planner", ["peak-suppression", "greedy-by-size", "offsets-greedy-by-size", "hill-climb"])
def test_random_problems_are_planned_as_the_program_plans_them(planner: str, tmp_path: pathlib.Path) -> None:
    for problem in drawn_problems(5):
        layout = arenascope.plan(problem, planner, seed=3, threads=1)
        path = tmp_path / "problem.json"
        problem.layout.save(path)
        printed = program_json("plan", path, "--planner", planner, "--seed", 3, "--threads", 1)
        assert [each["offset"] for each in printed["buffers"]] == layout.offsets.tolist(), problem.name
        assert printed["peak"] == layout.peak
        assert printed["threshold"] == layout.threshold
        assert printed["lower_bound"] == layout.lower_bound
        assert printed["optimal"] == layout.optimal
        assert printed["verdict"]["text"] == layout.verdict
        assert arenascope.check(layout).ok


def test_options_reach_the_planner() -> None:
    problem = arenascope.Problem(["a", "b"], [0, 0], [1, 1], [3, 5])
    layout = arenascope.plan(problem, alignment=16, metrics="width>length")
    assert sorted(layout.offsets.tolist()) == [0, 16]


def test_a_capacity_that_is_too_low_is_told_by_fits() -> None:
    problem = arenascope.Problem(["a", "b"], [0, 0], [1, 1], [3000, 5000])
    assert not arenascope.plan(problem, capacity="4 KiB").fits
    assert arenascope.plan(problem, capacity=8000).fits


def test_progress_comes_on_the_thread_that_plans_and_grows() -> None:
    seen: list[arenascope.Progress] = []
    threads = set()

    def watch(progress: arenascope.Progress) -> None:
        seen.append(progress)
        threads.add(threading.get_ident())

    arenascope.plan(hard_problem(), "hill-climb", time_limit=0.5, progress=watch)
    assert seen
    assert threads == {threading.get_ident()}
    assert [each.work for each in seen] == sorted(each.work for each in seen)
    assert seen[-1].best_peak >= seen[-1].lower_bound


def test_an_exception_of_progress_ends_the_run() -> None:
    class Enough(Exception):
        pass

    def refuse(progress: arenascope.Progress) -> None:
        raise Enough(progress.work)

    with pytest.raises(Enough):
        plan_for_long(hard_problem(), progress=refuse)


def test_a_keyboard_interrupt_ends_the_run() -> None:
    interrupt = threading.Timer(0.3, _thread.interrupt_main)
    interrupt.start()
    with pytest.raises(KeyboardInterrupt):
        plan_for_long(hard_problem())
    interrupt.join()


def test_other_threads_run_while_a_planner_does() -> None:
    count = 0
    is_over = threading.Event()

    def work() -> None:
        nonlocal count
        while not is_over.is_set():
            count += 1
            time.sleep(0.001)

    thread = threading.Thread(target=work)
    thread.start()
    before = count
    arenascope.plan(hard_problem(), "hill-climb", time_limit=0.5)
    during = count - before
    is_over.set()
    thread.join()
    assert during > 20


def test_several_threads_plan_the_same_problem_at_once() -> None:
    problem = hard_problem()
    peaks: list[int] = []
    threads = [
        threading.Thread(target=lambda: peaks.append(arenascope.plan(problem, "greedy-by-size").peak)) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(peaks)) == 1
    assert len(peaks) == 4


def test_every_planner_is_listed_as_the_program_lists_it() -> None:
    printed = program_json("planners")["planners"]
    listed = arenascope.planners()
    assert [each.name for each in listed] == [each["name"] for each in printed]
    assert [each.kind for each in listed] == [each["kind"] for each in printed]
    assert [[option.key for option in each.options] for each in listed] == [
        [option["key"] for option in each["options"]] for each in printed
    ]
