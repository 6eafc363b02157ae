#include "qt/words/frame_words.h"

#include <QtTest>

#include "core/trace/trace_recorder.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr std::int64_t only_offset = 0;

/// Enters frames of these kinds, each within the one before, and leaves all of them.
void tell_frames(TraceRecorder& recorder, const std::vector<FrameKind>& kinds) {
    for (const FrameKind kind : kinds) {
        recorder.enter(kind, {}, {});
    }
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        recorder.leave({.offsets = {&only_offset, 1}, .order = {}, .risks = {}});
    }
}

}  // namespace

class FrameWordsTest : public QObject {
    Q_OBJECT

private slots:
    void a_path_names_every_level_but_a_single_pass() {
        TraceRecorder recorder(test::placed_plan({{"a", 0, 4, 8, 0}}).problem, {});
        tell_frames(recorder, {FrameKind::pass, FrameKind::iteration, FrameKind::group, FrameKind::rearrangement});
        Trace trace = recorder.take();
        QCOMPARE(frame_path(trace, FrameIndex(3)), QStringLiteral("iteration 0, group 1, rearrangement 1"));
        QCOMPARE(frame_path(trace, FrameIndex(0)), QStringLiteral("pass 1"));
        TraceRecorder again(test::placed_plan({{"a", 0, 4, 8, 0}}).problem, {});
        tell_frames(again, {FrameKind::pass, FrameKind::iteration});
        tell_frames(again, {FrameKind::pass, FrameKind::iteration});
        trace = again.take();
        QCOMPARE(frame_path(trace, FrameIndex(3)), QStringLiteral("pass 2, iteration 1"));
    }

    void frames_that_are_not_kept_count_in_the_numbers() {
        TraceRecorder recorder(test::placed_plan({{"a", 0, 4, 8, 0}}).problem, {});
        tell_frames(recorder, {FrameKind::improvement});
        tell_frames(recorder, {FrameKind::improvement});
        Trace trace = recorder.take();
        QCOMPARE(frame_path(trace, FrameIndex(1)), QStringLiteral("improvement 2"));
        trace.frames[1].skipped = 1200;
        QCOMPARE(frame_path(trace, FrameIndex(1)), QStringLiteral("improvement 1,202"));
    }

    void a_kind_among_others_has_its_own_number_and_that_of_the_run() {
        TraceRecorder recorder(test::placed_plan({{"a", 0, 4, 8, 0}}).problem, {});
        tell_frames(recorder, {FrameKind::improvement});
        tell_frames(recorder, {FrameKind::improvement});
        tell_frames(recorder, {FrameKind::placement});
        const Trace trace = recorder.take();
        QCOMPARE(frame_path(trace, FrameIndex(1)), QStringLiteral("improvement 2"));
        QCOMPARE(frame_path(trace, FrameIndex(2)), QStringLiteral("placement 1 (no. 3)"));
        QCOMPARE(frame_name(FrameKind::move, 12, std::nullopt), QStringLiteral("move (no. 12)"));
    }

    void counts_have_the_words_of_their_kind() {
        FrameCounts counts{};
        QCOMPARE(frame_counts_words(counts), QString());
        counts[static_cast<std::size_t>(FrameKind::pass)] = 2;
        counts[static_cast<std::size_t>(FrameKind::iteration)] = 1;
        counts[static_cast<std::size_t>(FrameKind::rearrangement)] = 1234;
        QCOMPARE(frame_counts_words(counts), QStringLiteral("2 passes, 1 iteration, 1,234 rearrangements"));
    }
};

ARENASCOPE_TEST(FrameWordsTest)
#include "frame_words_test.moc"
