#include "app/window/frame/dock_fill.h"

#include <QDockWidget>

#include "tests/app/window_fixture.h"
#include "tests/support/idle_state.h"
#include "widgets/base/section_header.h"
#include "widgets/panels/summary/summary.h"
#include "widgets/plots/free_area_histogram/free_area_histogram.h"
#include "widgets/tables/live_set/live_set.h"
#include "widgets/tables/overlap_list/overlap_list.h"

using namespace arenascope;
using namespace arenascope::test;

class DockFillTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() { show_window(); }
    void cleanup() { close_window(); }

    void a_dock_of_a_small_plan_is_filled_out_of_sight() {
        open_buffers(3);
        docks().peak_chain.bring_to_front();
        wait_until_idle();
        QDockWidget& dock = *docks().live_set.dock;
        FillCounter counter(dock, window_->session());
        counter.fill.update();
        QCOMPARE(counter.fills, 1);
        QCOMPARE(counter.empties, 0);
        QVERIFY(counter.fill.is_filled());
    }

    void a_dock_of_a_large_plan_is_filled_when_it_comes_into_sight() {
        open_buffers(25'000);
        docks().peak_chain.bring_to_front();
        wait_until_idle();
        FillCounter counter(*docks().live_set.dock, window_->session());
        counter.fill.update();
        counter.fill.update();
        QCOMPARE(counter.fills, 0);
        QCOMPARE(counter.empties, 1);
        QVERIFY(!counter.fill.is_filled());
        docks().live_set.bring_to_front();
        QTRY_COMPARE(counter.fills, 1);
        QVERIFY(counter.fill.is_filled());
        counter.fill.update();
        QCOMPARE(counter.fills, 2);
    }

    void docks_that_come_into_sight_show_the_large_plan() {
        open_buffers(25'000);
        docks().live_set.bring_to_front();
        QTRY_COMPARE(docks().live_set.dock->findChild<SectionHeader*>()->title(), QStringLiteral("Live at step 2"));
        docks().summary.bring_to_front();
        QTRY_COMPARE(docks().summary->value_of("Sum of sizes"), QStringLiteral("200,000 B"));
        docks().overlaps.bring_to_front();
        QTRY_VERIFY(docks().overlaps.dock->findChild<SectionHeader*>()->detail().contains(QStringLiteral("0")));
        docks().free_areas.dock->show();
        docks().free_areas.bring_to_front();
        QTRY_COMPARE(docks().free_areas->fact(QStringLiteral("Free")), QStringLiteral("0 B"));
    }

private:
    struct FillCounter {
        FillCounter(QDockWidget& dock, const Session& session)
            : fill(
                  dock, session, [this] { ++fills; }, [this] { ++empties; }) {}
        int fills = 0;
        int empties = 0;
        DockFill fill;
    };

    [[nodiscard]] const WindowDocks& docks() const { return window_->docks(); }

    /// Buffers that follow each other in time, three at a time.
    void open_buffers(int count) {
        QByteArray content("id,lower,upper,size,offset\n");
        for (int i = 0; i < count; ++i) {
            content += QByteArray::number(i) + "," + QByteArray::number(i) + "," + QByteArray::number(i + 3) + ",8," +
                       QByteArray::number(8 * (i % 3)) + "\n";
        }
        write(content);
        open(plan_);
    }
};

ARENASCOPE_TEST(DockFillTest)
#include "dock_fill_test.moc"
