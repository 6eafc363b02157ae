#include "widgets/base/column_fit.h"

#include <QStandardItemModel>

#include "tests/support/test_registry.h"
#include "tests/widgets/table_clicks.h"

using namespace arenascope;

class ColumnFitTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        model_ = std::make_unique<QStandardItemModel>(3, 4);
        model_->setHorizontalHeaderLabels({"name", "note", "offset", "size"});
        fill(0, "a_rather_long_name_of_a_tensor");
        fill(1, "some note");
        fill(2, "1,000,000");
        fill(3, "64");
        view_ = std::make_unique<QTableView>();
        view_->setModel(model_.get());
        fit_ = new ColumnFit(*view_, {0}, {2, 1});
        view_->resize(700, 200);
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
    }
    void cleanup() {
        view_.reset();
        model_.reset();
    }

    void the_elastic_column_takes_the_remaining_width() {
        QTRY_COMPARE(view_->horizontalHeader()->length(), view_->viewport()->width());
        QCOMPARE(hidden(), QList<int>());
        const int note = view_->columnWidth(1);
        view_->resize(900, 200);
        QTRY_COMPARE(view_->horizontalHeader()->length(), view_->viewport()->width());
        QCOMPARE(view_->columnWidth(1), note);
    }

    void never_scrolls_sideways_and_omits_the_least_important_column_first() {
        qsizetype before = 0;
        for (int width = 700; width > 150; width -= 7) {
            view_->resize(width, 200);
            QTRY_VERIFY(test::fits_sideways(*view_));
            const QList<int> left_out = hidden();
            QVERIFY(left_out == QList<int>() || left_out == QList<int>{2} || left_out == (QList<int>{1, 2}));
            QVERIFY(left_out.size() >= before);
            before = left_out.size();
        }
        QCOMPARE(before, qsizetype{2});
    }

    void another_order_omits_other_columns() {
        fit_->set_dropped({1});
        view_->resize(220, 200);
        QTRY_COMPARE(hidden(), QList<int>{1});
    }

    void two_elastic_columns_share_by_their_contents() {
        fill(1, "xx");
        auto view = std::make_unique<QTableView>();
        view->setModel(model_.get());
        new ColumnFit(*view, {0, 1}, {});
        view->resize(360, 200);
        view->show();
        QVERIFY(QTest::qWaitForWindowExposed(view.get()));
        QTRY_COMPARE(view->horizontalHeader()->length(), view->viewport()->width());
        QVERIFY(view->columnWidth(0) > 2 * view->columnWidth(1));
    }

    void wider_contents_get_more_width() {
        QTRY_COMPARE(view_->horizontalHeader()->length(), view_->viewport()->width());
        const int before = view_->columnWidth(3);
        fill(3, "1,000,000,000,000");
        QTRY_VERIFY(view_->columnWidth(3) > before);
        QVERIFY(test::fits_sideways(*view_));
    }

private:
    void fill(int column, const char* text) {
        for (int row = 0; row < model_->rowCount(); ++row) {
            model_->setItem(row, column, new QStandardItem(QString::fromLatin1(text)));
        }
    }
    [[nodiscard]] QList<int> hidden() const {
        QList<int> columns;
        for (int column = 0; column < model_->columnCount(); ++column) {
            if (view_->isColumnHidden(column)) {
                columns << column;
            }
        }
        return columns;
    }

    std::unique_ptr<QStandardItemModel> model_;
    std::unique_ptr<QTableView> view_;
    ColumnFit* fit_ = nullptr;
};

ARENASCOPE_TEST(ColumnFitTest)
#include "column_fit_test.moc"
