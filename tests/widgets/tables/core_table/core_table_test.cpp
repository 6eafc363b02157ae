#include "widgets/tables/core_table/core_table.h"

#include <QAction>
#include <QSignalSpy>

#include "tests/support/large_plan.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/table_clicks.h"

using namespace arenascope;
using test::column_of;

namespace {

test::PlacedPlan on_three_cores() {
    auto plan = test::placed_plan({{"a", 0, 4, 2048, 1024}, {"b", 2, 8, 4096, 0}, {"c", 0, 8, 1024, 0}});
    plan.problem.regions = {Region{"core 0", 0, Bytes(8192)}, Region{"core 1", 0, Bytes(2048)}, Region{"core 2"}};
    for (std::size_t i = 0; i < 3; ++i) {
        plan.problem.buffers[i].region = RegionIndex(i);
        plan.layout.placements[i]->region = RegionIndex(i);
    }
    return plan;
}

}  // namespace

class CoreTableTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        table_ = std::make_unique<CoreTable>();
        table_->resize(1000, 300);
        const auto plan = on_three_cores();
        table_->set_plan(std::make_shared<const Problem>(plan.problem), test::shared(plan.layout),
                         test::shared(PlanProfiles(plan.problem, plan.layout)));
        table_->show();
        QVERIFY(QTest::qWaitForWindowExposed(table_.get()));
    }
    void cleanup() { table_.reset(); }

    void every_core_is_a_row_in_the_order_of_the_picture() {
        QCOMPARE(column_of(view(), CoreModel::name), (QStringList{"core 2", "core 1", "core 0"}));
        QCOMPARE(column_of(view(), CoreModel::peak), (QStringList{"1,024", "4,096", "3,072"}));
        QCOMPARE(column_of(view(), CoreModel::peak_step), (QStringList{"0", "2", "0"}));
        QCOMPARE(column_of(view(), CoreModel::threshold), (QStringList{"1,024", "4,096", "2,048"}));
        QCOMPARE(column_of(view(), CoreModel::capacity), (QStringList{"", "2,048", "8,192"}));
        QCOMPARE(column_of(view(), CoreModel::fragmentation), (QStringList{"0", "0", "512"}));
        QCOMPARE(column_of(view(), CoreModel::buffers), (QStringList{"1", "1", "1"}));
    }

    void shows_how_many_buffers_of_a_core_are_placed() {
        auto plan = on_three_cores();
        plan.layout.placements[1].reset();
        table_->set_plan(std::make_shared<const Problem>(plan.problem), test::shared(plan.layout),
                         test::shared(PlanProfiles(plan.problem, plan.layout)));
        QCOMPARE(column_of(view(), CoreModel::buffers), (QStringList{"1", "0 of 1", "1"}));
        const auto tooltip = [&](int row) {
            return view().model()->index(row, CoreModel::buffers).data(Qt::ToolTipRole).toString();
        };
        QCOMPARE(tooltip(0), QString());
        QCOMPARE(tooltip(1), QStringLiteral("1 is not placed"));
    }

    void live_is_the_mean_or_the_live_size_at_the_cursor() {
        QCOMPARE(test::title_of(view(), CoreModel::live), QStringLiteral("mean live B"));
        QCOMPARE(column_of(view(), CoreModel::live), (QStringList{"1,024", "3,072", "1,024"}));
        table_->set_cursor(Step(1));
        QCOMPARE(test::title_of(view(), CoreModel::live), QStringLiteral("live B"));
        QCOMPARE(column_of(view(), CoreModel::live), (QStringList{"1,024", "0", "2,048"}));
    }

    void the_picked_memory_stays_picked_when_rows_are_sorted() {
        view().setCurrentIndex(view().model()->index(0, CoreModel::name));
        QCOMPARE(view().currentIndex().data().toString(), QStringLiteral("core 2"));
        view().sortByColumn(CoreModel::peak, Qt::DescendingOrder);
        QCOMPARE(view().currentIndex().data().toString(), QStringLiteral("core 2"));
        QCOMPARE(view().currentIndex().row(), 2);
    }

    void a_sorted_column_orders_the_containers() {
        QSignalSpy changed(table_.get(), &CoreTable::choice_changed);
        view().sortByColumn(CoreModel::peak, Qt::DescendingOrder);
        QCOMPARE(column_of(view(), CoreModel::name), (QStringList{"core 1", "core 0", "core 2"}));
        QVERIFY(changed.size() >= 1);
        QVERIFY(table_->choice().order == (std::vector<RegionIndex>{RegionIndex(2), RegionIndex(0), RegionIndex(1)}));
    }

    void alt_and_an_arrow_move_a_row() {
        test::click_cell(view(), 2, CoreModel::peak);
        QTest::keyClick(&view(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(column_of(view(), CoreModel::name), (QStringList{"core 2", "core 0", "core 1"}));
        QTest::keyClick(&view(), Qt::Key_Up, Qt::AltModifier);
        QTest::keyClick(&view(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(column_of(view(), CoreModel::name), (QStringList{"core 0", "core 2", "core 1"}));
        QTest::keyClick(&view(), Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(column_of(view(), CoreModel::name), (QStringList{"core 2", "core 0", "core 1"}));
        QVERIFY(table_->choice().order == (std::vector<RegionIndex>{RegionIndex(1), RegionIndex(0), RegionIndex(2)}));
    }

    void the_menu_of_a_row_folds_hides_and_moves() {
        const auto choose = [&](int row, const QString& text) {
            view().selectRow(row);
            QCOMPARE(view().contextMenuPolicy(), Qt::ActionsContextMenu);
            for (QAction* action : view().actions()) {
                if (action->text().remove(QLatin1Char('&')) == text && action->isEnabled()) {
                    action->trigger();
                    break;
                }
            }
        };
        choose(0, QStringLiteral("Fold"));
        QCOMPARE(table_->choice().folded, std::vector{RegionIndex(2)});
        choose(0, QStringLiteral("Unfold"));
        QVERIFY(table_->choice().folded.empty());
        choose(1, QStringLiteral("Hide"));
        QCOMPARE(table_->choice().hidden, std::vector{RegionIndex(1)});
        choose(1, QStringLiteral("Show"));
        QVERIFY(table_->choice().hidden.empty());
        choose(0, QStringLiteral("Move Up"));  // there is no row above
        QCOMPARE(column_of(view(), CoreModel::name), (QStringList{"core 2", "core 1", "core 0"}));
        choose(2, QStringLiteral("Move Up"));
        QCOMPARE(column_of(view(), CoreModel::name), (QStringList{"core 2", "core 0", "core 1"}));
        choose(0, QStringLiteral("Move Down"));
        QCOMPARE(column_of(view(), CoreModel::name), (QStringList{"core 0", "core 2", "core 1"}));
    }

    void a_dropped_row_stays_at_its_new_place() {
        QAbstractItemModel& model = *view().model();
        const std::unique_ptr<QMimeData> dragged(model.mimeData({model.index(2, 0)}));
        (void)model.dropMimeData(dragged.get(), Qt::MoveAction, 0, 0, {});
        QCOMPARE(column_of(view(), CoreModel::name), (QStringList{"core 0", "core 2", "core 1"}));
    }

    void the_box_hides_a_core_but_never_the_last() {
        QAbstractItemModel& model = *view().model();
        const auto hide = [&](int row) {
            return model.setData(model.index(row, 0), Qt::Unchecked, Qt::CheckStateRole);
        };
        QVERIFY(hide(0));
        QVERIFY(is_hidden(table_->choice(), RegionIndex(2)));
        QVERIFY(hide(1));
        QVERIFY(!hide(2));
        QVERIFY(model.setData(model.index(0, 0), Qt::Checked, Qt::CheckStateRole));
        QVERIFY(!is_hidden(table_->choice(), RegionIndex(2)));
    }

    void a_click_goes_to_the_core_and_a_double_click_folds_it() {
        QSignalSpy activated(table_.get(), &CoreTable::core_activated);
        QSignalSpy overview(table_.get(), &CoreTable::overview_requested);
        test::click_cell(view(), 1, CoreModel::peak);
        QCOMPARE(activated.size(), 1);
        QVERIFY(activated[0][0].value<RegionIndex>() == RegionIndex(1));
        QVERIFY(table_->picked() == RegionIndex(1));
        const QModelIndex cell = view().model()->index(1, CoreModel::peak);
        QTest::mouseDClick(view().viewport(), Qt::LeftButton, {}, view().visualRect(cell).center());
        QVERIFY(is_folded(table_->choice(), RegionIndex(1)));
        QCOMPARE(overview.size(), 1);
        QCOMPARE(test::cell(view(), 1, CoreModel::name), QStringLiteral("▸ core 1"));
        table_->clear_pick();
        QVERIFY(!table_->picked());
    }

    void a_click_on_the_step_of_the_peak_emits_it() {
        QSignalSpy step(table_.get(), &CoreTable::step_activated);
        test::click_cell(view(), 1, CoreModel::peak_step);
        QCOMPARE(step.size(), 1);
        QVERIFY(step[0][0].value<Step>() == Step(2));
    }

    void choices_are_kept_with_their_memories() {
        table_->set_folded(RegionIndex(0), true);
        auto plan = on_three_cores();
        plan.layout.placements[0]->offset = Offset(0);
        table_->set_plan(std::make_shared<const Problem>(plan.problem), test::shared(plan.layout),
                         test::shared(PlanProfiles(plan.problem, plan.layout)));
        QVERIFY(is_folded(table_->choice(), RegionIndex(0)));
        plan.problem.regions[0].name = "another";
        table_->set_plan(std::make_shared<const Problem>(plan.problem), test::shared(plan.layout),
                         test::shared(PlanProfiles(plan.problem, plan.layout)));
        QVERIFY(!is_folded(table_->choice(), RegionIndex(0)));
    }

    void a_core_with_a_misfit_is_highlighted() {
        const auto is_bold = [&](int row) {
            return view().model()->index(row, 0).data(Qt::FontRole).value<QFont>().bold();
        };
        QVERIFY(!is_bold(0) && is_bold(1) && !is_bold(2));
        const auto plan = on_three_cores();
        table_->set_plan(std::make_shared<const Problem>(plan.problem), test::shared(plan.layout),
                         test::shared(PlanProfiles(plan.problem, plan.layout)), {{BufferIndex(2), Bytes(8), {}}});
        QVERIFY(is_bold(0) && is_bold(1) && !is_bold(2));
    }

    void figures_of_a_large_plan_show_dots_until_they_are_known() {
        test::PlacedPlan plan = test::large_plan();
        plan.problem.regions = {Region{"core 0", 0, Bytes(8192)}, Region{"core 1"}};
        table_->set_plan(test::shared(plan.problem), test::shared(plan.layout),
                         test::shared(PlanProfiles(plan.problem, plan.layout)));
        QCOMPARE(column_of(view(), CoreModel::name), (QStringList{"core 1", "core 0"}));
        QCOMPARE(column_of(view(), CoreModel::peak), (QStringList{"…", "…"}));
        QCOMPARE(column_of(view(), CoreModel::capacity), (QStringList{"", "8,192"}));
        QTRY_COMPARE(column_of(view(), CoreModel::peak), (QStringList{"0", "192"}));
        QCOMPARE(column_of(view(), CoreModel::buffers), (QStringList{"0", "25,000"}));
    }

    void without_a_layout_only_the_memories_are_known() {
        table_->set_plan(test::shared(on_three_cores().problem), nullptr, nullptr);
        QCOMPARE(column_of(view(), CoreModel::name), (QStringList{"core 2", "core 1", "core 0"}));
        QCOMPARE(column_of(view(), CoreModel::threshold), (QStringList{"…", "…", "…"}));
    }

private:
    [[nodiscard]] QTableView& view() const { return *table_->findChild<QTableView*>(); }

    std::unique_ptr<CoreTable> table_;
};

ARENASCOPE_TEST(CoreTableTest)
#include "core_table_test.moc"
