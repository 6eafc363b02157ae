#include "app/window/inspect/peak_views.h"

#include "tests/app/window_fixture.h"
#include "tests/support/idle_state.h"
#include "widgets/panels/summary/summary.h"
#include "widgets/picture/layout_view/layout_view.h"

using namespace arenascope;
using namespace arenascope::test;

class PeakViewsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() { show_window(); }
    void cleanup() { close_window(); }

    void all_views_show_the_same_figures() {
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,8\nc,4,8,8,0\n");
        open(plan_);
        const Session& session = window_->session();
        for (const std::int64_t offset : {8, 100, 32}) {
            window_->session().plan().move_buffers({{BufferIndex(1), {Offset(offset), RegionIndex(0)}}},
                                                   BufferIndex(1));
            wait_until_idle();
            const ShownPlan& plan = *session.shown();
            QCOMPARE(plan.figures->peak, Offset(offset + 8));
            const QString peak = window_->docks().summary->value_of(QStringLiteral("Peak"));
            QCOMPARE(peak, QStringLiteral("%1 B").arg(offset + 8));
            const QString verdict = window_->layout_view()->accessibleDescription();
            QVERIFY2(verdict.contains(peak), qPrintable(verdict));
            const LayoutContent& picture = window_->layout_view()->picture().content();
            QCOMPARE(picture.profiles, plan.profiles);
            QCOMPARE(picture.risks, plan.risks);
            QCOMPARE(picture.layout, plan.layout);
        }
    }
};

ARENASCOPE_TEST(PeakViewsTest)
#include "peak_views_test.moc"
