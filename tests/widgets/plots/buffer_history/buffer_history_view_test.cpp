#include "widgets/plots/buffer_history/buffer_history_view.h"

#include <QSignalSpy>

#include "tests/support/test_registry.h"
#include "tests/widgets/table_clicks.h"
#include "widgets/base/section_header.h"
#include "widgets/plots/buffer_history/history_curve.h"

using namespace arenascope;
using test::column_of;

namespace {

/// Placed at 0, not moved, moved to 64 and high, taken away.
std::vector<HistoryMoment> four_moments() {
    return {{FrameIndex(0), "0", Offset(0), Tier::low, "", true},
            {FrameIndex(3), "1", Offset(0), Tier::low, "", false},
            {FrameIndex(5), "2", Offset(64), Tier::high, "order-seen", true},
            {FrameIndex(9), "3", std::nullopt, Tier::high, "", true}};
}

}  // namespace

class BufferHistoryViewTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        history_ = std::make_unique<BufferHistoryView>();
        history_->resize(420, 400);
        history_->show();
        QVERIFY(QTest::qWaitForWindowExposed(history_.get()));
    }
    void cleanup() { history_.reset(); }

    void without_a_run_it_says_what_to_do() {
        QVERIFY(history_->words().contains(QStringLiteral("Select a buffer")));
        QVERIFY(!list().isVisible());
        QVERIFY(!curve().isVisible());
    }

    void the_table_lists_only_the_steps_that_changed_something() {
        history_->set_history(HistorySubject::buffer, QStringLiteral("conv"), four_moments(), Bytes(100));
        QCOMPARE(history_->findChild<SectionHeader*>()->detail(), QStringLiteral("offset of conv"));
        QCOMPARE(column_of(list(), HistoryColumn::step), (QStringList{"0", "2", "3"}));
        QCOMPARE(column_of(list(), HistoryColumn::offset), (QStringList{"0", "64", "not placed"}));
        QCOMPARE(column_of(list(), HistoryColumn::tier), (QStringList{"low", "high", "high"}));
        QCOMPARE(history_->words(),
                 QStringLiteral("1 of 3 steps after its first placement changed its offset; it is high in 2."));
    }

    void a_run_without_tiers_has_no_column_for_them() {
        auto moments = four_moments();
        for (HistoryMoment& moment : moments) {
            moment.tier.reset();
        }
        history_->set_history(HistorySubject::buffer, QStringLiteral("conv"), moments, Bytes(100));
        QTRY_VERIFY(list().isColumnHidden(HistoryColumn::tier));
        QCOMPARE(history_->words(), QStringLiteral("1 of 3 steps after its first placement changed its offset."));
    }

    void a_higher_offset_is_higher_on_the_curve_and_an_unplaced_buffer_has_no_point() {
        history_->set_history(HistorySubject::buffer, QStringLiteral("conv"), four_moments(), Bytes(100));
        QTRY_VERIFY(curve().height() > 20);
        QVERIFY(curve().point(2)->y() < curve().point(1)->y());
        QVERIFY(curve().point(2)->x() > curve().point(1)->x());
        QVERIFY(!curve().point(3));
    }

    void a_click_on_the_curve_or_a_row_chooses_the_step() {
        history_->set_history(HistorySubject::buffer, QStringLiteral("conv"), four_moments(), Bytes(100));
        QTRY_VERIFY(curve().height() > 20);
        QSignalSpy chosen(history_.get(), &BufferHistoryView::frame_chosen);
        QTest::mouseClick(&curve(), Qt::LeftButton, Qt::NoModifier, curve().point(2)->toPoint());
        test::click_cell(list(), 0, HistoryColumn::step);
        QCOMPARE(chosen.size(), 2);
        QCOMPARE(chosen[0][0].value<FrameIndex>(), FrameIndex(5));
        QCOMPARE(chosen[1][0].value<FrameIndex>(), FrameIndex(0));
    }

    void a_place_lists_who_lay_there_and_has_no_curve() {
        std::vector<HistoryMoment> moments = four_moments();
        for (HistoryMoment& moment : moments) {
            moment.offset.reset();
            moment.tier.reset();
        }
        moments[0].holder = QStringLiteral("conv");
        moments[1].holder = QStringLiteral("conv");
        moments[2].holder = QStringLiteral("add, pool");
        history_->set_history(HistorySubject::place, QStringLiteral("step 4, offset 64 B"), moments, Bytes(100));
        QCOMPARE(history_->findChild<SectionHeader*>()->detail(), QStringLiteral("step 4, offset 64 B"));
        QCOMPARE(column_of(list(), HistoryColumn::holder), (QStringList{"conv", "add, pool", "free"}));
        QTRY_VERIFY(list().isColumnHidden(HistoryColumn::offset));
        QVERIFY(!curve().isVisible());
        QCOMPARE(history_->words(),
                 QStringLiteral("2 of 3 steps after the first changed who lies there; it is free in 1."));
    }

    void the_peak_has_a_curve_and_says_who_carried_it() {
        std::vector<HistoryMoment> moments = four_moments();
        moments.pop_back();
        for (HistoryMoment& moment : moments) {
            moment.tier.reset();
        }
        moments[0].holder = moments[1].holder = QStringLiteral("conv");
        moments[2].holder = QStringLiteral("add");
        history_->set_history(HistorySubject::peak, {}, moments, Bytes(100));
        QCOMPARE(history_->findChild<SectionHeader*>()->detail(), QStringLiteral("peak"));
        QCOMPARE(list().model()->headerData(HistoryColumn::offset, Qt::Horizontal).toString(),
                 QStringLiteral("peak B"));
        QCOMPARE(column_of(list(), HistoryColumn::holder), (QStringList{"conv", "add"}));
        QTRY_VERIFY(curve().isVisible());
        QCOMPARE(history_->words(),
                 QStringLiteral("1 of 2 steps after the first changed the peak or who carries it: 2 buffers in all."));
    }

private:
    [[nodiscard]] QTableView& list() const { return *history_->findChild<QTableView*>(); }
    [[nodiscard]] HistoryCurve& curve() const { return *history_->findChild<HistoryCurve*>(); }

    std::unique_ptr<BufferHistoryView> history_;
};

ARENASCOPE_TEST(BufferHistoryViewTest)

#include "buffer_history_view_test.moc"
