#include "widgets/tables/maker_table/maker_table.h"

#include <QSignalSpy>

#include "core/picture/plan/palette.h"
#include "qt/painting/theme.h"
#include "tests/support/segmented_plan.h"
#include "tests/support/shown_theme.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/table_clicks.h"
#include "widgets/base/section_header.h"

using namespace arenascope;
using test::column_of;
using test::python_frame;

class MakerTableTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        table_ = std::make_unique<MakerTable>();
        table_->resize(420, 400);
        table_->show();
        QVERIFY(QTest::qWaitForWindowExposed(table_.get()));
        table_->set_problem(std::make_shared<const Problem>(
            test::made_by_frames({python_frame("/u/net.py", "forward", 3), python_frame("/u/net.py", "forward", 5),
                                  python_frame("/u/net.py", "loss", 9), python_frame("/u/my data.py", "load")})));
    }
    void cleanup() { table_.reset(); }

    void without_makers_it_is_empty() {
        table_->set_problem(std::make_shared<const Problem>(test::placed_plan({{"a", 0, 4, 100, 0}}).problem));
        QCOMPARE(list().model()->rowCount(), 0);
        QCOMPARE(header().detail(), QString());
    }

    void lists_all_makers_with_the_most_bytes_at_the_peak_first() {
        QCOMPARE(header().detail(), QStringLiteral("4 · peak at event 0"));
        QCOMPARE(column_of(list(), MakerColumn::maker),
                 (QStringList{"net.py:3 forward", "net.py:5 forward", "net.py:9 loss", "my data.py:7 load"}));
        QCOMPARE(column_of(list(), MakerColumn::at_peak), (QStringList{"1,000", "999", "998", "997"}));
        QCOMPARE(column_of(list(), MakerColumn::allocations), (QStringList{"1", "1", "1", "1"}));
        QVERIFY(test::cell(list(), 3, MakerColumn::maker, Qt::ToolTipRole).contains(QStringLiteral("/u/my data.py")));
    }

    void the_rows_are_lines_functions_or_files() {
        QSignalSpy wanted(table_.get(), &MakerTable::made_by_chosen);
        QTest::keyClick(&choice(), Qt::Key_Down);
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].value<MadeBy>(), MadeBy::function);
        QCOMPARE(column_of(list(), MakerColumn::maker),
                 (QStringList{"net.py forward", "net.py loss", "my data.py load"}));
        table_->set_made_by(MadeBy::file);
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(choice().currentText(), QStringLiteral("file"));
        QCOMPARE(column_of(list(), MakerColumn::allocations), (QStringList{"3", "1"}));
    }

    void a_click_and_enter_choose_the_filter_of_a_maker() {
        QSignalSpy chosen(table_.get(), &MakerTable::chosen);
        test::click_cell(list(), 3, MakerColumn::at_peak);
        QTest::keyClick(&list(), Qt::Key_Up);
        QTest::keyClick(&list(), Qt::Key_Return);
        QCOMPARE(chosen.size(), 2);
        QCOMPARE(chosen[0][0].toString(), QStringLiteral("file=\"my data.py\" line=7"));
        QCOMPARE(chosen[1][0].toString(), QStringLiteral("file=\"net.py\" line=9"));
        table_->clear_choice();
        QVERIFY(!list().selectionModel()->hasSelection());
        QCOMPARE(chosen.size(), 2);
    }

    void the_unit_is_in_the_title() {
        table_->set_unit(Unit::kibibytes);
        QCOMPARE(test::title_of(list(), MakerColumn::at_peak), QStringLiteral("peak KiB"));
        QCOMPARE(test::cell(list(), 3, MakerColumn::at_peak), QStringLiteral("0.97"));
        QVERIFY(test::cell(list(), 3, MakerColumn::at_peak, Qt::ToolTipRole).contains(QStringLiteral("997 B")));
    }

    void swatches_have_the_colours_of_the_picture_in_both_themes() {
        QCOMPARE(swatch_color(0), qt_color(palette(Theme::light).makers[0].fill));
        QCOMPARE(swatch_color(1), qt_color(palette(Theme::light).makers[1].fill));
        {
            const test::ShownTheme dark(Theme::dark);
            QCOMPARE(swatch_color(0), qt_color(palette(Theme::dark).makers[0].fill));
        }
        table_->set_colored(false);
        QVERIFY(!list().model()->index(0, MakerColumn::maker).data(Qt::DecorationRole).isValid());
    }

    void in_a_narrow_dock_the_name_and_the_bytes_stay() {
        table_->resize(200, 400);
        QTRY_VERIFY(test::fits_sideways(list()));
        QVERIFY(!list().isColumnHidden(MakerColumn::maker) && !list().isColumnHidden(MakerColumn::at_peak));
    }

private:
    [[nodiscard]] QTableView& list() const { return *table_->findChild<QTableView*>(); }
    [[nodiscard]] QComboBox& choice() const { return *table_->findChild<QComboBox*>(); }
    [[nodiscard]] SectionHeader& header() const { return *table_->findChild<SectionHeader*>(); }
    [[nodiscard]] QColor swatch_color(int row) const {
        const auto icon = list().model()->index(row, MakerColumn::maker).data(Qt::DecorationRole).value<QIcon>();
        const QImage swatch = icon.pixmap(list().iconSize(), QIcon::Selected).toImage();
        return swatch.pixelColor(swatch.width() / 2, swatch.height() / 2);
    }

    std::unique_ptr<MakerTable> table_;
};

ARENASCOPE_TEST(MakerTableTest)
#include "maker_table_test.moc"
