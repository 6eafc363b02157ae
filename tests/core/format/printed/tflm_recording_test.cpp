#include "core/format/printed/tflm_recording.h"

#include <fstream>
#include <rapidcheck.h>

#include <QTemporaryDir>

#include "core/base/file/file_content.h"
#include "core/format/reading.h"
#include "core/model/memory/live_profile.h"
#include "tests/support/mutated_copies.h"
#include "tests/support/opened_text.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const std::string mark = "[RecordingMicroAllocator] ";

std::string part_line(const std::string& part, std::int64_t bytes) {
    return mark + "Arena allocation " + part + " " + std::to_string(bytes) + " bytes\n";
}

std::string kind_line(const std::string& kind, std::int64_t used, std::int64_t requested) {
    return mark + "'" + kind + "' used " + std::to_string(used) + " bytes with alignment overhead (requested " +
           std::to_string(requested) + " bytes for 10 allocations)\n";
}

const std::string small_recording = part_line("total", 9568) + part_line("head", 7744) + part_line("tail", 1824) +
                                    kind_line("TfLiteEvalTensor data", 120, 118);

bool some_note_says(const Document& document, const std::string& words) {
    return std::any_of(document.notes.begin(), document.notes.end(),
                       [&](const std::string& note) { return note.find(words) != std::string::npos; });
}

std::string sample_recording() {
    const auto content = read_content(test::sample(QStringLiteral("tflm_recording.log")).toStdString());
    return content ? *content : std::string();
}

}  // namespace

class TflmRecordingTest : public QObject {
    Q_OBJECT

private slots:
    void a_recording_is_one_step_with_a_buffer_for_each_part() {
        const Document document = opened(small_recording);
        QCOMPARE(document.format, FileFormat::tflm_log);
        const auto& buffers = document.problem.buffers;
        QCOMPARE(buffers.size(), std::size_t{3});
        QCOMPARE(buffers[0].name, std::string("head: planned tensors and scratch"));
        QCOMPARE(buffers[0].size, Bytes(7744));
        QCOMPARE(buffers[1].name, std::string("tail: TfLiteEvalTensor data"));
        QCOMPARE(buffers[1].size, Bytes(120));
        QCOMPARE(buffers[2].name, std::string("tail: other persistent data"));
        QCOMPARE(buffers[2].size, Bytes(1704));
        QCOMPARE(threshold(document.problem), Bytes(9568));
        QVERIFY(!document.layout.placements[0].has_value());
        QCOMPARE(document.arena->kinds.front().requested, Bytes(118));
        QVERIFY(some_note_says(document, "neither lifetimes nor offsets"));
        QVERIFY(some_note_says(document, "only the head, 7,744 of 9,568 B (80.9 %); the tail of 1,824 B"));
    }

    void lines_may_have_a_prefix_each() {
        std::string prefixed;
        for (std::string_view rest = small_recording; !rest.empty();) {
            const std::size_t end = rest.find('\n') + 1;
            prefixed += "board_1  | 2024-03-02T10:11:12Z \x1b[32m" + std::string(rest.substr(0, end));
            rest.remove_prefix(end);
        }
        QCOMPARE(opened(prefixed).problem, opened(small_recording).problem);
        QCOMPARE(opened(with_crlf(small_recording)).problem, opened(small_recording).problem);
    }

    void the_last_complete_recording_counts() {
        const std::string larger = part_line("total", 20) + part_line("head", 12) + part_line("tail", 8);
        const Document document = opened(small_recording + larger + part_line("total", 30) + part_line("head", 30));
        QCOMPARE(document.arena->total, Bytes(20));
        QVERIFY(document.arena->kinds.empty());
        QVERIFY(some_note_says(document, "holds 3 recordings; this is the last complete one, from line 5"));
    }

    void what_does_not_add_up_is_said() {
        const Document sum = opened(part_line("total", 100) + part_line("head", 60) + part_line("tail", 30));
        QCOMPARE(sum.arena->total, Bytes(90));
        QVERIFY(some_note_says(sum, "total of the recording is 100 B, but head and tail add up to 90 B"));
        const Document kinds = opened(part_line("head", 60) + part_line("tail", 30) + kind_line("data", 31, 31));
        QVERIFY(kinds.arena->kinds.empty());
        QVERIFY(some_note_says(kinds, "add up to 31 B, more than the tail of 30 B"));
        QCOMPARE(threshold(kinds.problem), Bytes(90));
    }

    void two_kinds_of_one_name_are_two_buffers() {
        const Document document =
            opened(part_line("head", 60) + part_line("tail", 30) + kind_line("data", 8, 8) + kind_line("data", 8, 8));
        QCOMPARE(document.problem.buffers[2].name, std::string("tail: data#2"));
    }

    void errors_name_the_line() {
        QCOMPARE(error_of("boot\n" + part_line("total", 5) + part_line("head", 5)),
                 std::string("text:2: the recording lacks the line of its tail; print the recording again: "
                             "allocator->PrintAllocations()"));
        QVERIFY(
            error_of(part_line("total", 5) + mark + "Arena allocation head 3 by\n").starts_with("text:2: the line"));
        QVERIFY(error_of(part_line("head", 0) + part_line("tail", 0)).find("is empty") != std::string::npos);
        QVERIFY(error_of(part_line("head", std::numeric_limits<std::int64_t>::max()) + part_line("tail", 1))
                    .find("do not fit in 64 bits") != std::string::npos);
    }

    void with_a_plan_the_recording_is_a_note() {
        const std::string plan = "0 (id=0): size=16, offset=0, first_used=0 last_used=1\n";
        for (const std::string& log : {small_recording + plan, plan + small_recording}) {
            const Document document = opened(log);
            QCOMPARE(document.problem.buffers.size(), std::size_t{1});
            QCOMPARE(document.problem.buffers[0].name, std::string("buffer_0"));
            QCOMPARE(document.arena->head, Bytes(7744));
            QVERIFY(some_note_says(document, "a planner can change only the head"));
        }
        const Document damaged = opened(plan + part_line("head", 5));
        QVERIFY(!damaged.arena);
        QVERIFY(some_note_says(damaged, "was ignored: line 2: the recording lacks the line of its tail"));
    }

    void a_model_takes_the_recording_of_its_arena() {
        ARENASCOPE_NEEDS_SHARED_DATA()
        const QTemporaryDir folder;
        const std::string log = folder.filePath(QStringLiteral("arena.log")).toStdString();
        std::ofstream(log) << small_recording;
        const std::string model = shared_data(QStringLiteral("field/keyword_scrambled.tflite")).toStdString();
        ImportOptions options;
        options.arena_log = log;
        options.variables = Residence::outside;
        const auto outside = read_document(model, options);
        QVERIFY2(outside.has_value(), outside ? "" : to_string(outside.error()).c_str());
        QCOMPARE(outside->arena->total, Bytes(9568));
        QVERIFY(some_note_says(*outside, "its tensors need at least 288 B of the recorded head of 7,744 B at once"));
        options.variables = Residence::throughout;
        QVERIFY(some_note_says(*read_document(model, options),
                               "need 10,528 B at once, more than the recorded head of 7,744 B"));
        options.arena_log = "/nowhere/arena.log";
        QVERIFY(!read_document(model, options).has_value());
    }

    void the_recording_of_the_field_opens() {
        ARENASCOPE_NEEDS_SHARED_DATA()
        const auto document = read_document(shared_data(QStringLiteral("field/tflm_recording_log.txt")).toStdString());
        QVERIFY(document.has_value());
        QCOMPARE(document->problem.buffers.size(), std::size_t{4});
        QCOMPARE(threshold(document->problem), Bytes(9568));
    }

    void drawn_recordings_keep_their_sums() {
        QVERIFY(rc::check([] {
            const auto head = *rc::gen::inRange<std::int64_t>(0, 1 << 20);
            const auto kinds =
                *rc::gen::container<std::vector<std::int64_t>>(rc::gen::inRange<std::int64_t>(0, 1 << 12));
            std::int64_t tail = *rc::gen::inRange<std::int64_t>(1, 64);
            std::string lines;
            for (const std::int64_t bytes : kinds) {
                tail += bytes;
                lines += kind_line("data", bytes, bytes / 2);
            }
            const Document document = opened(part_line("head", head) + part_line("tail", tail) + lines);
            RC_ASSERT(threshold(document.problem) == Bytes(head + tail));
            RC_ASSERT(document.arena->kinds.size() == kinds.size());
        }));
    }

    void mutated_copies_give_an_error_or_a_sound_plan() {
        verify_mutated_copies(FileFormat::tflm_log, sample_recording());
    }
};

ARENASCOPE_TEST(TflmRecordingTest)
#include "tflm_recording_test.moc"
