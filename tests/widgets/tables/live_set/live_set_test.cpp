#include "widgets/tables/live_set/live_set.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QScrollArea>
#include <QSignalSpy>
#include <QToolButton>

#include "core/format/reading.h"
#include "qt/words/wording.h"
#include "tests/support/large_plan.h"
#include "tests/support/placed_plan.h"
#include "tests/support/segmented_plan.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/table_clicks.h"
#include "widgets/tables/live_set/live_set_model.h"

using namespace arenascope;
using test::cell;
using test::column_of;

class LiveSetTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        live_set_ = std::make_unique<LiveSet>();
        live_set_->resize(420, 400);
        show_plan(test::placed_plan({{"early", 0, 4, 100, 0}, {"wide", 2, 9, 2048, 100}, {"late", 5, 9, 300, 0}}));
        live_set_->show();
        QVERIFY(QTest::qWaitForWindowExposed(live_set_.get()));
    }
    void cleanup() { live_set_.reset(); }

    void without_a_cursor_it_shows_the_step_of_the_highest_live_size_and_says_so() {
        QCOMPARE(header().title(), QStringLiteral("Live at step 5"));
        QCOMPARE(header().detail(), QStringLiteral("2,348 B · 2 buffers"));
        QVERIFY(words().isVisible());
        QVERIFY(words().text().contains(QStringLiteral("first step with the highest live size")));
        QCOMPARE(column_of(list(), LiveSetModel::name), (QStringList{"wide", "late"}));
    }

    void of_several_memories_it_names_the_one_that_decides() {
        auto plan = test::placed_plan({{"a", 0, 4, 100, 0}, {"b", 2, 9, 50, 0}, {"c", 6, 9, 50, 50}});
        plan.problem.regions = {{.name = "sram"}, {.name = "dram"}};
        plan.problem.buffers[1].region = RegionIndex(1);
        plan.problem.buffers[2].region = RegionIndex(1);
        plan.layout.placements[1]->region = RegionIndex(1);
        plan.layout.placements[2]->region = RegionIndex(1);
        show_plan(plan);
        QCOMPARE(header().title(), QStringLiteral("Live at step 0"));
        QVERIFY(words().text().contains(QStringLiteral("sram")));
        live_set_->set_step(Step(3));
        QCOMPARE(header().detail(), QStringLiteral("150 B in all memories · 2 buffers"));
    }

    void lists_the_buffers_in_use_at_the_step_with_offset_size_and_share() {
        live_set_->set_step(Step(3));
        QVERIFY(!words().isVisible());
        QCOMPARE(column_of(list(), LiveSetModel::name), (QStringList{"wide", "early"}));
        QCOMPARE(column_of(list(), LiveSetModel::offset), (QStringList{"100", "0"}));
        QCOMPARE(column_of(list(), LiveSetModel::size), (QStringList{"2,048", "100"}));
        QCOMPARE(column_of(list(), LiveSetModel::share), (QStringList{"95.3 %", "4.7 %"}));
        QCOMPARE(header().title(), QStringLiteral("Live at step 3"));
        QCOMPARE(header().detail(), QStringLiteral("2,148 B · 2 buffers"));
    }

    void it_follows_the_layout() {
        live_set_->set_step(Step(3));
        auto plan = test::placed_plan({{"early", 0, 4, 100, 2048}, {"wide", 2, 9, 2048, 0}, {"late", 5, 9, 300, -1}});
        show_plan(plan);
        QCOMPARE(column_of(list(), LiveSetModel::offset), (QStringList{"0", "2,048"}));
        live_set_->set_step(Step(6));
        QCOMPARE(column_of(list(), LiveSetModel::offset), (QStringList{"0", "not placed"}));
    }

    void a_buffer_is_out_of_use_at_its_end() {
        live_set_->set_step(Step(4));
        QCOMPARE(column_of(list(), 0), (QStringList{"wide"}));
        live_set_->set_step(Step(9));
        QCOMPARE(list().model()->rowCount(), 0);
        QCOMPARE(header().detail(), QStringLiteral("0 B · 0 buffers"));
    }

    void within_a_gap_only_the_window_counts() {
        auto plan = test::placed_plan({{"gapped", 0, 9, 100, 0}, {"other", 0, 9, 50, 100}});
        plan.problem.buffers[0].set_gaps(
            {{{Step(2), Step(4)}, Window{Bytes(10), Bytes(30)}}, {{Step(5), Step(6)}, std::nullopt}});
        show_plan(plan);
        live_set_->set_step(Step(3));
        QCOMPARE(column_of(list(), 0), (QStringList{"other", "gapped"}));
        QCOMPARE(header().detail(), QStringLiteral("70 B · 2 buffers"));
        live_set_->set_step(Step(5));
        QCOMPARE(column_of(list(), 0), (QStringList{"other"}));
    }

    void shared_bytes_count_once_and_the_tooltip_says_why() {
        auto plan = test::placed_plan({{"whole", 0, 4, 100, 0}, {"part", 0, 4, 40, 60}});
        plan.layout.sharing = {{SharingGroup::Kind::sharing, {BufferIndex(0), BufferIndex(1)}}};
        show_plan(plan);
        live_set_->set_step(Step(0));
        QCOMPARE(header().detail(), QStringLiteral("100 B · 2 buffers"));
        QCOMPARE(column_of(list(), LiveSetModel::share), (QStringList{"100.0 %", "0.0 %"}));
        QVERIFY(cell(list(), 1, LiveSetModel::share, Qt::ToolTipRole).contains(QStringLiteral("shared on purpose")));
        QVERIFY(!cell(list(), 0, LiveSetModel::share, Qt::ToolTipRole).contains(QStringLiteral("shared on purpose")));
    }

    void the_unit_is_in_the_title_and_the_tooltip_is_exact() {
        live_set_->set_unit(Unit::kibibytes);
        live_set_->set_step(Step(3));
        QCOMPARE(test::title_of(list(), LiveSetModel::size), QStringLiteral("size KiB"));
        QCOMPARE(column_of(list(), LiveSetModel::size), (QStringList{"2.0", "0.1"}));
        QCOMPARE(cell(list(), 0, LiveSetModel::size, Qt::ToolTipRole), QStringLiteral("2,048 B"));
        QCOMPARE(header().detail(), QStringLiteral("2.1 KiB · 2 buffers"));
    }

    void a_click_on_a_title_sorts() {
        live_set_->set_step(Step(3));
        const auto click = [this](int column) {
            QHeaderView& titles = *list().header();
            const int x = titles.sectionViewportPosition(column) + titles.sectionSize(column) / 2;
            QTest::mouseClick(titles.viewport(), Qt::LeftButton, Qt::NoModifier, {x, titles.height() / 2});
        };
        click(LiveSetModel::name);
        const QStringList by_name = column_of(list(), 0);
        click(LiveSetModel::name);
        QCOMPARE(column_of(list(), 0), QStringList(by_name.rbegin(), by_name.rend()));
        QVERIFY(by_name == (QStringList{"early", "wide"}) || by_name == (QStringList{"wide", "early"}));
        live_set_->set_step(Step(6));
        QCOMPARE(list().model()->rowCount(), 2);
    }

    void groups_have_totals_and_open_to_their_buffers() {
        live_set_->set_step(Step(3));
        live_set_->set_grouping(GroupBy::kind);
        QCOMPARE(column_of(list(), LiveSetModel::name), (QStringList{"activation · 2"}));
        QCOMPARE(column_of(list(), LiveSetModel::size), (QStringList{"2,148"}));
        QCOMPARE(column_of(list(), LiveSetModel::share), (QStringList{"100.0 %"}));
        const QModelIndex group = list().model()->index(0, 0);
        QCOMPARE(list().model()->rowCount(group), 2);
        QCOMPARE(list().model()->index(1, LiveSetModel::name, group).data().toString(), QStringLiteral("early"));
        list().setExpanded(group, true);
        live_set_->set_step(Step(2));
        QVERIFY(list().isExpanded(list().model()->index(0, 0)));
        live_set_->set_grouping(std::nullopt);
        QCOMPARE(column_of(list(), LiveSetModel::name), (QStringList{"wide", "early"}));
    }

    void the_user_selects_buffers_and_groups() {
        live_set_->set_step(Step(3));
        QSignalSpy selected(live_set_.get(), &LiveSet::selection_changed);
        test::click_cell(list(), 1, 0);
        QTest::keyClick(&list(), Qt::Key_Up);
        QCOMPARE(selected.size(), 2);
        QCOMPARE(selected[0][0].value<std::vector<BufferIndex>>(), (std::vector<BufferIndex>{BufferIndex(0)}));
        QCOMPARE(selected[1][0].value<std::vector<BufferIndex>>(), (std::vector<BufferIndex>{BufferIndex(1)}));
        live_set_->set_grouping(GroupBy::kind);
        test::click_cell(list(), 0, 0);
        QCOMPARE(selected.back()[0].value<std::vector<BufferIndex>>(),
                 (std::vector<BufferIndex>{BufferIndex(0), BufferIndex(1)}));
    }

    void a_selection_from_outside_is_shown_and_told_to_nobody() {
        live_set_->set_step(Step(3));
        QSignalSpy selected(live_set_.get(), &LiveSet::selection_changed);
        live_set_->set_selection({BufferIndex(0)});
        const auto rows = list().selectionModel()->selectedRows();
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows[0].row(), 1);
        live_set_->set_step(Step(2));
        QCOMPARE(list().selectionModel()->selectedRows().size(), 1);
        live_set_->set_selection({});
        QVERIFY(list().selectionModel()->selectedRows().isEmpty());
        QVERIFY(selected.isEmpty());
    }

    void a_range_shows_what_lives_in_it_with_its_sums() {
        live_set_->set_step(Step(3));
        live_set_->set_range(Lifetime{Step(3), Step(7)});
        QCOMPARE(header().title(), QStringLiteral("Live in steps [3, 7)"));
        QCOMPARE(header().detail(), QStringLiteral("3 buffers"));
        QCOMPARE(column_of(list(), LiveSetModel::name), (QStringList{"wide", "late", "early"}));
        QCOMPARE(test::title_of(list(), LiveSetModel::share), QStringLiteral("steps"));
        QCOMPARE(column_of(list(), LiveSetModel::share), (QStringList{"4", "2", "1"}));
        QCOMPARE(live_set_->fact(QStringLiteral("Highest live size")), QStringLiteral("2,348 B at step 5"));
        QCOMPARE(live_set_->fact(QStringLiteral("Lowest live size")), QStringLiteral("2,048 B at step 4"));
        QCOMPARE(live_set_->fact(QStringLiteral("Begin in the range")), QStringLiteral("300 B"));
        QCOMPARE(live_set_->fact(QStringLiteral("End in the range")), QStringLiteral("100 B"));
        QCOMPARE(live_set_->fact(QStringLiteral("In use throughout")), QStringLiteral("2,048 B"));
        live_set_->set_range(std::nullopt);
        QCOMPARE(header().title(), QStringLiteral("Live at step 3"));
        QVERIFY(live_set_->fact(QStringLiteral("Highest live size")).isEmpty());
    }

    void of_a_range_only_what_was_born_in_it_and_is_still_alive_can_be_listed() {
        live_set_->set_range(Lifetime{Step(3), Step(7)});
        auto* choice = live_set_->findChild<QCheckBox*>();
        QVERIFY(choice->isVisible());
        QCOMPARE(live_set_->fact(QStringLiteral("Born here, still alive")), QStringLiteral("300 B in 1 buffer"));
        QTest::keyClick(choice, Qt::Key_Space);
        QCOMPARE(header().title(), QStringLiteral("Born in steps [3, 7), still alive"));
        QCOMPARE(header().detail(), QStringLiteral("300 B · 1 buffer"));
        QCOMPARE(column_of(list(), LiveSetModel::name), QStringList{"late"});
        QSignalSpy asked(live_set_.get(), &LiveSet::filter_asked);
        QTest::mouseClick(live_set_->findChild<QToolButton*>(), Qt::LeftButton);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].toString(), QStringLiteral("begin>=3 begin<7 end>=7"));
        live_set_->set_range(std::nullopt);
        QVERIFY(!choice->isVisible());
        QCOMPARE(header().title(), QStringLiteral("Live at step 5"));
    }

    void a_recorded_allocator_has_addresses_and_makers() {
        const auto plan = test::segmented_plan(
            {1000, 500}, {{1, {Step(0), Step(4)}, 16, 100, 3}, {0, {Step(0), Step(4)}, 32, 60, 5}});
        show_plan(plan);
        QCOMPARE(test::title_of(list(), LiveSetModel::offset), QStringLiteral("address"));
        QCOMPARE(column_of(list(), LiveSetModel::offset), (QStringList{"0x20000000010", "0x10000000020"}));
        list().sortByColumn(LiveSetModel::offset, Qt::AscendingOrder);
        QCOMPARE(column_of(list(), LiveSetModel::offset), (QStringList{"0x10000000020", "0x20000000010"}));
        live_set_->set_grouping(GroupBy::maker_line);
        QCOMPARE(column_of(list(), LiveSetModel::name).size(), 2);
        QVERIFY(column_of(list(), LiveSetModel::name).contains(QStringLiteral("net.py:3 forward · 1")));
    }

    void without_buffers_it_says_so() {
        show_plan({});
        QCOMPARE(words().text(), QStringLiteral("There are no buffers."));
        QCOMPARE(list().model()->rowCount(), 0);
    }

    void the_sum_is_the_live_size_of_the_profile() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        const auto document = read_document(test::shared_data("minimalloc/A.1048576.csv").toStdString());
        QVERIFY(document.has_value());
        show_plan({document->problem, empty_layout(document->problem)});
        const Lifetime span = time_span(document->problem);
        const LiveProfile profile = live_profile(document->problem, RegionIndex(0));
        for (std::int64_t part = 0; part < 8; ++part) {
            const Step step(span.begin.value() + part * length(span).value() / 8);
            live_set_->set_step(step);
            QVERIFY(header().detail().startsWith(exact_bytes(live_at(profile, step).value()) + QStringLiteral(" ·")));
        }
    }

    void a_large_plan_is_empty_until_its_live_set_is_found() {
        QVERIFY(list().model()->rowCount() > 0);
        show_plan(test::large_plan());
        QCOMPARE(list().model()->rowCount(), 0);
        QCOMPARE(header().detail(), QStringLiteral("…"));
        QTRY_COMPARE(header().title(), QStringLiteral("Live at step 2"));
        QCOMPARE(column_of(list(), LiveSetModel::name), (QStringList{"b0", "b1", "b2"}));
        QCOMPARE(header().detail(), QStringLiteral("192 B · 3 buffers"));
        live_set_->set_step(Step(1000));
        // The title and the rows go on to another step together.
        QCOMPARE(header().title(), QStringLiteral("Live at step 2"));
        QCOMPARE(column_of(list(), LiveSetModel::name).front(), QStringLiteral("b0"));
        QTRY_COMPARE(header().title(), QStringLiteral("Live at step 1,000"));
        QCOMPARE(column_of(list(), LiveSetModel::name), (QStringList{"b998", "b999", "b1000"}));
    }

    void many_rows_are_sorted_on_another_thread() {
        show_plan(test::large_plan());
        live_set_->set_range(Lifetime{Step(0), Step(30'000)});
        QTRY_COMPARE(list().model()->rowCount(), 25'000);
        list().sortByColumn(LiveSetModel::name, Qt::DescendingOrder);
        QTRY_COMPARE(list().model()->index(0, LiveSetModel::name).data().toString(), QStringLiteral("b24999"));
        list().sortByColumn(LiveSetModel::name, Qt::AscendingOrder);
        show_plan(test::large_plan(21'000));
        QTRY_COMPARE(list().model()->rowCount(), 21'000);
        QCOMPARE(list().model()->index(20'999, LiveSetModel::name).data().toString(), QStringLiteral("b20999"));
    }

private:
    [[nodiscard]] QTreeView& list() const { return *live_set_->findChild<QTreeView*>(); }
    [[nodiscard]] SectionHeader& header() const { return *live_set_->findChild<SectionHeader*>(); }
    [[nodiscard]] QLabel& words() const {
        const QWidget& scrolled = *live_set_->findChild<QScrollArea*>()->widget();
        return *scrolled.findChild<QLabel*>(QString(), Qt::FindDirectChildrenOnly);
    }
    void show_plan(const test::PlacedPlan& plan) {
        live_set_->set_plan(test::shared(plan.problem), test::shared(plan.layout),
                            test::shared(PlanProfiles(plan.problem, plan.layout)));
    }

    std::unique_ptr<LiveSet> live_set_;
};

ARENASCOPE_TEST(LiveSetTest)
#include "live_set_test.moc"
