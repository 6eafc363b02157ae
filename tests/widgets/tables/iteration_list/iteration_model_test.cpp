#include "widgets/tables/iteration_list/iteration_model.h"

#include <QPixmap>
#include <QtTest>

#include "core/trace/trace_recorder.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// Two passes of two iterations each.
std::shared_ptr<const Trace> four_iterations() {
    TraceRecorder recorder(test::placed_plan({{"a", 0, 4, 8, 0}}).problem, {});
    constexpr std::int64_t offset = 0;
    const auto leave = [&recorder, &offset] {
        recorder.leave({.offsets = {&offset, 1}, .order = {}, .risks = {}, .peak = {}});
    };
    for (int pass = 0; pass < 2; ++pass) {
        recorder.enter(FrameKind::pass, {}, {});
        for (int iteration = 0; iteration < 2; ++iteration) {
            recorder.enter(FrameKind::iteration, {}, {});
            leave();
        }
        leave();
    }
    return std::make_shared<const Trace>(recorder.take());
}

}  // namespace

class IterationModelTest : public QObject {
    Q_OBJECT

private slots:
    void steps_that_stop_have_a_dot_and_the_rows_around_them_a_ring() {
        IterationModel model;
        model.set_trace(four_iterations(), {});
        const QModelIndex plain = model.index(0, 0);
        const QModelIndex around = model.index(1, 0);
        const QModelIndex stop = model.index(1, 0, around);
        QVERIFY(!stop.data(Qt::DecorationRole).isValid());
        model.set_marks({IterationModel::frame_at(stop)});
        QVERIFY(stop.data(Qt::ToolTipRole).toString().contains(QStringLiteral("a breakpoint stops here")));
        QVERIFY(around.data(Qt::ToolTipRole).toString().contains(QStringLiteral("a breakpoint stops inside")));
        QVERIFY(!plain.data(Qt::ToolTipRole).toString().contains(QStringLiteral("breakpoint")));
        const auto image = [](const QModelIndex& row) {
            return row.data(Qt::DecorationRole).value<QPixmap>().toImage();
        };
        QVERIFY(image(stop) != image(around));
        QVERIFY(image(around) != image(plain));
        model.set_marks({});
        QVERIFY(!stop.data(Qt::DecorationRole).isValid());
    }
};

ARENASCOPE_TEST(IterationModelTest)

#include "iteration_model_test.moc"
