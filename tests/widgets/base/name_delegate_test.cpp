#include "widgets/base/name_delegate.h"

#include <memory>

#include <QFontMetricsF>
#include <QStandardItemModel>
#include <QTableView>
#include <QtMath>

#include "core/picture/plan/palette.h"
#include "tests/support/test_registry.h"
#include "widgets/base/table_look.h"

using namespace arenascope;

class NameDelegateTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        model_ = std::make_unique<QStandardItemModel>();
        model_->appendRow(new QStandardItem(QStringLiteral("Conv2d_1_pointwise")));
        model_->appendRow(new QStandardItem(QStringLiteral("Conv2d_2_pointwise")));
        table_ = std::make_unique<QTableView>();
        table_->setModel(model_.get());
        apply_table_look(*table_, Theme::light);
        delegate_ = new NameDelegate(table_.get());
        table_->setItemDelegateForColumn(0, delegate_);
    }
    void cleanup() {
        table_.reset();
        model_.reset();
    }

    void names_that_differ_in_a_number_differ_in_a_narrow_cell() {
        const int width = width_for(QStringLiteral("Conv2d_1…ise"));
        QCOMPARE(shown(0, width), QStringLiteral("Conv2d_1…ise"));
        QCOMPARE(shown(1, width), QStringLiteral("Conv2d_2…ise"));
    }

    void a_name_is_whole_where_it_fits() {
        const QString name = QStringLiteral("Conv2d_1_pointwise");
        QCOMPARE(shown(0, width_for(name)), name);
        QVERIFY(shown(0, width_for(name) - 2).contains(QStringLiteral("…")));
    }

    void a_shortened_name_fits_within_the_margins_of_its_cell() {
        for (int width = width_for(QStringLiteral("Conv2d_1…")); width < width_for(name_of(0)) - 1; ++width) {
            const QString text = shown(0, width);
            QVERIFY2(text.contains(QLatin1Char('1')), qPrintable(text));
            QVERIFY(QFontMetricsF(table_->font()).horizontalAdvance(text) <= width - 2 * margin());
        }
    }

    void a_cell_too_narrow_for_any_part_of_a_name_leaves_it_to_the_style() {
        QCOMPARE(shown(0, 2 * margin() + 1), name_of(0));
    }

    void a_column_is_measured_with_whole_names_however_narrow_it_is() {
        table_->setColumnWidth(0, 400);
        const int wide = table_->sizeHintForIndex(model_->index(0, 0)).width();
        QVERIFY(wide >= table_->fontMetrics().horizontalAdvance(name_of(0)));
        table_->setColumnWidth(0, 40);
        QCOMPARE(table_->sizeHintForIndex(model_->index(0, 0)).width(), wide);
        table_->resizeColumnToContents(0);
        QCOMPARE(shown(0, table_->columnWidth(0)), name_of(0));
    }

    void the_model_keeps_whole_names() {
        table_->setColumnWidth(0, 80);
        table_->show();
        QVERIFY(QTest::qWaitForWindowExposed(table_.get()));
        table_->grab();
        QCOMPARE(name_of(1), QStringLiteral("Conv2d_2_pointwise"));
    }

private:
    [[nodiscard]] QString name_of(int row) const { return model_->index(row, 0).data().toString(); }
    /// The space between a cell's edge and its text, in pixels.
    [[nodiscard]] int margin() const {
        return table_->style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, table_.get()) + 1;
    }
    /// The width of a cell in which a text fits exactly.
    [[nodiscard]] int width_for(const QString& text) const {
        return qCeil(QFontMetricsF(table_->font()).horizontalAdvance(text)) + 2 * margin();
    }
    /// The text that a cell of this width shows.
    [[nodiscard]] QString shown(int row, int width) const {
        QStyleOptionViewItem option;
        option.widget = table_.get();
        option.font = table_->font();
        option.fontMetrics = table_->fontMetrics();
        option.rect = {0, 0, width, 20};
        delegate_->initStyleOption(&option, model_->index(row, 0));
        return option.text;
    }

    std::unique_ptr<QStandardItemModel> model_;
    std::unique_ptr<QTableView> table_;
    NameDelegate* delegate_ = nullptr;
};

ARENASCOPE_TEST(NameDelegateTest)
#include "name_delegate_test.moc"
