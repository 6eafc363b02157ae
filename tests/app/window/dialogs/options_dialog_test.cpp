#include "app/window/dialogs/options_dialog.h"

#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>

#include "core/planner/planning.h"
#include "core/planner/registry.h"
#include "qt/painting/theme.h"
#include "tests/app/tune_button.h"
#include "tests/support/shown_theme.h"
#include "tests/support/test_registry.h"
#include "widgets/panels/option_form/planner_box.h"
#include "widgets/panels/option_form/whole_number_box.h"

using namespace arenascope;
using namespace arenascope::test;

class OptionsDialogTest : public QObject {
    Q_OBJECT

private slots:
    void begins_with_the_default_planner_and_settings_that_it_takes() {
        const OptionsDialog dialog;
        QCOMPARE(dialog.planner().toStdString(), std::string(default_planner));
        QCOMPARE(dialog.order().seed, std::uint64_t{0});
        const auto planner = planner_named(dialog.planner().toStdString());
        QVERIFY(OptionValues::from(all_options((*planner)->description), dialog.order().settings).has_value());
    }

    void a_click_on_tune_asks_for_a_run_and_leaves_the_dialog_open() {
        OptionsDialog dialog;
        dialog.show();
        const QSignalSpy tune(&dialog, &OptionsDialog::tune_requested);
        QTest::mouseClick(tune_button(dialog), Qt::LeftButton);
        QCOMPARE(tune.size(), 1);
        QVERIFY(dialog.isVisible());
        QTest::keyClick(&dialog, Qt::Key_Escape);
        QVERIFY(!dialog.isVisible());
    }

    void enter_in_a_field_tunes_with_what_was_typed() {
        OptionsDialog dialog;
        dialog.show();
        const QSignalSpy tune(&dialog, &OptionsDialog::tune_requested);
        auto* metrics = dialog.findChild<QLineEdit*>(QStringLiteral("metrics"));
        metrics->setFocus();
        metrics->selectAll();
        QTest::keyClicks(metrics, QStringLiteral("length"));
        QTest::keyClick(metrics, Qt::Key_Return);
        QVERIFY(dialog.isVisible());
        QCOMPARE(metrics->text(), QStringLiteral("length"));
        QCOMPARE(tune.size(), 1);
    }

    void wrong_options_disable_tuning() {
        OptionsDialog dialog;
        dialog.show();
        auto* alignment = dialog.findChild<QLineEdit*>(QStringLiteral("alignment"));
        alignment->selectAll();
        QTest::keyClicks(alignment, QStringLiteral("none"));
        QVERIFY(!tune_button(dialog)->isEnabled());
        alignment->selectAll();
        QTest::keyClicks(alignment, QStringLiteral("64"));
        QVERIFY(tune_button(dialog)->isEnabled());
    }

    void the_seed_is_the_typed_number() {
        OptionsDialog dialog;
        auto* seed = dialog.findChild<WholeNumberBox*>(QStringLiteral("seed"));
        seed->selectAll();
        QTest::keyClicks(seed, QStringLiteral("42"));
        QCOMPARE(dialog.order().seed, std::uint64_t{42});
        for (const KeyValue& setting : dialog.order().settings) {
            QVERIFY(setting.first != "seed");
        }
    }

    void an_order_sets_planner_options_and_seed_and_the_rest_to_the_defaults() {
        OptionsDialog dialog;
        dialog.set_order({.planner = "exact", .settings = {{"alignment", "64"}}, .seed = 3});
        dialog.set_order({.planner = "exact", .settings = {{"work", "1000"}}, .seed = 7});
        const PlanOrder order = dialog.order();
        QCOMPARE(order.planner, std::string("exact"));
        QCOMPARE(order.seed, std::uint64_t{7});
        QVERIFY(order.settings == (std::vector<KeyValue>{{"work", "1000"}, {"alignment", "1"}, {"pins", "none"}}));
    }

    void tab_goes_through_the_fields_of_another_planner_from_top_to_bottom() {
        OptionsDialog dialog;
        dialog.show();
        dialog.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        dialog.choose_planner(QStringLiteral("exact"));
        dialog.choose_planner(QStringLiteral("operator-sharing"));
        auto* first = dialog.findChild<PlannerBox*>();
        first->setFocus();
        QStringList reached;
        for (int i = 0; i < 10; ++i) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            const QWidget* now = QApplication::focusWidget();
            const auto* button = qobject_cast<const QPushButton*>(now);
            reached << (button != nullptr ? button->text() : now->objectName());
            if (now == first) {
                break;
            }
        }
        reached.removeLast();
        QCOMPARE(reached.first(5), (QStringList{"method", "work", "alignment", "pins", "seed"}));
        QCOMPARE(reached.size(), 7);  // and the two buttons
    }

    void options_without_effect_in_the_window_are_not_offered() {
        OptionsDialog dialog;
        dialog.choose_planner(QStringLiteral("scratch"));
        QVERIFY(dialog.findChild<QWidget*>(QStringLiteral("trials")) != nullptr);
        QVERIFY(dialog.findChild<QWidget*>(QStringLiteral("report")) == nullptr);
        dialog.choose_planner(QStringLiteral("operator-sharing"));
        QVERIFY(dialog.findChild<QWidget*>(QStringLiteral("method")) != nullptr);
        QVERIFY(dialog.findChild<QWidget*>(QStringLiteral("deploy")) == nullptr);
    }

    void a_form_that_is_higher_than_the_dialog_scrolls_and_shows_its_button() {
        OptionsDialog dialog;
        dialog.choose_planner(QStringLiteral("scratch"));
        dialog.show();
        dialog.resize(420, 300);
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QCOMPARE(dialog.height(), 300);
        auto* area = dialog.findChild<QScrollArea*>();
        QVERIFY(area->verticalScrollBar()->maximum() > 0);
        auto* last = dialog.findChild<QWidget*>(QStringLiteral("seed"));
        area->ensureWidgetVisible(last);
        QVERIFY(!last->visibleRegion().isEmpty());
        QVERIFY(!tune_button(dialog)->visibleRegion().isEmpty());
    }

    void follows_the_theme() {
        OptionsDialog dialog;
        dialog.show();
        for (const Theme theme : {Theme::dark, Theme::light}) {
            const test::ShownTheme shown(theme);
            const QImage image = dialog.grab().toImage();
            const QColor panel = qt_color(palette(theme).panel);
            QCOMPARE(image.pixelColor(2, 2), panel);
            QCOMPARE(image.pixelColor(20, image.height() - 5), panel);
        }
    }
};

ARENASCOPE_TEST(OptionsDialogTest)
#include "options_dialog_test.moc"
