#include "widgets/panels/plan_totals/plan_totals_view.h"

#include <QLayout>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>

#include "tests/support/segmented_plan.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/compared_sample.h"
#include "tests/widgets/table_clicks.h"

using namespace arenascope;
using test::cell;
using test::column_of;

class PlanTotalsViewTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        totals_ = std::make_unique<PlanTotalsView>();
        totals_->resize(500, 400);
        totals_->set_plans(test::compared_sample());
        totals_->show();
        QVERIFY(QTest::qWaitForWindowExposed(totals_.get()));
    }
    void cleanup() { totals_.reset(); }

    void figures_lead_from_a_to_b() {
        QCOMPARE(totals_->fact(QStringLiteral("Peak")), QStringLiteral("4,096 B → 3,072 B (-25.0 %)"));
        QCOMPARE(totals_->fact(QStringLiteral("Threshold")), QStringLiteral("2,048 B → 2,176 B (+6.2 %)"));
        QCOMPARE(totals_->fact(QStringLiteral("Over the threshold")), QStringLiteral("2 → 1 buffers"));
        QCOMPARE(totals_->fact(QStringLiteral("Matched")), QStringLiteral("4 of 5, 1 of them by shape of use"));
    }

    void groups_tell_what_lives_at_the_peak_of_each_plan() {
        totals_->set_grouping(GroupBy::name_prefix);
        QCOMPARE(cell(view(), 0, TotalsColumn::name), QStringLiteral("grows"));
        QCOMPARE(cell(view(), 0, TotalsColumn::at_peak_a), QStringLiteral("0"));
        QCOMPARE(cell(view(), 0, TotalsColumn::at_peak_b), QStringLiteral("1,024"));
        QCOMPARE(cell(view(), 0, TotalsColumn::change), QStringLiteral("+1,024"));
        totals_->set_grouping(GroupBy::operator_type);
        QCOMPARE(column_of(view(), TotalsColumn::name), QStringList{"(no operator writes it)"});
        totals_->set_grouping(GroupBy::kind);
        QCOMPARE(column_of(view(), TotalsColumn::name), QStringList{"activation"});
    }

    void two_recorded_allocators_are_compared_by_maker_and_by_what_was_reserved() {
        const auto side = [](std::int64_t size) {
            const auto plan = test::segmented_plan(
                {1000}, {{0, {Step(0), Step(4)}, 0, 100, 3}, {0, {Step(2), Step(6)}, 200, size, 5}});
            return ComparedSide{std::make_shared<const Problem>(plan.problem),
                                std::make_shared<const Layout>(plan.layout),
                                std::make_shared<const IndexedVector<BufferIndex, Risk>>(),
                                std::make_shared<const PlanProfiles>(plan.problem, plan.layout)};
        };
        totals_->set_plans(std::make_shared<const ComparedPlans>(compare_plans(side(60), side(90))));
        QCOMPARE(totals_->fact(QStringLiteral("Peak")), QString());
        QCOMPARE(totals_->fact(QStringLiteral("Highest reserved")), QStringLiteral("1,000 B"));
        QCOMPARE(totals_->fact(QStringLiteral("Highest live")), QStringLiteral("160 B → 190 B (+18.8 %)"));
        QCOMPARE(totals_->fact(QStringLiteral("Reserved there")), QStringLiteral("1,000 B"));
        QCOMPARE(column_of(view(), TotalsColumn::name), (QStringList{"net.py:5 forward", "net.py:3 forward"}));
        QCOMPARE(column_of(view(), TotalsColumn::change), (QStringList{"+30", "0"}));
        totals_->set_plans(test::compared_sample());
        QCOMPARE(column_of(view(), TotalsColumn::name), QStringList{"activation"});
    }

    void actions_are_buttons() {
        QAction action(QStringLiteral("Adopt B"));
        totals_->set_actions({&action});
        QCOMPARE(totals_->findChild<QToolButton*>()->text(), QStringLiteral("Adopt B"));
    }

    void in_a_low_dock_everything_keeps_its_height_and_scrolls() {
        QAction action(QStringLiteral("Adopt B"));
        totals_->set_actions({&action});
        totals_->resize(400, 100);
        QCoreApplication::processEvents();
        const auto* button = totals_->findChild<QToolButton*>();
        QVERIFY(button->height() >= button->sizeHint().height());
        const auto* facts = totals_->findChild<FactSheet*>();
        QVERIFY(facts->height() >= facts->layout()->minimumHeightForWidth(facts->width()));
        const auto* area = totals_->findChild<QScrollArea*>();
        QVERIFY(area->verticalScrollBar()->maximum() > 0);
        QVERIFY(view().height() > 0);
    }

    void without_a_second_plan_only_words_are_shown() {
        totals_->set_plans(nullptr, QStringLiteral("Choose one."));
        QVERIFY(!view().isVisible());
    }

private:
    [[nodiscard]] QTableView& view() const { return *totals_->findChild<QTableView*>(); }

    std::unique_ptr<PlanTotalsView> totals_;
};

ARENASCOPE_TEST(PlanTotalsViewTest)
#include "plan_totals_view_test.moc"
