#include "widgets/tables/segment_table/segment_table.h"

#include <QSignalSpy>

#include "tests/support/made_snapshot.h"
#include "tests/support/opened_text.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/table_clicks.h"
#include "widgets/base/section_header.h"

using namespace arenascope;
using test::cell;
using test::column_of;
using test::MadeSnapshot;

namespace {

constexpr std::int64_t base = 0x10000;

/// Two segments that are held and an unused one. The fourth event asks for more than any free piece.
Document fragmented_snapshot() {
    const auto stack = MadeSnapshot::stack("/u/model.py", 54, "forward");
    return test::opened(MadeSnapshot()
                            .segment(base, 4096)
                            .block(base + 1024, 600)
                            .segment(base + 8192, 4096)
                            .segment(base + 16384, 2048)
                            .event("alloc", base + 8192, 512, stack)
                            .event("alloc", base + 8192 + 2048, 1, stack)
                            .event("free_completed", base + 8192, 512)
                            .out_of_memory(7000, 100)
                            .text());
}

}  // namespace

class SegmentTableTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        table_ = std::make_unique<SegmentTable>();
        table_->resize(520, 400);
        table_->show();
        QVERIFY(QTest::qWaitForWindowExposed(table_.get()));
    }
    void cleanup() { table_.reset(); }

    void without_a_snapshot_it_says_what_segments_belong_to() {
        QVERIFY(!list().isVisible());
        QVERIFY(table_->words().contains(QStringLiteral("snapshot")));
        show_plan(test::placed_plan({{"a", 0, 4, 100, 0}}).problem, {});
        QVERIFY(!list().isVisible());
    }

    void lists_the_segments_with_most_free_bytes_first_and_who_holds_them() {
        show_snapshot();
        QCOMPARE(header().detail(), QStringLiteral("event 3, 0.750 s"));
        QCOMPARE(column_of(list(), SegmentColumn::segment),
                 (QStringList{"0x12000\nheld by 1: model.py:54 forward", "0x10000\nheld by 1: (no Python frame)",
                              "0x14000\nunused, can be released"}));
        QCOMPARE(column_of(list(), SegmentColumn::free), (QStringList{"3,584", "3,072", "2,048"}));
        QVERIFY(cell(list(), 0, SegmentColumn::free, Qt::ToolTipRole).contains(QStringLiteral("2,048 B")));
    }

    void segments_are_sorted_as_the_words_say_and_a_click_on_a_title_sorts_them() {
        const auto stack = MadeSnapshot::stack("/u/model.py", 54, "forward");
        // The unused segment has most free bytes, so that it is the first one.
        const Document document = test::opened(MadeSnapshot()
                                                   .segment(base, 4096)
                                                   .block(base, 2048)
                                                   .segment(base + 8192, 8192)
                                                   .segment(base + 32768, 1024)
                                                   .block(base + 32768, 1024)
                                                   .event("alloc", base + 65536, 512, stack)
                                                   .text());
        show_plan(document.problem, document.layout);
        QVERIFY(table_->words().contains(QStringLiteral("Those with the most free bytes come first.")));
        QCOMPARE(column_of(list(), SegmentColumn::free), (QStringList{"8,192", "2,048", "0"}));
        list().sortByColumn(SegmentColumn::size, Qt::AscendingOrder);
        QCOMPARE(column_of(list(), SegmentColumn::size), (QStringList{"1,024", "4,096", "8,192"}));
        list().sortByColumn(SegmentColumn::segment, Qt::AscendingOrder);
        QCOMPARE(column_of(list(), SegmentColumn::size), (QStringList{"4,096", "8,192", "1,024"}));
        table_->set_step(Step(0));
        QCOMPARE(column_of(list(), SegmentColumn::size), (QStringList{"4,096", "8,192", "1,024"}));
        QVERIFY(!table_->words().contains(QStringLiteral("come first")));
    }

    void tells_the_step_of_the_cursor() {
        show_snapshot();
        table_->set_step(Step(1));
        QCOMPARE(header().detail(), QStringLiteral("event 1, 0.250 s"));
        QVERIFY(table_->words().contains(QStringLiteral("At event 1")));
        const QStringList held = column_of(list(), SegmentColumn::segment);
        QVERIFY(held[0].endsWith(QStringLiteral("held by 1: (no Python frame)")));
        QVERIFY(held[1].endsWith(QStringLiteral("held by 2: model.py:54 forward ×2")));
        table_->set_step(std::nullopt);
        QCOMPARE(header().detail(), QStringLiteral("event 3, 0.750 s"));
    }

    void says_what_is_unused_and_what_is_pinned() {
        show_snapshot();
        const QString words = table_->words();
        QVERIFY(words.contains(QStringLiteral("8,704 B of 10,240 B reserved in 3 segments is free")));
        QVERIFY(words.contains(QStringLiteral("1 segment is unused and can be released: 2,048 B")));
        QVERIFY(words.contains(QStringLiteral("2 segments are pinned by allocations: 6,656 B")));
    }

    void at_a_failed_allocation_it_says_what_fragmentation_cost() {
        show_snapshot();
        const QString words = table_->words();
        QVERIFY(words.contains(QStringLiteral("7,000 B requested")));
        QVERIFY(words.contains(QStringLiteral("the device had 100 B")));
        QVERIFY(words.contains(QStringLiteral("8,704 B was free in pieces, the largest 2,048 B")));
        QVERIFY(words.contains(QStringLiteral("Fragmentation is the cause")));
    }

    void a_link_leads_to_the_failed_allocation() {
        show_snapshot();
        table_->set_step(Step(0));
        QVERIFY(!table_->words().contains(QStringLiteral("Fragmentation")));
        QSignalSpy chosen(table_.get(), &SegmentTable::step_chosen);
        QVERIFY(table_->words().contains(QStringLiteral("<a href=\"3\">")));
        emit words().linkActivated(QStringLiteral("3"));
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].value<Step>(), Step(3));
    }

    void a_click_and_enter_choose_the_holders() {
        show_snapshot();
        QSignalSpy chosen(table_.get(), &SegmentTable::chosen);
        test::click_cell(list(), 1, SegmentColumn::segment);
        QTest::keyClick(&list(), Qt::Key_Up);
        QTest::keyClick(&list(), Qt::Key_Return);
        QCOMPARE(chosen.size(), 2);
        QCOMPARE(chosen[0][0].value<std::vector<BufferIndex>>(), std::vector{BufferIndex(1)});
        QCOMPARE(chosen[1][0].value<std::vector<BufferIndex>>(), std::vector{BufferIndex(2)});
    }

    void the_unit_is_in_the_titles() {
        show_snapshot();
        table_->set_unit(Unit::kibibytes);
        QCOMPARE(test::title_of(list(), SegmentColumn::free), QStringLiteral("free KiB"));
        QVERIFY(table_->words().contains(QStringLiteral("8.5 KiB of 10 KiB")));
    }

private:
    [[nodiscard]] QTableView& list() const { return *table_->findChild<QTableView*>(); }
    [[nodiscard]] SectionHeader& header() const { return *table_->findChild<SectionHeader*>(); }
    [[nodiscard]] QLabel& words() const { return *table_->findChild<QLabel*>(QString(), Qt::FindDirectChildrenOnly); }
    void show_plan(const Problem& problem, const Layout& layout) {
        table_->set_plan(std::make_shared<const Problem>(problem), std::make_shared<const Layout>(layout));
    }
    void show_snapshot() {
        const Document document = fragmented_snapshot();
        show_plan(document.problem, document.layout);
    }

    std::unique_ptr<SegmentTable> table_;
};

ARENASCOPE_TEST(SegmentTableTest)
#include "segment_table_test.moc"
