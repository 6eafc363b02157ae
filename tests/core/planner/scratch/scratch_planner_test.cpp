#include "core/planner/scratch/scratch_planner.h"

#include <algorithm>
#include <rapidcheck.h>

#include <QDirIterator>

#include "core/base/containers/indexed_vector.h"
#include "core/check/overlap_checker.h"
#include "core/format/plan/plan_json.h"
#include "core/format/plan/trace_binary.h"
#include "core/format/plan/trace_json.h"
#include "core/format/reading.h"
#include "core/model/memory/free_areas.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/planning.h"
#include "core/trace/step_layout.h"
#include "core/trace/trace_player.h"
#include "core/trace/trace_validation.h"
#include "tests/support/placed_plan.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

PlanOrder order_of(std::vector<KeyValue> settings = {}) {
    PlanOrder order{.planner = "scratch", .settings = std::move(settings)};
    order.settings.emplace_back("work", "20000");
    return order;
}

void add_scratch(Problem& problem, const std::string& name, std::int64_t layer, std::int64_t size,
                 ScratchRequest request = {}) {
    problem.buffers.push_back(buffer(name, layer, layer + 1, size));
    problem.buffers.back().kind = BufferKind::scratch;
    request.buffer = BufferIndex(problem.buffers.size() - 1);
    problem.scratch.push_back(request);
}

/// Tensors in one or two parts of a heap, and scratch of every kind between them.
Problem random_scratch_problem() {
    using rc::gen::inRange;
    Problem problem = random_problem({.most_buffers = 10, .most_steps = 10, .with_gaps = true, .with_alignment = true});
    problem.regions.front().alignment = Bytes(*rc::gen::element<std::int64_t>(1, 1, 8));
    if (*rc::gen::arbitrary<bool>()) {
        problem.regions.push_back({.name = "fast", .fast = true});
        for (Buffer& each : problem.buffers) {
            each.region = RegionIndex(*inRange<std::size_t>(0, 2));
        }
    }
    for (int i = 0, count = *inRange(0, 12); i < count; ++i) {
        add_scratch(problem, std::string("s").append(std::to_string(i)), *inRange<std::int64_t>(0, 10),
                    *inRange<std::int64_t>(1, 60),
                    {.variable = *inRange(0, 3) == 0,
                     .minimum = Bytes(*inRange<std::int64_t>(0, 30)),
                     .overlay = *rc::gen::arbitrary<bool>(),
                     .fast = *inRange(0, 3) == 0});
        problem.buffers.back().alignment = Bytes(*rc::gen::element<std::int64_t>(1, 1, 4, 6));
    }
    return problem;
}

OptionalPlacement place_of(const Plan& plan, const std::string& name) {
    for (std::size_t i = 0; i < plan.problem.buffers.size(); ++i) {
        if (plan.problem.buffers[i].name == name) {
            return plan.result.layout.placements[i];
        }
    }
    return std::nullopt;
}

ScratchRule rule_of(const Plan& plan, const std::string& name) {
    for (const ScratchPlacement& each : plan.result.layout.scratch) {
        if (plan.problem.buffers[each.buffer].name == name) {
            return each.rule;
        }
    }
    return {};
}

/// The result of a plan in the measure of each criterion; less is better.
struct Measures {
    std::pair<std::size_t, std::int64_t> growth;
    std::int64_t heap = 0;
    std::int64_t scattered = 0;
    std::int64_t slow = 0;
};

/// Computed from the layout alone, to be independent of the planner's own measures.
Measures measures_of(const Plan& plan) {
    Measures measures;
    const Layout& layout = plan.result.layout;
    const Lifetime span = time_span(plan.problem);
    for (const HeapBounds& heap : layout.heaps) {
        measures.heap += size(heap.after).value();
        measures.growth.second += (size(heap.after) - size(heap.before)).value();
        for (Step step = span.begin; step < span.end; step = step + Duration(1)) {
            std::int64_t free = 0;
            std::int64_t largest = 0;
            for (const AddressRange area : free_areas(plan.problem, layout, heap.region, step)) {
                free += size(area).value();
                largest = std::max(largest, size(area).value());
            }
            measures.scattered += free - largest;
        }
    }
    for (const Frame& frame : plan.trace->frames) {
        measures.growth.first += frame.note.find("moves by") != std::string::npos ? 1 : 0;
    }
    for (const ScratchPlacement& each : layout.scratch) {
        const Buffer& buffer = plan.problem.buffers[each.buffer];
        measures.slow -= plan.problem.regions[buffer.region].fast ? buffer.size.value() : 0;
    }
    return measures;
}

bool is_growth(ScratchRule rule) {
    return rule == ScratchRule::grown_top || rule == ScratchRule::grown_bottom || rule == ScratchRule::minimum_top ||
           rule == ScratchRule::minimum_bottom;
}

/// Describes the first fault of the scratch in a plan; empty: none.
std::string scratch_fault(const Plan& plan) {
    const Layout& layout = plan.result.layout;
    if (!is_complete(layout)) {
        return "not all buffers are placed";
    }
    if (!is_clean(check(plan.problem, layout))) {
        return "the overlap checker finds something";
    }
    for (std::size_t i = 0; i < plan.problem.buffers.size(); ++i) {
        const AddressRange heap = heap_of(plan.problem, layout, plan.problem.buffers[i].region);
        const AddressRange bytes = range_of(plan.problem.buffers[i].size, layout.placements[i]->offset);
        if (bytes.from < heap.from || bytes.to > heap.to) {
            return plan.problem.buffers[i].name + " lies outside its heap";
        }
    }
    for (const ScratchPlacement& each : layout.scratch) {
        const Buffer& buffer = plan.problem.buffers[each.buffer];
        const ScratchRequest* request = scratch_request_of(plan.problem, each.buffer);
        if (request != nullptr && request->variable && buffer.size < request->minimum) {
            return buffer.name + " is smaller than its minimum";
        }
        const bool grew = std::any_of(layout.heaps.begin(), layout.heaps.end(), [&](const HeapBounds& heap) {
            return heap.region == buffer.region && heap.before != heap.after;
        });
        if (request != nullptr && request->variable && request->minimum == Bytes(0) && is_growth(each.rule)) {
            return buffer.name + " has no minimum, but the heap grew for it";
        }
        if (each.rule == ScratchRule::whole_area && !grew && buffer.alignment == Bytes(1) &&
            plan.problem.regions[buffer.region].alignment == Bytes(1)) {
            const AddressRange bytes = range_of(buffer.size, layout.placements[each.buffer]->offset);
            for (const AddressRange area : free_areas(plan.problem, layout, buffer.region, buffer.lifetime.begin)) {
                if (area.to == bytes.from || area.from == bytes.to) {
                    return buffer.name + " does not fill its area";
                }
            }
        }
    }
    return {};
}

}  // namespace

class ScratchPlannerTest : public QObject {
    Q_OBJECT

private slots:
    void a_trace_keeps_the_size_that_variable_scratch_was_given() {
        Problem problem = problem_of({buffer("a", 0, 2, 100), buffer("b", 1, 3, 40)});
        add_scratch(problem, "s", 2, 8, {.variable = true, .minimum = Bytes(8)});
        PlanOrder order = order_of();
        order.record = true;
        const auto plan = run_planner(problem, empty_layout(problem), order);
        QVERIFY(plan.has_value());
        QVERIFY(plan->problem.buffers[2].size > Bytes(8));
        const Layout& layout = plan->result.layout;
        for (const std::string& text : {trace_json_text(plan->problem, layout, *plan->trace),
                                        trace_binary_bytes(plan->problem, layout, *plan->trace)}) {
            const auto read = parse_document(text, "run");
            QVERIFY2(read.has_value(), read ? "" : to_string(read.error()).c_str());
            QVERIFY(read->problem == plan->problem);
            QVERIFY(read->layout == layout);
        }
    }

    void the_figure_of_the_source_ends_between_minus_40_and_150() {
        const auto document = read_document(sample(QStringLiteral("scratch_heap.json")).toStdString());
        QVERIFY(document);
        const auto plan = run_planner(document->problem, document->layout,
                                      order_of({{"area-end", "top,top,top,bottom,top,top,top"},
                                                {"growth", "top,top,top,top,top,bottom,top"},
                                                {"overlay", "yes"}}));
        QVERIFY(plan);
        QCOMPARE(plan->result.layout.heaps,
                 (std::vector{HeapBounds{RegionIndex(0), {Offset(0), Offset(100)}, {Offset(-40), Offset(150)}}}));
        const auto is_at = [&](const char* name, std::int64_t before, ScratchRule rule) {
            return place_of(*plan, name)->offset == Offset(before + 40) && rule_of(*plan, name) == rule;
        };
        QVERIFY(is_at("sb1", 80, ScratchRule::free_top));
        QVERIFY(is_at("sb2", 70, ScratchRule::free_bottom));
        QVERIFY(is_at("sb3", 80, ScratchRule::overlay));
        QVERIFY(is_at("sb4", 80, ScratchRule::overlay));
        QVERIFY(is_at("sb5", 100, ScratchRule::grown_top));
        QVERIFY(is_at("sb6", -40, ScratchRule::grown_bottom));
        QVERIFY(is_at("sb7", 100, ScratchRule::grown_top));
        QCOMPARE(place_of(*plan, "tb1")->offset, Offset(40));
        QCOMPARE(peak(plan->problem, plan->result.layout), Offset(190));
        QVERIFY(is_clean(check(plan->problem, plan->result.layout)));
    }

    void the_figure_needs_at_least_50_more_bytes() {
        const auto document = read_document(sample(QStringLiteral("scratch_heap.json")).toStdString());
        const auto plan = run_planner(document->problem, document->layout, order_of());
        QCOMPARE(peak(plan->problem, plan->result.layout), Offset(150));
        QCOMPARE(plan->result.threshold, Bytes(150));
        // It grows at the top. Growth at the bottom would raise the offsets of the tensors.
        QCOMPARE(plan->result.layout.heaps.front().after, (AddressRange{Offset(0), Offset(150)}));
    }

    void the_choices_of_a_run_reproduce_its_layout() {
        QVERIFY(rc::check("choices", [] {
            const Problem problem = random_scratch_problem();
            const auto plan = run_planner(problem, empty_layout(problem), order_of());
            std::vector<KeyValue> choices;
            for (const KeyValue& choice : plan->result.choices) {
                if (choice.first != "tensors" && choice.first != "trial") {
                    choices.push_back(choice);
                }
            }
            const auto again = run_planner(problem, empty_layout(problem), order_of(choices));
            RC_ASSERT(again->result.layout == plan->result.layout);
        }));
    }

    void tensors_keep_their_distances_and_nothing_is_outside_or_overlaps() {
        QVERIFY(rc::check("sound", [] {
            const Problem problem = random_scratch_problem();
            const auto plan = run_planner(problem, empty_layout(problem), order_of());
            if (const std::string fault = scratch_fault(*plan); !fault.empty()) {
                RC_FAIL(fault);
            }
            Layout tensors = plan->result.layout;
            for (const ScratchPlacement& each : plan->result.layout.scratch) {
                tensors.placements[each.buffer].reset();
            }
            tensors.sharing.clear();
            tensors.heaps.clear();
            tensors.scratch.clear();
            const auto other = run_planner(plan->problem, tensors, order_of({{"criterion", "fragmentation"}}));
            IndexedVector<RegionIndex, std::optional<Bytes>> moved(problem.regions.size());
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                if (tensors.placements[i]) {
                    const Bytes by = other->result.layout.placements[i]->offset - tensors.placements[i]->offset;
                    auto& own = moved[problem.buffers[i].region];
                    RC_ASSERT(own.value_or(by) == by);
                    own = by;
                }
            }
        }));
    }

    void each_criterion_is_as_good_in_its_own_measure_as_any_other() {
        QVERIFY(rc::check("criteria", [] {
            const Problem problem = random_scratch_problem();
            const auto by = [&](const char* criterion) {
                PlanOrder order = order_of({{"criterion", criterion}});
                order.record = true;
                return measures_of(*run_planner(problem, empty_layout(problem), order));
            };
            const std::vector<Measures> all = {by("no-growth"), by("smallest"), by("fragmentation"), by("fast")};
            for (const Measures& other : all) {
                RC_ASSERT(all[0].growth <= other.growth);
                RC_ASSERT(all[1].heap <= other.heap);
                RC_ASSERT(all[2].scattered <= other.scattered);
                RC_ASSERT(all[3].slow <= other.slow);
            }
        }));
    }

    void the_same_request_gives_the_same_result_and_its_trace_ends_with_it() {
        QVERIFY(rc::check("trace", [] {
            const Problem problem = random_scratch_problem();
            PlanOrder order = order_of();
            const auto plain = run_planner(problem, empty_layout(problem), order);
            order.record = true;
            order.threads = 2;
            const auto plan = run_planner(problem, empty_layout(problem), order);
            RC_ASSERT(plan->result.layout == plain->result.layout);
            RC_ASSERT(validate_trace(*plan->trace).has_value());
            RC_ASSERT(plan->trace->frames.size() == 1 + plan->result.layout.scratch.size());
            TracePlayer player(*plan->trace);
            player.go_to(plan->trace->result);
            RC_ASSERT(player.layout(plan->problem).placements == plan->result.layout.placements);
            RC_ASSERT(plan->trace->frames.back().peak == peak(plan->problem, plan->result.layout));
        }));
    }

    void each_frame_has_the_heap_size_at_that_time_but_final_offsets() {
        const auto document = read_document(sample(QStringLiteral("scratch_heap.json")).toStdString());
        PlanOrder order = order_of({{"growth", "top,top,top,top,top,bottom,top"}, {"overlay", "yes"}});
        order.record = true;
        const auto plan = run_planner(document->problem, document->layout, order);
        std::vector<std::int64_t> peaks;
        for (const Frame& frame : plan->trace->frames) {
            peaks.push_back(frame.peak.value());
        }
        QCOMPARE(peaks, (std::vector<std::int64_t>{100, 100, 100, 100, 100, 130, 170, 190}));
    }

    /// The picture tells growth_for() of the shown step; the planner notes what it did.
    void the_growth_of_a_step_is_that_of_its_note() {
        QVERIFY(rc::check("growths", [] {
            const Problem problem = random_scratch_problem();
            PlanOrder order = order_of();
            order.record = true;
            const auto plan = run_planner(problem, empty_layout(problem), order);
            TracePlayer player(*plan->trace);
            for (std::size_t i = 1; i < plan->trace->frames.size(); ++i) {
                player.go_to(FrameIndex(i));
                const Layout layout = step_layout(player.layout(plan->problem), plan->result.layout, plan->problem);
                const auto growth = growth_for(plan->problem, layout, player.order().back());
                const std::string note(plan->trace->frames[FrameIndex(i)].note);
                const std::string moves = growth ? " moves by " + std::to_string(growth->value()) + " B" : "no growth";
                const bool has_room = note.find("where there is room already") != std::string::npos;
                const bool agrees = growth ? note.find(moves) != std::string::npos || (has_room && *growth == Bytes(0))
                                           : note.find(" moves by ") == std::string::npos && !has_room;
                RC_ASSERT(agrees);
            }
        }));
    }

    void a_written_plan_opens_with_its_heap_rules_and_overlays_and_is_clean() {
        QVERIFY(rc::check("written", [] {
            const Problem problem = random_scratch_problem();
            const auto plan = run_planner(problem, empty_layout(problem), order_of());
            const auto document =
                parse_document(plan_json_text(plan->problem, plan->result.layout, plan->provenance), "plan.json");
            RC_ASSERT(document.has_value());
            RC_ASSERT(document->problem == plan->problem);
            RC_ASSERT(document->layout == plan->result.layout);
            RC_ASSERT(is_clean(check(document->problem, document->layout)));
        }));
    }

    void planning_a_planned_file_again_removes_its_growth_at_the_bottom() {
        PlacedPlan plan = placed_plan({{"t", 0, 1, 100, 0}});
        add_scratch(plan.problem, "s", 0, 40);
        plan.layout.placements.emplace_back();
        const auto first = run_planner(plan.problem, plan.layout, order_of({{"growth", "bottom"}}));
        QCOMPARE(place_of(*first, "t")->offset, Offset(40));
        const auto again = run_planner(first->problem, first->result.layout, order_of({{"growth", "top"}}));
        QCOMPARE(place_of(*again, "t")->offset, Offset(0));
        QCOMPARE(place_of(*again, "s")->offset, Offset(100));
    }

    void pins_of_the_file_stay_so_that_the_heap_grows_at_its_top_only() {
        PlacedPlan plan = placed_plan({{"t", 0, 1, 100, 0}});
        add_scratch(plan.problem, "s", 0, 40);
        plan.layout.placements.emplace_back();
        const auto pinned = run_planner(plan.problem, plan.layout, order_of({{"pins", "file"}, {"growth", "bottom"}}));
        QCOMPARE(place_of(*pinned, "t")->offset, Offset(0));
        QCOMPARE(rule_of(*pinned, "s"), ScratchRule::grown_top);
    }

    void a_file_with_an_unsound_layout_is_planned_again_or_refused_if_tensors_is_file() {
        PlacedPlan plan = placed_plan({{"t", 0, 1, 100, 0}, {"u", 0, 1, 100, 50}});
        const auto made_by = [&](std::vector<KeyValue> settings) {
            const auto made = run_planner(plan.problem, plan.layout, order_of(std::move(settings)));
            return made ? made->result.choices.front().second : to_string(made.error());
        };
        QCOMPARE(made_by({}), std::string("peak-suppression"));
        add_scratch(plan.problem, "s", 0, 40);
        plan.layout.placements.emplace_back();
        QCOMPARE(made_by({}), std::string("peak-suppression"));
        const std::string refused = made_by({{"tensors", "file"}});
        QVERIFY2(refused.find("is wrong: buffers 't' and 'u' overlap") != std::string::npos, refused.c_str());
        QVERIFY2(refused.find("internal") == std::string::npos, refused.c_str());
        plan.layout.placements[1] = Placement{Offset(100), RegionIndex(0)};
        QCOMPARE(made_by({}), std::string("file"));
        QCOMPARE(made_by({{"tensors", "file"}}), std::string("file"));
    }

    void any_other_planner_can_place_the_tensors() {
        Problem problem = problem_of({buffer("a", 0, 2, 10), buffer("b", 1, 3, 20)});
        add_scratch(problem, "s", 1, 5);
        for (const char* name : {"exact", "greedy-by-size", "operator-sharing", "hill-climb", "offsets-naive"}) {
            const auto plan = run_planner(problem, empty_layout(problem), order_of({{"tensors", name}}));
            QVERIFY2(plan.has_value(), name);
            QVERIFY2(scratch_fault(*plan).empty(), name);
            QCOMPARE(plan->result.choices.front().second, std::string(name));
        }
        QVERIFY(!run_planner(problem, empty_layout(problem), order_of({{"tensors", "scratch"}})));
        QVERIFY(!run_planner(problem, empty_layout(problem), order_of({{"tensors", "luck"}})));
        const auto unplaced = run_planner(problem, empty_layout(problem), order_of({{"tensors", "file"}}));
        QVERIFY(unplaced.error().cause.find("no placement of tensor 'a'") != std::string::npos);
    }

    void variable_scratch_without_a_minimum_counts_as_nothing() {
        PlacedPlan plan = placed_plan({{"t", 0, 2, 128, 0}});
        plan.problem.regions[0].alignment = Bytes(64);
        add_scratch(plan.problem, "v", 0, 0, {.variable = true});
        add_scratch(plan.problem, "w", 0, 0, {.variable = true});
        plan.layout.placements.resize(3);
        QCOMPARE(threshold(plan.problem), Bytes(128));
        const auto planned = run_planner(plan.problem, plan.layout, order_of());
        QVERIFY(planned.has_value());
        QCOMPARE(peak(planned->problem, planned->result.layout), Offset(128));
        QCOMPARE(planned->result.threshold, Bytes(128));
        QCOMPARE(planned->result.lower_bound, Bytes(128));
        QCOMPARE(planned->problem.buffers[1].size, Bytes(0));
        QCOMPARE(planned->result.notes,
                 std::vector<std::string>{
                     "scratch buffers that have no minimum and found no free area: their size is 0: 'v', 'w'"});
        QVERIFY(is_clean(check(planned->problem, planned->result.layout)));
    }

    void what_variable_scratch_takes_beyond_its_minimum_does_not_raise_the_threshold() {
        // The heap of 110 B has a hole of 10 B in step 0. In step 1, scratch fills all but 20 B of it.
        PlacedPlan plan = placed_plan({{"a", 0, 1, 50, 0}, {"b", 0, 1, 50, 60}, {"c", 1, 2, 20, 0}});
        add_scratch(plan.problem, "v", 1, 30, {.variable = true, .minimum = Bytes(30)});
        plan.layout.placements.emplace_back();
        const auto planned = run_planner(plan.problem, plan.layout, order_of());
        QCOMPARE(planned->problem.buffers[3].size, Bytes(90));
        QCOMPARE(planned->result.threshold, Bytes(100));
        QCOMPARE(threshold(planned->problem), Bytes(100));
        QCOMPARE(peak(planned->problem, planned->result.layout), Offset(110));
    }

    void the_trials_are_part_of_the_result_and_the_bound_says_how_small_the_heap_can_be() {
        const auto document = read_document(sample(QStringLiteral("scratch_heap.json")).toStdString());
        const auto plan = run_planner(document->problem, document->layout, order_of({{"trials", "64"}}));
        const HeapTrials& trials = *plan->result.heap_trials;
        QCOMPARE(trials.list.size(), std::size_t(64));
        QCOMPARE(trials.queue.size(), std::size_t(7));
        QCOMPARE(trials.bound, Bytes(150));
        QVERIFY(trials.bound_is_reachable);
        const HeapTrial& chosen = trials.list[trials.chosen - 1];
        QCOMPARE(chosen.number, trials.chosen);
        QCOMPARE(chosen.measure.heap, Bytes(150));
        for (const HeapTrial& trial : trials.list) {
            QVERIFY(trial.measure.heap >= trials.bound);
            QCOMPARE(trial.choices.size(), std::size_t(7));
        }
    }

    void trials_that_fit_are_preferred() {
        PlacedPlan plan = placed_plan({{"t", 0, 2, 60, 0}, {"u", 0, 1, 40, 60}});
        plan.problem.regions[0].capacity = Bytes(100);
        add_scratch(plan.problem, "s", 1, 30, {});
        plan.layout.placements.emplace_back();
        const auto plan_of = [&](std::int64_t size) {
            plan.problem.buffers.back().size = Bytes(size);
            return run_planner(plan.problem, plan.layout, order_of());
        };
        QVERIFY(fits(plan_of(40)->problem, plan_of(40)->result.layout));
        QVERIFY(!fits(plan_of(41)->problem, plan_of(41)->result.layout));
    }

    void a_list_of_choices_longer_than_the_queue_is_an_error() {
        PlacedPlan plan = placed_plan({{"t", 0, 1, 100, 0}});
        const auto planned = [&](std::vector<KeyValue> settings) {
            return run_planner(plan.problem, plan.layout, order_of(std::move(settings)));
        };
        QVERIFY(planned({{"growth", "top"}}));
        add_scratch(plan.problem, "s", 0, 40);
        add_scratch(plan.problem, "r", 0, 20);
        plan.layout.placements.resize(3);
        QVERIFY(planned({{"growth", "top,bottom"}, {"overlay", "no"}}));
        const auto refused = planned({{"area-end", "top"}, {"growth", "top,bottom,top"}});
        QVERIFY(!refused);
        QCOMPARE(refused.error().cause,
                 std::string("option 'growth' lists 3 choices, but 2 scratch buffers wait in the queue"));
    }

    void a_run_without_some_tensors_ends_as_complete_at_any_peak() {
        Problem problem = problem_of({buffer("a", 0, 2, 60), buffer("b", 0, 2, 60)});
        problem.regions[0].capacity = Bytes(100);
        add_scratch(problem, "s", 1, 10);
        const auto plan = run_planner(problem, empty_layout(problem), order_of({{"tensors", "many-core"}}));
        QVERIFY(plan && !plan->result.misfits.empty());
        QCOMPARE(plan->result.goal, Goal::complete);
    }

    void real_models_with_scratch_at_each_step_get_clean_layouts() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        QDirIterator files(shared_data(), {QStringLiteral("*.onnx"), QStringLiteral("*.tflite")}, QDir::Files,
                           QDirIterator::Subdirectories);
        int planned = 0;
        while (files.hasNext()) {
            auto document = read_document(files.next().toStdString());
            if (!document || document->problem.buffers.empty() || document->problem.buffers.size() > 600) {
                continue;
            }
            Problem& problem = document->problem;
            const Lifetime span = time_span(problem);
            for (Step step = span.begin; step < span.end; step = step + Duration(1)) {
                const std::string name = "scratch of " + std::to_string(step.value());
                add_scratch(problem, name, step.value(), 1 + step.value() * 7919 % 50'000, {.overlay = true});
                add_scratch(problem, name + " too", step.value(), 1 + step.value() * 104'729 % 90'000,
                            {.overlay = true});
                add_scratch(problem, name + " variable", step.value(), 1, {.variable = true, .minimum = Bytes(64)});
            }
            if (problem.graph && !problem.graph->tensors.empty()) {
                problem.graph->tensors.resize(problem.buffers.size());
            }
            const auto plan = run_planner(problem, empty_layout(problem), order_of({{"trials", "16"}}));
            QVERIFY(plan);
            QCOMPARE(scratch_fault(*plan), std::string());
            ++planned;
        }
        QVERIFY(planned > 0);
    }
};

ARENASCOPE_TEST(ScratchPlannerTest)
#include "scratch_planner_test.moc"
