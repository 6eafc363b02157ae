#include <QFloat16>  // QCOMPARE needs it to test whether JSON converts to it

#include "app/command_line/plan_report.h"
#include "core/format/reading.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// The example of the source's figures, placed as in the figure.
Plan figure(std::vector<KeyValue> settings = {}) {
    const auto document = read_document(sample(QStringLiteral("scratch_heap.json")).toStdString());
    settings.emplace_back("area-end", "top,top,top,bottom,top,top,top");
    settings.emplace_back("growth", "top,top,top,top,top,bottom,top");
    settings.emplace_back("overlay", "yes");
    return *run_planner(document->problem, document->layout, {.planner = "scratch", .settings = std::move(settings)});
}

}  // namespace

class ScratchReportTest : public QObject {
    Q_OBJECT

private slots:
    void reports_heap_bounds_choices_and_rules() {
        const Plan plan = figure();
        const Json json = plan_json(plan);
        QCOMPARE(json["heap"], (Json{{"initial", {0, 100}}, {"final", {-40, 150}}, {"raised", 40}}));
        QCOMPARE(json["choices"]["tensors"], Json("file"));
        QCOMPARE(json["choices"]["overlay"], Json("yes"));
        QVERIFY(!json.contains("free_areas"));
        const Json buffers = buffers_json(plan);
        QVERIFY(!buffers[0].contains("rule"));
        QCOMPARE(buffers[3]["rule"], Json("free-top"));
        QCOMPARE(buffers[3]["part"], Json("heap"));
        QCOMPARE(buffers[8]["rule"], Json("grown-bottom"));
        QCOMPARE(heap_text(plan).find("  heap 'heap': 0 to 100 (100 B) before, "), std::size_t(0));
        QVERIFY(heap_text(plan).find("  grown-top: 2 scratch buffers\n") != std::string::npos);
    }

    void reports_every_trial_with_its_choices_and_measures() {
        const auto document = read_document(sample(QStringLiteral("scratch_heap.json")).toStdString());
        const Plan plan =
            *run_planner(document->problem, document->layout, {.planner = "scratch", .settings = {{"trials", "16"}}});
        const Json json = plan_json(plan);
        QCOMPARE(json["trials"].size(), std::size_t(16));
        QCOMPARE(json["trials_left_out"], Json(0));
        const Json& first = json["trials"][0];
        QCOMPARE(first["choices"], (Json{{"area-end", "top"}, {"overlay", "yes"}, {"growth", "top"}}));
        for (const char* key : {"trial", "growths", "heap_bytes", "fragmentation", "fast_bytes"}) {
            QVERIFY2(first[key].is_number_integer(), key);
        }
        int chosen = 0;
        for (const Json& trial : json["trials"]) {
            if (trial["chosen"].get<bool>()) {
                ++chosen;
                QCOMPARE(trial["heap_bytes"], Json(150));
                QCOMPARE(trial["choices"]["growth"], json["choices"]["growth"]);
            }
            QVERIFY(trial["heap_bytes"].get<int>() >= json["heap_bound"].get<int>());
        }
        QCOMPARE(chosen, 1);
        QCOMPARE(json["heap_bound"], Json(150));
        QCOMPARE(json["heap_optimal"], Json(true));
        QVERIFY(heap_text(plan).find("  no placement of the scratch has a smaller heap than 150 B") !=
                std::string::npos);
    }

    void a_larger_heap_than_the_bound_is_not_optimal() {
        const Json json = plan_json(figure());
        QCOMPARE(json["heap_bound"], Json(150));
        QCOMPARE(json["heap_optimal"], Json(false));
        QVERIFY(heap_text(figure()).find("  the smallest heap has 150 B with the tensors where they are\n") !=
                std::string::npos);
    }

    void notes_of_the_planner_are_reported() {
        Problem problem;
        for (const char* name : {"t", "v"}) {
            Buffer& buffer = problem.buffers.emplace_back();
            buffer.name = name;
            buffer.size = Bytes(10);
            buffer.lifetime = {Step(0), Step(1)};
        }
        problem.buffers[1].kind = BufferKind::scratch;
        problem.buffers[1].size = Bytes(0);
        problem.scratch = {{.buffer = BufferIndex(1), .variable = true}};
        const Plan plan = *run_planner(problem, empty_layout(problem), {.planner = "scratch"});
        QCOMPARE(plan_json(plan)["notes"].size(), std::size_t(1));
    }

    void an_empty_heap_begins_and_ends_at_0() {
        const Problem nothing;
        const Json json = plan_json(*run_planner(nothing, empty_layout(nothing), {.planner = "scratch"}));
        QCOMPARE(json["heap"], (Json{{"initial", {0, 0}}, {"final", {0, 0}}, {"raised", 0}}));
        QVERIFY(!plan_json(*run_planner(nothing, empty_layout(nothing), {.planner = "naive"})).contains("heap"));
    }

    void report_areas_lists_the_free_areas_of_each_step() {
        const Json areas = plan_json(figure({{"report", "areas"}}))["free_areas"];
        QCOMPARE(areas.size(), std::size_t(11));
        QCOMPARE(areas[6]["step"], Json(6));
        QCOMPARE(areas[6]["region"], Json("heap"));
        QCOMPARE(areas[6]["areas"], Json::array({{0, 40}}));
        QCOMPARE(areas[10]["areas"], (Json::array({{0, 110}, {140, 190}})));
    }

    void reports_the_parts_of_a_heap() {
        Problem problem;
        problem.regions = {{.name = "slow"}, {.name = "fast", .base = 1000, .fast = true}};
        for (const char* name : {"t", "s"}) {
            Buffer& buffer = problem.buffers.emplace_back();
            buffer.name = name;
            buffer.size = Bytes(10);
            buffer.lifetime = {Step(0), Step(1)};
        }
        problem.buffers[1].kind = BufferKind::scratch;
        problem.scratch = {{.buffer = BufferIndex(1), .fast = true}};
        const Json heap = plan_json(*run_planner(problem, empty_layout(problem), {.planner = "scratch"}))["heap"];
        QCOMPARE(heap["initial"], (Json{0, 1000}));
        QCOMPARE(heap["final"], (Json{0, 1010}));
        QCOMPARE(heap["parts"][1],
                 (Json{{"region", "fast"}, {"fast", true}, {"initial", {0, 0}}, {"final", {0, 10}}, {"raised", 0}}));
        QVERIFY(!heap.contains("raised"));
    }
};

ARENASCOPE_TEST(ScratchReportTest)
#include "scratch_report_test.moc"
