#include "core/analysis/debugging/step_search.h"

#include <algorithm>
#include <functional>

#include "core/analysis/debugging/step_walk.h"
#include "core/analysis/explain/peak_report.h"
#include "core/check/overlap_checker.h"
#include "core/model/tiers/rectangle_classifier.h"
#include "core/planner/planning.h"
#include "core/planner/registry.h"
#include "core/trace/group_frame.h"
#include "core/trace/step_layout.h"
#include "core/trace/trace_player.h"
#include "tests/core/analysis/debugging/recorded_runs.h"
#include "tests/support/planner_claims.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// A step whose whole layout is made anew, without anything incremental.
struct PlainStep {
    FrameIndex frame;
    FrameKind kind;
    Layout layout;
    IndexedVector<BufferIndex, Risk> risks;
    bool has_layout_tiers = false;  ///< the run recorded none
    std::int64_t before = -1;       ///< position of the step before of the same kind
};

/// All steps of a run in the order in which they end.
std::vector<PlainStep> plain_steps(const RecordedRun& run) {
    const Trace& trace = *run.trace;
    std::vector<FrameIndex> order;
    for (std::size_t i = 0; i < trace.frames.size(); ++i) {
        if (trace.frames[i].kind != FrameKind::pass) {
            order.emplace_back(i);
        }
    }
    std::ranges::sort(order, [&](FrameIndex a, FrameIndex b) { return ends_before(trace, a, b); });
    std::vector<PlainStep> steps;
    for (const FrameIndex frame : order) {
        TracePlayer player(trace);
        player.go_to(frame);
        PlainStep step{frame, trace.frames[frame].kind, player.layout(*run.problem), {}, false, -1};
        const FrameIndex tiers = step.kind == FrameKind::iteration ? frame : tier_frame(trace, frame);
        if (has_tiers(trace) && tiers != FrameIndex::none()) {
            player.go_to(tiers);
            step.risks = player.risks();
        } else {
            step.risks =
                classify(*run.problem,
                         run.result == nullptr ? step.layout : step_layout(step.layout, *run.result, *run.problem));
            step.has_layout_tiers = true;
        }
        for (std::size_t i = 0; i < steps.size(); ++i) {
            step.before = steps[i].kind == step.kind ? static_cast<std::int64_t>(i) : step.before;
        }
        steps.push_back(std::move(step));
    }
    return steps;
}

/// A number or a condition with its text and its plain meaning at a step. Empty: the step lacks it.
struct PlainNumber {
    std::string text;
    std::function<std::optional<double>(std::size_t)> value;
};
struct PlainCondition {
    std::string text;
    std::function<bool(std::size_t)> holds;
};

/// Draws expressions over the steps of a run.
class DrawnExpression {
public:
    DrawnExpression(const RecordedRun& run, const std::vector<PlainStep>& steps) : run_(run), steps_(steps) {}

    PlainCondition condition(int depth) {
        const int choice = *rc::gen::inRange(0, depth <= 0 ? 3 : 7);
        if (choice < 3) {
            return choice == 2 ? tier_comparison() : comparison(depth);
        }
        const PlainCondition a = condition(depth - 1);
        const PlainCondition b = condition(depth - 1);
        const auto& steps = steps_;
        switch (choice) {
            case 3:
                return {"(" + a.text + " and " + b.text + ")",
                        [a, b](std::size_t i) { return a.holds(i) && b.holds(i); }};
            case 4:
                return {"(" + a.text + " or " + b.text + ")",
                        [a, b](std::size_t i) { return a.holds(i) || b.holds(i); }};
            case 5:
                return {"not " + a.text, [a](std::size_t i) { return !a.holds(i); }};
            default:
                return {"before(" + a.text + ")", [a, &steps](std::size_t i) {
                            return steps[i].before >= 0 && a.holds(static_cast<std::size_t>(steps[i].before));
                        }};
        }
    }

private:
    PlainCondition comparison(int depth) {
        const PlainNumber a = number(depth);
        const PlainNumber b = number(depth);
        const int choice = *rc::gen::inRange(0, 7);
        if (choice == 6) {
            const auto& steps = steps_;
            return {"changed(" + a.text + ")", [a, &steps](std::size_t i) {
                        const auto now = a.value(i);
                        const auto before =
                            steps[i].before < 0 ? std::nullopt : a.value(static_cast<std::size_t>(steps[i].before));
                        return now && before && *now != *before;
                    }};
        }
        const std::vector<std::string> signs{"==", "!=", "<", "<=", ">", ">="};
        return {a.text + " " + signs[static_cast<std::size_t>(choice)] + " " + b.text, [a, b, choice](std::size_t i) {
                    const auto x = a.value(i);
                    const auto y = b.value(i);
                    if (!x || !y) {
                        return false;
                    }
                    const std::array<bool, 6> results{*x == *y, *x != *y, *x<*y, *x <= *y, *x> * y, *x >= *y};
                    return results[static_cast<std::size_t>(choice)];
                }};
    }

    PlainCondition tier_comparison() {
        const BufferIndex buffer = drawn_buffer();
        const auto tier = static_cast<Tier>(*rc::gen::inRange(0, 4));
        const bool is_equal = *rc::gen::arbitrary<bool>();
        const auto& steps = steps_;
        return {"tier(\"" + name(buffer) + "\") " + (is_equal ? "== " : "< ") + std::string(name_of(tier)),
                [=, &steps](std::size_t i) {
                    const auto& risks = steps[i].risks;
                    const bool is_lacking = steps[i].has_layout_tiers && !steps[i].layout.placements[buffer];
                    return !is_lacking && (is_equal ? risks[buffer].tier == tier : risks[buffer].tier < tier);
                }};
    }

    PlainNumber number(int depth) {
        switch (*rc::gen::inRange(0, depth <= 0 ? 8 : 11)) {
            case 0: {
                const auto drawn = *rc::gen::inRange<std::int64_t>(0, 60);
                return {std::to_string(drawn), [drawn](std::size_t) { return double(drawn); }};
            }
            case 1:
                return {"peak", of_layout([](const Problem& problem, const Layout& layout) {
                            return peak(problem, layout).value();
                        })};
            case 2:
                return {"overlap", of_layout([this](const Problem& problem, const Layout& layout) {
                            const Layout shared =
                                run_.result == nullptr ? layout : step_layout(layout, *run_.result, problem);
                            return static_cast<std::int64_t>(check(problem, shared).overlap_count);
                        })};
            case 3:
                return {"hole", of_layout([](const Problem& problem, const Layout& layout) {
                            const auto holes = explain_peak(problem, layout).holes;
                            return holes.empty() ? std::int64_t{0} : size(holes.front().bytes).value();
                        })};
            case 4:
                return {"moved",
                        [this](std::size_t i) { return double(moves_in(*run_.trace, steps_[i].frame).size()); }};
            case 5:
                return {"placed", of_layout([](const Problem&, const Layout& layout) {
                            return std::ranges::count_if(layout.placements,
                                                         [](const auto& one) { return one.has_value(); });
                        })};
            case 6:
            case 7:
                return of_buffer(*rc::gen::arbitrary<bool>());
            case 8: {
                const PlainNumber a = number(depth - 1);
                const auto& steps = steps_;
                return {"before(" + a.text + ")", [a, &steps](std::size_t i) {
                            return steps[i].before < 0 ? std::nullopt
                                                       : a.value(static_cast<std::size_t>(steps[i].before));
                        }};
            }
            case 9: {
                const PlainNumber a = number(0);
                const PlainNumber b = number(0);
                return {"(" + a.text + " - " + b.text + ")", combined(a, b, [](double x, double y) { return x - y; })};
            }
            default: {
                // Integers below 2^53 give equal quotients only where they are equal.
                const PlainNumber a = number(0);
                const PlainNumber b = number(0);
                const auto quotient = combined(a, b, [](double x, double y) { return x / y; });
                return {"(" + a.text + " / " + b.text + ")", [b, quotient](std::size_t i) {
                            const auto divisor = b.value(i);
                            return divisor && *divisor != 0 ? quotient(i) : std::nullopt;
                        }};
            }
        }
    }

    template <class Calculate>
    static std::function<std::optional<double>(std::size_t)> combined(const PlainNumber& a, const PlainNumber& b,
                                                                      Calculate calculate) {
        return [a, b, calculate](std::size_t i) -> std::optional<double> {
            const auto x = a.value(i);
            const auto y = b.value(i);
            return x && y ? std::optional(calculate(*x, *y)) : std::nullopt;
        };
    }

    template <class Figure>
    std::function<std::optional<double>(std::size_t)> of_layout(Figure figure) {
        return [this, figure](std::size_t i) {
            return std::optional(static_cast<double>(figure(*run_.problem, steps_[i].layout)));
        };
    }

    PlainNumber of_buffer(bool is_tail) {
        const BufferIndex buffer = drawn_buffer();
        const Bytes size = is_tail ? run_.problem->buffers[buffer].size : Bytes(0);
        const auto& steps = steps_;
        return {(is_tail ? "tail(\"" : "offset(\"") + name(buffer) + "\")",
                [=, &steps](std::size_t i) -> std::optional<double> {
                    const auto& place = steps[i].layout.placements[buffer];
                    return place ? std::optional(double((place->offset + size).value())) : std::nullopt;
                }};
    }

    BufferIndex drawn_buffer() const {
        return BufferIndex(*rc::gen::inRange<std::size_t>(0, run_.problem->buffers.size()));
    }
    std::string name(BufferIndex buffer) const { return run_.problem->buffers[buffer].name; }

    const RecordedRun& run_;
    const std::vector<PlainStep>& steps_;
};

/// Compares drawn conditions with their plain meaning at every step.
void verify_drawn_conditions(const RecordedRun& run, int count) {
    const std::vector<PlainStep> steps = plain_steps(run);
    for (int i = 0; i < count; ++i) {
        DrawnExpression expression(run, steps);  // the condition refers to it
        PlainCondition drawn = expression.condition(3);
        const bool is_at_any_level = *rc::gen::arbitrary<bool>();
        drawn.text = is_at_any_level ? "(" + drawn.text + ").any" : drawn.text;
        RC_TAG(drawn.text);
        const auto condition = StepExpression::condition(drawn.text, scope_of(run));
        if (!condition && condition.error().cause.find("names no field") != std::string::npos) {
            continue;  // 3 < 5
        }
        RC_LOG() << drawn.text << (condition ? "" : to_string(condition.error())) << "\n";
        RC_ASSERT(condition.has_value());
        std::vector<StepHit> expected;
        for (std::size_t at = 0; at < steps.size(); ++at) {
            if ((is_at_any_level || is_chief(steps[at].kind)) && drawn.holds(at)) {
                expected.push_back({steps[at].frame, peak(*run.problem, steps[at].layout)});
            }
        }
        RC_ASSERT(all_hits(run, *condition) == expected);
    }
}

void verify_planned(const Problem& problem, std::string_view planner) {
    constexpr std::int64_t work = 300;
    PlanOrder order = quick_order(planner_named(planner).value()->description, work);
    order.record = true;
    const auto plan = run_planner(problem, empty_layout(problem), order);
    RC_PRE(plan.has_value());
    RC_PRE(plan->trace.has_value());
    verify_drawn_conditions({&plan->problem, &*plan->trace, &plan->result.layout}, 6);
}

const Problem& two_buffers_apart() {
    static const Problem problem = problem_of({buffer("a", 0, 4, 1), buffer("b", 4, 8, 2)});
    return problem;
}

/// Ten moves of a, to 0, 1, 2 and so on.
const Trace& ten_moves() {
    static const Trace trace = [] {
        TraceRecorder recorder(two_buffers_apart(), {});
        for (std::int64_t i = 0; i < 10; ++i) {
            recorder.enter(FrameKind::move, {}, {});
            recorder.leave({.offsets = std::vector<std::int64_t>{i, 0}, .order = {}, .risks = {}, .peak = {}});
        }
        return recorder.take();
    }();
    return trace;
}

}  // namespace

class StepSearchTest : public QObject {
    Q_OBJECT

private slots:
    void finds_the_first_the_next_and_the_previous_hit() {
        const RecordedRun run{&two_buffers_apart(), &ten_moves(), nullptr};
        const auto condition = StepExpression::condition("offset(a) == 3 or offset(a) == 7", scope_of(run)).value();
        const std::vector<StepHit> hits = all_hits(run, condition).value();
        QCOMPARE(hits, (std::vector<StepHit>{{FrameIndex(3), Offset(4)}, {FrameIndex(7), Offset(8)}}));
        QCOMPARE(next_hit(ten_moves(), hits, FrameIndex(0)), FrameIndex(3));
        QCOMPARE(next_hit(ten_moves(), hits, FrameIndex(3)), FrameIndex(7));
        QCOMPARE(next_hit(ten_moves(), hits, FrameIndex(7)), FrameIndex::none());
        QCOMPARE(previous_hit(ten_moves(), hits, FrameIndex(9)), FrameIndex(7));
        QCOMPARE(previous_hit(ten_moves(), hits, FrameIndex(7)), FrameIndex(3));
        QCOMPARE(previous_hit(ten_moves(), hits, FrameIndex(3)), FrameIndex::none());
    }

    void a_search_can_be_stopped() {
        TraceRecorder recorder(two_buffers_apart(), {});
        for (std::int64_t i = 0; i < 1000; ++i) {
            recorder.enter(FrameKind::move, {}, {});
            recorder.leave({.offsets = std::vector<std::int64_t>{i, 0}, .order = {}, .risks = {}, .peak = {}});
        }
        const Trace trace = recorder.take();
        const RecordedRun run{&two_buffers_apart(), &trace, nullptr};
        const auto condition = StepExpression::condition("peak > 0", scope_of(run)).value();
        std::size_t visited = 0;
        const auto stop_after_half = [&visited](std::size_t count) {
            visited = count;
            return count < 500;
        };
        QVERIFY(!all_hits(run, condition, stop_after_half));
        QVERIFY(visited >= 500);
        QVERIFY(visited < 1000);
    }

    void random_runs_match_a_search_that_makes_each_layout_anew() {
        QVERIFY(rc::check([] {
            const Problem problem = random_problem({.most_buffers = 5, .with_gaps = *rc::gen::arbitrary<bool>()});
            TraceRecorder recorder(problem, {}, *rc::gen::inRange<std::size_t>(2'000, 40'000));
            RandomRun(problem, recorder).tell();
            const Trace trace = recorder.take();
            verify_drawn_conditions({&problem, &trace, nullptr}, 4);
        }));
    }

    void planned_runs_match_a_search_that_makes_each_layout_anew_data() {
        QTest::addColumn<QByteArray>("planner");
        for (const char* planner : {"peak-suppression", "hill-climb", "greedy-by-size", "min-cost-flow",
                                    "offsets-greedy-by-size", "exact", "scratch", "operator-sharing"}) {
            QTest::newRow(planner) << QByteArray(planner);
        }
    }

    void planned_runs_match_a_search_that_makes_each_layout_anew() {
        QFETCH(const QByteArray, planner);
        QVERIFY(rc::check([&planner] {
            const Problem problem = random_problem({.most_buffers = 10, .with_alignment = *rc::gen::arbitrary<bool>()});
            verify_planned(problem, planner.toStdString());
        }));
    }

    void runs_of_many_cores_match_too() {
        QVERIFY(rc::check([] {
            Problem problem = random_problem({.most_buffers = 8});
            problem.regions.push_back(Region{.name = "core 1"});
            for (Buffer& one : problem.buffers) {
                one.region = RegionIndex(*rc::gen::inRange<std::size_t>(0, 2));
            }
            verify_planned(problem, *rc::gen::element<std::string>("many-core", "peak-suppression"));
        }));
    }
};

ARENASCOPE_TEST(StepSearchTest)
#include "step_search_test.moc"
