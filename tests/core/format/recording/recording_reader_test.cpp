#include "core/format/recording/recording_reader.h"

#include <rapidcheck.h>
#include <vector>

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <sys/wait.h>

#include "core/format/plan/trace_json.h"
#include "core/format/reading.h"
#include "core/format/recording/recording_head.h"
#include "core/trace/trace_player.h"
#include "core/trace/trace_validation.h"
#include "recorder/arenascope/recorder.h"
#include "tests/support/mutated_copies.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

using namespace test;

/// What a recorder writes into a file, and the file itself.
class RecordedFile {
public:
    [[nodiscard]] std::string path() const { return directory_.filePath(QStringLiteral("run.rec")).toStdString(); }
    [[nodiscard]] std::string bytes() const {
        QFile file(QString::fromStdString(path()));
        return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
    }

private:
    QTemporaryDir directory_;
};

/// A run of three steps.
template <class Target>
void record_example(Target& run) {
    const int a = run.buffer("a", 0, 4, 64);
    const int b = run.buffer("b", 2, 6, 32, 16);
    run.enter("iteration", "largest first");
    run.place(a, 0);
    run.place(b, 64);
    run.leave("complete");
    run.enter("move", "b is low enough");
    run.remove(a);
    run.place(a, 32);
    run.move(b, 0);
    run.leave();
    run.bound(96);
    run.enter("placement");
    run.candidates(b, {0, 96});
    run.place(b, 96);
    run.leave("no better one");
    run.result();
}

std::string example_bytes() {
    const RecordedFile file;
    {
        Recorder run(file.path());
        record_example(run);
    }
    return file.bytes();
}

/// The example as a descriptor gets it.
std::string plain_example() {
    const RecordedFile file;
    const int descriptor = ::open(file.path().c_str(), O_WRONLY | O_CREAT, 0600);
    {
        Recorder run(descriptor);
        record_example(run);
    }
    ::close(descriptor);
    return file.bytes();
}

std::vector<std::int64_t> offsets_in(const Document& document, std::size_t frame) {
    TracePlayer player(*document.trace);
    player.go_to(FrameIndex(frame));
    std::vector<std::int64_t> offsets;
    for (const auto& offset : player.offsets()) {
        offsets.push_back(offset ? offset->value() : -1);
    }
    return offsets;
}

std::string error_in(std::string_view bytes) {
    const auto document = parse_document(bytes, "run.rec");
    return document ? std::string() : to_string(document.error());
}

/// A plain recording of these records.
std::string recording_of(const std::string& records) {
    return plain_example().substr(0, recording_head_bytes) + records;
}

class RecordingReaderTest : public QObject {
    Q_OBJECT

private slots:
    void steps_become_a_trace() {
        for (const std::string& bytes : {example_bytes(), plain_example()}) {
            const auto document = parse_document(bytes, "run.rec");
            QVERIFY2(document, document ? "" : to_string(document.error()).c_str());
            QVERIFY(document->format == FileFormat::recording);
            QCOMPARE(document->problem.buffers.size(), std::size_t{2});
            QVERIFY(document->problem.buffers[1].alignment == Bytes(16));
            const Trace& trace = *document->trace;
            QVERIFY(validate_trace(trace, document->problem));
            QCOMPARE(trace.frames.size(), std::size_t{3});
            QVERIFY(trace.frames[0].kind == FrameKind::iteration && trace.frames[0].goal == Goal::complete);
            QCOMPARE(trace.frames[0].note, std::string("largest first"));
            QVERIFY(trace.frames[1].kind == FrameKind::move);
            QCOMPARE(trace.frames[2].note, std::string("no better one"));
            QCOMPARE(trace.frames[2].step->candidates.size(), std::size_t{2});
            QCOMPARE(trace.frames[2].step->chosen, std::size_t{1});
            QCOMPARE(offsets_in(*document, 0), (std::vector<std::int64_t>{0, 64}));
            QCOMPARE(offsets_in(*document, 1), (std::vector<std::int64_t>{32, 0}));
            QVERIFY(trace.result == FrameIndex(2));
            QVERIFY(document->layout.placements[1]->offset == Offset(96));
            QCOMPARE(document->notes.size(), std::size_t{1});
            QVERIFY(document->notes.front().find("96 B") != std::string::npos);
        }
    }

    void python_writes_the_same_records() {
        const RecordedFile file;
        QProcess python;
        python.start(QStringLiteral("python3"), {QStringLiteral("-")});
        python.write(("import sys\nsys.path.insert(0, '" + sample(QStringLiteral("../recorder")).toStdString() +
                      "')\nfrom arenascope_recorder import Recorder\nwith Recorder('" + file.path() + R"(') as run:
    a = run.buffer("a", 0, 4, 64)
    b = run.buffer("b", 2, 6, 32, 16)
    run.enter("iteration", "largest first")
    run.place(a, 0)
    run.place(b, 64)
    run.leave("complete")
    run.enter("move", "b is low enough")
    run.remove(a)
    run.place(a, 32)
    run.move(b, 0)
    run.leave()
    run.bound(96)
    run.enter("placement")
    run.candidates(b, [0, 96])
    run.place(b, 96)
    run.leave("no better one")
    run.result()
)")
                         .c_str());
        python.closeWriteChannel();
        QVERIFY(python.waitForFinished());
        QCOMPARE(python.readAllStandardError(), QByteArray());
        QCOMPARE(QByteArray::fromStdString(file.bytes()), QByteArray::fromStdString(plain_example()));
    }

    void inner_steps_are_groups_and_rearrangements() {
        const RecordedFile file;
        {
            Recorder run(file.path());
            const int a = run.buffer("a", 0, 4, 64);
            run.enter("pass", "by size");
            run.enter("attempt", "1");
            run.enter("pick", "a");
            run.place(a, 0);
            run.enter("try");
            run.move(a, 8);
            run.leave();
            run.leave("too high");
            run.leave("stopped");
            run.leave();
            run.result();
        }
        const auto document = parse_document(file.bytes(), "run.rec");
        QVERIFY(document);
        const Trace& trace = *document->trace;
        QCOMPARE(trace.frames.size(), std::size_t{4});
        QVERIFY(trace.frames[1].kind == FrameKind::iteration && trace.frames[1].note == "attempt: 1");
        QVERIFY(trace.frames[2].kind == FrameKind::group && trace.frames[2].note == "pick: a");
        QVERIFY(trace.frames[3].kind == FrameKind::rearrangement && trace.frames[3].note == "try");
        QVERIFY(validate_trace(trace, document->problem));
        QVERIFY(parse_trace_json(trace_json_text(document->problem, document->layout, trace), "t")->trace == trace);
    }

    void a_planner_that_ends_early_leaves_its_whole_steps() {
        const RecordedFile file;
        const pid_t child = ::fork();
        if (child == 0) {
            Recorder run(file.path());
            const int a = run.buffer("a", 0, 4, 64);
            const int b = run.buffer("b", 0, 4, 64);
            run.enter("iteration", "first");
            run.place(a, 0);
            run.leave();
            run.enter("iteration", "second");
            run.place(b, 64);
            ::raise(SIGKILL);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        const auto document = parse_document(file.bytes(), "run.rec");
        QVERIFY2(document, document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->trace->frames.size(), std::size_t{1});
        QVERIFY(document->layout.placements[0] && !document->layout.placements[1]);
        QVERIFY(document->notes.front().find("has no end") != std::string::npos);
    }

    void what_is_recorded_after_the_end_is_dropped() {
        const RecordedFile file;
        Recorder run(file.path());
        record_example(run);
        run.close();
        const std::string closed = file.bytes();
        record_example(run);
        run.close();
        QVERIFY(!run.ok());
        QVERIFY(closed == file.bytes() && closed == example_bytes());
    }

    void a_file_cut_at_any_byte_is_read_to_its_last_whole_step() {
        for (const std::string& whole : {example_bytes(), plain_example()}) {
            std::size_t steps = 0;
            for (std::size_t length = recording_head_bytes; length <= whole.size(); ++length) {
                const auto document = parse_document(whole.substr(0, length), "run.rec");
                if (!document) {
                    QVERIFY2(to_string(document.error()).find("no buffers") != std::string::npos,
                             to_string(document.error()).c_str());
                    QCOMPARE(steps, std::size_t{0});
                    continue;
                }
                const std::size_t found = document->trace ? document->trace->frames.size() : 0;
                QVERIFY(found >= steps);
                steps = found;
            }
            QCOMPARE(steps, std::size_t{3});
        }
        QVERIFY(error_in(plain_example().substr(0, 40)).find("cut within its head") != std::string::npos);
    }

    void a_long_recording_goes_through_the_window_many_times() {
        const RecordedFile file;
        constexpr int steps = 30'000;
        {
            Recorder run(file.path());
            const int a = run.buffer("a", 0, 4, 64);
            for (int i = 0; i < steps; ++i) {
                run.enter("iteration", "step " + std::to_string(i));
                run.place(a, i);
                run.leave("ended " + std::to_string(i % 7));
            }
            run.result();
            QVERIFY(run.ok());
        }
        const auto document = parse_document(file.bytes(), "run.rec");
        QVERIFY2(document, document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->trace->frames.size(), std::size_t{steps});
        QCOMPARE(document->trace->frames[12'345].note, std::string("step 12345, ended 4"));
        QVERIFY(document->layout.placements[0]->offset == Offset(steps - 1));
    }

    void pieces_of_any_length_give_the_same() {
        const std::string records = plain_example().substr(recording_head_bytes);
        for (std::size_t size = 1; size < records.size(); ++size) {
            struct Counting final : TraceSink {
                void enter(FrameKind, std::string_view note, std::span<const BufferIndex>, RegionIndex) override {
                    notes += note;
                }
                void leave(const FrameState& state) override { peaks.push_back(state.peak.value()); }
                void mark_result() override { notes += "!"; }
                [[nodiscard]] bool has_room() const override { return true; }
                std::string notes;
                std::vector<std::int64_t> peaks;
            } sink;
            RecordingReader reader("run.rec", [&](const Problem&) -> Expected<TraceSink*> { return &sink; });
            for (std::size_t at = 0; at < records.size(); at += size) {
                QVERIFY(reader.read(std::string_view(records).substr(at, size)));
            }
            reader.finish();
            QCOMPARE(sink.notes, std::string("largest firstb is low enoughno better one!"));
            QCOMPARE(sink.peaks, (std::vector<std::int64_t>{96, 96, 128}));
        }
    }

    void errors_name_the_record() {
        const std::string a = std::string("\x01\x01", 2) + "a" + std::string("\x00\x08\x10\x02", 4);
        const std::string enter = std::string("\x02\x00\x04", 3) + "move" + std::string("\x00\x00", 2);
        QVERIFY(error_in(recording_of(a + enter + std::string("\x03\x05\x00", 3))).find("there is no buffer 5") !=
                std::string::npos);
        QVERIFY(error_in(recording_of(a + enter + std::string("\x03\x00\x01", 3))).find("is negative") !=
                std::string::npos);
        QVERIFY(error_in(recording_of(a + "\x03" + std::string(1, '\0') + "\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01"))
                    .find("does not fit in 64 bits") != std::string::npos);
        QVERIFY(error_in(recording_of(a + enter + std::string("\x09\x00\x00", 3))).find("but is not placed") !=
                std::string::npos);
        QVERIFY(error_in(recording_of(a + enter + a)).find("comes after the first step") != std::string::npos);
        QVERIFY(error_in(recording_of(a + std::string("\x03\x00\x00", 3) + a)).find("comes after the first step") !=
                std::string::npos);
        QVERIFY(error_in(recording_of(a + std::string("\x07\x00\x00", 3))).find("none has begun") != std::string::npos);
        QVERIFY(error_in(recording_of(a + a + enter)).find("'a'") != std::string::npos);
        QVERIFY(error_in(recording_of("\x7F")).find("record at byte 0: there is no kind of record 127") !=
                std::string::npos);
        QVERIFY(error_in(recording_of(a + std::string("\x02\x09\x00\x00", 4))).find("was not written before") !=
                std::string::npos);
        QVERIFY(error_in(recording_of(a + enter + enter + enter + enter)).find("too deep") != std::string::npos);
        std::string newer = plain_example();
        newer[8] = 2;
        QVERIFY(error_in(newer).find("version 2") != std::string::npos);
    }

    void damaged_copies_are_read_or_refused() { verify_mutated_copies(FileFormat::recording, plain_example()); }

    void random_runs_are_kept() {
        QVERIFY(rc::check([] {
            const RecordedFile file;
            const auto count = *rc::gen::inRange(1, 6);
            std::vector<std::int64_t> expected(static_cast<std::size_t>(count), -1);
            std::size_t steps = 0;
            {
                Recorder run(file.path());
                for (int i = 0; i < count; ++i) {
                    run.buffer("b" + std::to_string(i), i, i + 3, 16 + i);
                }
                const auto actions = *rc::gen::inRange(0, 40);
                for (int i = 0; i < actions; ++i) {
                    const auto buffer = *rc::gen::inRange(0, count);
                    run.enter("move", "n" + std::to_string(i));
                    if (expected[static_cast<std::size_t>(buffer)] >= 0 && *rc::gen::arbitrary<bool>()) {
                        run.remove(buffer);
                        expected[static_cast<std::size_t>(buffer)] = -1;
                    } else {
                        const auto offset = *rc::gen::inRange<std::int64_t>(0, std::int64_t{1} << 40);
                        run.place(buffer, offset);
                        expected[static_cast<std::size_t>(buffer)] = offset;
                    }
                    run.leave();
                    ++steps;
                }
                run.result();
            }
            const auto document = parse_document(file.bytes(), "run.rec");
            RC_ASSERT(document.has_value());
            RC_ASSERT(document->trace->frames.size() == std::max<std::size_t>(steps, 1));
            RC_ASSERT(offsets_in(*document, document->trace->result.value()) == expected);
            RC_ASSERT(validate_trace(*document->trace, document->problem).has_value());
        }));
    }
};

ARENASCOPE_TEST(RecordingReaderTest)

}  // namespace
}  // namespace arenascope

#include "recording_reader_test.moc"
