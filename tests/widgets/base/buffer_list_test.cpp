#include "widgets/base/buffer_list.h"

#include <QSignalSpy>

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class BufferListTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        list_ = std::make_unique<BufferList>(QStringLiteral("Conflicts"),
                                             BufferListColumns{true, true, QStringLiteral("shared")});
        const auto plan = test::placed_plan({{"conv", 0, 4, 2048, 4096}, {"pool", 2, 6, 100, -1}});
        list_->set_rows(std::make_shared<Problem>(plan.problem),
                        {{BufferIndex(1), Bytes(100), std::nullopt, QStringLiteral("2 steps")},
                         {BufferIndex(0), Bytes(2048), Offset(4096), {}}});
        list_->resize(400, 200);
        list_->show();
        QVERIFY(QTest::qWaitForWindowExposed(list_.get()));
    }
    void cleanup() { list_.reset(); }

    void shows_names_notes_offsets_and_sizes_in_the_order_given() {
        QCOMPARE(cell(0, 0), QStringLiteral("pool"));
        QCOMPARE(cell(0, 1), QStringLiteral("2 steps"));
        QCOMPARE(cell(0, 2), QString());
        QCOMPARE(cell(0, 3), QStringLiteral("100"));
        QCOMPARE(cell(1, 0), QStringLiteral("conv"));
        QCOMPARE(cell(1, 2), QStringLiteral("4,096"));
        QCOMPARE(title(1), QStringLiteral("shared"));
        QCOMPARE(title(3), QStringLiteral("size B"));
    }

    void long_names_are_shown_without_their_common_prefix() {
        const auto plan = test::placed_plan({{"model/conv", 0, 4, 8, 0}, {"model/pool", 2, 6, 8, 8}});
        list_->set_rows(std::make_shared<Problem>(plan.problem), {{BufferIndex(1), Bytes(8)}});
        QCOMPARE(cell(0, 0), QStringLiteral("pool"));
        QCOMPARE(list_->model()->index(0, 0).data(Qt::ToolTipRole).toString(), QStringLiteral("model/pool"));
        QCOMPARE(list_->model()->headerData(0, Qt::Horizontal, Qt::ToolTipRole).toString(),
                 QStringLiteral("names without “model/”"));
        QCOMPARE(list_->textElideMode(), Qt::ElideMiddle);
    }

    void another_unit_changes_figures_and_titles_and_tooltips_stay_exact() {
        list_->set_unit(Unit::kibibytes);
        QCOMPARE(cell(1, 2), QStringLiteral("4"));
        QCOMPARE(title(2), QStringLiteral("offset KiB"));
        QCOMPARE(list_->model()->index(1, 2).data(Qt::ToolTipRole).toString(), QStringLiteral("4,096 B"));
    }

    void a_list_of_names_and_sizes_has_two_columns() {
        const BufferList plain(QStringLiteral("Live set"), {});
        QCOMPARE(plain.model()->columnCount(), 2);
        QCOMPARE(plain.model()->rowCount(), 0);
    }

    void a_click_or_enter_chooses_a_buffer() {
        const QSignalSpy chosen(list_.get(), &BufferList::chosen);
        QTest::mouseClick(list_->viewport(), Qt::LeftButton, {},
                          list_->visualRect(list_->model()->index(1, 0)).center());
        QCOMPARE(chosen.size(), 1);
        QVERIFY(chosen[0][0].value<BufferIndex>() == BufferIndex(0));
        QTest::keyClick(list_.get(), Qt::Key_Up);
        QTest::keyClick(list_.get(), Qt::Key_Return);
        QCOMPARE(chosen.size(), 2);
        QVERIFY(chosen[1][0].value<BufferIndex>() == BufferIndex(1));
    }

    void enter_in_an_empty_list_does_nothing() {
        const QSignalSpy chosen(list_.get(), &BufferList::chosen);
        list_->set_rows(std::make_shared<Problem>(), std::vector<BufferListRow>());
        QTest::keyClick(list_.get(), Qt::Key_Return);
        QCOMPARE(chosen.size(), 0);
    }

private:
    [[nodiscard]] QString cell(int row, int column) const {
        return list_->model()->index(row, column).data().toString();
    }
    [[nodiscard]] QString title(int column) const {
        return list_->model()->headerData(column, Qt::Horizontal).toString();
    }

    std::unique_ptr<BufferList> list_;
};

ARENASCOPE_TEST(BufferListTest)
#include "buffer_list_test.moc"
