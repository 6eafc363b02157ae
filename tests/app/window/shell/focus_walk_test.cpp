#include "app/window/shell/focus_walk.h"

#include <algorithm>
#include <vector>

#include <QAbstractButton>
#include <QAccessible>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QTabBar>
#include <QToolBar>
#include <QToolButton>

#include "tests/app/window_fixture.h"
#include "tests/support/idle_state.h"
#include "widgets/base/swatch.h"
#include "widgets/picture/layout_view/layout_view.h"

using namespace arenascope;
using namespace arenascope::test;

class FocusWalkTest : public QObject, private WindowFixture {
    Q_OBJECT

    /// Presses Tab or Shift+Tab until the focus returns to the widget that has it, and gives all stops.
    std::vector<QWidget*> walk(Qt::Key key) {
        constexpr int most = 200;
        std::vector<QWidget*> stops;
        QWidget* const first = QApplication::focusWidget();
        do {
            QTest::keyClick(QApplication::focusWidget(), key);
            stops.push_back(QApplication::focusWidget());
        } while (stops.back() != nullptr && stops.back() != first && stops.size() < most);
        return stops;
    }

    void open_any(const QString& file) {
        window_->open(file);
        QTRY_VERIFY_WITH_TIMEOUT(window_->session().path() == file && window_->session().shown()->report() != nullptr,
                                 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(!window_->actions().cancel->isEnabled(), 20'000);
        window_->layout_view()->setFocus();
    }

private slots:
    void init() {
        show_window();
        window_->resize(1280, 800);
        activate_window();
    }
    void cleanup() { close_window(); }

    void tab_walks_through_all_that_is_seen_and_returns_data() {
        QTest::addColumn<QString>("file");
        for (const char* file : {"vendor_plan.csv", "mobile_vision.json", "inception_cell.param",
                                 "inception_eight_cores.json", "scratch_heap.json"}) {
            QTest::newRow(file) << sample(QString::fromLatin1(file));
        }
    }
    void tab_walks_through_all_that_is_seen_and_returns() {
        QFETCH(QString, file);
        open_any(file);
        QWidget* const start = QApplication::focusWidget();
        std::vector<QWidget*> forward = walk(Qt::Key_Tab);
        QCOMPARE(forward.back(), start);
        for (const QWidget* stop : forward) {
            const QString name = stop->accessibleName() + QLatin1Char(' ') +
                                 QString::fromLatin1(stop->metaObject()->className()) + QLatin1Char(' ') +
                                 stop->objectName();
            QVERIFY2(stop->isVisible(), qPrintable(name));
            for (const QWidget* dock = stop; dock != nullptr; dock = dock->parentWidget()) {
                QVERIFY2(
                    qobject_cast<const QDockWidget*>(dock) == nullptr || dock->geometry().intersects(window_->rect()),
                    qPrintable(name));
            }
        }
        std::vector<QWidget*> backward = walk(Qt::Key_Backtab);
        QCOMPARE(backward.back(), start);
        std::reverse(backward.begin(), backward.end() - 1);
        QVERIFY(backward == forward);
        for (QAbstractButton* button : window_->findChild<QToolBar*>()->findChildren<QAbstractButton*>()) {
            if (button->isVisible() && button->isEnabled()) {
                QVERIFY2(std::count(forward.begin(), forward.end(), button) == 1,
                         qPrintable(button->text() + button->objectName()));
            }
        }
    }

    void a_dock_behind_the_tab_of_another_one_has_no_stops() {
        open_any(sample(QStringLiteral("vendor_plan.csv")));
        const QDockWidget* import = window_->docks().import.dock;
        const auto fields = [&] {
            const std::vector<QWidget*> stops = focus_stops(*window_);
            return std::count_if(stops.begin(), stops.end(),
                                 [&](const QWidget* stop) { return import->isAncestorOf(stop); });
        };
        QCOMPARE(fields(), 0);
        window_->docks().import.bring_to_front();
        QTRY_VERIFY(fields() >= 7);
    }

    void fields_that_are_scrolled_out_of_sight_are_reached_and_scrolled_in() {
        open_any(sample(QStringLiteral("vendor_plan.csv")));
        window_->docks().import.bring_to_front();
        auto* last = window_->docks().import.dock->findChild<QLineEdit*>(QStringLiteral("capacity"));
        QVERIFY(last != nullptr);
        window_->resize(900, 420);
        QTRY_VERIFY(last->visibleRegion().isEmpty());
        std::vector<QWidget*> stops = walk(Qt::Key_Tab);
        QVERIFY(std::find(stops.begin(), stops.end(), last) != stops.end());
        while (!last->hasFocus()) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        }
        QVERIFY(!last->visibleRegion().isEmpty());
    }

    void enter_presses_the_button_that_has_the_focus() {
        open_any(sample(QStringLiteral("mobile_vision.json")));
        const QSignalSpy checked(window_->actions().check, &QAction::triggered);
        window_->actions().modes->actions().at(static_cast<qsizetype>(WindowMode::debug))->trigger();
        wait_until_idle();
        auto* check = window_->findChild<QToolBar*>()->findChild<QPushButton*>();
        check->setFocus();
        QTest::keyClick(check, Qt::Key_Return);
        QCOMPARE(checked.size(), 1);
    }

    void the_modes_are_stops_and_enter_chooses_one() {
        open_any(sample(QStringLiteral("mobile_vision.json")));
        const std::vector<QWidget*> stops = walk(Qt::Key_Tab);
        int modes = 0;
        for (QWidget* stop : stops) {
            auto* button = qobject_cast<QToolButton*>(stop);
            const auto mode = button != nullptr ? window_->actions().modes->actions().indexOf(button->defaultAction())
                                                : qsizetype{-1};
            modes += mode >= 0 ? 1 : 0;
            if (mode == static_cast<qsizetype>(WindowMode::debug)) {
                button->setFocus();
                QTest::keyClick(button, Qt::Key_Return);
                QVERIFY(button->defaultAction()->isChecked());
            } else if (mode >= 0) {
                // As a screen reader does.
                QAccessible::queryAccessibleInterface(button)->actionInterface()->doAction(
                    QAccessibleActionInterface::toggleAction());
                QTRY_VERIFY(button->isChecked() && button->defaultAction()->isChecked());
            }
        }
        QCOMPARE(modes, 4);
    }

    void the_modes_are_a_part_of_the_window_for_screen_readers() {
        QAccessibleInterface* shown = QAccessible::queryAccessibleInterface(window_.get());
        int switches = 0;
        for (int i = 0; i < shown->childCount(); ++i) {
            switches += shown->child(i)->text(QAccessible::Name) == QStringLiteral("Mode") ? 1 : 0;
        }
        QCOMPARE(switches, 1);
    }

    void what_disappears_leaves_the_focus_to_the_picture() {
        open_any(sample(QStringLiteral("mobile_vision.json")));
        LayoutView* view = window_->layout_view();
        window_->actions().modes->actions().at(static_cast<qsizetype>(WindowMode::debug))->trigger();
        wait_until_idle();
        const std::vector<QWidget*> stops = focus_stops(*window_);
        QVERIFY(stops.size() > 15);
        for (QWidget* stop : stops) {
            // A label that is left by Qt goes from link to link first.
            if (stop == view || qobject_cast<QLabel*>(stop) != nullptr) {
                continue;
            }
            const QString name =
                stop->accessibleName() + QLatin1Char(' ') + QString::fromLatin1(stop->metaObject()->className());
            stop->setFocus();
            stop->setEnabled(false);
            QVERIFY2(view->hasFocus(), qPrintable(name));
            stop->setEnabled(true);
            stop->setFocus();
            stop->hide();
            QVERIFY2(view->hasFocus(), qPrintable(name));
            stop->show();
        }
    }

    void every_stop_has_a_name_for_screen_readers() {
        open_any(sample(QStringLiteral("inception_cell.param")));
        QStringList nameless;
        for (QWidget* widget : window_->findChildren<QWidget*>()) {
            const bool takes_focus = (widget->focusPolicy() & Qt::TabFocus) != 0 && widget->focusProxy() == nullptr;
            const auto* tabs = qobject_cast<QTabBar*>(widget);
            const auto* box = qobject_cast<QComboBox*>(widget);
            const bool is_spare = tabs != nullptr && tabs->count() == 0;  // Qt keeps it for the next dock
            const bool needs_name =
                (takes_focus && !is_spare) || box != nullptr || qobject_cast<Swatch*>(widget) != nullptr;
            // Qt's own parts of a combo box or a table are named by their owner.
            const QString type = QString::fromLatin1(widget->metaObject()->className());
            if (!needs_name || type == QLatin1String("QComboBoxListView") || type == QLatin1String("QHeaderView")) {
                continue;
            }
            QAccessibleInterface* shown = QAccessible::queryAccessibleInterface(widget);
            const QString name = shown != nullptr ? shown->text(QAccessible::Name) : QString();
            // The choice of a box is no name of it, unless it repeats that.
            const QString own = widget->accessibleName();
            const bool is_choice = box != nullptr && !box->currentText().isEmpty() && name == box->currentText() &&
                                   (own.isEmpty() || !name.contains(own));
            if (name.isEmpty() || is_choice) {
                nameless << type + QStringLiteral(" in ") +
                                QString::fromLatin1(widget->parentWidget()->metaObject()->className());
            }
        }
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QStringLiteral(", "))));
    }

    void the_focus_is_seen_at_every_stop_data() {
        QTest::addColumn<int>("theme");
        QTest::newRow("light") << 1;
        QTest::newRow("dark") << 2;
    }
    void the_focus_is_seen_at_every_stop() {
        QFETCH(int, theme);
        window_->actions().themes->actions().at(theme)->trigger();
        open_any(sample(QStringLiteral("inception_cell.param")));
        wait_until_idle();
        window_->actions().modes->actions().at(static_cast<qsizetype>(WindowMode::debug))->trigger();
        wait_until_idle();
        const std::vector<QWidget*> stops = focus_stops(*window_);
        QVERIFY(stops.size() > 15);
        for (std::size_t i = 0; i < stops.size(); ++i) {
            stops[i]->setFocus(Qt::TabFocusReason);
            const QRect area(stops[i]->mapTo(window_.get(), QPoint()), stops[i]->size());
            const QImage with = window_->grab(area & window_->rect()).toImage();
            stops[(i + 1) % stops.size()]->setFocus(Qt::TabFocusReason);
            const QImage without = window_->grab(area & window_->rect()).toImage();
            int others = 0;
            for (int y = 0; y < with.height(); ++y) {
                for (int x = 0; x < with.width(); ++x) {
                    const QColor a = with.pixelColor(x, y);
                    const QColor b = without.pixelColor(x, y);
                    others +=
                        std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue()) >
                                60
                            ? 1
                            : 0;
                }
            }
            const QString name = stops[i]->accessibleName() + QLatin1Char(' ') +
                                 QString::fromLatin1(stops[i]->metaObject()->className());
            QVERIFY2(others >= with.width(), qPrintable(QStringLiteral("%1: %2").arg(name).arg(others)));
        }
        window_->actions().themes->actions().at(0)->trigger();
    }
};

ARENASCOPE_TEST(FocusWalkTest)
#include "focus_walk_test.moc"
