#include "core/analysis/verdict/verdict.h"

#include <algorithm>
#include <rapidcheck.h>
#include <set>
#include <string>
#include <vector>

#include "core/check/overlap_checker.h"
#include "core/model/memory/live_profile.h"
#include "tests/support/judged_plan.h"
#include "tests/support/random_plan.h"
#include "tests/support/random_problem.h"
#include "tests/support/segmented_plan.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

using test::buffer;
using test::layout_of;
using test::problem_of;

constexpr std::int64_t kibibyte = 1024;

/// A problem and a layout with everything that is judged of them.
struct Judged {
    Problem problem;
    Layout layout = {};
    VerdictInput input = {};

    Verdict verdict() {
        if (layout.placements.empty()) {
            layout = empty_layout(problem);
        }
        const VerdictFigures figures = verdict_figures(problem, layout, PlanProfiles(problem, layout));
        const LayoutFigures placed = layout_figures(problem, layout, {});
        const CheckReport report = check(problem, layout);
        input.placed = &placed;
        input.problem = &problem;
        input.layout = &layout;
        input.figures = &figures;
        input.check = &report;
        return verdict_of(input);
    }
    std::string text() { return verdict().text(); }
};

/// Two buffers that meet in step 1, one upon the other: peak and threshold are 54 KiB.
Judged stacked(std::optional<std::int64_t> capacity = {}) {
    Judged judged{problem_of({buffer("a", 0, 2, 30 * kibibyte), buffer("b", 1, 3, 24 * kibibyte)})};
    judged.layout = layout_of(judged.problem, {0, 30 * kibibyte});
    if (capacity) {
        judged.problem.regions.front().capacity = Bytes(*capacity);
    }
    return judged;
}

/// The same with a hole of 6 KiB: the peak is 60 KiB.
Judged with_hole(std::optional<std::int64_t> capacity = {}) {
    Judged judged = stacked(capacity);
    judged.layout = layout_of(judged.problem, {0, 36 * kibibyte});
    return judged;
}

Graph relu_network() {
    Graph graph;
    graph.operators.push_back({"relu", "Relu", Step(1), {BufferIndex(0)}, {BufferIndex(1)}});
    return graph;
}

}  // namespace

class VerdictTest : public QObject {
    Q_OBJECT

private slots:
    void findings_of_the_check_come_first() {
        Judged judged = stacked(1);
        judged.layout = layout_of(judged.problem, {0, 0});
        QCOMPARE(judged.text(), std::string("1 pair of buffers overlaps: not safe to ship."));
        QVERIFY(judged.verdict().state == VerdictState::unsound);
        QVERIFY(judged.verdict().tone == VerdictTone::bad);
        judged.layout.placements[1] = std::nullopt;
        judged.problem.buffers[0].alignment = Bytes(64);
        judged.layout.placements[0] = Placement{Offset(32), RegionIndex(0)};
        QCOMPARE(judged.text(), std::string("1 buffer is misaligned and 1 buffer is not placed: not safe to ship."));
    }

    void a_buffer_above_the_capacity_is_not_unsound() {
        Judged judged = with_hole(58 * kibibyte);
        QCOMPARE(judged.text(), std::string("Does not fit: 2 KiB too much. A lower layout may fit."));
        const Verdict verdict = judged.verdict();
        QVERIFY(verdict.state == VerdictState::over_capacity);
        QVERIFY(verdict.tone == VerdictTone::bad);
        QCOMPARE(verdict.headline, std::string("Does not fit: 2 KiB too much."));
        QVERIFY(verdict.peak == Offset(60 * kibibyte));
        QVERIFY(verdict.bound == Bytes(54 * kibibyte));
        QVERIFY(verdict.capacity == Bytes(58 * kibibyte));
        QVERIFY(verdict.excess == Bytes(2 * kibibyte));
        QVERIFY(!verdict.free);
        judged.input.known_lower = {Offset(54 * kibibyte), true};
        QCOMPARE(judged.text(), std::string("Does not fit: 2 KiB too much. A layout that fits exists: 54 KiB."));
        judged.input.known_lower = {Offset(59 * kibibyte), false};
        QCOMPARE(
            judged.text(),
            std::string("Does not fit: 2 KiB too much. A lower layout exists: 59 KiB, which does not fit either."));
    }

    void a_bound_above_the_capacity_is_final() {
        Judged judged = stacked(52 * kibibyte);
        QCOMPARE(judged.text(), std::string("Does not fit: at least 54 KiB needed of 52. No layout can fit."));
        judged.problem.graph = relu_network();
        QCOMPARE(judged.text(),
                 std::string("Does not fit: at least 54 KiB needed of 52. No layout without sharing can fit."));
        QVERIFY(judged.verdict().excess == Bytes(2 * kibibyte));
        judged.layout = empty_layout(judged.problem);
        QVERIFY(judged.verdict().state == VerdictState::cannot_fit);
        QVERIFY(!judged.verdict().peak);
        QVERIFY(judged.verdict().excess == Bytes(2 * kibibyte));
    }

    void amounts_that_would_look_the_same_are_exact() {
        Judged judged = stacked(54 * kibibyte - 1);
        QCOMPARE(judged.text(), std::string("Does not fit: at least 55,296 B needed of 55,295. No layout can fit."));
    }

    void unknown_sizes_make_every_figure_too_low() {
        Judged judged = stacked(64 * kibibyte);
        judged.input.unknown_sizes = 135;
        judged.input.cure = "Give the shape of the input.";
        QCOMPARE(judged.text(),
                 std::string("135 sizes are unknown: every figure is too low. Give the shape of the input."));
        QVERIFY(judged.verdict().tone == VerdictTone::warning);
        judged.input.cure.clear();
        judged.input.knows_listed_sizes = true;
        QCOMPARE(judged.text(), std::string("Values are left out: every figure is too low."));
        judged.problem.regions.front().capacity = Bytes(52 * kibibyte);
        QVERIFY(judged.verdict().state == VerdictState::cannot_fit);
        Judged unknown{Problem{}};
        unknown.input.unknown_sizes = 2;
        QCOMPARE(unknown.text(), std::string("None of the 2 sizes is known: nothing can be planned."));
    }

    void what_fits_says_what_is_free() {
        Judged judged = stacked(64 * kibibyte);
        QCOMPARE(judged.text(), std::string("Fits: 54 of 64 KiB, 10 KiB free."));
        QVERIFY(judged.verdict().state == VerdictState::fits);
        QVERIFY(judged.verdict().tone == VerdictTone::good);
        QVERIFY(judged.verdict().free == Bytes(10 * kibibyte));
        judged.problem.regions.front().capacity = Bytes(54 * kibibyte);
        QCOMPARE(judged.text(), std::string("Fits: 54 of 54 KiB, nothing free."));
    }

    void without_a_capacity_the_bound_is_the_measure() {
        Judged lowest = stacked();
        QCOMPARE(lowest.text(), std::string("54 KiB needed, the lowest possible."));
        QVERIFY(lowest.verdict().tone == VerdictTone::plain);
        lowest.problem.graph = relu_network();
        QCOMPARE(lowest.text(), std::string("54 KiB needed, the lowest without sharing."));
        Judged high = with_hole();
        QCOMPARE(high.text(), std::string("60 KiB needed; up to 6 KiB less may be possible."));
        QVERIFY(high.verdict().tone == VerdictTone::warning);
        high.input.known_lower = {Offset(56 * kibibyte), true};
        QCOMPARE(high.text(), std::string("60 KiB needed; a layout of 56 KiB exists."));
        high.input.proved = Bytes(60 * kibibyte);
        QVERIFY(high.verdict().state == VerdictState::lowest);
    }

    void nothing_placed_says_what_is_needed_at_least() {
        Judged judged{stacked().problem};
        QCOMPARE(judged.text(), std::string("At least 54 KiB needed."));
        judged.problem.regions.front().capacity = Bytes(64 * kibibyte);
        QCOMPARE(judged.text(), std::string("At least 54 of 64 KiB needed."));
        QVERIFY(judged.verdict().state == VerdictState::unplaced);
        QVERIFY(!judged.verdict().free && !judged.verdict().excess);
        judged.layout = stacked().layout;
        judged.layout.placements[1] = std::nullopt;
        judged.input.is_under_way = true;
        judged.input.step = "iteration 3 of 12";
        QCOMPARE(judged.text(), std::string("30 KiB so far; at least 54 of 64 KiB needed (iteration 3 of 12)."));
    }

    void nothing_may_need_memory() {
        QCOMPARE((Judged{Problem{}}).text(), std::string("Nothing needs memory."));
        Judged sizeless{problem_of({buffer("a", 0, 2, 0)})};
        QVERIFY(sizeless.verdict().state == VerdictState::empty);
    }

    void assumed_dimensions_are_named() {
        Judged judged = stacked();
        const std::vector<std::string> names = {"batch", "length", "width"};
        judged.input.assumed = std::span(names).first(1);
        judged.input.assumed_extent = 1;
        QCOMPARE(judged.text(), std::string("54 KiB needed, the lowest possible (at batch 1, assumed)."));
        judged.input.assumed_extent.reset();
        QCOMPARE(judged.text(), std::string("54 KiB needed, the lowest possible (batch assumed)."));
        judged.input.assumed = names;
        QCOMPARE(judged.text(), std::string("54 KiB needed, the lowest possible (3 dimensions assumed)."));
    }

    void a_buffer_that_a_planner_left_out_does_not_fit() {
        Judged judged = stacked(60 * kibibyte);
        judged.layout.placements[1] = std::nullopt;
        const std::vector<Misfit> misfits = {{BufferIndex(1), Bytes(2 * kibibyte), Bytes(0)}};
        judged.input.misfits = misfits;
        QCOMPARE(judged.text(),
                 std::string("Does not fit: 1 buffer has no room; 'b' lacks 2 KiB. A lower layout may fit."));
        QVERIFY(judged.verdict().state == VerdictState::over_capacity);
    }

    void of_several_memories_the_worst_is_named() {
        Judged judged{problem_of({buffer("a", 0, 2, 30 * kibibyte), buffer("b", 0, 2, 24 * kibibyte)})};
        judged.problem.regions = {Region{.name = "sram"}, Region{.name = "dram"}};
        judged.problem.buffers[1].region = RegionIndex(1);
        judged.layout = layout_of(judged.problem, {0, 0});
        QCOMPARE(judged.text(), std::string("30 KiB needed in 'sram', the lowest possible."));
        judged.problem.regions[1].capacity = Bytes(32 * kibibyte);
        QCOMPARE(judged.text(), std::string("Fits in 'dram': 24 of 32 KiB, 8 KiB free."));
        judged.problem.regions[0].capacity = Bytes(20 * kibibyte);
        QCOMPARE(judged.text(),
                 std::string("Does not fit in 'sram': at least 30 KiB needed of 20. No layout can fit."));
        QVERIFY(judged.verdict().region == RegionIndex(0));
        const std::vector<std::optional<Bytes>> dragged = {Bytes(31 * kibibyte), Bytes(40 * kibibyte)};
        judged.input.capacities = std::span(dragged);
        QCOMPARE(judged.text(), std::string("Fits in 'sram': 30 of 31 KiB, 1 KiB free."));
    }

    void shared_memory_has_a_bound_of_its_own() {
        Judged judged = stacked();
        judged.problem.graph = relu_network();
        judged.problem.graph->operators.front().feature = OperatorFeature::in_place;
        judged.problem.graph->operators.front().shareable = {0};
        judged.layout = layout_of(judged.problem, {0, 0});
        judged.layout.sharing.push_back({SharingGroup::Kind::sharing, {BufferIndex(0), BufferIndex(1)}});
        QCOMPARE(judged.text(), std::string("30 KiB needed, the lowest with this sharing."));
        judged.problem.regions.front().capacity = Bytes(28 * kibibyte);
        QCOMPARE(judged.text(),
                 std::string("Does not fit: at least 30 KiB needed of 28. No layout with this sharing can fit."));
    }

    void the_busiest_step_names_its_largest_buffers() {
        Judged judged = stacked();
        judged.problem.buffers.push_back(buffer("c", 2, 3, 10));
        judged.layout = layout_of(judged.problem, {0, 30 * kibibyte, 0});
        const Verdict verdict = judged.verdict();
        QVERIFY(verdict.busiest.step == Step(1));
        QCOMPARE(busiest_text(verdict, judged.problem),
                 std::string("Busiest is step 1 with 54 KiB: 'a' 30 KiB and 'b' 24 KiB."));
        judged.problem.step_labels = {{Step(1), "relu"}};
        QCOMPARE(busiest_text(verdict, judged.problem),
                 std::string("Busiest is step 1, relu, with 54 KiB: 'a' 30 KiB and 'b' 24 KiB."));
    }

    void every_state_has_a_name_of_its_own() {
        std::set<std::string_view> names;
        for (int i = 0; i <= static_cast<int>(VerdictState::empty); ++i) {
            names.insert(name_of(static_cast<VerdictState>(i)));
        }
        QCOMPARE(names.size(), std::size_t{10});
        QVERIFY(name_of(VerdictState::cannot_fit) == "cannot-fit");
    }

    void random_plans_agree_with_the_check_the_bound_and_the_capacity() {
        QVERIFY(rc::check([] {
            const auto [problem, layout] = drawn_plan();
            const VerdictFigures figures = verdict_figures(problem, layout, PlanProfiles(problem, layout));
            const LayoutFigures placed = layout_figures(problem, layout, {});
            const CheckReport report = check(problem, layout);
            VerdictInput input{.problem = &problem,
                               .layout = &layout,
                               .placed = &placed,
                               .figures = &figures,
                               .check = &report,
                               .unknown_sizes = *rc::gen::inRange<std::size_t>(0, 2)};
            if (problem.regions.size() == 1 && is_complete(layout) && *rc::gen::arbitrary<bool>()) {
                // A bound that a run proved lies between the threshold and the peak.
                const std::int64_t least = threshold(problem, layout).value();
                const std::int64_t most = std::max(least, peak(problem, layout).value());
                input.proved = Bytes(*rc::gen::inRange<std::int64_t>(least, most + 1));
            }
            const std::string fault = test::disagreement(verdict_of(input), problem, layout, report);
            RC_LOG(verdict_of(input).text());
            RC_ASSERT(fault == "");
        }));
    }

private:
    /// As a file may hold it; or nothing placed; or sound, one buffer upon the other; or recorded.
    static std::pair<Problem, Layout> drawn_plan() {
        std::pair<Problem, Layout> plan;
        switch (*rc::gen::inRange(0, 4)) {
            case 0:
                return test::random_plan(test::Features::of_json);
            case 1:
                plan = test::random_plan(test::Features::of_json);
                plan.second = empty_layout(plan.first);
                return plan;
            case 2:
                plan.first = test::random_problem({.with_gaps = true, .with_alignment = true});
                plan.second = stack_of(plan.first);
                return plan;
            default:
                break;
        }
        return recorded_plan();
    }

    static Layout stack_of(Problem& problem) {
        std::vector<std::int64_t> offsets;
        std::int64_t top = 0;
        for (const Buffer& one : problem.buffers) {
            top = (top + 11) / 12 * 12;
            offsets.push_back(top);
            top += one.size.value();
        }
        if (*rc::gen::arbitrary<bool>()) {
            problem.regions.front().capacity = Bytes(*rc::gen::inRange<std::int64_t>(1, 2 * top));
        }
        return layout_of(problem, offsets);
    }

    /// Segments of a recorded allocator; an allocation may have failed there.
    static std::pair<Problem, Layout> recorded_plan() {
        const auto offset = [] { return *rc::gen::inRange<std::int64_t>(0, 60); };
        test::PlacedPlan plan = test::segmented_plan(
            {100, 200}, {{0, {Step(0), Step(4)}, offset(), 40}, {1, {Step(2), Step(6)}, offset(), 140}});
        if (*rc::gen::arbitrary<bool>()) {
            AllocatorHistory history = *plan.problem.history;
            history.out_of_memory.push_back({.step = Step(3), .requested = Bytes(*rc::gen::inRange(1, 300))});
            plan.problem.history = std::make_shared<const AllocatorHistory>(std::move(history));
        }
        return {std::move(plan.problem), std::move(plan.layout)};
    }
};

ARENASCOPE_TEST(VerdictTest)

}  // namespace arenascope

#include "verdict_test.moc"
