#include "core/format/recording/followed_recording.h"

#include <fcntl.h>
#include <optional>
#include <rapidcheck.h>
#include <string>
#include <unistd.h>

#include <QFile>
#include <QTemporaryDir>

#include <sys/stat.h>

#include "core/format/reading.h"
#include "core/trace/trace_player.h"
#include "core/trace/trace_validation.h"
#include "recorder/arenascope/recorder.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

using namespace test;

/// Reads until there is nothing new.
Expected<TailState> read_all(FollowedRecording& recording) {
    for (;;) {
        auto state = recording.read();
        if (!state || *state != TailState::more) {
            return state;
        }
    }
}

class FollowedRecordingTest : public QObject {
    Q_OBJECT

private slots:
    void init() { QFile::remove(QString::fromStdString(path())); }

    void what_was_read_is_a_document_at_any_time() {
        Recorder run(path());
        auto followed = FollowedRecording::open(path());
        QVERIFY(followed);
        QVERIFY(read_all(*followed));
        QVERIFY(!followed->document());
        const int a = run.buffer("a", 0, 4, 64);
        const int b = run.buffer("b", 2, 6, 32);
        run.enter("iteration", "first");
        run.place(a, 0);
        run.leave();
        QCOMPARE(read_all(*followed).value(), TailState::waiting);
        const auto first = followed->document();
        QVERIFY(first);
        QCOMPARE(first->trace->frames.size(), std::size_t{1});
        QVERIFY(!first->layout.placements[BufferIndex(1)]);
        run.enter("iteration", "second");
        run.place(b, 64);
        run.leave();
        run.result();
        QCOMPARE(read_all(*followed).value(), TailState::waiting);
        const auto second = followed->document();
        QCOMPARE(second->trace->frames.size(), std::size_t{2});
        QVERIFY(second->layout.placements[BufferIndex(1)]->offset == Offset(64));
        QCOMPARE(followed->main_steps(), std::uint64_t{2});
        // The first document did not change.
        QCOMPARE(first->trace->frames.size(), std::size_t{1});
    }

    void a_step_under_way_ends_as_its_last_inner_step_left_it_and_goes_on_later() {
        Recorder run(path());
        auto followed = FollowedRecording::open(path());
        const int a = run.buffer("a", 0, 4, 64);
        run.enter("iteration");
        run.enter("group");
        run.place(a, 128);
        run.leave();
        QVERIFY(read_all(*followed));
        const auto now = followed->document();
        QVERIFY(now);
        QCOMPARE(now->trace->frames.size(), std::size_t{2});
        QVERIFY(now->trace->frames[FrameIndex(0)].goal == Goal::stopped);
        run.move(a, 0);
        run.leave("complete");
        QVERIFY(read_all(*followed));
        const auto later = followed->document();
        QCOMPARE(later->trace->frames.size(), std::size_t{2});
        QVERIFY(later->trace->frames[FrameIndex(0)].goal == Goal::complete);
        QVERIFY(later->layout.placements[BufferIndex(0)]->offset == Offset(0));
    }

    void at_its_end_it_is_what_reading_the_file_gives() {
        QVERIFY(rc::check("followed in pieces, a recording is the same run", [this] {
            init();
            auto run = std::make_optional<Recorder>(path());
            auto followed = FollowedRecording::open(path());
            const int buffers = *rc::gen::inRange(1, 6);
            for (int i = 0; i < buffers; ++i) {
                run->buffer("b" + std::to_string(i), i, i + 3, 16 * (i + 1));
            }
            const int steps = *rc::gen::inRange(1, 60);
            int depth = 0;
            for (int i = 0; i < steps; ++i) {
                if (depth < 3 && *rc::gen::inRange(0, 3) > 0) {
                    run->enter("step", std::to_string(i));
                    ++depth;
                } else if (depth > 0) {
                    run->leave();
                    --depth;
                }
                run->place(*rc::gen::inRange(0, buffers), 16 * *rc::gen::inRange(0, 20));
                if (*rc::gen::inRange(0, 4) == 0) {
                    RC_ASSERT(read_all(*followed).has_value());
                    if (followed->steps() > 0) {
                        const auto document = followed->document();
                        RC_ASSERT(document.has_value());
                        RC_ASSERT(validate_trace(*document->trace, document->problem).has_value());
                    }
                }
            }
            while (depth-- > 0) {
                run->leave();
            }
            run.reset();
            RC_ASSERT(read_all(*followed).value() == TailState::ended);
            const auto whole = read_document(path(), ImportOptions());
            RC_ASSERT(whole.has_value());
            const auto document = followed->document();
            RC_ASSERT(whole->trace.has_value() == document.has_value());
            if (whole->trace) {
                RC_ASSERT(*document->trace == *whole->trace);
                RC_ASSERT(document->layout.placements == whole->layout.placements);
                RC_ASSERT(document->notes == whole->notes);
            }
        }));
    }

    void only_what_is_still_written_is_followed() {
        QVERIFY(!is_still_recorded(path()));
        {
            Recorder run(path());
            QVERIFY(is_still_recorded(path()));
        }
        QVERIFY(!is_still_recorded(path()));
        QVERIFY(!is_still_recorded(directory_.path().toStdString()));
        const std::string pipe = directory_.filePath(QStringLiteral("pipe")).toStdString();
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        QVERIFY(is_still_recorded(pipe));
    }

    void a_named_pipe_is_opened_before_its_writer_and_ends_with_it() {
        const std::string pipe = directory_.filePath(QStringLiteral("late")).toStdString();
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        auto followed = FollowedRecording::open(pipe);
        QVERIFY(followed);
        QCOMPARE(followed->read().value(), TailState::waiting);
        const int descriptor = ::open(pipe.c_str(), O_WRONLY);
        {
            Recorder run(descriptor);
            const int a = run.buffer("a", 0, 4, 64);
            run.enter("placement");
            run.place(a, 0);
            run.leave();
        }
        ::close(descriptor);
        QCOMPARE(read_all(*followed).value(), TailState::ended);
        QCOMPARE(followed->document()->trace->frames.size(), std::size_t{1});
    }

    void a_file_that_is_cut_is_a_sentence_and_what_was_read_stays() {
        Recorder run(path());
        auto followed = FollowedRecording::open(path());
        const int a = run.buffer("a", 0, 4, 64);
        run.enter("placement");
        run.place(a, 0);
        run.leave();
        QVERIFY(read_all(*followed));
        QFile other(directory_.filePath(QStringLiteral("other")));
        QVERIFY(other.open(QIODevice::WriteOnly));
        other.close();
        QCOMPARE(::rename(qPrintable(other.fileName()), path().c_str()), 0);
        const auto state = read_all(*followed);
        QVERIFY(!state);
        QVERIFY2(state.error().cause.find("replaced by another file") != std::string::npos,
                 state.error().cause.c_str());
        QVERIFY(followed->document());
    }

private:
    [[nodiscard]] std::string path() const { return directory_.filePath(QStringLiteral("run.rec")).toStdString(); }

    QTemporaryDir directory_;
};

ARENASCOPE_TEST(FollowedRecordingTest)

}  // namespace
}  // namespace arenascope

#include "followed_recording_test.moc"
