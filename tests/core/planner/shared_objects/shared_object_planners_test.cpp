#include "core/planner/shared_objects/shared_object_planners.h"

#include <algorithm>

#include "core/base/containers/indexed_vector.h"
#include "core/check/overlap_checker.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/planning.h"
#include "core/trace/step_layout.h"
#include "core/trace/trace_player.h"
#include "core/trace/trace_validation.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

constexpr std::string_view names[] = {"naive",          "equality",    "greedy-in-order", "greedy-by-breadth",
                                      "greedy-by-size", "greedy-best", "min-cost-flow"};

Expected<Plan> planned(const Problem& problem, std::string_view planner, std::vector<KeyValue> settings = {}) {
    PlanOrder order;
    order.planner = planner;
    order.settings = std::move(settings);
    order.record = true;
    return run_planner(problem, empty_layout(problem), order);
}

std::string objects_error(const Expected<Plan>& plan) {
    return plan ? "no error" : to_string(plan.error());
}

std::vector<std::int64_t> offsets(const Layout& layout) {
    std::vector<std::int64_t> result;
    for (const auto& placement : layout.placements) {
        result.push_back(placement->offset.value());
    }
    return result;
}

/// The chain of five tensors as buffers: last tasks become exclusive ends.
Problem chain() {
    return problem_of({buffer("a", 0, 2, 16), buffer("b", 1, 3, 8), buffer("c", 2, 4, 64), buffer("d", 3, 5, 32),
                       buffer("e", 4, 6, 8)});
}

Buffer texture(std::string name, std::int64_t begin, std::int64_t end, std::vector<std::int64_t> dimensions) {
    Buffer made = buffer(std::move(name), begin, end, size_of(dimensions)->value());
    made.set_dimensions(std::move(dimensions));
    return made;
}

/// Holds for any plan of shared objects. The plan is sound, and each buffer is at the base of its object. An object is
/// as large as its largest buffer, and bands do not overlap. The trace ends with the plan.
void assert_right(const Plan& plan) {
    const Layout& layout = plan.result.layout;
    RC_ASSERT(is_complete(layout));
    RC_ASSERT(is_clean(check(plan.problem, layout)));
    RC_ASSERT(peak(plan.problem, layout) >= Offset(plan.result.threshold.value()));
    RC_ASSERT(plan.result.threshold == threshold(plan.problem));
    const std::vector<ObjectIndex> held = objects_of_buffers(layout);
    IndexedVector<ObjectIndex, Bytes> largest(layout.objects.size());
    for (std::size_t i = 0; i < held.size(); ++i) {
        RC_ASSERT(held[i].value() < layout.objects.size());
        largest[held[i]] = std::max(largest[held[i]], plan.problem.buffers[i].size);
        for (std::size_t j = 0; j < i; ++j) {
            RC_ASSERT(
                (held[j] != held[i] || !overlap(plan.problem.buffers[i].lifetime, plan.problem.buffers[j].lifetime)));
        }
    }
    for (std::size_t i = 0; i < largest.size(); ++i) {
        RC_ASSERT(layout.objects[i].size == largest[i]);
        RC_ASSERT((i == 0 || layout.objects[i].region != layout.objects[i - 1].region ||
                   layout.objects[i].offset >= layout.objects[i - 1].offset + layout.objects[i - 1].size));
    }
    TracePlayer player(*plan.trace);
    player.go_to(plan.trace->result);
    RC_ASSERT(player.layout(plan.problem).placements == layout.placements);
}

using Numbers = std::vector<std::int64_t>;

void add_expectation(const char* records, const Problem& problem, const char* planner, const Numbers& ids,
                     const Numbers& sizes) {
    QTest::addRow("%s, %s", records, planner) << problem << QByteArray(planner) << ids << sizes;
}

}  // namespace

class SharedObjectPlannersTest : public QObject {
    Q_OBJECT

private slots:
    void every_strategy_is_listed_as_shared_objects() {
        const std::vector<Planner> all = shared_object_planners();
        QCOMPARE(all.size(), std::size(names));
        for (std::size_t i = 0; i < all.size(); ++i) {
            QCOMPARE(all[i].description.name, names[i]);
            QCOMPARE(name_of(all[i].description.kind), std::string_view("shared objects"));
        }
    }

    void objects_are_bands_with_object_0_at_the_bottom() {
        const auto plan = planned(chain(), "greedy-in-order");
        QVERIFY2(plan.has_value(), objects_error(plan).c_str());
        QCOMPARE(offsets(plan->result.layout), (std::vector<std::int64_t>{0, 64, 0, 64, 0}));
        QCOMPARE(plan->result.layout.objects,
                 (std::vector{SharedObject{{}, Offset(0), Bytes(64)}, SharedObject{{}, Offset(64), Bytes(32)}}));
        QCOMPARE(peak(plan->problem, plan->result.layout), Offset(96));
        QCOMPARE(plan->result.lower_bound, Bytes(96));
    }

    void a_trace_places_one_buffer_a_frame() {
        const auto plan = planned(chain(), "greedy-by-breadth");
        QVERIFY(plan);
        QCOMPARE(plan->trace->frames.size(), std::size_t{5});
        QCOMPARE(plan->trace->changes.counts(FrameIndex(0)).moves, 1U);
        QCOMPARE(plan->trace->frames[0].note, std::string("object 0, new; task 3 of breadth 96 B"));
        QCOMPARE(plan->trace->frames[2].note, std::string("object 1; task 2 of breadth 72 B"));
        QVERIFY(validate_trace(*plan->trace));
    }

    void the_bases_of_bands_are_aligned_and_sizes_stay() {
        const auto plan =
            planned(problem_of({buffer("a", 0, 2, 10), buffer("b", 1, 3, 7)}), "naive", {{"alignment", "8"}});
        QVERIFY(plan);
        QCOMPARE(offsets(plan->result.layout), (std::vector<std::int64_t>{0, 16}));
        QCOMPARE(plan->result.layout.objects[0].size, Bytes(10));
        QCOMPARE(peak(plan->problem, plan->result.layout), Offset(23));
    }

    void buffers_with_incompatible_alignments_get_separate_objects() {
        Problem problem = problem_of({buffer("a", 0, 1, 4), buffer("b", 1, 2, 4), buffer("c", 2, 3, 4)});
        problem.buffers[0].alignment = Bytes(1'000'003);
        problem.buffers[1].alignment = Bytes(999'983);
        const auto plan = planned(problem, "equality");
        QVERIFY2(plan.has_value(), objects_error(plan).c_str());
        QVERIFY(is_clean(check(plan->problem, plan->result.layout)));
        QCOMPARE(plan->result.layout.objects.size(), std::size_t{2});
    }

    void regions_have_separate_objects_and_consecutive_ids() {
        Problem problem = problem_of({buffer("a", 0, 1, 4), buffer("b", 1, 2, 4), buffer("c", 2, 3, 4)});
        problem.regions.push_back({"other"});
        problem.buffers[0].region = RegionIndex(1);
        const auto plan = planned(problem, "greedy-by-size");
        QVERIFY(plan);
        QCOMPARE(objects_of_buffers(plan->result.layout),
                 (std::vector{ObjectIndex(1), ObjectIndex(0), ObjectIndex(0)}));
        QCOMPARE(peak(plan->problem, plan->result.layout), Offset(4));
    }

    void a_pin_is_refused_by_name() {
        Problem problem = chain();
        problem.buffers[1].pin = Offset(12);
        const std::string error = objects_error(planned(problem, "greedy-best"));
        QVERIFY2(
            error.find("buffer 'b' is pinned to offset 12, but greedy-best places shared objects") != std::string::npos,
            error.c_str());
    }

    void textures_are_compared_by_shape_or_are_an_error() {
        const Problem problem =
            problem_of({texture("a", 0, 1, {8, 4}), texture("b", 1, 2, {4, 8}), texture("c", 2, 3, {8, 3})});
        const auto equal = planned(problem, "equality");
        QVERIFY2(equal.has_value(), objects_error(equal).c_str());
        QCOMPARE(equal->result.layout.objects.size(), std::size_t{3});
        const auto in_order = planned(problem, "greedy-in-order");
        QVERIFY(in_order);
        QCOMPARE(offsets(in_order->result.layout), (std::vector<std::int64_t>{0, 32, 0}));
        QCOMPARE(in_order->result.layout.objects[1].dimensions, (std::vector<std::int64_t>{4, 8}));
        QVERIFY(planned(problem, "naive"));
        for (const std::string_view planner : {"greedy-by-breadth", "greedy-by-size", "greedy-best", "min-cost-flow"}) {
            const std::string error = objects_error(planned(problem, planner));
            QVERIFY2(error.find("buffer 'a' has 2 dimensions") != std::string::npos &&
                         error.find("choose naive, equality or greedy-in-order") != std::string::npos,
                     error.c_str());
        }
    }

    void four_dimensions_are_compared_whole_and_greedy_in_order_refuses_them() {
        const Problem problem = problem_of({texture("a", 0, 1, {1, 8, 4, 2}), texture("b", 1, 2, {1, 4, 8, 2}),
                                            texture("c", 2, 3, {1, 8, 4, 2}), texture("d", 3, 4, {2, 8, 4, 1})});
        const auto equal = planned(problem, "equality");
        QVERIFY2(equal.has_value(), objects_error(equal).c_str());
        QCOMPARE(objects_of_buffers(equal->result.layout),
                 (std::vector{ObjectIndex(0), ObjectIndex(1), ObjectIndex(0), ObjectIndex(2)}));
        QCOMPARE(equal->result.layout.objects[1].dimensions, (std::vector<std::int64_t>{1, 4, 8, 2}));
        QCOMPARE(planned(problem, "naive")->result.layout.objects.size(), std::size_t{4});
        const std::string in_order = objects_error(planned(problem, "greedy-in-order"));
        QVERIFY2(
            in_order.find("buffer 'a' has 4 dimensions, but greedy-in-order compares at most 3") != std::string::npos &&
                in_order.find("choose naive or equality") != std::string::npos,
            in_order.c_str());
        const std::string by_size = objects_error(planned(problem, "greedy-by-size"));
        QVERIFY2(by_size.find("choose naive or equality, which") != std::string::npos, by_size.c_str());
    }

    void each_frame_tells_why_its_object_was_taken() {
        // c lies between the free objects 8 and 20 in size, and is nearer to 8. The object of d is still in use.
        const auto plan = planned(
            problem_of({buffer("a", 0, 1, 8), buffer("b", 0, 1, 20), buffer("d", 0, 3, 9), buffer("c", 1, 2, 10)}),
            "greedy-in-order");
        QVERIFY2(plan.has_value(), objects_error(plan).c_str());
        const Frame& frame = plan->trace->frames.back();
        QVERIFY(frame.step && frame.step->object);
        const ObjectChoice& choice = *frame.step->object;
        QVERIFY(choice.rule == ObjectRule::in_order);
        QCOMPARE(choice.candidates.size(), std::size_t{2});
        QVERIFY((choice.taken() ==
                 ObjectChoice::Candidate{ObjectIndex(0), Bytes(8), Duration(1), ObjectChoice::Outcome::taken}));
        QVERIFY((choice.candidates[1] == ObjectChoice::Candidate{ObjectIndex(1), Bytes(20), Duration(1),
                                                                 ObjectChoice::Outcome::larger_difference}));
        QCOMPARE(choice.after, Bytes(10));
        QCOMPARE(choice.total, Bytes(39));
        QCOMPARE(frame.step->candidates, (std::vector{Offset(0), Offset(10)}));
        QCOMPARE(frame.note, std::string("object 0, grows from 8 B to 10 B; 1 free object lost: farther in size"));
    }

    void the_objects_of_every_step_are_as_large_as_its_choices_say() {
        for (const std::string_view planner : names) {
            QVERIFY(rc::check([planner] {
                Problem problem = random_problem({.with_gaps = true});
                problem.regions.push_back({"other"});
                for (Buffer& each : problem.buffers) {
                    each.region = RegionIndex(*rc::gen::inRange<std::size_t>(0, 2));
                }
                const auto plan = planned(problem, planner);
                RC_ASSERT(plan.has_value());
                TracePlayer player(*plan->trace);
                IndexedVector<ObjectIndex, Bytes> sizes(plan->result.layout.objects.size());
                for (std::size_t i = 0; i < plan->trace->frames.size() && !problem.buffers.empty(); ++i) {
                    const auto& step = plan->trace->frames[i].step;
                    RC_ASSERT((step && step->object));
                    const ObjectChoice& choice = *step->object;
                    for (const ObjectChoice::Candidate& candidate : choice.candidates) {
                        const bool is_new = candidate.object == choice.taken().object && choice.is_new();
                        RC_ASSERT(candidate.size == (is_new ? Bytes(0) : sizes[candidate.object]));
                    }
                    sizes[choice.taken().object] = choice.after;
                    Bytes total;
                    for (const Bytes size : sizes) {
                        total = total + size;
                    }
                    RC_ASSERT(choice.total == total);
                    player.go_to(FrameIndex(i));
                    const Layout shown = step_layout(player.layout(plan->problem), plan->result.layout, plan->problem);
                    for (std::size_t object = 0; object < sizes.size(); ++object) {
                        RC_ASSERT(shown.objects[object].size == sizes[object]);
                    }
                }
                RC_ASSERT(is_clean(check(plan->problem, plan->result.layout)));
            }));
        }
    }

    /// The inputs and the expected results of the tests of TensorFlow's GPU delegate (memory_management_test).
    void ids_and_sizes_are_those_that_tensorflow_expects_data() {
        QTest::addColumn<Problem>("problem");
        QTest::addColumn<QByteArray>("planner");
        QTest::addColumn<Numbers>("ids");
        QTest::addColumn<Numbers>("sizes");
        const Problem chain_of_five = problem_of({buffer("0", 0, 2, 16), buffer("1", 1, 3, 8), buffer("2", 2, 4, 64),
                                                  buffer("3", 3, 5, 32), buffer("4", 4, 6, 8)});
        for (const char* name : {"min-cost-flow", "greedy-in-order", "greedy-by-breadth", "greedy-by-size"}) {
            add_expectation("chain", chain_of_five, name, {0, 1, 0, 1, 0}, {64, 32});
        }
        const Problem one = problem_of({buffer("0", 0, 2, 16)});
        for (const std::string_view name : names) {
            add_expectation("one record", one, name.data(), {0}, {16});
        }
        add_expectation("chain", chain_of_five, "naive", {0, 1, 2, 3, 4}, {16, 8, 64, 32, 8});
        add_expectation("chain", chain_of_five, "greedy-best", {0, 1, 0, 1, 0}, {64, 32});
        add_expectation("chain", chain_of_five, "equality", {0, 1, 2, 3, 1}, {16, 8, 64, 32});
        const Problem complex = problem_of({buffer("0", 0, 2, 32), buffer("1", 1, 5, 32), buffer("2", 2, 6, 8),
                                            buffer("3", 3, 6, 16), buffer("4", 4, 6, 8), buffer("5", 5, 8, 64),
                                            buffer("6", 6, 9, 8), buffer("7", 7, 9, 8), buffer("8", 8, 10, 16)});
        add_expectation("complex", complex, "naive", {0, 1, 2, 3, 4, 5, 6, 7, 8}, {32, 32, 8, 16, 8, 64, 8, 8, 16});
        add_expectation("complex", complex, "equality", {0, 1, 2, 3, 4, 5, 4, 2, 3}, {32, 32, 8, 16, 8, 64});
        add_expectation("complex", complex, "min-cost-flow", {0, 1, 2, 0, 3, 1, 3, 2, 0}, {32, 64, 8, 8});
        add_expectation("complex", complex, "greedy-in-order", {0, 1, 0, 2, 3, 1, 3, 2, 0}, {32, 64, 16, 8});
        add_expectation("complex", complex, "greedy-by-breadth", {0, 4, 2, 1, 3, 0, 2, 3, 1}, {64, 16, 8, 8, 32});
        add_expectation("complex", complex, "greedy-by-size", {1, 0, 2, 1, 3, 0, 1, 2, 0}, {64, 32, 8, 8});
        const Problem flat =
            problem_of({texture("0", 0, 2, {2, 8}), texture("1", 1, 3, {2, 8}), texture("2", 2, 5, {1, 12}),
                        texture("3", 3, 6, {2, 8}), texture("4", 4, 6, {8, 2}), texture("5", 5, 8, {2, 8}),
                        texture("6", 6, 9, {1, 8}), texture("7", 7, 9, {2, 8}), texture("8", 8, 10, {4, 1})});
        add_expectation("two dimensions", flat, "equality", {0, 1, 2, 0, 3, 1, 4, 0, 5}, {16, 16, 12, 16, 8, 4});
        add_expectation("two dimensions", flat, "greedy-in-order", {0, 1, 2, 0, 3, 1, 2, 0, 3}, {16, 16, 12, 16});
        const Problem deep =
            problem_of({texture("0", 0, 2, {1, 2, 8}), texture("1", 1, 3, {4, 3, 2}), texture("2", 2, 5, {1, 1, 1}),
                        texture("3", 3, 6, {2, 4, 1}), texture("4", 4, 6, {2, 2, 2}), texture("5", 5, 8, {8, 1, 2}),
                        texture("6", 6, 9, {1, 2, 1}), texture("7", 7, 9, {1, 1, 1}), texture("8", 8, 10, {2, 2, 2})});
        add_expectation("three dimensions", deep, "equality", {0, 1, 2, 3, 4, 5, 6, 2, 4}, {16, 24, 1, 8, 8, 16, 2});
        add_expectation("three dimensions", deep, "greedy-in-order", {0, 1, 0, 2, 1, 3, 2, 0, 1}, {16, 24, 8, 16});
    }

    void ids_and_sizes_are_those_that_tensorflow_expects() {
        QFETCH(const Problem, problem);
        QFETCH(const QByteArray, planner);
        QFETCH(const Numbers, ids);
        QFETCH(const Numbers, sizes);
        const auto plan = planned(problem, planner.toStdString());
        QVERIFY2(plan.has_value(), objects_error(plan).c_str());
        Numbers found_ids;
        for (const ObjectIndex object : objects_of_buffers(plan->result.layout)) {
            found_ids.push_back(object.value());
        }
        Numbers found_sizes;
        for (const SharedObject& object : plan->result.layout.objects) {
            found_sizes.push_back(object.size.value());
        }
        QCOMPARE(found_ids, ids);
        QCOMPARE(found_sizes, sizes);
    }

    void an_edge_of_the_usage_graph_counts_at_either_of_its_ends() {
        Problem problem = chain();
        problem.usage_graph = UsageGraph{{{}, {}, {BufferIndex(0)}, {}, {BufferIndex(2), BufferIndex(4)}}};
        const auto late = planned(problem, "greedy-in-order");
        QVERIFY(late);
        QCOMPARE(objects_of_buffers(late->result.layout),
                 (std::vector{ObjectIndex(0), ObjectIndex(1), ObjectIndex(0), ObjectIndex(2), ObjectIndex(0)}));
        problem.usage_graph = UsageGraph{{{BufferIndex(2)}, {}, {BufferIndex(4)}, {}, {}}};
        QCOMPARE(planned(problem, "greedy-in-order")->result.layout, late->result.layout);
        QCOMPARE(planned(problem, "greedy-in-order", {{"usage-graph", "none"}})->result.layout.objects.size(),
                 std::size_t{2});
    }

    void both_implementations_of_equality_give_the_same_total() {
        const Problem problem = problem_of({buffer("a", 0, 1, 4), buffer("b", 0, 2, 4), buffer("c", 3, 4, 4)});
        QCOMPARE(offsets(planned(problem, "equality")->result.layout), (std::vector<std::int64_t>{0, 4, 4}));
        QCOMPARE(offsets(planned(problem, "equality", {{"implementation", "scan"}})->result.layout),
                 (std::vector<std::int64_t>{0, 4, 0}));
    }

    void handles_a_problem_without_buffers() {
        for (const std::string_view planner : names) {
            QVERIFY(planned(problem_of({}), planner));
        }
    }

    void any_plan_is_sound_and_reproducible() {
        for (const std::string_view planner : names) {
            QVERIFY(rc::check([planner] {
                Problem problem = random_problem({.with_gaps = true, .with_alignment = true});
                problem.regions.push_back({"other"});
                for (Buffer& each : problem.buffers) {
                    each.region = RegionIndex(*rc::gen::inRange<std::size_t>(0, 2));
                }
                const auto plan = planned(problem, planner);
                RC_ASSERT(plan.has_value());
                assert_right(*plan);
                RC_ASSERT(planned(problem, planner)->result.layout == plan->result.layout);
            }));
        }
    }

    void calls_the_stop_token_after_a_bounded_amount_of_work() {
        Problem problem;
        for (std::int64_t i = 0; i < 2000; ++i) {
            problem.buffers.push_back(buffer(std::to_string(i), i, i + 1 + i * 7919 % 90, 1 + i * 104'729 % 1000));
        }
        for (const std::string_view planner : names) {
            std::uint64_t questions = 0;
            PlanOrder order;
            order.planner = planner;
            order.stop = [&questions] {
                ++questions;
                return false;
            };
            const auto plan = run_planner(problem, empty_layout(problem), order);
            QVERIFY(plan);
            QVERIFY2(plan->result.work <= (questions + 1) * 200'000, std::string(planner).c_str());
        }
    }

    void a_buffer_of_no_bytes_takes_no_object() {
        Problem problem = chain();
        Buffer none = problem.buffers.front();
        none.name = "none";
        none.size = Bytes(0);
        none.kind = BufferKind::scratch;
        problem.buffers.push_back(none);
        for (const std::string_view planner : names) {
            PlanOrder order;
            order.planner = planner;
            order.record = true;
            const auto plan = run_planner(problem, empty_layout(problem), order);
            QVERIFY(plan && is_complete(plan->result.layout));
            QVERIFY(std::ranges::none_of(plan->result.layout.objects,
                                         [](const SharedObject& one) { return one.size == Bytes(0); }));
            QVERIFY(plan->trace->frames[plan->trace->result].peak == peak(problem, plan->result.layout));
        }
    }

    void a_stopped_run_returns_a_sound_layout_marked_as_stopped() {
        for (const std::string_view planner : names) {
            if (planner == "naive") {
                continue;  // it ends before the token is called
            }
            PlanOrder order;
            order.planner = planner;
            order.stop = [] { return true; };
            const auto plan = run_planner(chain(), empty_layout(chain()), order);
            QVERIFY(plan);
            QVERIFY(is_complete(plan->result.layout) && is_clean(check(plan->problem, plan->result.layout)));
            QVERIFY(!plan->result.reproducible);
            QCOMPARE(plan->result.goal, Goal::stopped);
        }
    }
};

ARENASCOPE_TEST(SharedObjectPlannersTest)

#include "shared_object_planners_test.moc"
