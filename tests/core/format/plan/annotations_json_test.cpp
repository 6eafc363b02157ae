#include "core/format/plan/annotations_json.h"

#include <rapidcheck.h>

#include "core/format/plan/plan_json.h"
#include "core/format/plan/trace_binary.h"
#include "core/format/plan/trace_json.h"
#include "core/format/reading.h"
#include "core/planner/planning.h"
#include "tests/support/mutated_copies.h"
#include "tests/support/random_annotations.h"
#include "tests/support/random_plan.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

/// A plan of two regions with these members besides.
std::string annotated_plan(const std::string& members) {
    return R"({"format": "arenascope-plan", "version": 1,
 "regions": [{"name": "sram"}, {"name": "dram"}],
 "buffers": [{"name": "a", "size": 4, "begin": 0, "end": 3, "offset": 0},
             {"name": "b", "size": 4, "begin": 1, "end": 9, "offset": 0, "region": "dram"}],
 )" + members +
           "}";
}

std::string told_error(const std::string& members) {
    const auto document = parse_document(annotated_plan(members), "plan.json");
    return document ? "no error" : to_string(document.error());
}

const std::string all_kinds = R"("pinned_notes": [
    {"text": "why\nhere?", "buffer": "b"},
    {"text": "a hole", "region": "dram", "step": 3, "offset": 4096},
    {"text": "low", "step": 3, "offset": 0},
    {"text": "the peak", "step": -3}],
 "bookmarks": [
    {"name": "all", "begin": 0, "end": 9, "from": -4, "to": 64, "to_region": "dram", "folded": ["dram", "sram", "dram"]},
    {"name": "sram", "begin": 2, "end": 5, "from": 0, "from_region": "dram", "to": 1, "to_region": "dram",
     "hidden": ["sram"]}])";

Document document_of(const std::string& members) {
    auto document = parse_document(annotated_plan(members), "plan.json");
    if (!document) {
        qFatal("%s", to_string(document.error()).c_str());
    }
    return std::move(*document);
}

Plan recorded_run(const Problem& problem) {
    auto plan = run_planner(problem, empty_layout(problem), {.planner = "offsets-greedy-by-size", .record = true});
    if (!plan || !plan->trace) {
        qFatal("there is no trace: %s", plan ? "" : to_string(plan.error()).c_str());
    }
    return std::move(*plan);
}

}  // namespace

class AnnotationsJsonTest : public QObject {
    Q_OBJECT

private slots:
    void reads_notes_and_bookmarks_written_by_hand() {
        const Document document = document_of(all_kinds);
        QVERIFY2(document.notes.empty(), document.notes.empty() ? "" : document.notes.front().c_str());
        QCOMPARE(document.pinned_notes,
                 (std::vector<PinnedNote>{{"why\nhere?", BufferIndex(1)},
                                          {"a hole", BytePlace{RegionIndex(1), Offset(4096), Step(3)}},
                                          {"low", BytePlace{RegionIndex(0), Offset(0), Step(3)}},
                                          {"the peak", Step(-3)}}));
        QCOMPARE(document.bookmarks.size(), std::size_t{2});
        const Bookmark& all = document.bookmarks.front();
        QCOMPARE(all.name, std::string("all"));
        QCOMPARE(all.steps, (Lifetime{Step(0), Step(9)}));
        QCOMPARE(all.from, (StackHeight{RegionIndex(0), Offset(-4)}));
        QCOMPARE(all.to, (StackHeight{RegionIndex(1), Offset(64)}));
        QCOMPARE(all.folded, (std::vector{RegionIndex(0), RegionIndex(1)}));
        QCOMPARE(document.bookmarks.back().hidden, std::vector{RegionIndex(0)});
        QCOMPARE(document.bookmarks.back().frame, FrameIndex::none());
    }

    void a_plan_is_read_back_equal_and_without_them_is_as_it_was() {
        const Document document = document_of(all_kinds);
        const std::string text = plan_json_text(document.problem, document.layout, {}, annotations_of(document));
        QVERIFY(text.find(R"({"text": "why\nhere?", "buffer": "b"})") != std::string::npos);
        QVERIFY(text.find(R"({"text": "low", "step": 3, "offset": 0})") != std::string::npos);
        const auto again = parse_document(text, "again");
        QVERIFY2(again.has_value(), again ? "" : to_string(again.error()).c_str());
        QCOMPARE(annotations_of(*again), annotations_of(document));
        QVERIFY(again->notes.empty());
        const std::string bare = plan_json_text(document.problem, document.layout, {});
        QVERIFY(bare.find("notes") == std::string::npos && bare.find("bookmarks") == std::string::npos);
    }

    void any_annotations_are_read_back_equal_from_plan_and_trace() {
        QVERIFY(rc::check([] {
            auto [problem, layout] = test::random_plan(test::Features::of_csv);
            for (Buffer& buffer : problem.buffers) {
                buffer.pin.reset();  // pins that collide have no plan
            }
            const Plan run = recorded_run(problem);
            Annotations annotations = test::random_annotations(run.problem, run.trace->frames.size());
            annotations.hand_edits = {{"size of 'a'", "1", "2"}};
            for (const std::string& text :
                 {trace_json_text(run.problem, run.result.layout, *run.trace, annotations),
                  trace_binary_bytes(run.problem, run.result.layout, *run.trace, annotations)}) {
                const auto again = parse_document(text, "trace");
                RC_ASSERT(again.has_value());
                RC_ASSERT(annotations_of(*again) == annotations);
                RC_ASSERT(again->notes.empty());
                RC_ASSERT(again->trace == run.trace);
            }
            const auto again = parse_document(plan_json_text(problem, layout, {}, annotations), "plan");
            RC_ASSERT(again.has_value());
            annotations.bookmarks = without_frames(annotations.bookmarks);  // a plan has no run
            RC_ASSERT(annotations_of(*again) == annotations);
        }));
    }

    void any_annotations_of_many_regions_are_read_back_equal() {
        QVERIFY(rc::check([] {
            const auto [problem, layout] = test::random_plan(test::Features::of_json);
            const Annotations annotations = test::random_annotations(problem, 0);
            const std::string text = plan_json_text(problem, layout, {}, annotations);
            // As the format alone: opening a plan may prepare its scratch for planners.
            const auto again = parse_document_as(FileFormat::plan_json, text, "plan");
            RC_ASSERT(again.has_value());
            RC_ASSERT(annotations_of(*again) == annotations);
            RC_ASSERT(plan_json_text(again->problem, again->layout, {}, annotations_of(*again)) == text);
        }));
    }

    void errors_name_the_field_data() {
        QTest::addColumn<QString>("members");
        QTest::addColumn<QString>("error");
        const auto row = [](const char* name, const char* members, const char* error) {
            QTest::newRow(name) << QString::fromUtf8(members) << QString::fromUtf8(error);
        };
        row("no text", R"("pinned_notes": [{"buffer": "a"}])", "pinned_notes[0].text");
        row("empty text", R"("pinned_notes": [{"text": "", "buffer": "a"}])", "pinned_notes[0].text: it is empty");
        row("a zero", R"("pinned_notes": [{"text": "x\u0000y", "buffer": "a"}])",
            "pinned_notes[0].text: the text contains a zero character");
        row("unknown buffer", R"("pinned_notes": [{"text": "x", "step": 1}, {"text": "x", "buffer": "c"}])",
            "pinned_notes[1].buffer: there is no buffer 'c'");
        row("two anchors", R"("pinned_notes": [{"text": "x", "buffer": "a", "step": 1}])", "pinned_notes[0].buffer");
        row("no anchor", R"("pinned_notes": [{"text": "x"}])", "pinned_notes[0].step");
        row("no offset", R"("pinned_notes": [{"text": "x", "step": 1, "region": "sram"}])", "pinned_notes[0].region");
        row("no step", R"("pinned_notes": [{"text": "x", "offset": 1}])", "pinned_notes[0].step");
        row("unknown region", R"("pinned_notes": [{"text": "x", "step": 1, "offset": 0, "region": "rom"}])",
            "pinned_notes[0].region: there is no region 'rom'");
        row("half a step", R"("pinned_notes": [{"text": "x", "step": 1.5}])", "pinned_notes[0].step");
        row("no list", R"("pinned_notes": {"text": "x"})", "pinned_notes");
        row("no name", R"("bookmarks": [{"name": "", "begin": 0, "end": 1, "from": 0, "to": 1}])", "bookmarks[0].name");
        row("no time", R"("bookmarks": [{"name": "x", "begin": 3, "end": 3, "from": 0, "to": 1}])",
            "bookmarks[0].end: it is not after the begin");
        row("no bytes", R"("bookmarks": [{"name": "x", "begin": 3, "end": 4, "from": 1, "to": 1}])", "bookmarks[0].to");
        row("no end", R"("bookmarks": [{"name": "x", "begin": 3, "from": 0, "to": 1}])", "bookmarks[0].end");
        row("unknown end",
            R"("bookmarks": [{"name": "x", "begin": 3, "end": 4, "from": 0, "to": 1, "to_region": "y"}])",
            "bookmarks[0].to_region: there is no region 'y'");
        row("unknown strip",
            R"("bookmarks": [{"name": "x", "begin": 3, "end": 4, "from": 0, "to": 1, "folded": ["y"]}])",
            "bookmarks[0].folded[0]: there is no region 'y'");
        row("no strip", R"("bookmarks": [{"name": "x", "begin": 3, "end": 4, "from": 0, "to": 1, "hidden": [1]}])",
            "bookmarks[0].hidden[0]");
        row("frame of a plan", R"("bookmarks": [{"name": "x", "begin": 3, "end": 4, "from": 0, "to": 1, "frame": 0}])",
            "bookmarks[0].frame: there is no frame 0");
    }
    void errors_name_the_field() {
        QFETCH(const QString, members);
        QFETCH(const QString, error);
        const QString told = QString::fromStdString(told_error(members.toStdString()));
        QVERIFY2(told.contains(error), qPrintable(told));
        QVERIFY2(told.startsWith(QStringLiteral("plan.json:5: ")), qPrintable(told));
    }

    void texts_and_lists_have_limits() {
        const auto note = [](std::size_t bytes) {
            return "\"pinned_notes\": [{\"text\": \"" + std::string(bytes, 'x') + "\", \"step\": 1}]";
        };
        QCOMPARE(told_error(note(most_note_bytes)), std::string("no error"));
        QVERIFY(told_error(note(most_note_bytes + 1)).find("it has 65537 bytes") != std::string::npos);
        const auto notes = [](std::size_t count) {
            std::string list;
            for (std::size_t i = 0; i < count; ++i) {
                list += std::string(i == 0 ? "" : ", ") + "{\"text\": \"x\", \"step\": 1}";
            }
            return "\"pinned_notes\": [" + list + "]";
        };
        QCOMPARE(told_error(notes(most_pinned_notes)), std::string("no error"));
        QVERIFY(told_error(notes(most_pinned_notes + 1)).find("there are more than 10000") != std::string::npos);
        const auto bookmark = [](std::size_t bytes) {
            return "\"bookmarks\": [{\"name\": \"" + std::string(bytes, 'x') +
                   "\", \"begin\": 0, \"end\": 1, \"from\": 0, \"to\": 1}]";
        };
        QCOMPARE(told_error(bookmark(most_bookmark_name_bytes)), std::string("no error"));
        QVERIFY(told_error(bookmark(most_bookmark_name_bytes + 1)).find("bookmarks[0].name") != std::string::npos);
    }

    void a_bookmark_of_a_trace_names_one_of_its_frames() {
        const Document document = document_of("\"steps\": []");
        const Plan run = recorded_run(document.problem);
        Bookmark bookmark = document_of(all_kinds).bookmarks.front();
        bookmark.frame = FrameIndex(run.trace->frames.size() - 1);
        const auto text = [&](FrameIndex frame) {
            bookmark.frame = frame;
            return std::array{
                trace_json_text(run.problem, run.result.layout, *run.trace, {.bookmarks = {bookmark}}),
                trace_binary_bytes(run.problem, run.result.layout, *run.trace, {.bookmarks = {bookmark}})};
        };
        for (const std::string& last : text(FrameIndex(run.trace->frames.size() - 1))) {
            const auto again = parse_document(last, "trace");
            QVERIFY2(again.has_value(), again ? "" : to_string(again.error()).c_str());
            QCOMPARE(again->bookmarks, std::vector{bookmark});
        }
        for (const std::string& beyond : text(FrameIndex(run.trace->frames.size()))) {
            const auto again = parse_document(beyond, "trace");
            QVERIFY(!again && again.error().cause.find("bookmarks[0].frame") != std::string::npos);
        }
    }

    void unknown_keys_are_noted() {
        const Document document = document_of(R"("pinned_notes": [{"text": "x", "step": 1, "author": "me"}])");
        QCOMPARE(document.notes.size(), std::size_t{1});
        QVERIFY(document.notes.front().find("author") != std::string::npos);
    }

    void damaged_copies_are_errors_or_sound() {
        test::verify_mutated_copies(FileFormat::plan_json, annotated_plan(all_kinds));
    }

    void damaged_copies_of_a_trace_are_errors_or_sound() {
        const Document document = document_of(all_kinds);
        const Plan run = recorded_run(document.problem);
        test::verify_mutated_copies(FileFormat::trace_json, trace_json_text(run.problem, run.result.layout, *run.trace,
                                                                            annotations_of(document)));
    }
};

ARENASCOPE_TEST(AnnotationsJsonTest)

}  // namespace arenascope

#include "annotations_json_test.moc"
