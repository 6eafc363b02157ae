#include "app/window/inspect/advice_views.h"

#include <QDockWidget>
#include <QTableView>

#include "app/window/frame/window_actions.h"
#include "app/window/frame/window_docks.h"
#include "core/model/memory/live_profile.h"
#include "tests/app/window_fixture.h"
#include "widgets/tables/advice_table/advice_table.h"
#include "widgets/tables/peak_chain/peak_chain_list.h"

using namespace arenascope;
using namespace arenascope::test;

class AdviceViewsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() { show_active_window(); }
    void cleanup() { close_window(); }

    void the_levers_are_tried_compared_and_taken() {
        open_planned(sample(QStringLiteral("inception_cell.param")));
        QVERIFY(!window_->docks().advice.dock->isVisible());
        look();
        QVERIFY(window_->docks().advice.dock->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(table().chosen() != nullptr, 20'000);
        const AdviceOption chosen = *table().chosen();
        QVERIFY(!chosen.levers.empty());
        QVERIFY(chosen.peak < peak(*window_->session().problem(), window_->session().layout()));
        emit table().compare_requested();
        QTRY_VERIFY(window_->session().comparison().other() != nullptr);
        QCOMPARE(
            peak(*window_->session().comparison().other()->problem, *window_->session().comparison().other()->layout),
            chosen.peak);
    }

    void taking_an_option_changes_the_network_and_undo_brings_it_back() {
        open_planned(sample(QStringLiteral("inception_cell.param")));
        look();
        QTRY_VERIFY_WITH_TIMEOUT(table().chosen() != nullptr, 20'000);
        if (!choose([](const AdviceOption& one) {
                return !one.levers.empty() && std::ranges::find(one.levers, Lever::sharing) == one.levers.end();
            })) {
            QSKIP("no lever of the import lowers this network");
        }
        const Bytes threshold = table().chosen()->threshold;
        const auto before = window_->session().problem();
        emit table().apply_requested();
        QTRY_VERIFY_WITH_TIMEOUT(window_->session().problem() != before, 20'000);
        QCOMPARE(region_thresholds(*window_->session().problem(), Layout()).front(), threshold);
        window_->session().undo_stack()->undo();
        QTRY_COMPARE(window_->session().problem()->buffers.size(), before->buffers.size());
    }

    void taking_shared_memory_plans_by_the_planner_that_shares() {
        open_planned(sample(QStringLiteral("residual_cell.xml")));
        look();
        QTRY_VERIFY_WITH_TIMEOUT(table().chosen() != nullptr, 20'000);
        QVERIFY(choose([](const AdviceOption& one) {
            return std::ranges::find(one.levers, Lever::sharing) != one.levers.end() && one.levers.size() > 1;
        }));
        const Offset wanted = table().chosen()->peak;
        emit table().apply_requested();
        QTRY_VERIFY_WITH_TIMEOUT(window_->session().state().provenance &&
                                     window_->session().state().provenance->planner == "operator-sharing",
                                 20'000);
        QCOMPARE(peak(*window_->session().problem(), window_->session().layout()), wanted);
    }

    void another_capacity_keeps_the_list_and_tells_what_fits() {
        open_planned(sample(QStringLiteral("inception_cell.param")));
        look();
        QTRY_VERIFY_WITH_TIMEOUT(table().chosen() != nullptr, 20'000);
        QVERIFY(!table().chosen()->fits);
        emit table().capacity_chosen(Bytes(table().chosen()->peak.value()));
        QTRY_VERIFY(table().chosen() != nullptr && table().chosen()->fits.has_value());
        QVERIFY(*table().chosen()->fits);
        QCOMPARE(*window_->session().problem()->regions[RegionIndex(0)].capacity,
                 Bytes(table().chosen()->peak.value()));
    }

    /// A typed capacity is no edit of the network.
    void with_a_typed_capacity_the_levers_are_tried() {
        open_planned(sample(QStringLiteral("residual_cell.xml")));
        emit table().capacity_chosen(Bytes(102'400));
        QTRY_VERIFY(window_->session().problem()->regions[RegionIndex(0)].capacity == Bytes(102'400));
        look();
        QTRY_VERIFY_WITH_TIMEOUT(table().chosen() != nullptr, 20'000);
        QCOMPARE(table().chosen()->fits, std::optional(true));
    }

    void another_choice_of_levers_drops_the_list() {
        open_planned(sample(QStringLiteral("inception_cell.param")));
        look();
        QTRY_VERIFY_WITH_TIMEOUT(table().chosen() != nullptr, 20'000);
        emit table().wish_changed();
        QVERIFY(table().chosen() == nullptr);
        look();
        QTRY_VERIFY_WITH_TIMEOUT(table().chosen() != nullptr, 20'000);
    }

    /// The explanation of the peak asks, and then names the lever that lowers it most by itself.
    void the_explanation_of_the_peak_names_the_best_lever() {
        open_planned(sample(QStringLiteral("residual_cell.xml")));
        PeakChainList& why = *window_->docks().peak_chain;
        window_->actions().why_peak->trigger();
        QTRY_VERIFY(why.sentence().contains(QStringLiteral("Change the network")));
        emit why.levers_requested();
        QTRY_VERIFY_WITH_TIMEOUT(table().chosen() != nullptr, 20'000);
        QTRY_VERIFY2(why.sentence().contains(QStringLiteral("sharing would give 128")), qPrintable(why.sentence()));
        open(sample(QStringLiteral("placed.csv")));
        QTRY_VERIFY(!why.sentence().contains(QStringLiteral("would give")));
    }

    void a_plan_without_a_network_says_so() {
        write("id,lower,upper,size,offset\na,0,4,10,0\n");
        open(plan_);
        look();
        QVERIFY(table().words().contains(QStringLiteral("no operators")));
        QVERIFY(table().chosen() == nullptr);
    }

    void another_file_drops_the_list() {
        open_planned(sample(QStringLiteral("inception_cell.param")));
        look();
        QTRY_VERIFY_WITH_TIMEOUT(table().chosen() != nullptr, 20'000);
        open(sample(QStringLiteral("placed.csv")));
        QVERIFY(table().chosen() == nullptr);
    }

private:
    void look() { window_->actions().advise->trigger(); }
    /// Selects the first row that is as wanted.
    template <class Wanted>
    bool choose(const Wanted& wanted) {
        auto& rows = *table().findChild<QTableView*>();
        for (int row = 0; row < rows.model()->rowCount(); ++row) {
            rows.setCurrentIndex(rows.model()->index(row, 0));
            if (wanted(*table().chosen())) {
                return true;
            }
        }
        return false;
    }
    AdviceTable& table() { return *window_->docks().advice; }
};

ARENASCOPE_TEST(AdviceViewsTest)
#include "advice_views_test.moc"
