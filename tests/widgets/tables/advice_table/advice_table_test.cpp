#include "widgets/tables/advice_table/advice_table.h"

#include <memory>

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QtTest>

#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"
#include "widgets/tables/advice_table/frontier_plot.h"
#include "widgets/tables/advice_table/lever_choice.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

AdviceOption option(std::vector<Lever> levers, std::int64_t peak, double work, std::optional<bool> fits) {
    AdviceOption one;
    one.levers = std::move(levers);
    one.peak = Offset(peak);
    one.threshold = one.lower_bound = Bytes(peak);
    one.extra_work = work;
    one.fits = fits;
    one.command = "arenascope plan net.param";
    one.problem = std::make_shared<const Problem>(problem_of({buffer("x", 0, 1, peak)}));
    Layout layout = empty_layout(*one.problem);
    layout.placements[BufferIndex(0)] = Placement{Offset(0), RegionIndex(0)};
    one.layout = std::make_shared<const Layout>(std::move(layout));
    return one;
}

std::shared_ptr<const Advice> advice(std::vector<AdviceOption> options) {
    Advice made;
    made.options = std::move(options);
    return std::make_shared<const Advice>(std::move(made));
}

}  // namespace

class AdviceTableTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        table_ = std::make_unique<AdviceTable>();
        table_->resize(400, 300);
        table_->show();
        QVERIFY(QTest::qWaitForWindowExposed(table_.get()));
    }
    void cleanup() { table_.reset(); }

    void the_cheapest_that_fits_is_selected_and_told() {
        table_->set_advice(advice(
            {option({}, 100, 0, false), option({Lever::order}, 60, 0, true), option({Lever::split}, 40, 2.5, true)}));
        QVERIFY(table_->chosen() != nullptr);
        QVERIFY(table_->chosen()->levers == std::vector{Lever::order});
        QCOMPARE(table_->words(), QStringLiteral("It fits with 60 B by order."));
        QVERIFY(button("Take").isEnabled());
    }

    void where_nothing_fits_the_lowest_is_told_with_its_price() {
        table_->set_advice(advice({option({}, 100, 0, false), option({Lever::order, Lever::split}, 40, 2.5, false)}));
        QCOMPARE(table_->words(), QStringLiteral("Nothing that was tried fits. The lowest needs 40 B by order, split, "
                                                 "with 2.5 % more multiplications."));
        QVERIFY(table_->chosen()->peak == Offset(40));
    }

    void the_network_as_it_is_has_nothing_to_compare_or_to_take() {
        table_->set_advice(advice({option({}, 100, 0, {}), option({Lever::sharing}, 90, 0, {})}));
        QCOMPARE(table_->words(), QStringLiteral("The lowest needs 90 B by sharing."));
        QVERIFY(button("Compare").isEnabled());
        QVERIFY(button("Take").isEnabled());
        rows().setCurrentIndex(rows().model()->index(0, 0));
        QVERIFY(!button("Compare").isEnabled());
        QVERIFY(!button("Take").isEnabled());
    }

    void other_results_are_told() {
        AdviceOption typed = option({Lever::types}, 50, 0, true);
        typed.types = ActivationType::int8;
        table_->set_advice(advice({option({}, 100, 0, false), typed}));
        QCOMPARE(table_->words(), QStringLiteral("It fits with 50 B by types int8 and other results."));
    }

    void another_capacity_tells_anew_what_fits_and_keeps_the_row() {
        table_->set_advice(
            advice({option({}, 100, 0, {}), option({Lever::order}, 60, 0, {}), option({Lever::split}, 40, 2.5, {})}));
        rows().setCurrentIndex(rows().model()->index(1, 0));
        table_->set_capacity(Bytes(50));
        QCOMPARE(table_->words(), QStringLiteral("It fits with 40 B by split, with 2.5 % more multiplications."));
        QVERIFY(table_->chosen()->levers == std::vector{Lever::order});
        QVERIFY(table_->chosen()->fits == false);
        table_->set_capacity(Bytes(60));
        QVERIFY(table_->chosen()->fits == true);
        table_->set_capacity({});
        QVERIFY(!table_->chosen()->fits);
    }

    void a_point_of_the_plot_is_a_row_of_the_table() {
        table_->set_advice(advice({option({}, 100, 0, {}), option({Lever::split}, 40, 2.5, {})}));
        auto& plot = *table_->findChild<FrontierPlot*>();
        QVERIFY(plot.isVisible());
        const QPointF first = plot.scale().place_of(option({}, 100, 0, {}));
        QTest::mouseClick(&plot, Qt::LeftButton, {}, first.toPoint());
        QCOMPARE(rows().currentIndex().row(), 0);
        table_->set_advice(advice({option({}, 100, 0, {})}));
        QVERIFY(!plot.isVisible());
    }

    void the_choice_of_levers_is_shown_on_demand() {
        table_->set_nothing(QStringLiteral("nothing yet"), true);
        auto& choice = *table_->findChild<LeverChoice*>();
        QVERIFY(!choice.isVisible());
        button("Levers").click();
        QVERIFY(choice.isVisible());
        QVERIFY(table_->wish().has_value());
        table_->set_nothing(QStringLiteral("no network"), false);
        QVERIFY(!choice.isVisible());
        QVERIFY(!button("Levers").isVisible());
    }

    void enter_compares_and_the_buttons_do_as_they_say() {
        table_->set_advice(advice({option({}, 100, 0, {}), option({Lever::order}, 90, 0, {})}));
        const QSignalSpy compared(table_.get(), &AdviceTable::compare_requested);
        const QSignalSpy applied(table_.get(), &AdviceTable::apply_requested);
        rows().setFocus();
        QTest::keyClick(&rows(), Qt::Key_Return);
        QTest::mouseClick(&button("Compare"), Qt::LeftButton);
        QTest::mouseClick(&button("Take"), Qt::LeftButton);
        QCOMPARE(compared.count(), 2);
        QCOMPARE(applied.count(), 1);
    }

    void a_search_is_started_and_stopped_by_a_link() {
        const QSignalSpy started(table_.get(), &AdviceTable::search_requested);
        const QSignalSpy stopped(table_.get(), &AdviceTable::stop_requested);
        table_->set_nothing(QStringLiteral("nothing <yet>"), true);
        QVERIFY(table_->words().contains(QStringLiteral("nothing &lt;yet&gt;")));
        emit label().linkActivated(QStringLiteral("search"));
        table_->set_progress(QStringLiteral("trying order"));
        emit label().linkActivated(QStringLiteral("stop"));
        QCOMPARE(started.count(), 1);
        QCOMPARE(stopped.count(), 1);
        QVERIFY(table_->chosen() == nullptr);
        QVERIFY(!rows().isVisible());
    }

private:
    QTableView& rows() { return *table_->findChild<QTableView*>(); }
    QLabel& label() {
        const auto all = table_->findChildren<QLabel*>();
        return **std::ranges::find_if(
            all, [](QLabel* one) { return one->accessibleName() == QLatin1String("What would make it fit"); });
    }
    QPushButton& button(const char* begin) {
        const auto all = table_->findChildren<QPushButton*>();
        return **std::find_if(all.begin(), all.end(), [&](QPushButton* one) {
            return one->text().remove(QLatin1Char('&')).startsWith(QLatin1String(begin));
        });
    }

    std::unique_ptr<AdviceTable> table_;
};

ARENASCOPE_TEST(AdviceTableTest)
#include "advice_table_test.moc"
