#include "app/window/inspect/verdict_views.h"

#include <QLineEdit>
#include <QPushButton>

#include "core/picture/plan/verdict_source.h"
#include "tests/app/window_fixture.h"
#include "tests/support/idle_state.h"
#include "widgets/panels/message_bar/message_bar.h"
#include "widgets/panels/verdict_bar/verdict_bar.h"
#include "widgets/picture/layout_view/layout_view.h"

using namespace arenascope;
using namespace arenascope::test;

class VerdictViewsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() { show_active_window(); }
    void cleanup() { close_window(); }

    void the_line_says_what_the_command_line_says_data() {
        QTest::addColumn<QString>("file");
        for (const char* file : {"placed.csv", "vendor_plan.csv", "digits_c_info.json", "training_snapshot.pickle",
                                 "digits_tvm_graph.json", "xla_cell.memory_viewer.json", "segments.tracealloc.json"}) {
            QTest::newRow(file) << sample(QString::fromLatin1(file));
        }
    }
    void the_line_says_what_the_command_line_says() {
        QFETCH(const QString, file);
        open(file);
        wait_until_idle();
        const ShownPlan& plan = *session().shown();
        const PlanState& state = session().state();
        const Verdict verdict =
            verdict_on_file(*plan.problem, *plan.layout, plan.report(),
                            {state.format, state.left_out, state.import != nullptr, state.switches}, {});
        QCOMPARE(bar().words().headline, QString::fromStdString(verdict.headline));
        QVERIFY(bar().words().tone == verdict.tone);
        QVERIFY(window_->layout_view()->picture().content().tone == verdict.tone);
        QCOMPARE(window_->layout_view()->accessibleDescription(), QString::fromStdString(verdict.text()));
    }

    void a_capacity_is_entered_as_it_is_written() {
        write("id,lower,upper,size,offset\na,0,4,53248,0\nb,4,8,2048,0\n");
        open(plan_);
        QCOMPARE(bar().words().headline, QStringLiteral("52 KiB needed, the lowest possible."));
        enter(QStringLiteral("52 KiB"));
        QTRY_COMPARE(session().problem()->regions.front().capacity, std::optional(Bytes(53'248)));
        QTRY_VERIFY2(bar().words().headline.startsWith(QStringLiteral("Fits: 52 of 52 KiB")),
                     qPrintable(bar().words().headline));
        enter(QStringLiteral("50 KiB"));
        QTRY_VERIFY2(bar().words().headline.startsWith(QStringLiteral("Does not fit")),
                     qPrintable(bar().words().headline));
        QVERIFY(bar().words().tone == VerdictTone::bad);
        enter(QStringLiteral("much"));
        QTRY_VERIFY(window_->message_bar()->isVisible());
        QCOMPARE(session().problem()->regions.front().capacity, std::optional(Bytes(51'200)));
        enter({});
        QTRY_VERIFY(!session().problem()->regions.front().capacity);
    }

    void a_capacity_is_shown_as_it_is_and_not_rounded() {
        write("id,lower,upper,size,offset\na,0,4,268435456,0\n");
        open(plan_);
        enter(QStringLiteral("53 KiB"));
        const auto& field = *bar().findChildren<QLineEdit*>().front();
        QTRY_COMPARE(field.text(), QStringLiteral("53 KiB"));
        enter(QStringLiteral("1000 B"));
        QTRY_COMPARE(field.text(), QStringLiteral("1,000 B"));
    }

    void what_helps_is_a_checked_plan_that_a_click_shows_beside() {
        window_settings::looks_for_help.set(true);
        // b can lie below a, where it is not in use any more.
        write("id,lower,upper,size,offset\na,0,4,100,0\nb,4,8,100,100\n");
        open(plan_);
        QTRY_VERIFY_WITH_TIMEOUT(!bar().help().empty(), 20'000);
        QVERIFY2(bar().help().front().text.contains(QStringLiteral("100 B")), qPrintable(bar().help().front().text));
        for (auto* button : bar().findChildren<QPushButton*>()) {
            if (button->isVisible()) {
                QTest::mouseClick(button, Qt::LeftButton);
                break;
            }
        }
        QTRY_VERIFY_WITH_TIMEOUT(session().comparison().other() != nullptr, 20'000);
        const ShownPlan& other = *session().comparison().other();
        QCOMPARE(peak(*other.problem, *other.layout), Offset(100));
        QVERIFY(window_->actions().modes->actions().at(static_cast<qsizetype>(WindowMode::compare))->isChecked());
        window_settings::looks_for_help.set(false);
    }

    void a_step_of_a_run_is_named() {
        open_tuned_sample();
        session().steps().show(0);
        wait_until_idle();
        const QString whole = window_->layout_view()->accessibleDescription();
        QVERIFY2(whole.contains(QStringLiteral("iteration")), qPrintable(whole));
    }

    void tune_answers_where_nothing_is_lower() {
        write("id,lower,upper,size,offset\na,0,4,100,0\nb,4,8,100,0\n");
        open(plan_);
        QSignalSpy finished(session().tuning().run(), &PlanRun::finished);
        window_->actions().tune->trigger();
        QVERIFY(finished.wait(20'000));
        QTRY_VERIFY(window_->message_bar()->text().contains(QStringLiteral("already the lowest without sharing")));
    }

private:
    [[nodiscard]] Session& session() const { return window_->session(); }
    [[nodiscard]] VerdictBar& bar() const { return *window_->findChild<VerdictBar*>(); }
    void enter(const QString& amount) const {
        window_->actions().capacity->trigger();
        auto& field = *bar().findChildren<QLineEdit*>().front();
        QTRY_VERIFY(field.hasFocus());
        field.setText(amount);
        QTest::keyClick(&field, Qt::Key_Return);
        wait_until_idle();
    }
};

ARENASCOPE_TEST(VerdictViewsTest)
#include "verdict_views_test.moc"
