// A buffer whose gaps cover its whole lifetime takes no bytes. No figure of the whole plan may change because of it.

#include <algorithm>
#include <array>

#include "core/analysis/explain/capacity_breach.h"
#include "core/analysis/explain/core_use.h"
#include "core/analysis/explain/layout_figures.h"
#include "core/analysis/explain/peak_report.h"
#include "core/analysis/explain/plan_summary.h"
#include "core/analysis/improvement/layout_improvement.h"
#include "core/check/overlap_checker.h"
#include "core/format/plan/plan_json.h"
#include "core/model/memory/conflict.h"
#include "core/model/memory/external_fragmentation.h"
#include "core/model/memory/free_areas.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/region_excess.h"
#include "core/model/memory/tail.h"
#include "core/model/tiers/rectangle_classifier.h"
#include "core/picture/plan/container.h"
#include "core/planner/random.h"
#include "core/planner/registry.h"
#include "tests/support/drawn_problem.h"
#include "tests/support/fresh_seed.h"
#include "tests/support/planner_claims.h"
#include "tests/support/random_problem.h"
#include "tests/support/sanitized_build.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

constexpr std::uint64_t share = is_sanitized ? 10 : 1;

Buffer buffer_without_bytes(const std::string& name, Lifetime steps, std::int64_t size) {
    Buffer made = buffer(name, steps.begin.value(), steps.end.value(), size);
    made.set_gaps({{steps, std::nullopt}});
    return made;
}

/// Every figure of a plan as text, without the last `left_out` buffers.
std::string figures_of(const Problem& problem, const Layout& layout, std::size_t left_out) {
    const std::size_t count = problem.buffers.size() - left_out;
    std::string text;
    const auto add = [&text](const char* name, std::int64_t value) {
        text += std::string(name) + " " + std::to_string(value) + "\n";
    };
    const auto add_step = [&](const char* name, const std::optional<Step>& step) {
        add(name, step ? step->value() : -1'000'000);
    };
    add("peak", peak(problem, layout).value());
    add("threshold", threshold(problem, layout).value());
    add("fits", fits(problem, layout) ? 1 : 0);
    add("conflicts", static_cast<std::int64_t>(conflict_pairs(problem)));
    const std::vector<std::int64_t> conflicts = conflict_counts(problem);
    const auto risks = classify(problem, layout);
    for (std::size_t i = 0; i < count; ++i) {
        const BufferIndex index(i);
        add("conflicts of one", conflicts[i]);
        add("those listed", static_cast<std::int64_t>(conflicts_of(problem, index).size()));
        add("shared steps", shared_steps(problem, index));
        add("tier", static_cast<std::int64_t>(risks[index].tier));
        add("cause", static_cast<std::int64_t>(risks[index].cause));
    }
    const CheckReport report = check(problem, layout);
    add("overlaps", static_cast<std::int64_t>(report.overlap_count));
    add("outside", static_cast<std::int64_t>(report.outside.size()));
    const auto excess = largest_excess(problem, layout);
    add("excess of", excess ? excess->region.value() : -1);
    const PlanProfiles profiles(problem, layout);
    const LayoutFigures shown = layout_figures(problem, layout, {risks.data(), risks.size()});
    add("shown peak", shown.peak.value());
    add_step("shown step", shown.peak_place ? std::optional(shown.peak_place->step) : std::nullopt);
    const PlanSummary summary = plan_summary(problem, layout, false);
    add("summed up", summary.height.peak.value_or(Offset(-1)).value());
    const std::vector<Container> stack = containers(problem, layout);
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        const RegionIndex region(i);
        add("region", region.value());
        add("peak", peak(problem, layout, region).value());
        add("fragmentation", external_fragmentation(problem, layout, region).total);
        add("heap", heap_of(problem, layout, region).to.value());
        add("shown peak", shown.regions[region].peak.value());
        add("summed up", summary.regions[region].peak.value_or(Offset(0)).value());
        const CoreUse use = core_uses(problem, layout)[i];
        add("peak of the core", use.peak.value());
        add_step("its step", use.peak_step);
        if (const Container* drawn = container_of(stack, region)) {
            add("drawn peak", drawn->peak.value());
            add("drawn height", drawn->highest);
            add("target", drawn->target ? drawn->target->bytes.to.value() : 0);
        }
    }
    add("peak at", shown.peak_place ? shown.peak_place->peak.value() : -1);
    const PeakExplanation why = explain_peak(problem, layout);
    for (const PeakChainLink& link : why.chain) {
        add("link", link.buffer.value());
    }
    for (const Hole& hole : why.holes) {
        add("hole", hole.bytes.from.value());
    }
    const ImprovementReport better = find_improvements(problem, layout, {});
    add("improvements", static_cast<std::int64_t>(better.improvements.size()));
    for (const Improvement& one : better.improvements) {
        add("to", one.peak.value());
    }
    return text;
}

/// Some offsets, not always without overlaps.
Layout drawn_layout(Random& random, const Problem& problem) {
    Layout layout = empty_layout(problem);
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        layout.placements[i] = Placement{
            Offset(alignment_of(problem, buffer).value() * static_cast<std::int64_t>(random.below(12))), buffer.region};
    }
    return layout;
}

/// The planners that place by offset without a start of chance, so that one more buffer must not matter to their peak.
constexpr std::array<std::string_view, 4> proving{"exact", "greedy-by-area", "offsets-greedy-by-size", "greedy-best"};

}  // namespace

class BufferWithoutBytesTest : public QObject {
    Q_OBJECT

private slots:
    void only_gaps_over_the_whole_lifetime_leave_no_bytes() {
        Buffer one = buffer("a", 2, 6, 10);
        QVERIFY(takes_bytes(one));
        QCOMPARE(tail_of(one, Offset(5)), Offset(15));
        QVERIFY(!fixed_offset(one));
        one.set_gaps({{{Step(2), Step(5)}, {}}});
        QVERIFY(takes_bytes(one));
        one.set_gaps({{{Step(3), Step(6)}, {}}});
        QVERIFY(takes_bytes(one));
        one.set_gaps({{{Step(2), Step(4)}, {}}, {{Step(4), Step(6)}, Window{Bytes(2), Bytes(3)}}});
        QVERIFY(takes_bytes(one));
        QCOMPARE(tail_of(one, Offset(5)), Offset(15));
        one.set_gaps({{{Step(2), Step(4)}, {}}, {{Step(4), Step(6)}, {}}});
        QVERIFY(!takes_bytes(one));
        QCOMPARE(tail_of(one, Offset(5)), Offset(0));
        QCOMPARE(fixed_offset(one), std::optional(Offset(0)));
        one.pin = Offset(7);
        QCOMPARE(fixed_offset(one), std::optional(Offset(7)));
    }

    void its_offset_is_checked_and_its_bytes_are_not() {
        Problem problem = problem_of({buffer("a", 0, 4, 10), buffer_without_bytes("b", {Step(0), Step(4)}, 100)});
        problem.regions.front().capacity = Bytes(10);
        problem.buffers[1].alignment = Bytes(8);
        QVERIFY(is_clean(check(problem, layout_of(problem, {0, 0}))));
        QVERIFY(is_clean(check(problem, layout_of(problem, {0, 800}))));
        QVERIFY(fits(problem, layout_of(problem, {0, 800})));
        QCOMPARE(check(problem, layout_of(problem, {0, 801})).misaligned, std::vector{BufferIndex(1)});
        QCOMPARE(check(problem, layout_of(problem, {0, -8})).outside, std::vector{BufferIndex(1)});
        Layout unplaced = layout_of(problem, {0});
        QCOMPARE(check(problem, unplaced).unplaced, std::vector{BufferIndex(1)});
        QCOMPARE(lack_of_room(problem, unplaced, BufferIndex(1))->missing, Bytes(0));
    }

    void variable_scratch_in_a_gap_counts_no_minimum() {
        Problem problem = problem_of({buffer_without_bytes("v", {Step(1), Step(2)}, 70)});
        problem.buffers.front().kind = BufferKind::scratch;
        problem.scratch.push_back({.buffer = BufferIndex(0), .variable = true, .minimum = Bytes(20)});
        QCOMPARE(threshold(problem), Bytes(0));
    }

    void no_figure_of_any_plan_changes_because_of_it() {
        for (std::uint64_t i = 0; i < problems_to_draw(2'000 / share); ++i) {
            Random random(fresh_seed() + i);
            DrawnShape shape{.with_windows = i % 2 == 0};
            shape.largest_size = shape.with_windows ? 8 : 64;
            const Problem plain = drawn_problem([&](std::size_t bound) { return random.below(bound); }, shape);
            const Layout layout = drawn_layout(random, plain);
            Problem more = plain;
            const Lifetime whole = time_span(plain);
            more.buffers.push_back(buffer_without_bytes("none", whole, 1'000));
            more.buffers.back().region = plain.buffers.front().region;
            Layout with = layout;
            with.placements.push_back(
                Placement{Offset(27'720 * static_cast<std::int64_t>(random.below(3))), more.buffers.back().region});
            const std::string before = figures_of(plain, layout, 0);
            const std::string after = figures_of(more, with, 1);
            const std::string which = "problem " + std::to_string(i) +
                                      " of ARENASCOPE_SEED=" + std::to_string(fresh_seed()) + "\n" +
                                      plan_json_text(more, with, {}) + before + "with it\n" + after;
            QVERIFY2(before == after, which.c_str());
            QCOMPARE(conflict_counts(more).back(), std::int64_t{0});
            QVERIFY(conflicts_of(more, BufferIndex(plain.buffers.size())).empty());
            QCOMPARE(classify(more, with).back(), Risk());
        }
    }

    void no_peak_of_a_planner_changes_because_of_it() {
        for (std::uint64_t i = 0; i < problems_to_draw(200 / share); ++i) {
            Random random(fresh_seed() + i);
            const Problem plain =
                drawn_problem([&](std::size_t bound) { return random.below(bound); }, DrawnShape{.with_pins = false});
            Problem more = plain;
            more.buffers.push_back(buffer_without_bytes("none", time_span(plain), 1'000));
            more.buffers.back().alignment = Bytes(7);
            for (const std::string_view planner : proving) {
                const PlanOrder order{.planner = std::string(planner)};
                const auto before = run_planner(plain, empty_layout(plain), order);
                const auto after = run_planner(more, empty_layout(more), order);
                QVERIFY2(before && after, planner.data());
                QCOMPARE(peak(more, after->result.layout), peak(plain, before->result.layout));
                QCOMPARE(after->result.lower_bound, before->result.lower_bound);
                QCOMPARE(after->result.goal, before->result.goal);
            }
        }
    }

    void it_fits_beside_anything_and_below_any_capacity() {
        Problem problem = problem_of({buffer("a", 0, 1, 10), buffer_without_bytes("b", {Step(0), Step(1)}, 100)});
        problem.regions.front().capacity = Bytes(10);
        for (const Planner& planner : planners()) {
            const std::string name(planner.description.name);
            const auto plan = run_planner(problem, empty_layout(problem), quick_order(planner.description, 20'000));
            QVERIFY2(plan.has_value(), name.c_str());
            QVERIFY2(plan->result.misfits.empty() && fault_of(*plan).empty(), name.c_str());
            QVERIFY2(is_clean(check(plan->problem, plan->result.layout)), name.c_str());
            QCOMPARE(peak(plan->problem, plan->result.layout), Offset(10));
            QCOMPARE(plan->result.lower_bound, Bytes(10));
        }
    }

    void a_pin_of_it_stays_and_counts_nowhere() {
        // Exact once claimed 49 as the optimum.
        Problem problem = problem_of(
            {buffer("b0", 7, 8, 1), buffer("b1", 7, 8, 1), buffer_without_bytes("b2", {Step(5), Step(8)}, 1)});
        problem.regions.front().alignment = Bytes(16);
        problem.buffers[1].alignment = Bytes(3);
        for (const std::int64_t pin : {0, 48'000}) {
            problem.buffers[2].pin = Offset(pin);
            for (const Planner& planner : planners()) {
                if (planner.description.kind == PlannerKind::shared_objects) {
                    continue;  // refuses pins
                }
                const std::string name(planner.description.name);
                const auto plan = run_planner(problem, empty_layout(problem), quick_order(planner.description, 20'000));
                QVERIFY2(plan.has_value(), name.c_str());
                QVERIFY2(plan->result.layout.placements[2]->offset == Offset(pin), name.c_str());
                QVERIFY2(peak(plan->problem, plan->result.layout) <= Offset(49), name.c_str());
                QVERIFY2(plan->result.lower_bound <= Bytes(17), name.c_str());
            }
            const auto exact = run_planner(problem, empty_layout(problem), {.planner = "exact"});
            QCOMPARE(exact->result.goal, Goal::optimal);
            QCOMPARE(peak(problem, exact->result.layout), Offset(17));
            QCOMPARE(exact->result.lower_bound, Bytes(17));
        }
    }
};

ARENASCOPE_TEST(BufferWithoutBytesTest)
#include "buffer_without_bytes_test.moc"
