#include <QLineEdit>
#include <QSignalSpy>

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/table_clicks.h"
#include "widgets/tables/buffer_table/buffer_table.h"

using namespace arenascope;
using test::cell;

namespace {

/// Buffers 0, 1, 2 … that follow each other in time.
std::vector<test::PlacedBuffer> many_buffers(std::int64_t count) {
    std::vector<test::PlacedBuffer> buffers;
    for (std::int64_t i = 0; i < count; ++i) {
        buffers.push_back({std::to_string(i), i, i + 3, 64, 64 * (i % 3)});
    }
    return buffers;
}

}  // namespace

/// Tables whose rows are found on another thread.
class LargeBufferTableTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        table_ = std::make_unique<BufferTable>();
        table_->resize(1000, 400);
        table_->show();
        QVERIFY(QTest::qWaitForWindowExposed(table_.get()));
    }
    void cleanup() { table_.reset(); }

    void finding_waits_for_the_rows_of_a_large_plan_and_uses_no_invalid_filter() {
        show_plan(many_buffers(30'000));
        QTRY_VERIFY(table_->settle());
        field().setText(QStringLiteral("29999"));
        QVERIFY(!table_->settle());
        QTRY_VERIFY(table_->settle());
        const auto found = table_->find(true);
        QVERIFY(found && found->buffer == BufferIndex(29'999));
        QCOMPARE(found->count, 1);
        field().setText(QStringLiteral("size>"));
        QVERIFY(!table_->find(true));
    }

    void a_large_plan_is_filtered_on_another_thread_and_the_title_says_so() {
        show_plan(many_buffers(25'000));
        QTRY_VERIFY(table_->settle());
        QSignalSpy changed(table_.get(), &BufferTable::filter_changed);
        QTest::keyClicks(&field(), QStringLiteral("2499"));
        QCOMPARE(view().model()->rowCount(), 25'000);
        QCOMPARE(header().detail(), QStringLiteral("… of 25,000 shown"));
        QCOMPARE(table_->applied_filter(), QString());
        QTRY_COMPARE(view().model()->rowCount(), 13);
        QCOMPARE(table_->applied_filter(), QStringLiteral("2499"));
        QCOMPARE(header().detail(), QStringLiteral("13 of 25,000 shown"));
        QCOMPARE(changed.size(), 1);  // letters that were typed before the rows were found tell nobody
    }

    void another_large_plan_never_shows_rows_of_the_one_before() {
        show_plan(many_buffers(30'000));
        table_->set_filter_text(QStringLiteral("29999"));
        QTRY_COMPARE(view().model()->rowCount(), 1);
        show_plan(many_buffers(25'000));
        QCOMPARE(view().model()->rowCount(), 0);
        QTRY_VERIFY(table_->settle());
        QCOMPARE(view().model()->rowCount(), 0);
        table_->set_filter_text({});
        QTRY_COMPARE(view().model()->rowCount(), 25'000);
    }

    void a_metric_of_a_large_plan_shows_dots_until_it_is_known() {
        show_plan(many_buffers(25'000));
        // A quick machine may know it before anybody looks.
        const QString first = cell(view(), 0, BufferModel::conflicts);
        QVERIFY2(first == QStringLiteral("…") || first == QStringLiteral("2"), qPrintable(first));
        QTRY_COMPARE(cell(view(), 0, BufferModel::conflicts), QStringLiteral("2"));
        QCOMPARE(cell(view(), 7, BufferModel::conflicts), QStringLiteral("4"));
    }

    void out_of_sight_a_large_plan_is_not_sorted_but_filtered() {
        table_->set_watched(false);
        view().sortByColumn(BufferModel::name, Qt::DescendingOrder);
        show_plan(many_buffers(25'000));
        QCOMPARE(view().model()->rowCount(), 0);
        QSignalSpy changed(table_.get(), &BufferTable::filter_changed);
        table_->set_filter_text(QStringLiteral("2499"));
        QTRY_COMPARE(changed.size(), 1);
        table_->set_filter_text({});
        QTRY_COMPARE(changed.size(), 2);
        QVERIFY(changed.last()[0].value<BufferRows::Bits>() == nullptr);
        table_->set_watched(true);
        QTRY_COMPARE(cell(view(), 0, BufferModel::name), QStringLiteral("24999"));
    }

    void a_selection_of_scattered_rows_is_kept_though_not_all_of_it_is_marked() {
        show_plan(many_buffers(25'000));
        std::vector<BufferIndex> every_second;
        for (std::size_t i = 0; i < 25'000; i += 2) {
            every_second.emplace_back(i);
        }
        table_->set_selection(every_second);
        QCOMPARE(table_->selection(), every_second);
        QVERIFY(view().selectionModel()->selection().size() <= 256);
        QVERIFY(view().selectionModel()->isRowSelected(0));
    }

private:
    [[nodiscard]] QTableView& view() const { return *table_->findChild<QTableView*>(); }
    [[nodiscard]] QLineEdit& field() const { return *table_->findChild<QLineEdit*>(); }
    [[nodiscard]] SectionHeader& header() const { return *table_->findChild<SectionHeader*>(); }

    void show_plan(const std::vector<test::PlacedBuffer>& buffers) {
        auto plan = test::placed_plan(buffers);
        table_->set_plan(test::shared(std::move(plan.problem)), test::shared(std::move(plan.layout)), {});
    }

    std::unique_ptr<BufferTable> table_;
};

ARENASCOPE_TEST(LargeBufferTableTest)
#include "large_buffer_table_test.moc"
