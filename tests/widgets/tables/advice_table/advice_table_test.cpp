#include "widgets/tables/advice_table/advice_table.h"

#include <memory>

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QtTest>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

AdviceOption option(std::vector<Lever> levers, std::int64_t peak, double work, std::optional<bool> fits) {
    AdviceOption one;
    one.levers = std::move(levers);
    one.peak = Offset(peak);
    one.threshold = one.lower_bound = Bytes(peak);
    one.extra_work = work;
    one.fits = fits;
    one.command = "arenascope plan net.param";
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

    void the_network_as_it_is_has_nothing_to_compare_and_sharing_is_not_taken() {
        table_->set_advice(advice({option({}, 100, 0, {}), option({Lever::sharing}, 90, 0, {})}));
        QCOMPARE(table_->words(), QStringLiteral("The lowest needs 90 B by sharing."));
        QVERIFY(button("Compare").isEnabled());
        QVERIFY(!button("Take").isEnabled());
        rows().setCurrentIndex(rows().model()->index(0, 0));
        QVERIFY(!button("Compare").isEnabled());
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
        emit table_->findChildren<QLabel*>().back()->linkActivated(QStringLiteral("search"));
        table_->set_progress(QStringLiteral("trying order"));
        emit table_->findChildren<QLabel*>().back()->linkActivated(QStringLiteral("stop"));
        QCOMPARE(started.count(), 1);
        QCOMPARE(stopped.count(), 1);
        QVERIFY(table_->chosen() == nullptr);
        QVERIFY(!rows().isVisible());
    }

private:
    QTableView& rows() { return *table_->findChild<QTableView*>(); }
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
