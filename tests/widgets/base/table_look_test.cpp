#include "widgets/base/table_look.h"

#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QStandardItemModel>
#include <QTableView>
#include <QTreeView>

#include "qt/painting/theme.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class TableLookTest : public QObject {
    Q_OBJECT

private slots:
    void tables_trees_and_lists_have_rows_of_one_height() {
        QStandardItemModel model(3, 2);
        QTableView table;
        QTreeView tree;
        QListView list;
        const auto height_of = [&model](QAbstractItemView& view) {
            view.setModel(&model);
            apply_table_look(view, Theme::light);
            view.resize(300, 200);
            view.show();
            return view.visualRect(model.index(1, 0)).height();
        };
        const int height = height_of(table);
        QVERIFY(height > table.fontMetrics().height());
        QCOMPARE(height_of(tree), height);
        QCOMPARE(height_of(list), height);
    }

    void rows_are_selected_whole_and_never_edited() {
        QStandardItemModel model(3, 2);
        QTableView table;
        table.setModel(&model);
        apply_table_look(table, Theme::dark);
        QCOMPARE(table.selectionBehavior(), QAbstractItemView::SelectRows);
        QCOMPARE(table.editTriggers(), QAbstractItemView::EditTriggers(QAbstractItemView::NoEditTriggers));
        QVERIFY(table.alternatingRowColors());
        QVERIFY(table.verticalHeader()->isHidden());
    }

    void a_change_of_theme_keeps_the_delegate() {
        QListWidget list;
        apply_table_look(list, Theme::light);
        const auto* delegate = list.itemDelegate();
        apply_table_look(list, Theme::dark);
        QCOMPARE(list.itemDelegate(), delegate);
        QCOMPARE(list.palette().color(QPalette::Highlight), qt_color(palette(Theme::dark).selection));
    }

    void a_panel_is_filled_with_its_colour() {
        for (const Theme theme : {Theme::light, Theme::dark}) {
            QWidget panel;
            panel.resize(40, 40);
            apply_panel_look(panel, theme);
            QCOMPARE(panel.grab().toImage().pixelColor(20, 20), qt_color(palette(theme).panel));
        }
    }

    void a_tone_colours_a_label() {
        const Palette& tokens = palette(Theme::dark);
        QLabel label;
        const auto ink = [&label](TextTone tone) {
            apply_text_tone(label, Theme::dark, tone);
            return label.palette().color(QPalette::WindowText);
        };
        QCOMPARE(ink(TextTone::plain), qt_color(tokens.ink));
        QCOMPARE(ink(TextTone::dim), qt_color(tokens.dim));
        QCOMPARE(ink(TextTone::risk), qt_color(tokens.risk_text));
        QCOMPARE(ink(TextTone::good), qt_color(tokens.good));
    }
};

ARENASCOPE_TEST(TableLookTest)
#include "table_look_test.moc"
