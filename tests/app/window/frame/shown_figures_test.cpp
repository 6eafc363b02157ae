#include "app/window/frame/shown_figures.h"

#include "tests/app/session_fixture.h"

using namespace arenascope;
using namespace arenascope::test;

class ShownFiguresTest : public QObject, private SessionFixture {
    Q_OBJECT

private slots:
    void the_figures_of_a_small_plan_are_known_with_it() {
        Session session;
        ShownFigures figures(session);
        QVERIFY(figures.get() && figures.get()->buffers == 0);
        bool was_known = false;
        connect(&session.plan(), &OpenPlan::plan_changed, this, [&] { was_known = figures.get() != nullptr; });
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,0,4,8,8\n");
        open(session, plan_);
        QVERIFY(was_known);
        QCOMPARE(figures.get()->peak, Offset(16));
        QVERIFY(figures.get()->is_complete());
    }

    void those_of_a_large_plan_are_not_known_at_first_and_never_of_another_plan() {
        Session session;
        ShownFigures figures(session);
        bool was_known = true;
        connect(&session.plan(), &OpenPlan::layout_changed, this, [&] { was_known = figures.get() != nullptr; });
        QSignalSpy changed(&figures, &ShownFigures::changed);
        write_buffers(25'000);
        open(session, plan_);
        QVERIFY(!was_known);
        QTRY_VERIFY(figures.get() != nullptr);
        QCOMPARE(figures.get()->buffers, std::size_t{25'000});
        QCOMPARE(figures.get()->peak, Offset(24));
        QVERIFY(changed.size() >= 2);
        write_buffers(21'000);
        open(session, plan_);
        QTRY_VERIFY(figures.get() != nullptr && figures.get()->buffers == 21'000);
        session.plan().move_buffers({{BufferIndex(0), {Offset(100), RegionIndex(0)}}}, BufferIndex(0));
        was_known = true;
        QTRY_VERIFY(!session.plan().preparation().is_running());
        QVERIFY(!was_known);
        QTRY_VERIFY(figures.get() != nullptr);
        QCOMPARE(figures.get()->peak, Offset(108));
        session.plan().close();
        QVERIFY(figures.get() && figures.get()->buffers == 0);
    }

private:
    void write_buffers(int count) const {
        QByteArray content("id,lower,upper,size,offset\n");
        for (int i = 0; i < count; ++i) {
            content += QByteArray::number(i) + "," + QByteArray::number(i) + "," + QByteArray::number(i + 3) + ",8," +
                       QByteArray::number(8 * (i % 3)) + "\n";
        }
        write(content);
    }
};

ARENASCOPE_TEST(ShownFiguresTest)
#include "shown_figures_test.moc"
