#include "app/window/comparison_dialog.h"

#include <QPushButton>
#include <QTableView>

#include "tests/app/window_fixture.h"
#include "widgets/planner_comparison/layout_gallery.h"
#include "widgets/planner_comparison/quality_plot.h"

using namespace arenascope;
using namespace arenascope::test;

class ComparisonDialogTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() { show_window(); }
    void cleanup() { close_window(); }

    void nothing_can_be_compared_before_something_is_open() {
        QVERIFY(!window_->actions().compare->isEnabled());
        QVERIFY(!button("Compare").isEnabled());
    }

    void every_planner_gets_a_row_a_point_and_a_picture() {
        open_planned(sample(QStringLiteral("mobile_vision.json")));
        compare();
        const auto& attempts = dialog().standings().attempts();
        for (std::size_t entry = 0; entry < attempts.size(); ++entry) {
            QVERIFY2(attempts[entry].state == AttemptState::done, attempts[entry].planner.name.data());
            QVERIFY(attempts[entry].standing.has_value());
            QVERIFY(dialog().findChild<QualityPlot*>()->point(entry).has_value());
            QVERIFY(!dialog().findChild<LayoutGallery*>()->card_rect(entry).isNull());
        }
    }

    void only_what_is_ticked_runs() {
        open_planned(sample(QStringLiteral("mobile_vision.json")));
        button("None").click();
        QVERIFY(!button("Compare").isEnabled());
        auto& model = *dialog().findChild<QTableView*>()->model();
        model.setData(model.index(1, StandingModel::planner), Qt::Checked, Qt::CheckStateRole);
        compare();
        const auto& attempts = dialog().standings().attempts();
        for (std::size_t entry = 0; entry < attempts.size(); ++entry) {
            QCOMPARE(attempts[entry].standing.has_value(), entry == 1);
        }
    }

    void what_is_adopted_becomes_the_plan_and_can_be_undone() {
        open_tuned_sample();
        window_->session().move_buffer(BufferIndex(0), {Offset(1 << 30), RegionIndex(0)});
        const Layout edited = window_->session().layout();
        compare();
        QVERIFY(!button("Adopt").isEnabled());
        dialog().findChild<QTableView*>()->selectRow(1);
        button("Adopt").click();
        const std::string name(dialog().standings().attempts()[1].planner.name);
        QCOMPARE(window_->session().state().provenance->planner, name);
        QCOMPARE(peak(*window_->session().problem(), window_->session().layout()),
                 dialog().standings().attempts()[1].standing->peak);
        QCOMPARE(window_->session().undo_stack()->undoText().toStdString(), "Adopt " + name);
        window_->session().undo_stack()->undo();
        QVERIFY(window_->session().layout() == edited);
        // The results are of the same problem still.
        QVERIFY(dialog().standings().attempts()[0].standing.has_value());
    }

    void another_file_takes_the_results_away() {
        open_planned(sample(QStringLiteral("mobile_vision.json")));
        compare();
        open_planned(sample(QStringLiteral("placed.csv")));
        QVERIFY(!dialog().standings().attempts()[0].standing.has_value());
        QVERIFY(button("Compare").isEnabled());
    }

    void a_comparison_under_way_can_be_cancelled() {
        QByteArray content("id,lower,upper,size\n");
        for (int i = 0; i < 600; ++i) {
            const int begin = i * 7 % 97;
            content += QByteArray::number(i) + ',' + QByteArray::number(begin) + ',' +
                       QByteArray::number(begin + 3 + i * 13 % 31) + ',' + QByteArray::number(1000 + i * 7919 % 5000) +
                       '\n';
        }
        write(content);
        window_->open(plan_);
        QTRY_VERIFY_WITH_TIMEOUT(window_->session().has_plan(), 20'000);
        window_->actions().compare->trigger();
        button("Compare").click();
        QVERIFY(dialog().is_running());
        button("Cancel All").click();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog().is_running(), 20'000);
        for (const Attempt& attempt : dialog().standings().attempts()) {
            QVERIFY(attempt.state == AttemptState::done || attempt.state == AttemptState::cancelled);
        }
    }

private:
    [[nodiscard]] ComparisonDialog& dialog() const { return *window_->comparison(); }
    [[nodiscard]] QPushButton& button(const char* text) const {
        for (QPushButton* each : dialog().findChildren<QPushButton*>()) {
            if (each->text() == QLatin1String(text)) {
                return *each;
            }
        }
        qFatal("there is no button %s", text);
    }
    void compare() {
        window_->actions().compare->trigger();
        button("Compare").click();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog().is_running(), 60'000);
    }
};

ARENASCOPE_TEST(ComparisonDialogTest)
#include "comparison_dialog_test.moc"
