#include "app/window/shell/picture_menu.h"

#include <optional>

#include <QInputDialog>
#include <QMenu>
#include <qcustomplot.h>

#include "tests/app/window_fixture.h"
#include "widgets/picture/layout_view/layout_view.h"

using namespace arenascope;
using namespace arenascope::test;

class PictureMenuTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        write("id,lower,upper,size,offset\na&b,0,4,8,0\nb,2,6,8,8\nc,4,8,8,0\n");
        show_window();
        open(plan_);
        view().findChild<QCustomPlot*>()->replot(QCustomPlot::rpImmediateRefresh);
    }
    void cleanup() { close_window(); }

    void a_right_click_on_a_buffer_selects_it_and_offers_its_commands() {
        right_click(view().position_of(BufferIndex(0)).value());
        QCOMPARE(window_->session().selection().buffers(), std::vector<BufferIndex>{BufferIndex(0)});
        QMenu* menu = open_menu();
        QVERIFY(menu != nullptr);
        QCOMPARE(menu->actions().constFirst()->text(), QStringLiteral("a&&b"));
        const WindowActions& actions = window_->actions();
        for (QAction* expected : {actions.select_living_with, actions.zoom_to_selection, actions.show_in_table,
                                  actions.why_peak, actions.copy_name, actions.copy_offset, actions.edit_buffers,
                                  actions.duplicate, actions.drop_buffers, actions.pin}) {
            QVERIFY2(menu->actions().contains(expected), qPrintable(expected->text()));
            QVERIFY2(expected->isEnabled(), qPrintable(expected->text()));
        }
        menu->close();
    }

    void a_right_click_on_one_of_several_selected_buffers_keeps_them() {
        const std::vector<BufferIndex> two{BufferIndex(1), BufferIndex(2)};
        window_->session().selection().select(two);
        right_click(view().position_of(BufferIndex(2)).value());
        QCOMPARE(window_->session().selection().buffers(), two);
        QCOMPARE(open_menu()->actions().constFirst()->text(), QStringLiteral("2 Buffers"));
        QVERIFY(!window_->actions().select_living_with->isEnabled());
        open_menu()->close();
    }

    void a_right_click_on_the_ground_offers_the_commands_of_the_picture() {
        window_->session().selection().select({BufferIndex(0)});
        // Above c, after b has ended.
        const QPoint above(view().position_of(BufferIndex(2)).value().x() + 60,
                           view().position_of(BufferIndex(1)).value().y());
        QVERIFY(!buffer_at(view().picture(), view().ports(), above));
        right_click(above);
        QCOMPARE(window_->session().selection().buffers().size(), std::size_t{1});
        QMenu* menu = open_menu();
        QVERIFY(menu != nullptr);
        const WindowActions& actions = window_->actions();
        for (QAction* expected :
             {actions.zoom_in, actions.go_to_peak, actions.go_to, actions.legend, actions.copy_picture,
              actions.export_picture, actions.picture_only, actions.add_buffer}) {
            QVERIFY2(menu->actions().contains(expected), qPrintable(expected->text()));
        }
        // The whole plan is in view, and there was no other view before.
        QVERIFY(!menu->actions().contains(actions.fit));
        QVERIFY(!menu->actions().contains(actions.view_back));
        QVERIFY(!menu->actions().contains(actions.copy_name));
        menu->close();
    }

    void a_memory_gets_a_capacity_and_loses_it() {
        const auto set_capacity = [this](const QString& answer) {
            right_click({view().width() - 4, 4});
            for (QAction* action : open_menu()->actions()) {
                if (action->text().contains(QStringLiteral("Capacity"))) {
                    action->trigger();
                    break;
                }
            }
            if (open_menu() != nullptr) {
                open_menu()->close();
            }
            auto* dialog = window_->findChild<QInputDialog*>();
            QVERIFY(dialog != nullptr);
            dialog->setTextValue(answer);
            dialog->accept();
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        };
        set_capacity(QStringLiteral("1KiB"));
        QCOMPARE(window_->session().problem()->regions[RegionIndex(0)].capacity, std::optional(Bytes(1024)));
        set_capacity(QString());
        QVERIFY(!window_->session().problem()->regions[RegionIndex(0)].capacity.has_value());
        set_capacity(QStringLiteral("much"));
        // A wrong answer is asked again.
        QVERIFY(window_->findChild<QInputDialog*>() != nullptr);
        QVERIFY(!window_->session().problem()->regions[RegionIndex(0)].capacity.has_value());
    }

    void a_zoomed_picture_can_be_fitted_and_gone_back_from() {
        view().run(ViewCommand::zoom_in);
        right_click({view().width() - 4, 4});
        QMenu* menu = open_menu();
        QVERIFY(menu != nullptr);
        QVERIFY(menu->actions().contains(window_->actions().fit));
        QVERIFY(menu->actions().contains(window_->actions().view_back));
        QVERIFY(!menu->actions().contains(window_->actions().view_forward));
        menu->close();
    }

    void the_menu_key_opens_the_menu_of_the_selected_buffer() {
        window_->session().selection().select({BufferIndex(1)});
        QContextMenuEvent key(QContextMenuEvent::Keyboard, {10, 10}, view().mapToGlobal(QPoint(10, 10)));
        QCoreApplication::sendEvent(&view(), &key);
        QVERIFY(open_menu() != nullptr);
        QCOMPARE(open_menu()->actions().constFirst()->text(), QStringLiteral("b"));
        open_menu()->close();
    }

    void shift_f10_opens_the_menu_of_the_selected_buffer() {
        activate_window();
        window_->session().selection().select({BufferIndex(1)});
        view().setFocus();
        QTest::keyClick(&view(), Qt::Key_F10, Qt::ShiftModifier);
        QVERIFY(open_menu() != nullptr);
        QCOMPARE(open_menu()->actions().constFirst()->text(), QStringLiteral("b"));
        open_menu()->close();
    }

    void a_box_drawn_with_the_right_button_opens_no_menu() {
        const QPoint from = view().position_of(BufferIndex(0)).value();
        QTest::mousePress(&view(), Qt::RightButton, Qt::NoModifier, from);
        QMouseEvent move(QEvent::MouseMove, from + QPoint(80, 60), view().mapToGlobal(from + QPoint(80, 60)),
                         Qt::NoButton, Qt::RightButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&view(), &move);
        QTest::mouseRelease(&view(), Qt::RightButton, Qt::NoModifier, from + QPoint(80, 60));
        QVERIFY(open_menu() == nullptr);
        QVERIFY(!view().camera().is_fitted());
    }

private:
    [[nodiscard]] LayoutView& view() const { return *window_->layout_view(); }
    static QMenu* open_menu() { return qobject_cast<QMenu*>(QApplication::activePopupWidget()); }
    void right_click(QPoint at) const { QTest::mouseClick(&view(), Qt::RightButton, Qt::NoModifier, at); }
};

ARENASCOPE_TEST(PictureMenuTest)
#include "picture_menu_test.moc"
