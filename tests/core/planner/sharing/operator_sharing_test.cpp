#include "core/planner/sharing/operator_sharing.h"

#include <rapidcheck.h>

#include "core/check/overlap_checker.h"
#include "core/format/document.h"
#include "core/format/reading.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/planning.h"
#include "core/trace/step_layout.h"
#include "core/trace/trace_player.h"
#include "tests/support/dataflow.h"
#include "tests/support/random_decisions.h"
#include "tests/support/random_network.h"
#include "tests/support/shared_models.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using arenascope::test::Dataflow;
using arenascope::test::NetworkSketch;
using arenascope::test::random_network;
using arenascope::test::worked_network;

namespace {

Plan shared_by(const Problem& problem, const std::string& method) {
    auto plan =
        run_planner(problem, empty_layout(problem), {.planner = "operator-sharing", .settings = {{"method", method}}});
    if (!plan) {
        qFatal("%s", to_string(plan.error()).c_str());
    }
    return std::move(*plan);
}

std::int64_t offset_of(const Plan& plan, const std::string& name) {
    for (std::size_t i = 0; i < plan.problem.buffers.size(); ++i) {
        if (plan.problem.buffers[i].name == name) {
            return plan.result.layout.placements[i]->offset.value();
        }
    }
    return -1;
}

std::vector<std::string> removed_names(const Plan& plan) {
    std::vector<std::string> names;
    for (const OperatorIndex index : plan.result.layout.removed) {
        names.push_back(plan.problem.graph->operators[index].name);
    }
    return names;
}

std::string first_wrong_read(const Plan& plan) {
    return Dataflow(plan.problem, plan.result.layout).first_wrong_read();
}

/// Every method is sound, and `source` copies so many operands.
void verify_copies(const Problem& problem, std::size_t by_source) {
    for (const char* method : {"source", "letter", "best"}) {
        const Plan plan = shared_by(problem, method);
        QVERIFY(is_clean(check(plan.problem, plan.result.layout)));
        if (method == std::string("source")) {
            QCOMPARE(plan.result.layout.copies.size(), by_source);
        }
        QCOMPARE(first_wrong_read(plan), std::string());
    }
}

/// Views of buffers that greedy orders place badly.
Problem network_that_needs_tuning() {
    NetworkSketch sketch;
    std::vector<BufferIndex> made = {sketch.input("in", 3)};
    std::uint32_t state = 7;
    const auto draw = [&state](std::uint32_t limit) {
        state = state * 1664525U + 1013904223U;
        return (state >> 16) % limit;
    };
    for (int i = 0; i < 15; ++i) {
        const auto recent = [&] {
            const auto count = static_cast<std::uint32_t>(made.size());
            return made[count - 1 - draw(std::min(6U, count))];
        };
        made.push_back(sketch.add("op" + std::to_string(i), OperatorFeature::ordinary, {recent(), recent()},
                                  1 + static_cast<std::int64_t>(draw(30))));
        if (i % 5 == 4) {
            const std::int64_t size = sketch.problem().buffers[made.back()].size.value();
            made.push_back(sketch.add("view" + std::to_string(i), OperatorFeature::removable, {made.back()}, size));
        }
    }
    return std::move(sketch.problem());
}

}  // namespace

class OperatorSharingTest : public QObject {
    Q_OBJECT

private slots:
    void worked_example_3_4_places_the_blocks_by_falling_memory() {
        const Plan plan = shared_by(worked_network(), "source");
        const std::map<std::string, std::int64_t> expected = {{"concat", 0},  {"conv0", 0},  {"conv2", 30},
                                                              {"conv3", 60},  {"conv4", 90}, {"conv1", 90},
                                                              {"split1", 90}, {"input", 30}, {"split0", 30}};
        for (const auto& [name, offset] : expected) {
            QCOMPARE(offset_of(plan, name), offset);
        }
        QCOMPARE(peak(plan.problem, plan.result.layout), Offset(160));
        QCOMPARE(removed_names(plan), (std::vector<std::string>{"split0", "split1", "concat"}));
    }

    void accepts_only_declared_sharing() {
        Plan plan = shared_by(worked_network(), "source");
        QVERIFY(is_clean(check(plan.problem, plan.result.layout)));
        QCOMPARE(first_wrong_read(plan), std::string());
        // conv2 overlaps conv0, although only concat contains both; and conv2 is at the wrong position in concat.
        plan.result.layout.placements[5]->offset = Offset(0);
        QCOMPARE(check(plan.problem, plan.result.layout).overlaps.size(), std::size_t{2});
        QVERIFY(!first_wrong_read(plan).empty());
    }

    void never_overwrites_bytes_that_are_read_later() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        const auto a = sketch.add("a", OperatorFeature::ordinary, {in}, 8);
        const auto view = sketch.add("view", OperatorFeature::removable, {a}, 8);
        const auto relu = sketch.add("relu", OperatorFeature::in_place, {a}, 8);
        sketch.add("end", OperatorFeature::ordinary, {view, relu}, 4);
        const Plan plan = shared_by(sketch.problem(), "source");
        QVERIFY(offset_of(plan, "relu") != offset_of(plan, "a"));
        QCOMPARE(offset_of(plan, "view"), offset_of(plan, "a"));
        QCOMPARE(first_wrong_read(plan), std::string());
    }

    void copies_an_operand_of_two_merges() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        const auto a = sketch.add("a", OperatorFeature::ordinary, {in}, 8);
        const auto b = sketch.add("b", OperatorFeature::ordinary, {in}, 8);
        const auto first = sketch.add("first", OperatorFeature::merge, {a, b}, 16);
        const auto second = sketch.add("second", OperatorFeature::merge, {b, a}, 16);
        sketch.add("end", OperatorFeature::ordinary, {first, second}, 4);
        const Plan plan = shared_by(sketch.problem(), "source");
        QCOMPARE(removed_names(plan), std::vector<std::string>{"first"});
        QCOMPARE(plan.result.layout.copies.size(), std::size_t{2});
        QCOMPARE(first_wrong_read(plan), std::string());
    }

    void worked_order_3_3_gives_an_operand_of_two_merges_to_the_largest() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 4);
        const auto x = sketch.add("x", OperatorFeature::ordinary, {in}, 10);
        const auto y = sketch.add("y", OperatorFeature::ordinary, {x}, 10);
        const auto m1 = sketch.add("m1", OperatorFeature::merge, {x, y}, 20);
        const auto z = sketch.add("z", OperatorFeature::ordinary, {m1}, 30);
        const auto m2 = sketch.add("m2", OperatorFeature::merge, {x, z}, 40);
        sketch.add("end", OperatorFeature::ordinary, {m2}, 2);
        const Plan plan = shared_by(sketch.problem(), "source");
        QCOMPARE(removed_names(plan), std::vector<std::string>{"m2"});
        QCOMPARE(offset_of(plan, "x"), offset_of(plan, "m2"));
        QCOMPARE(offset_of(plan, "z"), offset_of(plan, "m2") + 10);
        QCOMPARE(plan.result.layout.copies, (std::vector<OperandCopy>{{OperatorIndex(2), x}}));
        QVERIFY(is_clean(check(plan.problem, plan.result.layout)));
        QCOMPARE(first_wrong_read(plan), std::string());
    }

    void worked_order_3_3_gives_operands_to_the_merge_of_more_of_them() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 4);
        const auto x0 = sketch.add("x0", OperatorFeature::ordinary, {in}, 10);
        const auto x1 = sketch.add("x1", OperatorFeature::ordinary, {x0}, 10);
        const auto two = sketch.add("two", OperatorFeature::merge, {x0, x1}, 20);
        const auto x2 = sketch.add("x2", OperatorFeature::ordinary, {two}, 10);
        const auto three = sketch.add("three", OperatorFeature::merge, {x0, x1, x2}, 30);
        sketch.add("end", OperatorFeature::ordinary, {three}, 2);
        const Plan plan = shared_by(sketch.problem(), "source");
        QCOMPARE(removed_names(plan), std::vector<std::string>{"three"});
        QCOMPARE(plan.result.layout.copies.size(), std::size_t{2});
        QCOMPARE(first_wrong_read(plan), std::string());
    }

    void a_merge_within_the_largest_is_placed_with_it() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 4);
        const auto x = sketch.add("x", OperatorFeature::ordinary, {in}, 10);
        const auto y = sketch.add("y", OperatorFeature::ordinary, {x}, 10);
        const auto inner = sketch.add("inner", OperatorFeature::merge, {x, y}, 20);
        const auto z = sketch.add("z", OperatorFeature::ordinary, {inner}, 80);
        const auto other = sketch.add("other", OperatorFeature::merge, {x, x, x}, 30);
        const auto outer = sketch.add("outer", OperatorFeature::merge, {inner, z}, 100);
        sketch.add("end", OperatorFeature::ordinary, {outer, other}, 2);
        QCOMPARE(removed_names(shared_by(sketch.problem(), "source")), (std::vector<std::string>{"inner", "outer"}));
    }

    void removes_an_operator_that_only_renames_its_operand() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 4);
        sketch.add("split", OperatorFeature::removable, {in}, 4);
        sketch.add("end", OperatorFeature::ordinary, {in}, 2);
        Problem& problem = sketch.problem();
        problem.graph->operators[0].writes.clear();
        for (const char* method : {"source", "best"}) {
            const Plan plan = shared_by(problem, method);
            QCOMPARE(removed_names(plan), std::vector<std::string>{"split"});
            QVERIFY(plan.result.layout.sharing.empty());
            QCOMPARE(first_wrong_read(plan), std::string());
        }
    }

    void keeps_pins_and_alignments() {
        Problem problem = worked_network();
        problem.buffers[2].pin = Offset(64);
        problem.regions[0].alignment = Bytes(16);
        for (const char* method : {"source", "best"}) {
            const Plan plan = shared_by(problem, method);
            QCOMPARE(offset_of(plan, "conv0"), std::int64_t{64});
            QVERIFY(is_clean(check(plan.problem, plan.result.layout)));
            QCOMPARE(first_wrong_read(plan), std::string());
        }
    }

    /// A pinned operand takes its view to a fixed offset, at which another buffer may be pinned.
    void a_view_of_a_pinned_operand_is_copied_if_it_would_meet_another_pin() {
        NetworkSketch sketch;
        const BufferIndex in = sketch.input("in", 3);
        const BufferIndex view = sketch.add("view", OperatorFeature::removable, {in}, 1);
        sketch.problem().graph->operators.back().positions = {Bytes(2)};
        const BufferIndex other = sketch.add("other", OperatorFeature::in_place, {view}, 1);
        Problem& problem = sketch.problem();
        problem.buffers[view].kind = BufferKind::output;
        problem.buffers[view].lifetime.end = Step(3);
        problem.buffers[in].pin = Offset(0);
        for (const std::int64_t pin : {2, 3}) {
            problem.buffers[other].pin = Offset(pin);
            verify_copies(problem, pin == 2 ? 1 : 0);
        }
    }

    /// The output of a merge takes its operands to fixed offsets.
    void an_operand_of_a_pinned_output_is_copied_if_it_would_meet_another_pin() {
        NetworkSketch sketch;
        const BufferIndex in = sketch.input("in", 4);
        const BufferIndex a = sketch.add("a", OperatorFeature::ordinary, {in}, 2);
        const BufferIndex b = sketch.add("b", OperatorFeature::ordinary, {in}, 2);
        const BufferIndex whole = sketch.add("whole", OperatorFeature::merge, {a, b}, 4);
        Problem& problem = sketch.problem();
        problem.buffers[whole].pin = Offset(2);
        for (const std::int64_t pin : {0, 6}) {
            problem.buffers[in].pin = Offset(pin);
            verify_copies(problem, pin == 0 ? 1 : 0);
        }
    }

    void best_is_never_above_the_peak_without_sharing() {
        QVERIFY(rc::check("best against the tuner", [] {
            const Problem problem = random_network();
            const auto alone = run_planner(problem, empty_layout(problem), {.planner = "peak-suppression"});
            const Plan plan = shared_by(problem, "best");
            RC_ASSERT(peak(problem, plan.result.layout) <= peak(problem, alone->result.layout));
            RC_ASSERT(plan.result.lower_bound.value() <= peak(problem, plan.result.layout).value());
            RC_ASSERT(plan.result.threshold <= *plan.result.threshold_unshared);
        }));
    }

    void every_read_sees_what_its_producer_wrote() {
        QVERIFY(rc::check("dataflow over the planned addresses", [] {
            const Problem problem = random_network();
            for (const char* method : {"source", "best"}) {
                const Plan plan = shared_by(problem, method);
                RC_ASSERT(is_clean(check(plan.problem, plan.result.layout)));
                RC_ASSERT(first_wrong_read(plan) == std::string());
                Layout layout = plan.result.layout;
                RC_ASSERT(reinstate_operators(layout, plan.problem).empty());
            }
        }));
    }

    void best_is_never_above_the_source_or_the_greedy_peak_without_sharing() {
        QVERIFY(rc::check("best against source", [] {
            const Problem problem = random_network();
            const Plan source = shared_by(problem, "source");
            const Plan best = shared_by(problem, "best");
            RC_ASSERT(peak(problem, best.result.layout) <= peak(problem, source.result.layout));
            RC_ASSERT(peak(problem, best.result.layout) <= *best.result.peak_unshared);
            RC_ASSERT(source.result.peak_unshared == best.result.peak_unshared);
            RC_ASSERT(source.result.lower_bound.value() <= peak(problem, best.result.layout).value());
        }));
    }

    void worked_example_of_a_copy_that_lowers_the_peak_from_32_to_28() {
        const Problem problem = test::copying_network();
        QCOMPARE(peak(problem, shared_by(problem, "source").result.layout), Offset(32));
        const Plan plan = shared_by(problem, "best");
        QCOMPARE(peak(problem, plan.result.layout), Offset(28));
        QCOMPARE(plan.result.lower_bound, Bytes(28));
        QCOMPARE(plan.result.layout.copies, (std::vector<OperandCopy>{{OperatorIndex(2), BufferIndex(1)}}));
        QVERIFY(is_clean(check(problem, plan.result.layout)));
        QCOMPARE(first_wrong_read(plan), std::string());
    }

    void worked_figures_160_with_sharing_and_180_without() {
        const auto document = read_document(test::sample(QStringLiteral("splits_and_concat.json")).toStdString());
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        const Problem& problem = document->problem;
        for (const char* method : {"source", "best"}) {
            const Plan plan = shared_by(problem, method);
            QCOMPARE(peak(problem, plan.result.layout), Offset(160));
            QCOMPARE(plan.result.peak_unshared, std::optional(Offset(180)));
        }
        const auto greedy = run_planner(problem, empty_layout(problem), {.planner = "offsets-greedy-by-size"});
        QCOMPARE(peak(problem, greedy->result.layout), Offset(180));
    }

    void every_recorded_step_has_the_sharing_of_the_result() {
        QVERIFY(rc::check("replay of a run", [] {
            const Problem problem = random_network();
            const auto plan =
                run_planner(problem, empty_layout(problem), {.planner = "operator-sharing", .record = true});
            const Trace& trace = *plan->trace;
            TracePlayer player(trace);
            for (const FrameIndex frame : chief_frames(trace)) {
                player.go_to(frame);
                const Layout step = step_layout(player.layout(problem), plan->result.layout, problem);
                RC_ASSERT(check(problem, step).overlaps.empty());
            }
            player.go_to(trace.result);
            RC_ASSERT(player.layout(problem).placements == plan->result.layout.placements);
        }));
    }

    void the_inner_tuning_is_recorded() {
        // The greedy placements of this one leave a hole that the tuner closes.
        const Problem problem = network_that_needs_tuning();
        const auto plan = run_planner(problem, empty_layout(problem), {.planner = "operator-sharing", .record = true});
        const auto& frames = plan->trace->frames;
        const auto is_of = [](FrameKind kind) { return [kind](const Frame& frame) { return frame.kind == kind; }; };
        QVERIFY(std::any_of(frames.begin(), frames.end(), is_of(FrameKind::pass)));
        QVERIFY(std::any_of(frames.begin(), frames.end(), is_of(FrameKind::iteration)));
        QVERIFY(frames.front().step.has_value());
        QCOMPARE(frames[plan->trace->result].peak, peak(problem, plan->result.layout));
    }

    void the_chosen_sharing_is_replayed_block_by_block() {
        const Problem problem = test::copying_network();
        const auto run = [&problem] {
            return run_planner(problem, empty_layout(problem), {.planner = "operator-sharing", .record = true});
        };
        const auto plan = run();
        QCOMPARE(peak(problem, plan->result.layout), Offset(28));
        const Trace& trace = *plan->trace;
        std::vector<std::string> notes;
        for (std::size_t i = 0; i < trace.frames.size(); ++i) {
            QCOMPARE(trace.frames[i].kind, FrameKind::placement);
            // Nothing that lies is moved again.
            const ChangeCounts counts = trace.changes.counts(FrameIndex(i));
            QVERIFY(counts.moves > 0 && counts.placed == counts.moves);
            notes.push_back(trace.frames[i].note);
        }
        QCOMPARE(trace.result, FrameIndex(trace.frames.size() - 1));
        TracePlayer player(trace);
        player.go_to(trace.result);
        QVERIFY(player.layout(problem).placements == plan->result.layout.placements);
        const auto has = [&notes](const std::string& text) {
            return std::any_of(notes.begin(), notes.end(),
                               [&](const std::string& note) { return note.find(text) != std::string::npos; });
        };
        QVERIFY(has("r overwrites cat in place"));
        QVERIFY(has("b lies inside cat"));
        QVERIFY(has("a is copied into cat: sharing it would raise the peak to 32"));
        QVERIFY(has("avoids "));
        QVERIFY(*run()->trace == trace);
    }

    void a_replayed_placement_never_moves_what_lies_and_ends_in_the_result() {
        QVERIFY(rc::check("replay of the chosen sharing", [] {
            const Problem problem = random_network();
            const auto plan =
                run_planner(problem, empty_layout(problem), {.planner = "operator-sharing", .record = true});
            const Trace& trace = *plan->trace;
            const bool is_replayed = std::all_of(trace.frames.begin(), trace.frames.end(),
                                                 [](const Frame& frame) { return frame.kind == FrameKind::placement; });
            RC_TAG(is_replayed ? "placed" : "tuned");
            std::size_t moved = 0;
            for (std::size_t i = 0; i < trace.frames.size(); ++i) {
                const bool is_placement = trace.frames[i].kind == FrameKind::placement;
                moved += is_placement ? trace.changes.counts(FrameIndex(i)).moves : 0;
            }
            RC_ASSERT(moved == problem.buffers.size());
            RC_ASSERT(is_replayed == trace.frames[trace.result].step.has_value());
        }));
    }

    void a_plan_without_a_graph_shares_nothing() {
        Problem problem = worked_network();
        problem.graph.reset();
        const Plan plan = shared_by(problem, "best");
        QVERIFY(plan.result.layout.sharing.empty());
        QVERIFY(is_clean(check(problem, plan.result.layout)));
    }

    void real_models_are_shared_rightly_and_proved_lowest_data() { test::add_model_rows(); }

    void real_models_are_shared_rightly_and_proved_lowest() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        QFETCH(const QString, path);
        const auto document = test::opened_model(path);
        if (!document) {
            return;
        }
        const Plan plan = shared_by(document->problem, "best");
        const Offset top = peak(plan.problem, plan.result.layout);
        QVERIFY(is_clean(check(plan.problem, plan.result.layout)));
        QCOMPARE(first_wrong_read(plan), std::string());
        QVERIFY(top <= *plan.result.peak_unshared);
        QVERIFY(top <= peak(plan.problem, shared_by(document->problem, "source").result.layout));
        QCOMPARE(plan.result.lower_bound.value(), top.value());
    }
};

ARENASCOPE_TEST(OperatorSharingTest)
#include "operator_sharing_test.moc"
