#include <rapidcheck.h>

#include <QFile>
#include <QTemporaryDir>

#include "arenascope/check.h"
#include "arenascope/plan.h"
#include "core/format/reading.h"
#include "core/planner/planning.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

api::Problem small() {
    return *api::Problem::make({{"a", 4, 0, 2}, {"b", 6, 1, 3}, {"c", 4, 2, 4}});
}

rc::Gen<std::vector<api::Buffer>> lists() {
    return rc::gen::map(
        rc::gen::container<std::vector<std::tuple<int, int, int, int>>>(rc::gen::tuple(
            rc::gen::inRange(1, 100), rc::gen::inRange(0, 20), rc::gen::inRange(1, 10), rc::gen::inRange(1, 9))),
        [](const std::vector<std::tuple<int, int, int, int>>& drawn) {
            std::vector<api::Buffer> buffers;
            buffers.reserve(drawn.size());
            for (const auto& [size, begin, length, alignment] : drawn) {
                buffers.push_back({std::to_string(buffers.size()), size, begin, begin + length, alignment});
            }
            return buffers;
        });
}

}  // namespace

/// The interface for other projects: planning.
class LibraryPlanTest : public QObject {
    Q_OBJECT

private slots:
    void a_layout_has_an_offset_for_each_buffer() {
        const auto layout = api::plan(small(), {.planner = "exact"});
        QVERIFY(layout.has_value());
        QVERIFY(layout->is_complete());
        QCOMPARE(layout->offsets().size(), std::size_t{3});
        QCOMPARE(layout->peak(), std::int64_t{10});
        QCOMPARE(layout->lower_bound(), std::int64_t{10});
        QVERIFY(layout->is_optimal());
        QVERIFY(api::check(*layout).ok);
    }

    void a_plan_is_that_of_the_program() {
        const std::string path = sample("mobile_vision.json").toStdString();
        const auto layout = api::plan(*api::Problem::read(path), {.planner = "best-fit-by-size"});
        const auto document = read_document(path);
        PlanOrder order;
        order.planner = "best-fit-by-size";
        const auto plan = run_planner(document->problem, document->layout, order);
        const auto offsets = layout->offsets();
        for (std::size_t i = 0; i < offsets.size(); ++i) {
            QCOMPARE(*offsets[i], plan->result.layout.placements[BufferIndex(i)]->offset.value());
        }
    }

    void every_planner_is_listed_with_its_options() {
        const auto list = api::planners();
        QCOMPARE(list.front().name, std::string("peak-suppression"));
        for (const api::PlannerInfo& planner : list) {
            QVERIFY(!planner.summary.empty());
            QVERIFY(std::ranges::find(planner.options, "alignment") != planner.options.end());
        }
    }

    void wrong_options_are_errors() {
        QVERIFY(!api::plan(small(), {.planner = "none"}).has_value());
        QVERIFY(!api::plan(small(), {.settings = {{"none", "1"}}}).has_value());
        const auto none = api::plan(small(), {.planner = "none"});
        QVERIFY(none.error().cure.find("peak-suppression") != std::string::npos);
    }

    void what_is_saved_opens_with_the_same_offsets() {
        QTemporaryDir folder;
        const auto layout = api::plan(small(), {.planner = "exact", .record = true});
        for (const char* name : {"plan.json", "plan.csv"}) {
            const std::string path = folder.filePath(name).toStdString();
            QVERIFY(layout->save(path).has_value());
            QVERIFY(api::Layout::of_file(*api::Problem::read(path)).offsets() == layout->offsets());
        }
        for (const char* name : {"run.json", "run.arenatrace"}) {
            const std::string path = folder.filePath(name).toStdString();
            QVERIFY(layout->save_trace(path).has_value());
            const auto document = read_document(path);
            QVERIFY(document.has_value());
            QVERIFY(document->trace.has_value());
        }
    }

    void a_file_that_cannot_be_written_is_an_error() {
        const auto layout = api::plan(small());
        QVERIFY(!layout->save("/none/plan.json").has_value());
        QVERIFY(!layout->save("plan.txt").has_value());
        QCOMPARE(layout->save_trace("/none/run.json").error().cure, std::string("set PlanOptions::record"));
    }

    void the_stop_function_ends_the_run_with_the_best_layout() {
        const auto layout = api::plan(small(), {.planner = "hill-climb", .stop = [] { return true; }});
        QVERIFY(layout.has_value());
        QVERIFY(!api::plan(small(), {.planner = "greedy-tflm", .stop = [] { return true; }}).has_value());
    }

    void progress_is_told() {
        std::int64_t best = 0;
        const auto tell = [&best](const api::Progress& progress) { best = progress.best_peak.value_or(best); };
        const auto problem = api::Problem::read(sample("mobile_vision.json").toStdString());
        const auto layout = api::plan(*problem, {.planner = "exact", .progress = tell});
        QVERIFY(best >= layout->peak());
    }

    void a_capacity_that_is_too_small_is_no_end() {
        const auto layout = api::plan(small(), {.planner = "exact", .capacity = 8});
        QVERIFY(layout.has_value());
        QVERIFY(!api::check(*layout).ok);
        QVERIFY(!api::check(*layout).outside.empty());
    }

    void pins_are_kept_where_they_are_asked_for() {
        const auto problem = api::Problem::make({{"a", 4, 0, 2, 1, 0, 100}, {"b", 6, 1, 3}});
        const auto layout = api::plan(*problem, {.settings = {{"pins", "file"}}});
        QVERIFY(layout.has_value());
        QVERIFY(layout->offsets()[0] == std::int64_t{100});
    }

    void every_layout_of_a_drawn_problem_is_sound() {
        QVERIFY(rc::check("plan, check and save agree", [] {
            const auto problem = api::Problem::make(*lists());
            RC_ASSERT(problem.has_value());
            const auto planner = *rc::gen::element<std::string>("greedy-by-size", "best-fit-by-size");
            const auto layout = api::plan(*problem, {.planner = planner});
            RC_ASSERT(layout.has_value());
            RC_ASSERT(api::check(*layout).ok);
            RC_ASSERT(layout->peak() >= layout->lower_bound());
            RC_ASSERT(layout->lower_bound() >= problem->threshold());
            const auto same = api::Layout::make(*problem, layout->offsets());
            RC_ASSERT(same->peak() == layout->peak());
        }));
    }

    void a_layout_needs_an_offset_for_each_buffer() {
        QVERIFY(!api::Layout::make(small(), {0, 0}).has_value());
        QVERIFY(!api::Layout::make(small(), {0, 4, {}})->is_complete());
    }
};

ARENASCOPE_TEST(LibraryPlanTest)
#include "library_plan_test.moc"
