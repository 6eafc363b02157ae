#include "core/planner/many_core/many_core.h"

#include <string>
#include <vector>

#include "core/analysis/compare/planner_standing.h"
#include "core/base/containers/indexed_vector.h"
#include "core/check/overlap_checker.h"
#include "core/format/reading.h"
#include "core/model/memory/external_fragmentation.h"
#include "core/model/network/many_core_problem.h"
#include "core/planner/many_core/candidates.h"
#include "core/planner/planning.h"
#include "core/trace/trace_player.h"
#include "core/trace/trace_validation.h"
#include "tests/support/random_network.h"
#include "tests/support/random_problem.h"
#include "tests/support/shared_models.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const std::vector<std::string> methods = {"heuristic", "pool", "evolutionary", "reinforcement", "random"};

PlanOrder order_of(const std::string& method, std::int64_t steps = 300, std::uint64_t seed = 0) {
    return {.planner = "many-core", .settings = {{"method", method}, {"steps", std::to_string(steps)}}, .seed = seed};
}

Plan planned(const Problem& problem, const PlanOrder& order) {
    auto plan = run_planner(problem, empty_layout(problem), order);
    if (!plan) {
        qFatal("%s", to_string(plan.error()).c_str());
    }
    return std::move(*plan);
}

std::int64_t offset_of(const Plan& plan, std::size_t index) {
    return plan.result.layout.placements[index] ? plan.result.layout.placements[index]->offset.value() : -1;
}

/// Describes the first fault of a complete or partial plan; empty: none.
std::string placement_fault_of(const Plan& plan) {
    const CheckReport report = check(plan.problem, plan.result.layout);
    if (!report.overlaps.empty() || !report.misaligned.empty() || !report.outside.empty()) {
        return "the overlap checker finds something";
    }
    if (report.unplaced.size() != plan.result.misfits.size()) {
        return "what is not placed is no misfit";
    }
    for (const Misfit& misfit : plan.result.misfits) {
        const Buffer& buffer = plan.problem.buffers[misfit.buffer];
        if (plan.result.layout.placements[misfit.buffer] || misfit.missing < Bytes(1) ||
            misfit.largest_free_area < Bytes(0)) {
            return "a misfit says what is not so of " + buffer.name;
        }
    }
    return {};
}

Problem on_cores(const Problem& problem, std::int64_t cores) {
    auto split = many_core_problem(problem, empty_layout(problem), split_by_rule(problem, cores, CoreSplit::order),
                                   TransferTime::late);
    if (!split) {
        qFatal("%s", to_string(split.error()).c_str());
    }
    return std::move(split->problem);
}

}  // namespace

class ManyCoreTest : public QObject {
    Q_OBJECT

private slots:
    void an_area_is_handed_over_from_a_released_buffer_to_the_next_one() {
        const Problem problem = problem_of({buffer("a", 0, 2, 10), buffer("b", 0, 4, 6), buffer("c", 2, 4, 10)});
        for (const std::string& method : methods) {
            const Plan plan = planned(problem, order_of(method));
            QCOMPARE(offset_of(plan, 2), offset_of(plan, 0));
            QCOMPARE(peak(problem, plan.result.layout), Offset(16));
        }
    }

    void hand_overs_are_recorded_in_at_least_forty_frames_of_the_eight_core_sample() {
        const auto document = read_document(sample("inception_eight_cores.json").toStdString());
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        PlanOrder order = {.planner = "many-core"};
        order.record = true;
        const Plan plan = planned(document->problem, order);
        std::size_t placements = 0;
        std::size_t handed_over = 0;
        for (const Frame& frame : plan.trace->frames) {
            placements += frame.kind == FrameKind::placement ? 1 : 0;
            if (frame.step && frame.step->taken_from != BufferIndex::none()) {
                const Name& giver = plan.problem.buffers[frame.step->taken_from].name;
                QVERIFY(frame.note.find("takes over from '" + giver + "'") != std::string::npos);
                ++handed_over;
            }
        }
        QCOMPARE(placements, std::size_t{160});
        QVERIFY2(handed_over >= 40, std::to_string(handed_over).c_str());
    }

    void the_pool_is_no_worse_than_the_heuristic_and_random_choices_data() {
        add_model_rows();
        for (const char* name : {"inception_eight_cores.json", "placed.csv", "gaps.csv", "mobile_vision.json"}) {
            QTest::newRow(name) << sample(name);
        }
    }
    void the_pool_is_no_worse_than_the_heuristic_and_random_choices() {
        QFETCH(QString, path);
        if (path.isEmpty()) {
            return;
        }
        const auto document = opened_model(path);
        if (!document) {
            return;
        }
        for (const std::int64_t cores : {1, 8}) {
            const bool is_split = document->problem.regions.size() > 1 || !document->problem.graph;
            const Problem problem = is_split ? document->problem : on_cores(document->problem, cores);
            const auto total = [&problem](const std::string& method) {
                return total_peak(problem, planned(problem, order_of(method, 1'500)).result.layout);
            };
            const Bytes pool = total("pool");
            QVERIFY(pool <= total("heuristic"));
            QVERIFY(pool <= total("random"));
        }
    }

    void no_method_ends_worse_than_the_heuristic_by_either_criterion() {
        QVERIFY(rc::check([] {
            const Problem problem = on_cores(random_network(), *rc::gen::inRange<std::int64_t>(1, 3));
            const std::string criterion = *rc::gen::element<std::string>("peak", "fragmentation");
            const auto figures = [&](const std::string& method) {
                PlanOrder order = order_of(method, *rc::gen::element(1, 100));
                order.settings.emplace_back("criterion", criterion);
                const Plan plan = planned(problem, order);
                std::vector<std::pair<std::int64_t, std::int64_t>> of_cores;
                for (std::size_t core = 0; core < problem.regions.size(); ++core) {
                    const std::int64_t top = peak(problem, plan.result.layout, RegionIndex(core)).value();
                    const std::int64_t free =
                        external_fragmentation(problem, plan.result.layout, RegionIndex(core)).total;
                    of_cores.emplace_back(criterion == "peak" ? top : free, criterion == "peak" ? free : top);
                }
                return of_cores;
            };
            const auto heuristic = figures("heuristic");
            for (const char* method : {"pool", "evolutionary", "reinforcement"}) {
                const auto found = figures(method);
                for (std::size_t core = 0; core < found.size(); ++core) {
                    RC_ASSERT(found[core] <= heuristic[core]);
                }
            }
        }));
    }

    void no_learning_method_loses_to_random_choices_of_as_many_steps() {
        QVERIFY(rc::check([] {
            const Problem problem = on_cores(random_network(), 1);
            const auto steps = *rc::gen::element(1, 100, 1000);
            const auto found = [&](const std::string& method) {
                return peak(problem, planned(problem, order_of(method, steps)).result.layout);
            };
            const Offset by_chance = found("random");
            for (const char* method : {"pool", "evolutionary", "reinforcement"}) {
                RC_ASSERT(found(method) <= by_chance);
            }
        }));
    }

    void the_learning_methods_end_no_higher_than_random_choices_on_a_file_where_they_did() {
        const auto document = read_document(sample("gaps.csv").toStdString());
        QVERIFY(document.has_value());
        const auto found = [&](const std::string& method) {
            const auto plan = run_planner(document->problem, document->layout,
                                          {.planner = "many-core", .settings = {{"method", method}}});
            return peak(plan->problem, plan->result.layout);
        };
        const Offset by_chance = found("random");
        for (const char* method : {"pool", "evolutionary", "reinforcement"}) {
            QVERIFY2(found(method) <= by_chance, method);
        }
    }

    void by_fragmentation_less_memory_is_free_below_the_highest_live_tail() {
        const auto document = read_document(sample("inception_eight_cores.json").toStdString());
        QVERIFY(document.has_value());
        const auto free = [&](const std::string& method, const std::string& criterion) {
            PlanOrder order = order_of(method, 4'000);
            order.settings.emplace_back("criterion", criterion);
            const Plan plan = planned(document->problem, order);
            std::int64_t sum = 0;
            for (std::size_t core = 0; core < plan.problem.regions.size(); ++core) {
                sum += external_fragmentation(plan.problem, plan.result.layout, RegionIndex(core)).total;
            }
            return sum;
        };
        const std::int64_t heuristic = free("heuristic", "fragmentation");
        for (const char* method : {"pool", "evolutionary", "reinforcement"}) {
            const std::int64_t least = free(method, "fragmentation");
            QVERIFY(least < free(method, "peak"));
            QVERIFY(least < heuristic);
        }
    }

    void two_thousand_buffers_are_no_reason_to_end_worse_than_the_heuristic() {
        std::vector<Buffer> buffers;
        std::uint64_t state = 1;
        const auto drawn = [&state](std::int64_t bound) {
            state = state * 6364136223846793005ULL + 1442695040888963407ULL;
            return static_cast<std::int64_t>((state >> 33U) % static_cast<std::uint64_t>(bound));
        };
        for (std::int64_t i = 0; i < 2000; ++i) {
            const std::int64_t begin = drawn(1000);
            buffers.push_back(buffer("b" + std::to_string(i), begin, begin + 1 + drawn(20), 8 * (1 + drawn(100))));
        }
        const Problem problem = problem_of(std::move(buffers));
        const Plan heuristic = planned(problem, order_of("heuristic"));
        const auto has_note_of_combinations = [](const Plan& plan) {
            return std::any_of(plan.result.notes.begin(), plan.result.notes.end(), [](const std::string& note) {
                return note.find("left out combinations") != std::string::npos;
            });
        };
        QVERIFY(has_note_of_combinations(heuristic));
        for (const char* method : {"pool", "evolutionary", "reinforcement"}) {
            const Plan plan = planned(problem, order_of(method, 4'000));
            QVERIFY(peak(problem, plan.result.layout) <= peak(problem, heuristic.result.layout));
            QVERIFY(plan.result.notes.back().find("the limit of 4000 steps ended the search") != std::string::npos);
        }
    }

    void a_small_problem_leaves_out_no_combination_and_says_nothing() {
        const Problem problem = problem_of({buffer("a", 0, 2, 10), buffer("b", 0, 4, 6), buffer("c", 2, 4, 10)});
        QVERIFY(planned(problem, order_of("heuristic")).result.notes.empty());
        PlanOrder order = order_of("heuristic");
        order.settings.emplace_back("combinations", "1");
        QCOMPARE(planned(problem, order).result.notes.size(), std::size_t{1});
    }

    void a_note_names_the_limit_that_left_out_combinations_and_each_limit_is_an_option() {
        std::vector<Buffer> buffers;
        for (std::int64_t i = 0; i < 40; ++i) {
            buffers.push_back(buffer(std::string("b").append(std::to_string(i)), i / 3, i / 3 + 4, 8 * (1 + i % 7)));
        }
        const Problem problem = problem_of(std::move(buffers));
        const auto notes = [&](std::vector<KeyValue> settings) {
            PlanOrder order = order_of("heuristic");
            order.settings.insert(order.settings.end(), settings.begin(), settings.end());
            std::string all;
            for (const std::string& note : planned(problem, order).result.notes) {
                all += note + "\n";
            }
            return all;
        };
        QCOMPARE(notes({}), std::string());
        const std::string combinations = notes({{"context", "12"}, {"combinations", "500"}});
        QVERIFY2(combinations.find("the option combinations raises it") != std::string::npos, combinations.c_str());
        QVERIFY2(combinations.find("at most 500 of up to 18681062400 were tried") != std::string::npos,
                 combinations.c_str());
        const std::string areas = notes({{"areas", "30"}});
        QVERIFY2(areas.find("after 30 visited areas no further one was tried; the option areas") != std::string::npos,
                 areas.c_str());
        QVERIFY(areas.find("the option combinations") == std::string::npos);
        QVERIFY(notes({{"areas", "1000000000"}, {"context", "5"}, {"combinations", "2160"}}).empty());
    }

    void generations_and_episodes_are_a_learning_curve_in_the_trace() {
        const auto document = read_document(sample("gaps.csv").toStdString());
        QVERIFY(document.has_value());
        for (const char* method : {"evolutionary", "reinforcement"}) {
            PlanOrder order = order_of(method, 3'000);
            order.record = true;
            const Plan plan = planned(document->problem, order);
            const bool is_evolution = std::string(method) == "evolutionary";
            std::uint64_t attempts = 0;
            std::uint64_t number = 0;
            for (const Frame& frame : plan.trace->frames) {
                if (!frame.learning) {
                    continue;
                }
                QCOMPARE(frame.kind, is_evolution ? FrameKind::generation : FrameKind::episode);
                QVERIFY(frame.learning->number > number);
                QVERIFY(frame.learning->best <= frame.learning->mean && frame.learning->mean <= frame.learning->worst);
                QCOMPARE(frame.peak, frame.learning->best);  // one memory
                number = frame.learning->number;
                attempts += frame.learning->attempts;
            }
            QVERIFY(number > 1);
            // After the method come as many random choices, and one more.
            QCOMPARE(2 * attempts + 1, plan.result.iterations);
            QVERIFY(validate_trace(*plan.trace).has_value());
        }
    }

    void each_core_has_its_own_memory_and_a_crossing_tensor_is_in_both() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 10);
        const auto a = sketch.add("a", OperatorFeature::ordinary, {in}, 20);
        sketch.add("b", OperatorFeature::ordinary, {a}, 30);
        const Problem problem = on_cores(sketch.problem(), 2);
        const Plan plan = planned(problem, order_of("heuristic"));
        QCOMPARE(placement_fault_of(plan), std::string());
        QCOMPARE(problem.buffers.size(), std::size_t{4});
        QCOMPARE(peak(problem, plan.result.layout, RegionIndex(0)), Offset(30));
        QCOMPARE(peak(problem, plan.result.layout, RegionIndex(1)), Offset(50));
    }

    void misfits_are_reported_with_their_missing_bytes_and_the_rest_is_placed() {
        Problem problem = problem_of({buffer("a", 0, 3, 60), buffer("b", 1, 3, 50), buffer("c", 2, 3, 40)});
        problem.regions.front().capacity = Bytes(100);
        for (const std::string& method : methods) {
            const Plan plan = planned(problem, order_of(method));
            QCOMPARE(placement_fault_of(plan), std::string());
            QCOMPARE(plan.result.misfits.size(), std::size_t{1});
        }
        const Plan plan = planned(problem, order_of("heuristic"));
        QCOMPARE(plan.result.misfits, (std::vector{Misfit{BufferIndex(1), Bytes(10), Bytes(40)}}));
        QVERIFY(plan.result.layout.placements[2].has_value());
    }

    void a_capacity_far_too_small_leaves_everything_out() {
        Problem problem = problem_of({buffer("a", 0, 3, 60), buffer("b", 1, 3, 50)});
        problem.regions.front().capacity = Bytes(10);
        for (const std::string& method : methods) {
            const Plan plan = planned(problem, order_of(method));
            QCOMPARE(plan.result.misfits.size(), std::size_t{2});
            QCOMPARE(plan.result.misfits.front(), (Misfit{BufferIndex(0), Bytes(50), Bytes(10)}));
        }
    }

    void random_problems_within_capacities_are_clean_and_reproducible() {
        QVERIFY(rc::check([] {
            Problem problem = *rc::gen::arbitrary<bool>()
                                  ? on_cores(random_network(), *rc::gen::inRange<std::int64_t>(1, 4))
                                  : random_problem({.most_buffers = 12, .with_gaps = true, .with_alignment = true});
            for (Region& region : problem.regions) {
                if (*rc::gen::arbitrary<bool>()) {
                    region.capacity = Bytes(*rc::gen::inRange<std::int64_t>(0, 120));
                }
            }
            PlanOrder order = order_of(*rc::gen::elementOf(methods), 100, *rc::gen::inRange<std::uint64_t>(0, 9));
            const Plan plan = planned(problem, order);
            if (const std::string fault = placement_fault_of(plan); !fault.empty()) {
                RC_FAIL(fault);
            }
            order.threads = 4;
            const Plan again = planned(problem, order);
            RC_ASSERT(again.result.layout == plan.result.layout);
            RC_ASSERT(again.result.misfits == plan.result.misfits);
            RC_ASSERT(again.result.work == plan.result.work);
        }));
    }

    void learning_methods_end_no_worse_than_they_began() {
        QVERIFY(rc::check([] {
            const Problem problem = random_problem({.most_steps = 30});
            const Plan heuristic = planned(problem, order_of("heuristic"));
            const Plan evolved = planned(problem, order_of("evolutionary", 500));
            RC_ASSERT(peak(problem, evolved.result.layout) <= peak(problem, heuristic.result.layout));
        }));
    }

    void a_trace_has_each_placement_and_ends_with_the_result() {
        NetworkSketch sketch;
        BufferIndex last = sketch.input("in", 9);
        for (const std::int64_t size : {7, 20, 3, 12, 8, 15}) {
            last = sketch.add(std::string("op").append(std::to_string(size)), OperatorFeature::ordinary, {last}, size);
        }
        const Problem problem = on_cores(sketch.problem(), 2);
        for (const std::string& method : methods) {
            PlanOrder order = order_of(method, 100);
            order.record = true;
            const Plan plan = planned(problem, order);
            std::size_t placements = 0;
            for (const Frame& frame : plan.trace->frames) {
                placements += frame.kind == FrameKind::placement ? 1 : 0;
                QVERIFY(frame.kind != FrameKind::placement || frame.note.find("candidate") != std::string::npos);
            }
            QCOMPARE(placements, problem.buffers.size());
            TracePlayer player(*plan.trace);
            player.go_to(plan.trace->result);
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                QCOMPARE(player.offsets()[i].value_or(Offset(-1)), Offset(offset_of(plan, i)));
            }
        }
    }

    void candidates_of_any_step_of_a_finished_run_include_the_chosen_one() {
        QVERIFY(rc::check([] {
            const Problem problem = random_problem({.most_buffers = 12});
            const std::string method = *rc::gen::elementOf(methods);
            const Plan plan = planned(problem, order_of(method, 60));
            const CoreAllocations allocations = core_allocations(problem, RegionIndex(0));
            CandidateSearch search(problem, allocations, {});
            IndexedVector<BufferIndex, std::int64_t> offsets;
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                offsets.push_back(offset_of(plan, i));
            }
            for (std::size_t position = 0; position < allocations.order.size(); ++position) {
                const std::int64_t chosen = offsets[allocations.order[position]];
                // The pool also offers the area that it has reserved.
                const auto candidates =
                    search.find(position, offsets, method == "pool" ? std::optional(Offset(chosen)) : std::nullopt);
                RC_ASSERT(std::any_of(candidates.begin(), candidates.end(),
                                      [chosen](const Candidate& each) { return each.offset.value() == chosen; }));
            }
        }));
    }

    void a_pinned_buffer_stays_and_the_others_lie_around_it() {
        Problem problem = problem_of({buffer("a", 0, 3, 10), buffer("pinned", 0, 9, 4), buffer("b", 2, 5, 10)});
        problem.buffers[1].pin = Offset(5);
        for (const std::string& method : methods) {
            const Plan plan = planned(problem, order_of(method));
            QCOMPARE(placement_fault_of(plan), std::string());
            QCOMPARE(offset_of(plan, 1), std::int64_t{5});
        }
    }

    void over_twenty_seeds_learning_beats_random_choices_and_at_its_best_the_heuristic_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"inception_eight_cores.json", "placed.csv", "gaps.csv"}) {
            QTest::newRow(name) << QString::fromLatin1(name);
        }
    }
    void over_twenty_seeds_learning_beats_random_choices_and_at_its_best_the_heuristic() {
        QFETCH(QString, name);
        auto document = read_document(sample(name).toStdString());
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        // The sum over all cores of the bytes in use.
        const auto used = [&](const std::string& method, std::uint64_t seed) {
            PlanOrder order = order_of(method, 2'000, seed);
            order.settings.emplace_back("combinations", "64");
            const Plan plan = planned(document->problem, order);
            std::int64_t sum = 0;
            for (std::size_t core = 0; core < plan.problem.regions.size(); ++core) {
                sum += peak(plan.problem, plan.result.layout, RegionIndex(core)).value();
            }
            return sum;
        };
        const std::int64_t heuristic = used("heuristic", 0);
        std::int64_t learned = 0;
        std::int64_t any = 0;
        std::int64_t best = heuristic + 1;
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            const std::int64_t sum = used("reinforcement", seed);
            learned += sum;
            best = std::min(best, sum);
            any += used("random", seed);
        }
        QVERIFY2(learned < any, (std::to_string(learned) + " against " + std::to_string(any)).c_str());
        QVERIFY2(best <= heuristic, (std::to_string(best) + " against " + std::to_string(heuristic)).c_str());
    }

    void a_core_of_pins_alone_ends_with_every_method() {
        // The pin stands above the threshold, so no goal is reached, and nothing can move.
        Problem problem = problem_of({buffer("a", 0, 1, 3)});
        problem.buffers[0].pin = Offset(1);
        for (const std::string& method : methods) {
            for (const char* criterion : {"peak", "fragmentation"}) {
                PlanOrder order = order_of(method);
                order.settings.emplace_back("criterion", criterion);
                const Plan plan = planned(problem, order);
                QCOMPARE(offset_of(plan, 0), std::int64_t{1});
                QCOMPARE(plan.result.iterations, std::uint64_t{0});
            }
        }
    }

    void a_run_can_be_stopped_where_no_allocation_meets_another() {
        Problem problem = problem_of({buffer("a", 0, 1, 3), buffer("b", 2, 3, 3)});
        problem.buffers[0].pin = Offset(1);
        for (const std::string& method : methods) {
            PlanOrder order = order_of(method, std::int64_t{1} << 62);
            int asked = 0;
            order.stop = [&asked] { return ++asked > 3; };
            QVERIFY(is_complete(planned(problem, order).result.layout));
        }
    }

    void the_steps_hold_what_is_pinned_from_the_first_one_on() {
        // A core of pins alone, one of both, one of neither.
        Problem problem = problem_of({buffer("a", 0, 2, 3), buffer("b", 0, 2, 5), buffer("c", 1, 3, 7)});
        problem.regions = {{.name = "none"}, {.name = "pins"}, {.name = "both"}};
        problem.buffers[0].region = RegionIndex(1);
        problem.buffers[0].pin = Offset(40);
        problem.buffers[1].region = RegionIndex(2);
        problem.buffers[1].pin = Offset(0);
        problem.buffers[2].region = RegionIndex(2);
        PlanOrder order = order_of("heuristic");
        order.record = true;
        const Plan plan = planned(problem, order);
        QCOMPARE(plan.trace->frames.size(), std::size_t{1});
        TracePlayer player(*plan.trace);
        player.go_to(plan.trace->result);
        QVERIFY(player.layout(plan.problem) == plan.result.layout);
        QCOMPARE(plan.trace->frames[0].peak, Offset(43));
        problem.buffers.pop_back();
        const Plan pinned = planned(problem, order);
        QCOMPARE(pinned.trace->frames.size(), std::size_t{1});
        TracePlayer of_pins(*pinned.trace);
        of_pins.go_to(pinned.trace->result);
        QVERIFY(of_pins.layout(pinned.problem) == pinned.result.layout);
    }

    void every_model_on_four_cores_is_clean_data() { add_model_rows(); }
    void every_model_on_four_cores_is_clean() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        QFETCH(QString, path);
        const auto document = opened_model(path);
        if (!document) {
            return;
        }
        const Problem problem = on_cores(document->problem, 4);
        for (const std::string& method : methods) {
            const Plan plan = planned(problem, order_of(method, 2'000));
            QCOMPARE(placement_fault_of(plan), std::string());
            QVERIFY(plan.result.misfits.empty());
        }
    }
};

ARENASCOPE_TEST(ManyCoreTest)
#include "many_core_test.moc"
