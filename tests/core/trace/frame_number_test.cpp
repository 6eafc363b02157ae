#include "core/trace/frame_number.h"

#include "core/trace/trace_recorder.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

using Offsets = std::vector<std::int64_t>;

/// Two passes with two iterations each; the last iteration has two groups, the second with three rearrangements.
Trace two_passes() {
    TraceRecorder recorder(problem_of({buffer("a", 0, 1, 1)}), {});
    const auto leave = [&recorder] {
        recorder.leave({.offsets = Offsets{0}, .order = {}, .risks = {}, .peak = Offset(1)});
    };
    for (const bool is_last : {false, true}) {
        recorder.enter(FrameKind::pass, "width, desc", {});
        recorder.enter(FrameKind::iteration, {}, {});
        leave();
        recorder.enter(FrameKind::iteration, {}, {});
        for (std::size_t group = 0; is_last && group < 2; ++group) {
            recorder.enter(FrameKind::group, "high", {});
            for (std::size_t i = 0; i < 1 + 2 * group; ++i) {
                recorder.enter(FrameKind::rearrangement, std::to_string(group) + "." + std::to_string(i), {});
                leave();
            }
            leave();
        }
        leave();
        leave();
    }
    return recorder.take();
}

}  // namespace

class FrameNumberTest : public QObject {
    Q_OBJECT

private slots:
    void iterations_count_on_through_passes_from_0() {
        const Trace trace = two_passes();
        QCOMPARE(frame_numbered(trace, "0"), trace.frames[trace.roots[0]].children[0]);
        QCOMPARE(frame_numbered(trace, "3"), trace.frames[trace.roots[1]].children[1]);
    }

    void a_group_and_a_rearrangement_have_their_numbers_behind_dots() {
        const Trace trace = two_passes();
        QCOMPARE(trace.frames[*frame_numbered(trace, "3.1")].kind, FrameKind::group);
        QCOMPARE(trace.frames[*frame_numbered(trace, "3.1.1")].note, std::string("0.0"));
        QCOMPARE(trace.frames[*frame_numbered(trace, "3.2.3")].note, std::string("1.2"));
    }

    void frames_that_the_trace_does_not_have_keep_their_numbers() {
        Trace trace = two_passes();
        const FrameIndex group = *frame_numbered(trace, "3.2");
        trace.frames[trace.frames[group].children[0]].skipped = 7;
        QCOMPARE(trace.frames[*frame_numbered(trace, "3.2.8")].note, std::string("1.0"));
        QVERIFY(!frame_numbered(trace, "3.2.1"));
    }

    void a_wrong_number_says_what_there_is_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("cause");
        QTest::addColumn<QString>("cure");
        QTest::newRow("iteration") << "4"
                                   << "there is no iteration 4"
                                   << "its 4 iterations have the numbers 0 to 3";
        QTest::newRow("group") << "3.3"
                               << "iteration 3 has no group 3 in the trace"
                               << "give a number up to 2";
        QTest::newRow("group 0") << "3.0"
                                 << "iteration 3 has no group 0 in the trace"
                                 << "give a number up to 2";
        QTest::newRow("no groups") << "0.1"
                                   << "iteration 0 has no parts in the trace"
                                   << "name it without the last number";
        QTest::newRow("rearrangement") << "3.2.4"
                                       << "group 2 has no rearrangement 4 in the trace"
                                       << "give a number up to 3";
        for (const char* text : {"", "x", "-1", "3.", ".1", "3..1", "3.2.1.1", "18446744073709551616", "3,2"}) {
            QTest::newRow(qPrintable(QStringLiteral("text '%1'").arg(QLatin1String(text))))
                << text << QStringLiteral("there is no iteration '%1'").arg(QLatin1String(text))
                << "give its number, such as 7; of a group of it 7.2; of a rearrangement of that group 7.2.15";
        }
    }
    void a_wrong_number_says_what_there_is() {
        QFETCH(const QString, text);
        const auto frame = frame_numbered(two_passes(), text.toStdString());
        QVERIFY(!frame);
        QTEST(QString::fromStdString(frame.error().cause), "cause");
        QTEST(QString::fromStdString(frame.error().cure), "cure");
    }
};

ARENASCOPE_TEST(FrameNumberTest)
#include "frame_number_test.moc"
