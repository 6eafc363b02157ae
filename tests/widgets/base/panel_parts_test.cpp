#include "widgets/base/panel_parts.h"

#include <QPushButton>
#include <QStandardItemModel>
#include <QTableView>

#include "tests/support/shown_theme.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/table_clicks.h"

using namespace arenascope;

class PanelPartsTest : public QObject {
    Q_OBJECT

private slots:
    void a_paragraph_has_the_colour_of_its_tone_in_each_theme() {
        Paragraph paragraph;
        for (const Theme theme : {Theme::light, Theme::dark}) {
            const test::ShownTheme shown(theme);
            paragraph.set_tone(TextTone::risk);
            QCOMPARE(paragraph.palette().color(QPalette::WindowText), qt_color(palette(theme).risk_text));
            paragraph.set_tone(TextTone::dim);
            QCOMPARE(paragraph.palette().color(QPalette::WindowText), qt_color(palette(theme).dim));
        }
    }

    void only_links_can_be_followed() {
        Paragraph paragraph(nullptr, TextTone::dim, Qt::RichText);
        set_linked_text(paragraph, QStringLiteral("<a href=\"there\">there</a>"), true);
        QVERIFY(paragraph.textInteractionFlags().testFlag(Qt::LinksAccessibleByKeyboard));
        const test::ShownTheme shown(Theme::dark);
        QCOMPARE(paragraph.text(), QStringLiteral("<a href=\"there\">there</a>"));
        set_linked_text(paragraph, QStringLiteral("here"), false);
        QVERIFY(!paragraph.textInteractionFlags().testFlag(Qt::LinksAccessibleByKeyboard));
    }

    void rows_share_the_room_and_are_chosen_by_click_and_enter() {
        QWidget panel;
        auto* words = new Paragraph(&panel);
        auto* view = new QTableView(&panel);
        QStandardItemModel model(3, 1);
        set_up_rows(*view, model, QStringLiteral("Rows"));
        QStringList chosen;
        choose_rows(*view, [&chosen](const QModelIndex& row) { chosen << QString::number(row.row()); });
        auto* button = new QPushButton(&panel);
        fill_panel(panel, {words, view, new_button_row({button}, panel_margins)});
        panel.resize(300, 400);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QVERIFY(view->height() > 250);
        QCOMPARE(view->accessibleName(), QStringLiteral("Rows"));
        QCOMPARE(view->editTriggers(), QAbstractItemView::NoEditTriggers);
        test::click_cell(*view, 1, 0);
        QTest::keyClick(view, Qt::Key_Return);
        QCOMPARE(chosen, (QStringList{"1", "1"}));
        clear_rows(*view);
        QTest::keyClick(view, Qt::Key_Return);
        QCOMPARE(chosen.size(), 2);
    }

    void cells_that_can_be_edited_stay_so_in_another_theme() {
        QTableView view;
        QStandardItemModel model(1, 1);
        set_up_rows(view, model, QStringLiteral("Rows"));
        view.setEditTriggers(edited_in_place);
        const test::ShownTheme shown(Theme::dark);
        QCOMPARE(view.editTriggers(), edited_in_place);
    }
};

ARENASCOPE_TEST(PanelPartsTest)

#include "panel_parts_test.moc"
