"""Plans tensor memory, and tells why a plan is as it is.

>>> import arenascope
>>> problem = arenascope.Problem.read("model.onnx")
>>> layout = arenascope.plan(problem)
>>> layout.peak, layout.offsets
>>> layout                     # a notebook shows the picture

Sizes, offsets and peaks are bytes, lifetimes are half-open ranges of steps [begin, end).
"""

from ._native import version as __version__
from .advice import Advice, AdviceOption, advise
from .comparison import Comparison, compare
from .error import Error
from .explanation import Explanation, Hole, Link, explain
from .layout import UNPLACED, Layout
from .planning import Option, Planner, Progress, plan, planners
from .problem import Problem
from .report import Overlap, Report, check
from .trace import Step, Trace

__all__ = [
    "UNPLACED",
    "Advice",
    "AdviceOption",
    "Comparison",
    "Error",
    "Explanation",
    "Hole",
    "Layout",
    "Link",
    "Option",
    "Overlap",
    "Planner",
    "Problem",
    "Progress",
    "Report",
    "Step",
    "Trace",
    "__version__",
    "advise",
    "check",
    "compare",
    "explain",
    "plan",
    "planners",
]
