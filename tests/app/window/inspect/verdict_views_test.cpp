#include "app/window/inspect/verdict_views.h"

#include <QLineEdit>
#include <QPushButton>

#include "app/session/report_source.h"
#include "app/session/shown_verdict.h"
#include "core/format/reading.h"
#include "core/picture/report/html_text.h"
#include "qt/words/visible_text.h"
#include "tests/app/judged_files.h"
#include "tests/app/window_fixture.h"
#include "tests/support/idle_state.h"
#include "tests/support/judged_plan.h"
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

    void all_views_agree_with_check_and_verdict_data() {
        add_judged_files(QDir(folder_.path()), largest_file, drawn_files);
    }
    void all_views_agree_with_check_and_verdict() {
        QFETCH(const QString, path);
        if (!read_document(path.toStdString())) {
            return;  // no part of the program reads it
        }
        open_planned_or_refused(path);
        wait_until_idle();
        const ShownPlan& plan = *session().shown();
        const PlanState& state = session().state();
        QVERIFY(plan.report() != nullptr);
        const Verdict verdict = shown_verdict(plan, state, shown_step(session()), plan.report());
        // What a planner left out for lack of room is no fault of the file.
        if (state.misfits.empty()) {
            const std::string fault = disagreement(verdict, *plan.problem, *plan.layout, *plan.report());
            QVERIFY2(fault.empty(), (fault + ": " + verdict.text()).c_str());
        }
        QCOMPARE(bar().words().headline, visible_text(verdict.headline));
        QVERIFY(bar().words().tone == verdict.tone);
        QCOMPARE(view().accessibleDescription(), visible_text(verdict.text()));
        QVERIFY(view().picture().content().tone == verdict.tone);
        // The report of the window says the same.
        const auto report = report_of(report_source(session(), ColorBy::risk, {}), "report.html");
        QVERIFY2(report, report ? "" : to_string(report.error()).c_str());
        QVERIFY2(report->find(html_text(verdict.text())) != std::string::npos, verdict.text().c_str());
    }

    void the_help_that_was_found_is_in_the_sentence() {
        window_settings::looks_for_help.set(true);
        write("id,lower,upper,size,offset\na,0,4,100,0\nb,4,8,100,100\n");
        open(plan_);
        QTRY_VERIFY_WITH_TIMEOUT(!bar().help().empty(), 20'000);
        QTRY_COMPARE(bar().words().headline, QStringLiteral("200 B needed; a layout of 100 B exists."));
        window_settings::looks_for_help.set(false);
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
    static constexpr qint64 largest_file = 10'000;
    static constexpr std::uint64_t drawn_files = 9;

    /// Opens a file, and waits until it is planned, if it is a problem that the planner accepts.
    void open_planned_or_refused(const QString& path) {
        open(path);
        QTRY_VERIFY_WITH_TIMEOUT(!session().tuning().run()->is_running(), 20'000);
    }
    [[nodiscard]] Session& session() const { return window_->session(); }
    [[nodiscard]] LayoutView& view() const { return *window_->layout_view(); }
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
