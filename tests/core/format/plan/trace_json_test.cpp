#include "core/format/plan/trace_json.h"

#include <rapidcheck.h>

#include "core/format/reading.h"
#include "core/planner/planning.h"
#include "core/planner/registry.h"
#include "core/trace/trace_recorder.h"
#include "tests/support/named_error.h"
#include "tests/support/random_plan.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

namespace arenascope {
namespace {

struct Run {
    Layout layout;
    Trace trace;
};

Run run_of(const Problem& problem) {
    const Planner& planner = *planner_named(default_planner).value();
    const OptionValues options = OptionValues::from(planner.description.options, {{"work", "5000"}}).value();
    TraceRecorder recorder(problem, {std::string(planner.description.name), options.all(), 3, true});
    auto result = planner.plan({problem, options, 3, 1, {}, {}, &recorder});
    return {std::move(result->layout), recorder.take()};
}

Problem small_problem() {
    return parse_document("id,lower,upper,size\na,0,4,10\nb,3,9,8\nc,0,6,12\nd,5,9,7\n", "p.csv")->problem;
}

std::string error_after(std::string text, const std::string& from, const std::string& to) {
    const std::size_t place = text.find(from);
    if (place == std::string::npos) {
        qFatal("the text has no %s", from.c_str());
    }
    text.replace(place, from.size(), to);
    const auto document = parse_document(text, "run.json");
    return document ? "no error" : to_string(document.error());
}

/// A trace with every kind of delta, made by hand, so that its text is known.
std::pair<Problem, Trace> told_by_hand() {
    Problem problem = small_problem();
    TraceRecorder recorder(problem, {"by hand", {}, 0, true});
    const std::vector<BufferIndex> order{BufferIndex(1), BufferIndex(0)};
    const std::vector<Risk> risks{{Tier::high, Cause::over}, {}, {Tier::low, Cause::none}, {}};
    const std::vector<std::int64_t> offsets{0, 16, unplaced_offset, 24};
    recorder.enter(FrameKind::pass, "width \"first\"", {});
    recorder.enter(FrameKind::iteration, "", {});
    recorder.enter(FrameKind::group, "high", order);
    recorder.leave({offsets, order, {}, Offset(31), Goal::order_seen, 7, 2});
    recorder.leave({offsets, order, risks, Offset(31), Goal::none, 9, 1});
    recorder.mark_result();
    const PlacementStep step{.buffer = BufferIndex(3),
                             .candidates = {Offset(24), Offset(40)},
                             .chosen = 1,
                             .ghosts = {{BufferIndex(2), Offset(48)}},
                             .taken_from = BufferIndex(0),
                             .figures = {{Offset(60), Bytes(1), Bytes(2), std::nullopt, BufferIndex::none()},
                                         {Offset(56), Bytes(0), Bytes(3), Bytes(9), BufferIndex(0)}},
                             .contexts = {Offset(50), Offset(48)}};
    const LearningPoint point{RegionIndex(0), 3, 16, Offset(31), Offset(33), Offset(40), 7};
    recorder.leave({offsets, order, {}, Offset(31), Goal::complete, 10, 1, &step, &point});
    return {std::move(problem), recorder.take()};
}

}  // namespace

class TraceJsonTest : public QObject {
    Q_OBJECT

private slots:
    void a_trace_made_by_hand_is_read_back_equal() {
        const auto [problem, trace] = told_by_hand();
        const auto again = parse_document(trace_json_text(problem, empty_layout(problem), trace), "run.json");
        QVERIFY2(again.has_value(), again ? "" : to_string(again.error()).c_str());
        QCOMPARE(again->format, FileFormat::trace_json);
        QVERIFY(*again->trace == trace);
        QCOMPARE(again->problem, problem);
        QCOMPARE(again->layout.placements[1], (std::optional(Placement{Offset(16), RegionIndex(0)})));
        QVERIFY(!again->layout.placements[2]);
        QCOMPARE(again->provenance->planner, std::string("by hand"));
    }

    void what_a_trace_does_not_have_is_read_back() {
        auto [problem, trace] = told_by_hand();
        const auto again = [&problem = problem, &trace = trace] {
            return parse_document(trace_json_text(problem, empty_layout(problem), trace), "run.json");
        };
        trace.dropped[static_cast<std::size_t>(FrameKind::rearrangement)] = 7;
        QVERIFY(trace_json_text(problem, empty_layout(problem), trace).find("dropped_kinds") == std::string::npos);
        QVERIFY(*again()->trace == trace);
        trace.dropped[static_cast<std::size_t>(FrameKind::iteration)] = 3;
        trace.dropped[static_cast<std::size_t>(FrameKind::group)] = 12;
        trace.frames[1].skipped = 2;
        const auto document = again();
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QVERIFY(*document->trace == trace);
        QVERIFY(document->notes.empty());
        QCOMPARE(dropped_frames(*document->trace), std::uint64_t{22});
    }

    void any_run_is_read_back_equal_with_its_result() {
        QVERIFY(rc::check([] {
            const auto [problem, layout] = test::random_plan(test::Features::of_csv);
            const Run run = run_of(problem);
            const auto again = parse_document(trace_json_text(problem, run.layout, run.trace), "run.json");
            RC_ASSERT(again.has_value());
            RC_ASSERT(*again->trace == run.trace);
            RC_ASSERT(again->problem == problem);
            RC_ASSERT(again->layout == run.layout);
        }));
    }

    void a_run_with_sharing_is_read_back_equal() {
        const Problem problem = test::worked_network();
        const auto plan = run_planner(problem, empty_layout(problem), {.planner = "operator-sharing", .record = true});
        QVERIFY(plan && plan->trace && !plan->result.layout.removed.empty());
        const auto again = parse_document(trace_json_text(problem, plan->result.layout, *plan->trace), "run.json");
        QVERIFY2(again.has_value(), again ? "" : to_string(again.error()).c_str());
        QVERIFY(again->layout == plan->result.layout);
        QVERIFY(*again->trace == *plan->trace);
        QVERIFY(!again->trace->frames[1].step->avoided.empty());
    }

    void a_run_of_shared_objects_is_read_back_with_the_figures_of_its_choices() {
        for (const char* planner : {"greedy-in-order", "greedy-by-breadth", "greedy-by-size", "equality"}) {
            const Problem problem = small_problem();
            const auto plan = run_planner(problem, empty_layout(problem), {.planner = planner, .record = true});
            QVERIFY(plan && plan->trace && plan->trace->frames.back().step->object);
            const auto again = parse_document(trace_json_text(problem, plan->result.layout, *plan->trace), "run.json");
            QVERIFY2(again.has_value(), again ? "" : to_string(again.error()).c_str());
            QVERIFY(*again->trace == *plan->trace);
            QVERIFY(again->notes.empty());
        }
    }

    void a_broken_choice_of_an_object_is_an_error() {
        const Problem problem = small_problem();
        const auto plan = run_planner(problem, empty_layout(problem), {.planner = "greedy-by-size", .record = true});
        const std::string text = trace_json_text(problem, plan->result.layout, *plan->trace);
        const auto told = [&](const std::string& from, const std::string& to, const std::string& words) {
            const std::string error = error_after(text, from, to);
            return error.find(words) != std::string::npos;
        };
        QVERIFY(told("\"rule\": \"size\"", "\"rule\": \"luck\"", "there is no rule 'luck'"));
        QVERIFY(told("\"outcome\": \"taken\"", "\"outcome\": \"won\"", "there is no outcome 'won'"));
        QVERIFY(told("\"distance\": 0", "\"distance\": -1", "it is negative"));
        QVERIFY(told("\"free\": [{",
                     "\"free\": [{\"object\": 0, \"size\": 1, \"distance\": 1, \"outcome\": "
                     "\"taken\"}, {",
                     "the candidates of a placement"));
    }

    void a_run_onto_cores_survives_with_its_candidates_and_version_1_has_none() {
        const Problem problem = small_problem();
        const auto plan = run_planner(problem, empty_layout(problem), {.planner = "many-core", .record = true});
        QVERIFY(plan && plan->trace);
        QVERIFY(plan->trace->frames.back().step.has_value());
        std::string text = trace_json_text(problem, plan->result.layout, *plan->trace);
        const auto again = parse_document(text, "run.json");
        QVERIFY2(again.has_value(), again ? "" : to_string(again.error()).c_str());
        QVERIFY(*again->trace == *plan->trace);
        for (std::size_t at = text.find(", \"step\": {"); at != std::string::npos; at = text.find(", \"step\": {")) {
            text.erase(at, text.find('}', at) + 1 - at);
        }
        const std::string newest = "\"version\": 2";
        text.replace(text.find(newest), newest.size(), "\"version\": 1");
        const auto old = parse_document(text, "run.json");
        QVERIFY2(old.has_value(), old ? "" : to_string(old.error()).c_str());
        QCOMPARE(old->layout, plan->result.layout);
        QCOMPARE(old->trace->frames.size(), plan->trace->frames.size());
        QVERIFY(!old->trace->frames.back().step);
    }

    void errors_name_the_field_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QByteArray>("cause");
        const auto add = [](const char* name, const char* from, const char* to, const char* cause) {
            QTest::newRow(name) << QByteArray(from) << QByteArray(to) << QByteArray(cause);
        };
        add("newer_version", "\"version\": 2", "\"version\": 9", "version: the file has version 9");
        add("other_problem", "\"size\": 12", "\"size\": 13", "fingerprint: the trace was recorded on another problem");
        add("fingerprint", "\"fingerprint\": \"", "\"fingerprint\": \"x", "fingerprint: it is no hexadecimal number");
        add("no_problem", "\"problem\"", "\"trouble\"", "problem: it is missing");
        add("kind", "\"kind\": \"pass\"", "\"kind\": \"run\"", "frames[0].kind: there is no kind of frame 'run'");
        add("goal", "\"goal\": \"order-seen\"", "\"goal\": \"lunch\"", "frames[2].goal: there is no goal 'lunch'");
        add("parent", "\"parent\": 1", "\"parent\": 2", "frames: frame 2 stands before its parent");
        add("parent_below_zero", "\"parent\": 0", "\"parent\": -1", "frames[1].parent: -1 is no position");
        add("moved_buffer", "\"moves\": [0,", "\"moves\": [4,", "a move of frame");
        add("moves_of_two", "\"moves\": [0,", "\"moves\": [", "moves: the list must hold three numbers");
        add("moved_far", "\"moves\": [0,null,0", "\"moves\": [0,null,9223372036854775806", "does not fit in 64 bits");
        add("order", "\"order\": [0,", "\"order\": [4,", "a change of order of frame");
        add("order_above", "\"order\": [0,", "\"order\": [4294967296,", "order: 4294967296 is no position");
        add("risk", "\"risks\": [0,0,15", "\"risks\": [0,0,16", "risks: there is a code beyond 0 to 15");
        add("member", "\"members\": [1,", "\"members\": [99,", "a member of frame 2");
        add("result", "\"result\": 1", "\"result\": 3", "result: there is no frame 3");
        add("peak", "\"peak\": 31", "\"peak\": -31", "peak: it is negative");
        add("chosen", "\"chosen\": 1", "\"chosen\": 2", "the candidates of a placement of frame 0");
        add("candidate_missing", "\"candidates\": [24", "\"candidates\": [null",
            "candidates: there is an offset that is null");
        add("candidate_far", "\"candidates\": [24", "\"candidates\": [9223372036854775807", "does not fit in 64 bits");
        add("ghost", "\"ghosts\": [2,", "\"ghosts\": [4,", "the candidates of a placement of frame 0");
        add("ghosts_of_one", "\"ghosts\": [2,", "\"ghosts\": [", "ghosts: the list must hold a buffer and an offset");
        add("work", "\"work\": 7", "\"work\": -7", "frames[2].work: it is not a whole number from 0");
    }

    void errors_name_the_field() {
        QFETCH(const QByteArray, from);
        QFETCH(const QByteArray, to);
        QFETCH(const QByteArray, cause);
        const auto [problem, trace] = told_by_hand();
        const std::string error =
            error_after(trace_json_text(problem, empty_layout(problem), trace), from.toStdString(), to.toStdString());
        test::verify_error(error, "run.json:", cause.toStdString());
    }

    void a_truncated_file_is_an_error() {
        const auto [problem, trace] = told_by_hand();
        const std::string whole = trace_json_text(problem, empty_layout(problem), trace);
        for (std::size_t length = 0; length + 1 < whole.size(); ++length) {
            QVERIFY(!parse_document(std::string_view(whole).substr(0, length), "cut"));
        }
    }
};

ARENASCOPE_TEST(TraceJsonTest)

}  // namespace arenascope

#include "trace_json_test.moc"
