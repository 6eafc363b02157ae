#include <cstdint>
#include <string>
#include <vector>

#include <QDirIterator>

#include "core/check/overlap_checker.h"
#include "core/format/reading.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/planning.h"
#include "core/planner/registry.h"
#include "tests/support/planner_claims.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

std::string named_fault_of(const Planner& planner, const Expected<Plan>& plan,
                           const std::vector<SharingGroup>& declared = {}) {
    const std::string fault = plan ? fault_of(*plan, declared) : to_string(plan.error());
    return fault.empty() ? fault : std::string(planner.description.name) + ": " + fault;
}

/// Several regions, alignments, gaps and pins that do not collide.
Problem random_rich_problem() {
    Problem problem = random_problem({.most_buffers = 14, .most_steps = 12, .with_gaps = true, .with_alignment = true});
    const auto regions = *rc::gen::inRange<std::size_t>(1, 3);
    for (std::size_t i = 1; i < regions; ++i) {
        problem.regions.push_back({.name = std::string("r").append(std::to_string(i)),
                                   .alignment = Bytes(*rc::gen::element<std::int64_t>(1, 8))});
    }
    for (Buffer& each : problem.buffers) {
        each.region = RegionIndex(*rc::gen::inRange<std::size_t>(0, regions));
    }
    if (*rc::gen::inRange(0, 4) == 0) {
        // Variable scratch that found no free area in an earlier plan.
        Buffer& none = problem.buffers.back();
        none.kind = BufferKind::scratch;
        none.size = Bytes(0);
        none.set_gaps({});
    }
    if (*rc::gen::inRange(0, 3) == 0) {
        problem.buffers.front().pin = Offset(24 * *rc::gen::inRange<std::int64_t>(0, 3));
    }
    return problem;
}

/// Large enough that every planner checks several times whether to stop.
Problem crowded_problem(std::int64_t count) {
    Problem problem;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t begin = i * 7919 % count;
        problem.buffers.push_back(buffer(std::string("b").append(std::to_string(i)), begin,
                                         begin + 1 + i * 104'729 % count, 1 + i * 1'299'709 % 5000));
    }
    return problem;
}

/// Plans every readable file of these patterns with every planner.
void plan_files(const QString& directory, const QStringList& names) {
    QDirIterator files(directory, names, QDir::Files, QDirIterator::Subdirectories);
    int planned = 0;
    while (files.hasNext()) {
        const std::string file = files.next().toStdString();
        auto document = read_document(file);
        if (!document || document->problem.buffers.size() > 600) {
            continue;
        }
        for (Region& region : document->problem.regions) {
            region.capacity.reset();  // some strategies exceed it
        }
        for (const Planner& planner : planners()) {
            const auto plan =
                run_planner(document->problem, document->layout, quick_order(planner.description, 100'000));
            const std::string fault = named_fault_of(planner, plan, document->layout.sharing);
            QVERIFY2(fault.empty(), (file + ": " + fault).c_str());
        }
        ++planned;
    }
    QVERIFY(planned > 0);
}

}  // namespace

/// Properties of every planner in the registry.
class PlannersTest : public QObject {
    Q_OBJECT

private slots:
    void random_problems_get_clean_reproducible_layouts() {
        // Two runs of a hundred problems for each planner.
        for (std::size_t i = 0; i < 2 * planners().size(); ++i) {
            const Planner& planner = planners()[i / 2];
            QVERIFY2(rc::check(std::string(planner.description.name),
                               [&] {
                                   Problem problem = *rc::gen::arbitrary<bool>() ? random_rich_problem()
                                                                                 : random_problem({.most_steps = 60});
                                   if (planner.description.kind == PlannerKind::shared_objects) {
                                       // An error for planners of shared objects, which have no offsets.
                                       problem.buffers.front().pin.reset();
                                   }
                                   const PlanOrder order = quick_order(planner.description, 20'000);
                                   const auto plan = run_planner(problem, empty_layout(problem), order);
                                   const std::string fault = named_fault_of(planner, plan);
                                   if (!fault.empty()) {
                                       RC_FAIL(fault);
                                   }
                                   RC_ASSERT(plan->result.reproducible);
                                   const auto again = run_planner(problem, empty_layout(problem), order);
                                   RC_ASSERT(again->result.layout == plan->result.layout);
                               }),
                     planner.description.name.data());
        }
    }

    void no_buffers_need_no_memory() {
        for (const Planner& planner : planners()) {
            const auto plan = run_planner(Problem{}, Layout{}, quick_order(planner.description, 1'000));
            QVERIFY2(plan.has_value() && peak(plan->problem, plan->result.layout) == Offset(0),
                     planner.description.name.data());
        }
    }

    void a_region_without_buffers_has_no_step() {
        Problem problem = problem_of({buffer("a", 0, 2, 8), buffer("b", 1, 3, 8)});
        problem.regions = {{.name = "none"}, {.name = "all"}, {.name = "none either"}};
        for (Buffer& each : problem.buffers) {
            each.region = RegionIndex(1);
        }
        for (const Planner& planner : planners()) {
            PlanOrder order = quick_order(planner.description, 1'000);
            order.record = true;
            const auto plan = run_planner(problem, empty_layout(problem), order);
            QVERIFY2(plan && !plan->trace->frames.empty(), planner.description.name.data());
            for (const Frame& frame : plan->trace->frames) {
                QVERIFY2(frame.peak > Offset(0), planner.description.name.data());
            }
        }
    }

    void samples_get_clean_layouts() { plan_files(sample({}), {QStringLiteral("*.csv"), QStringLiteral("*.json")}); }

    void real_files_get_clean_layouts() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        plan_files(shared_data(), {QStringLiteral("*.csv"), QStringLiteral("*.onnx"), QStringLiteral("*.tflite"),
                                   QStringLiteral("*.pte"), QStringLiteral("*.param")});
    }

    void calls_the_stop_token_after_a_bounded_amount_of_work() {
        // One check every hundred thousand visits, plus the visits of one placement.
        constexpr std::uint64_t most_visits = 400'000;
        const Problem problem = crowded_problem(1'500);
        for (const Planner& planner : planners()) {
            std::uint64_t asked = 0;
            PlanOrder order = quick_order(planner.description, 3'000'000);
            order.stop = [&] {
                ++asked;
                return false;
            };
            const auto plan = run_planner(problem, empty_layout(problem), order);
            QVERIFY2(plan.has_value(), planner.description.name.data());
            QVERIFY2((asked + 1) * most_visits >= plan->result.work,
                     (std::string(planner.description.name) + " asked " + std::to_string(asked) + " times in " +
                      std::to_string(plan->result.work) + " visits")
                         .c_str());
        }
    }

    void stopped_at_any_check_it_ends_soon_with_a_complete_layout_or_nothing() {
        // Checks after the stop: each running part makes one on its way out.
        constexpr int most_further = 8;
        const Problem problem = crowded_problem(400);
        for (const Planner& planner : planners()) {
            for (const int last : {1, 2, 3, 5, 9, 17, 40}) {
                int asked = 0;
                PlanOrder order = quick_order(planner.description, 2'000'000);
                order.stop = [&] { return ++asked >= last; };
                const auto plan = run_planner(problem, empty_layout(problem), order);
                const std::string name = std::string(planner.description.name) + " at question " + std::to_string(last);
                QVERIFY2(plan.has_value(), name.c_str());
                QVERIFY2(asked < last + most_further, name.c_str());
                const auto& placements = plan->result.layout.placements;
                const bool nothing = std::none_of(placements.begin(), placements.end(),
                                                  [](const auto& placement) { return placement.has_value(); });
                const std::string fault = nothing ? std::string() : fault_of(*plan);
                QVERIFY2(fault.empty(), (name + ": " + fault).c_str());
                QVERIFY2(asked < last || !plan->result.reproducible, name.c_str());
            }
        }
    }

    void improving_planners_place_once_before_they_check_the_clock() {
        Problem problem = crowded_problem(400);
        problem.regions.push_back({.name = "second"});
        for (std::size_t i = 0; i < problem.buffers.size(); i += 2) {
            problem.buffers[i].region = RegionIndex(1);
        }
        for (const Planner& planner : planners()) {
            const std::string name(planner.description.name);
            for (const int threads : {1, 3}) {
                if (!planner.description.improves) {
                    continue;
                }
                const PlanOrder order{.planner = name, .threads = threads, .stop = [] { return true; }};
                const auto plan = run_planner(problem, empty_layout(problem), order);
                QVERIFY2(plan.has_value(), name.c_str());
                QVERIFY2(fault_of(*plan).empty(), name.c_str());
                QCOMPARE(plan->result.goal, Goal::stopped);
                QVERIFY2(!plan->result.reproducible, name.c_str());
            }
        }
    }

    void scratch_has_placed_tensors_even_if_their_planner_was_stopped() {
        const Problem problem = crowded_problem(400);
        const PlanOrder order{
            .planner = "scratch", .settings = {{"tensors", "greedy-by-area"}}, .stop = [] { return true; }};
        const auto plan = run_planner(problem, empty_layout(problem), order);
        QVERIFY(plan.has_value());
        QVERIFY(fault_of(*plan).empty());
    }

    void the_number_of_threads_makes_no_difference_to_the_layout() {
        const Problem problem = crowded_problem(150);
        for (const Planner& planner : planners()) {
            if (planner.description.kind == PlannerKind::exact) {
                continue;  // guarantees only the same peak
            }
            PlanOrder order = quick_order(planner.description, 500'000);
            const auto alone = run_planner(problem, empty_layout(problem), order);
            order.threads = 3;
            const auto together = run_planner(problem, empty_layout(problem), order);
            QVERIFY2(alone.has_value() && together.has_value(), planner.description.name.data());
            QVERIFY2(alone->result.layout == together->result.layout, planner.description.name.data());
        }
    }
};

ARENASCOPE_TEST(PlannersTest)
#include "planners_test.moc"
