// Plans at both ends of the 64-bit range, on the command line and in the window.
#include "tests/app/program_run.h"
#include "tests/app/window_fixture.h"
#include "widgets/picture/layout_view/layout_view.h"

using namespace arenascope;
using namespace arenascope::test;

class NumberRangeTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() { plan_ = folder_.filePath(QStringLiteral("plan.csv")); }

    void every_sub_command_accepts_a_plan_at_the_limits_of_64_bits_data() { add_plans(); }
    void every_sub_command_accepts_a_plan_at_the_limits_of_64_bits() {
        QFETCH(QByteArray, rows);
        QFETCH(bool, clean);
        write("id,lower,upper,size,offset\n" + rows);
        const QString as_it_is = QStringLiteral("file");
        for (const QString& command : {QStringLiteral("info"), QStringLiteral("explain"), QStringLiteral("check")}) {
            for (const QStringList& more : {QStringList(), QStringList{QStringLiteral("--json")}}) {
                const Outcome outcome = run(QStringList{command, plan_} + more);
                QCOMPARE(outcome.status, command == QStringLiteral("check") && !clean ? 1 : 0);
                QVERIFY(!outcome.output.isEmpty());
            }
        }
        for (const QString& suffix : {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf")}) {
            const QString picture = folder_.filePath(QStringLiteral("picture.") + suffix);
            const Outcome outcome =
                run({QStringLiteral("export"), plan_, QStringLiteral("-o"), picture, QStringLiteral("--planner"),
                     as_it_is, QStringLiteral("--size"), QStringLiteral("640x400")});
            QVERIFY2(outcome.status == 0, outcome.errors.constData());
            QVERIFY(QFileInfo(picture).size() > 1000);
        }
    }

    void the_window_shows_a_plan_at_the_limits_of_64_bits_data() { add_plans(); }
    void the_window_shows_a_plan_at_the_limits_of_64_bits() {
        QFETCH(QByteArray, rows);
        write("id,lower,upper,size,offset\n" + rows);
        show_window();
        open(plan_);
        LayoutView& view = *window_->layout_view();
        const BufferIndex last(window_->session().problem()->buffers.size() - 1);
        for (int i = 0; i < 3; ++i) {
            QVERIFY(!view.grab().isNull());
            view.run(ViewCommand::zoom_in);
        }
        window_->session().selection().select({last});
        view.run(ViewCommand::zoom_to_selection);
        const auto position = view.position_of(last);
        QVERIFY(position.has_value());
        // Hovers over the buffer and drags it up to the edge of the view.
        QTest::mouseMove(&view, *position);
        QTest::mousePress(&view, Qt::LeftButton, {}, *position);
        QTest::mouseMove(&view, {position->x(), 4});
        QVERIFY(!view.grab().isNull());
        QTest::mouseMove(&view, {position->x(), 2});
        QTest::mouseRelease(&view, Qt::LeftButton, {}, {position->x(), 2});
        QVERIFY(!window_->grab().isNull());
        close_window();
    }

private:
    static void add_plans() {
        QTest::addColumn<QByteArray>("rows");
        QTest::addColumn<bool>("clean");
        const QByteArray highest = "9223372036854775807";
        const QByteArray lowest = "-9223372036854775808";
        QTest::newRow("the last step but one") << QByteArray("a,9223372036854775806," + highest + ",8,0\n") << true;
        QTest::newRow("near the last step") << QByteArray("a,9223372036854775800," + highest + ",8,0\n" +
                                                          "b,9223372036854775803,9223372036854775805,8,8\n")
                                            << true;
        QTest::newRow("the first step") << QByteArray("a," + lowest + ",-9223372036854775807,8,0\n") << true;
        QTest::newRow("all steps from 0 on")
            << QByteArray("a,0," + highest + ",8,0\nb,9223372036854775806," + highest + ",8,8\n") << true;
        QTest::newRow("nearly all steps below 0")
            << QByteArray("a," + lowest + ",-1,8,0\nb," + lowest + ",-9223372036854775807,8,8\n") << true;
        QTest::newRow("sizes near 2^62") << QByteArray(
                                                "a,0,4,4611686018427387904,0\n"
                                                "b,0,4,4611686018427387903,4611686018427387904\n")
                                         << true;
        QTest::newRow("the largest size") << QByteArray("a,0,4," + highest + ",0\n") << true;
        QTest::newRow("the highest offset") << QByteArray("a,0,4,8,9223372036854775799\nb,1,5,8,0\n") << true;
        QTest::newRow("overlaps of everything")
            << QByteArray("a,0," + highest + ",4611686018427387903,0\nb,0," + highest + ",4611686018427387904,0\n")
            << false;
    }
};

ARENASCOPE_TEST(NumberRangeTest)
#include "number_range_test.moc"
