#include "widgets/tables/iteration_list/iteration_curve.h"

#include <cmath>

#include "core/trace/trace_recorder.h"
#include "qt/painting/theme.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// Two improvements with a generation between them, then two placements up to a highest tail of 768.
std::shared_ptr<const Trace> told_run() {
    TraceRecorder recorder(test::placed_plan({{"a", 0, 4, 512, 0}}).problem, {});
    const auto tell = [&recorder](FrameKind kind, std::int64_t peak) {
        recorder.enter(kind, {}, {});
        recorder.leave({.offsets = std::vector<std::int64_t>{0}, .order = {}, .risks = {}, .peak = Offset(peak)});
    };
    tell(FrameKind::improvement, 1280);
    tell(FrameKind::generation, 1280);
    tell(FrameKind::improvement, 768);
    tell(FrameKind::placement, 512);
    tell(FrameKind::placement, 768);
    Trace trace = recorder.take();
    trace.threshold = Bytes(512);
    return std::make_shared<const Trace>(std::move(trace));
}

/// The sum of the peaks falls from 1,792 to 1,280 in even steps.
LearningCurve even_curve() {
    return {LearningCurve::Figure::sum_of_peaks,
            {{FrameIndex(0), 1792, {}}, {FrameIndex(1), 1536, 1664}, {FrameIndex(2), 1280, {}}}};
}

}  // namespace

class IterationCurveTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        curve_ = std::make_unique<IterationCurve>();
        curve_->resize(400, 120);
        curve_->set_unit(Unit::bytes);
    }
    void cleanup() { curve_.reset(); }

    void marks_stand_at_their_steps_once_each() {
        curve_->set_trace(told_run(), {}, even_curve());
        QVERIFY(curve_->marks().empty());
        const QImage plain = curve_->grab().toImage();
        curve_->set_marks({FrameIndex(4), FrameIndex(1), FrameIndex(1), FrameIndex::none()});
        QCOMPARE(curve_->marks(), (std::vector<std::size_t>{1, 4}));
        QVERIFY(curve_->grab().toImage() != plain);
        curve_->set_trace(told_run(), {}, even_curve());
        QVERIFY(curve_->marks().empty());
    }

    void what_several_cores_improve_has_a_label_with_figure_and_unit() {
        curve_->set_trace(told_run(), {}, even_curve());
        QCOMPARE(curve_->learning_text(1000), QStringLiteral("sum of peaks 1,792 to 1,280 B"));
        QCOMPARE(curve_->learning_text(10), QStringLiteral("sum of peaks 1,280 B"));
        QCOMPARE(curve_->peak_text(1000), QStringLiteral("highest tail · threshold 512 B"));
        QCOMPARE(curve_->peak_text(10), QStringLiteral("threshold 512"));
        QVERIFY(curve_->accessibleDescription().contains(QStringLiteral("sum of peaks 1,792 to 1,280 B")));
        LearningCurve other = even_curve();
        other.figure = LearningCurve::Figure::fragmentation;
        curve_->set_trace(told_run(), {}, other);
        QCOMPARE(curve_->learning_text(1000), QStringLiteral("fragmentation 1,792 to 1,280 B · steps"));
        curve_->set_trace(told_run());
        QVERIFY(curve_->learning_text(1000).isEmpty());
    }

    void it_has_its_own_axis_and_ends_before_the_first_placement() {
        curve_->set_trace(told_run(), {}, even_curve());
        const auto y = [this](std::size_t position) { return curve_->point(position).y(); };
        // Evenly spaced amounts, whatever the peaks of the placements are.
        QVERIFY(y(0) < y(1) && y(1) < y(2));
        QVERIFY(std::abs(y(1) * 2 - y(0) - y(2)) < 1e-6);
        // The lowest of each line is at the bottom, the highest at the top.
        QVERIFY(std::abs(y(2) - y(3)) < 1e-6);
        QVERIFY(std::abs(y(0) - y(4)) < 1e-6);
        // Nothing joins the last improvement with the first placement: half-way between them is the dotted divider.
        const QImage image = curve_->grab().toImage();
        const QColor line = qt_color(palette(Theme::light).high_over.edge);
        const int from = static_cast<int>(curve_->point(2).x()) + 3;
        const int to = static_cast<int>(curve_->point(3).x()) - 3;
        for (int x = from; x < to; ++x) {
            for (int row = 0; row < image.height(); ++row) {
                QVERIFY(image.pixelColor(x, row) != line);
            }
        }
    }

    void a_click_finds_steps_of_both_lines() {
        curve_->set_trace(told_run(), {}, even_curve());
        for (std::size_t position = 0; position < 5; ++position) {
            FrameIndex chosen = FrameIndex::none();
            const auto listening = connect(curve_.get(), &IterationCurve::frame_chosen, this,
                                           [&chosen](FrameIndex frame) { chosen = frame; });
            QTest::mouseClick(curve_.get(), Qt::LeftButton, Qt::NoModifier, curve_->point(position).toPoint());
            disconnect(listening);
            QCOMPARE(chosen, FrameIndex(position));
            curve_->set_current(chosen);
            QCOMPARE(curve_->mark_position(), std::optional(curve_->point(position)));
        }
    }

private:
    std::unique_ptr<IterationCurve> curve_;
};

ARENASCOPE_TEST(IterationCurveTest)
#include "iteration_curve_test.moc"
