#include "widgets/panels/option_form/planner_box.h"

#include <QAbstractItemView>
#include <QScopeGuard>
#include <QSignalSpy>

#include "core/planner/planning.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class PlannerBoxTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        box_ = std::make_unique<PlannerBox>();
        box_->set_planners(described_planners());
        box_->show();
        QVERIFY(QTest::qWaitForWindowExposed(box_.get()));
    }
    void cleanup() { box_.reset(); }

    void a_heading_stands_above_the_planners_of_each_family() {
        QStringList headings;
        QStringList names;
        for (int row = 0; row < box_->count(); ++row) {
            const bool is_heading = box_->itemData(row, PlannerBox::heading_role).toBool();
            (is_heading ? headings : names) << box_->itemText(row);
            QCOMPARE(is_heading, !box_->model()->flags(box_->model()->index(row, 0)).testFlag(Qt::ItemIsEnabled));
            QVERIFY(!box_->itemData(row, Qt::ToolTipRole).toString().isEmpty());
        }
        QCOMPARE(headings, (QStringList{"Searching planners", "Greedy planners", "Operator sharing", "Shared objects",
                                        "Cores and scratch"}));
        QStringList expected;
        for (const PlannerDescription& each : described_planners()) {
            expected << QString::fromStdString(std::string(each.name));
        }
        QCOMPARE(names, expected);
    }

    void what_each_planner_does_stands_beside_its_name_and_the_default_is_marked() {
        for (const PlannerDescription& each : described_planners()) {
            const int row = box_->findText(QString::fromStdString(std::string(each.name)));
            QCOMPARE(box_->itemData(row, PlannerBox::summary_role).toString().toStdString(), std::string(each.summary));
            QCOMPARE(box_->itemData(row, PlannerBox::default_role).toBool(), each.name == default_planner);
        }
        QCOMPARE(box_->planner().toStdString(), std::string(default_planner));
    }

    void arrows_skip_the_headings() {
        box_->choose(QStringLiteral("hill-climb"));
        const QSignalSpy changed(box_.get(), &PlannerBox::planner_changed);
        QTest::keyClick(box_.get(), Qt::Key_Down);
        QCOMPARE(box_->planner(), QStringLiteral("offsets-naive"));
        QTest::keyClick(box_.get(), Qt::Key_Up);
        QCOMPARE(box_->planner(), QStringLiteral("hill-climb"));
        QTest::keyClick(box_.get(), Qt::Key_Home);
        QCOMPARE(box_->planner(), QStringLiteral("peak-suppression"));
        QTest::keyClick(box_.get(), Qt::Key_Up);
        QCOMPARE(box_->planner(), QStringLiteral("peak-suppression"));
        QCOMPARE(changed.size(), 3);
    }

    void arrows_skip_the_headings_in_the_open_list() {
        box_->choose(QStringLiteral("hill-climb"));
        box_->showPopup();
        QTest::keyClick(box_->view(), Qt::Key_Down);
        QCOMPARE(box_->view()->currentIndex().data().toString(), QStringLiteral("offsets-naive"));
        QTest::keyClick(box_->view(), Qt::Key_Up);
        QCOMPARE(box_->view()->currentIndex().data().toString(), QStringLiteral("hill-climb"));
        QTest::keyClick(box_->view(), Qt::Key_Down);
        QTest::keyClick(box_->view(), Qt::Key_Return);
        QCOMPARE(box_->planner(), QStringLiteral("offsets-naive"));
    }

    void typed_letters_choose_a_planner_and_no_heading() {
        QTest::keyClicks(box_.get(), QStringLiteral("sc"));
        QCOMPARE(box_->planner(), QStringLiteral("scratch"));
        box_->view()->keyboardSearch(QString());  // as after a moment, what was typed is forgotten
        // "Greedy planners" begins with it, too.
        QTest::keyClicks(box_.get(), QStringLiteral("greedy-tflm"));
        QCOMPARE(box_->planner(), QStringLiteral("greedy-tflm"));
    }

    void a_click_on_a_row_chooses_its_planner_and_one_on_a_heading_does_nothing() {
        // For so long the list ignores clicks, which may be the one that opened it.
        const int interval = QApplication::doubleClickInterval();
        const auto restored = qScopeGuard([interval] { QApplication::setDoubleClickInterval(interval); });
        QApplication::setDoubleClickInterval(0);
        box_->showPopup();
        auto& view = *box_->view();
        const auto click = [&](const QString& text) {
            const QModelIndex index = box_->model()->index(box_->findText(text), 0);
            view.scrollTo(index);
            QTest::mouseMove(view.viewport(), view.visualRect(index).center());
            QTest::mouseClick(view.viewport(), Qt::LeftButton, Qt::NoModifier, view.visualRect(index).center());
        };
        const QModelIndex passed = box_->model()->index(box_->findText(QStringLiteral("hill-climb")), 0);
        QTest::mouseMove(view.viewport(), view.visualRect(passed).center());
        click(QStringLiteral("Greedy planners"));
        QCOMPARE(box_->planner(), QStringLiteral("peak-suppression"));
        QVERIFY(view.isVisible());
        click(QStringLiteral("exact"));
        QCOMPARE(box_->planner(), QStringLiteral("exact"));
        QVERIFY(!view.isVisible());
    }

    void letters_are_no_keys_of_the_window_while_the_box_has_the_focus() {
        for (const int key : {Qt::Key_F, Qt::Key_Minus}) {
            QKeyEvent asked(QEvent::ShortcutOverride, key, Qt::NoModifier,
                            key == Qt::Key_F ? QStringLiteral("f") : QStringLiteral("-"));
            asked.ignore();
            QApplication::sendEvent(box_.get(), &asked);
            QVERIFY(asked.isAccepted());
        }
        QKeyEvent space(QEvent::ShortcutOverride, Qt::Key_Space, Qt::NoModifier, QStringLiteral(" "));
        space.ignore();
        QApplication::sendEvent(box_.get(), &space);
        QVERIFY(!space.isAccepted());
    }

    void an_unknown_name_or_a_heading_chooses_nothing() {
        box_->choose(QStringLiteral("exact"));
        box_->choose(QStringLiteral("Greedy planners"));
        box_->choose(QStringLiteral("no such planner"));
        QCOMPARE(box_->planner(), QStringLiteral("exact"));
    }

private:
    std::unique_ptr<PlannerBox> box_;
};

ARENASCOPE_TEST(PlannerBoxTest)
#include "planner_box_test.moc"
