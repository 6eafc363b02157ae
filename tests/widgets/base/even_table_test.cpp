#include "widgets/base/even_table.h"

#include <random>

#include <QScrollBar>
#include <QStandardItemModel>

#include "tests/support/test_registry.h"
#include "tests/widgets/table_clicks.h"
#include "widgets/base/table_look.h"

using namespace arenascope;

namespace {

/// A number in each cell. Costs nothing, however many rows there are.
class Numbers final : public QAbstractTableModel {
public:
    explicit Numbers(int rows) : rows_(rows) {}
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : rows_; }
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : 4; }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override {
        return role == Qt::DisplayRole ? QVariant(index.row() * 10 + index.column()) : QVariant();
    }
    void set_rows(int rows) {
        if (rows > rows_) {
            beginInsertRows({}, rows_, rows - 1);
            rows_ = rows;
            endInsertRows();
        } else if (rows < rows_) {
            beginRemoveRows({}, rows, rows_ - 1);
            rows_ = rows;
            endRemoveRows();
        }
    }

private:
    int rows_;
};

/// A table of Qt and one of ours, with the same rows.
struct Pair {
    explicit Pair(int rows) : numbers(rows) {
        for (QTableView* view : {&plain, static_cast<QTableView*>(&even)}) {
            view->setModel(&numbers);
            apply_table_look(*view, Theme::dark);
            view->setSelectionMode(QAbstractItemView::ExtendedSelection);
            view->setTabKeyNavigation(false);
            view->setColumnHidden(2, true);
            view->setParent(&window);
            view->setGeometry(view == &plain ? 0 : 340, 0, 330, 260);
            view->setCurrentIndex(numbers.index(0, 0));  // which only the view with the focus has by itself
        }
        window.resize(680, 260);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
    }

    /// What a person sees and can do next.
    static QString state_of(const QTableView& view) {
        QStringList rows;
        for (const QModelIndex& index : view.selectionModel()->selectedRows()) {
            rows << QString::number(index.row());
        }
        rows.sort();
        const QScrollBar& down = *view.verticalScrollBar();
        const QScrollBar& sideways = *view.horizontalScrollBar();
        return QStringLiteral("current %1, %2; row %3 of %4, page %5; x %6 of %7; selected %8")
            .arg(view.currentIndex().row())
            .arg(view.currentIndex().column())
            .arg(down.value())
            .arg(down.maximum())
            .arg(down.pageStep())
            .arg(sideways.value())
            .arg(sideways.maximum())
            .arg(rows.join(u' '));
    }

    Numbers numbers;
    QWidget window;
    QTableView plain;
    EvenTable even;
};

}  // namespace

class EvenTableTest : public QObject {
    Q_OBJECT

private slots:
    void the_header_is_not_asked_about_a_selection_of_many_rows() {
        Numbers numbers(1000);
        EvenTable table;
        table.setModel(&numbers);
        table.setSelectionBehavior(QAbstractItemView::SelectRows);
        table.selectAll();
        QVERIFY(table.selectionModel()->isRowSelected(999));
        QVERIFY(!table.horizontalHeader()->selectionModel()->hasSelection());
        Numbers others(3);
        table.setModel(&others);
        QCOMPARE(table.horizontalHeader()->selectionModel()->model(), &others);
    }

    void nothing_covers_the_title_of_the_first_column() {
        QStandardItemModel model(3, 2);
        EvenTable table;
        table.setModel(&model);
        table.resize(300, 200);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        const QHeaderView& header = *table.horizontalHeader();
        QVERIFY(header.isAncestorOf(table.childAt(header.geometry().topLeft() + QPoint(5, 5))));
    }

    void a_row_is_found_where_it_is_drawn() {
        Pair pair(1000);
        const int height = pair.even.verticalHeader()->defaultSectionSize();
        pair.even.verticalScrollBar()->setValue(400);
        QCOMPARE(pair.even.visualRect(pair.numbers.index(402, 1)).top(), 2 * height);
        QCOMPARE(pair.even.indexAt({5, 2 * height + 1}), pair.numbers.index(402, 0));
        QCOMPARE(pair.even.visualRect(pair.numbers.index(402, 2)), QRect());
        QCOMPARE(pair.even.indexAt({5, -1}), pair.numbers.index(399, 0));
        pair.even.verticalScrollBar()->setValue(0);
        QCOMPARE(pair.even.indexAt({5, -1}), QModelIndex());
    }

    void ten_million_rows_need_no_sections() {
        Numbers many(10'000'000);
        EvenTable table;
        table.setModel(&many);
        apply_table_look(table, Theme::dark);
        table.resize(330, 260);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        QCOMPARE(table.verticalHeader()->count(), 0);
        table.scrollTo(many.index(9'999'999, 0));
        QCOMPARE(table.verticalScrollBar()->value(), table.verticalScrollBar()->maximum());
        const QRect last = table.visualRect(many.index(9'999'999, 0));
        QVERIFY(table.viewport()->rect().contains(last));
        QCOMPARE(table.indexAt(last.center()).row(), 9'999'999);
    }

    void it_behaves_and_looks_like_a_table_of_qt() {
        std::mt19937 random(7);
        const auto below = [&random](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
        constexpr std::array keys{Qt::Key_Up,  Qt::Key_Down, Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Home,
                                  Qt::Key_End, Qt::Key_Left, Qt::Key_Right,  Qt::Key_Space,    Qt::Key_A};
        constexpr std::array modifiers{Qt::NoModifier, Qt::NoModifier, Qt::ShiftModifier, Qt::ControlModifier};
        constexpr std::array hints{QAbstractItemView::EnsureVisible, QAbstractItemView::PositionAtTop,
                                   QAbstractItemView::PositionAtBottom};
        for (const int rows : {0, 1, 5, 9, 200}) {
            Pair pair(rows);
            for (int action = 0; action < 120; ++action) {
                const int kind = below(6);
                const int key = below(static_cast<int>(keys.size()));
                const int modifier = below(static_cast<int>(modifiers.size()));
                const int row = below(std::max(1, pair.numbers.rowCount()));
                const int column = below(4);
                const int number = below(240);
                if (kind == 5) {
                    pair.numbers.set_rows(rows == 0 ? 0 : 1 + number * rows / 240);
                }
                for (QTableView* view : {&pair.plain, static_cast<QTableView*>(&pair.even)}) {
                    if (kind < 2) {
                        QTest::keyClick(view, keys[static_cast<std::size_t>(key)],
                                        modifiers[static_cast<std::size_t>(modifier)]);
                    } else if (kind == 2) {
                        QTest::mouseClick(view->viewport(), Qt::LeftButton,
                                          modifiers[static_cast<std::size_t>(modifier)], {number, number});
                    } else if (kind == 3) {
                        view->scrollTo(pair.numbers.index(row, column), hints[static_cast<std::size_t>(number % 3)]);
                    } else if (kind == 4) {
                        view->setColumnWidth(column, 20 + number / 2);
                    }
                }
                for (int round = 0; round < 4; ++round) {
                    QCoreApplication::processEvents();  // scroll bars come and go later, which moves the rows again
                }
                QCOMPARE(Pair::state_of(pair.even), Pair::state_of(pair.plain));
                if (action % 10 == 0) {
                    pair.plain.setFocus();
                    const QImage plain = pair.plain.viewport()->grab().toImage();
                    pair.even.setFocus();
                    QCOMPARE(pair.even.viewport()->grab().toImage(), plain);
                }
            }
        }
    }

    void a_column_is_as_wide_as_the_cells_in_sight() {
        Pair pair(200);
        for (QTableView* view : {&pair.plain, static_cast<QTableView*>(&pair.even)}) {
            view->horizontalHeader()->setResizeContentsPrecision(64);
            view->resizeColumnsToContents();
        }
        for (const int column : {0, 1, 3}) {
            QCOMPARE(pair.even.columnWidth(column), pair.plain.columnWidth(column));
        }
        QCOMPARE(pair.even.verticalScrollBar()->maximum(), pair.plain.verticalScrollBar()->maximum());
    }
};

ARENASCOPE_TEST(EvenTableTest)
#include "even_table_test.moc"
