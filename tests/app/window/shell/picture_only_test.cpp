#include "app/window/shell/picture_only.h"

#include <QDockWidget>
#include <QMenuBar>
#include <QToolBar>

#include "tests/app/window_fixture.h"
#include "tests/support/idle_state.h"
#include "widgets/panels/message_bar/message_bar.h"
#include "widgets/picture/layout_view/layout_view.h"

using namespace arenascope;
using namespace arenascope::test;

class PictureOnlyTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,0\nc,4,8,8,8\n");
        show_active_window();
        window_->actions().reset_mode->trigger();
        open(plan_);
    }
    void cleanup() { close_window(); }

    void only_the_picture_is_shown_and_everything_comes_back_as_it_was() {
        window_->docks().summary.dock->close();
        window_->docks().operators.bring_to_front();
        window_->resizeDocks({window_->docks().inspector.dock}, {260}, Qt::Horizontal);
        wait_until_idle();
        const QStringList before = arrangement();
        QTest::keyClick(window_.get(), Qt::Key_F11);
        QTRY_VERIFY(parts_in_view().isEmpty());
        QVERIFY(window_->layout_view()->isVisible());
        QVERIFY(window_->layout_view()->width() > window_->width() - 10);
        QTest::keyClick(window_.get(), Qt::Key_F11);
        QTRY_COMPARE(arrangement(), before);
    }

    void escape_leaves_the_mode_and_keeps_the_selection() {
        window_->session().selection().select({BufferIndex(1)});
        QTest::keyClick(window_.get(), Qt::Key_F11);
        QTRY_VERIFY(parts_in_view().isEmpty());
        QTest::keyClick(window_.get(), Qt::Key_Escape);
        QTRY_VERIFY(window_->menuBar()->isVisible());
        QVERIFY(!window_->actions().picture_only->isChecked());
        QCOMPARE(window_->session().selection().buffers().size(), std::size_t{1});
        QTest::keyClick(window_.get(), Qt::Key_Escape);
        QVERIFY(window_->session().selection().buffers().empty());
    }

    void it_says_how_to_leave() {
        window_->actions().picture_only->trigger();
        QCOMPARE(window_->message_bar()->text(),
                 QStringLiteral("Only the picture is shown. F11 or Esc brings everything back."));
        QVERIFY(window_->message_bar()->isVisible());
        window_->actions().picture_only->trigger();
        QVERIFY(!window_->message_bar()->isVisible());
    }

    void keys_work_without_the_menu_bar() {
        window_->actions().picture_only->trigger();
        QTRY_VERIFY(parts_in_view().isEmpty());
        QTest::keyClick(window_.get(), Qt::Key_F8);
        QCOMPARE(window_->session().selection().buffers().size(), std::size_t{2});
        QVERIFY(!window_->layout_view()->camera().is_fitted());
        QTest::keyClick(window_.get(), Qt::Key_F);
        QVERIFY(window_->layout_view()->camera().is_fitted());
    }

    void a_file_opened_meanwhile_brings_no_dock() {
        window_->actions().picture_only->trigger();
        QTRY_VERIFY(parts_in_view().isEmpty());
        open(sample(QStringLiteral("vendor_plan.csv")));                     // has overlaps
        open_planned(sample(QStringLiteral("inception_eight_cores.json")));  // has several memories
        wait_until_idle();
        QCOMPARE(parts_in_view(), QStringList());
        window_->actions().picture_only->trigger();
        QTRY_VERIFY(!window_->docks().cores.dock->isHidden());
    }

    void closing_the_plan_leaves_the_mode() {
        window_->actions().picture_only->trigger();
        window_->actions().close->trigger();
        QTRY_VERIFY(window_->menuBar()->isVisible());
        QVERIFY(!window_->actions().picture_only->isEnabled());
        QVERIFY(window_->docks().inspector.dock->isHidden());
        open(plan_);
        QVERIFY(!window_->docks().inspector.dock->isHidden());
    }

    void the_next_window_has_its_docks() {
        window_->actions().picture_only->trigger();
        window_->close();
        show_window();
        open(plan_);
        QVERIFY(!window_->docks().inspector.dock->isHidden());
        QVERIFY(window_->menuBar()->isVisible());
    }

private:
    /// Everything but the picture that is visible.
    [[nodiscard]] QStringList parts_in_view() const {
        QStringList names;
        for (const QDockWidget* dock : window_->docks().all()) {
            if (dock->isVisible()) {
                names << dock->objectName();
            }
        }
        for (const QWidget* bar : std::initializer_list<const QWidget*>{window_->menuBar(), window_->statusBar(),
                                                                        window_->findChild<QToolBar*>()}) {
            if (bar->isVisible()) {
                names << QString::fromLatin1(bar->metaObject()->className());
            }
        }
        return names;
    }
    /// The places of all parts, and which of them are in front.
    [[nodiscard]] QStringList arrangement() const {
        QStringList places;
        for (const QDockWidget* dock : window_->docks().all()) {
            const QRect place = dock->geometry();
            const bool in_front = dock->isVisible() && !dock->visibleRegion().isEmpty();
            places << QStringLiteral("%1 %2 %3").arg(dock->objectName()).arg(dock->isHidden()).arg(in_front);
            if (in_front) {
                places << QStringLiteral("%1,%2 %3x%4")
                              .arg(place.x())
                              .arg(place.y())
                              .arg(place.width())
                              .arg(place.height());
            }
        }
        return places + parts_in_view();
    }
};

ARENASCOPE_TEST(PictureOnlyTest)
#include "picture_only_test.moc"
