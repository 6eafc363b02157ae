#include "widgets/tables/improvement_table/improvement_table.h"

#include <memory>

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QtTest>

#include "core/analysis/improvement/layout_improvement.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class ImprovementTableTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        table_ = std::make_unique<ImprovementTable>();
        table_->resize(400, 300);
        table_->show();
        QVERIFY(QTest::qWaitForWindowExposed(table_.get()));
    }
    void cleanup() { table_.reset(); }

    void the_best_change_is_selected_first() {
        show_plan({{"a", 0, 4, 10, 0}, {"b", 0, 4, 10, 16}, {"c", 1, 3, 4, 26}});
        QVERIFY(table_->words().contains(QStringLiteral("lower the peak of 30 B")));
        QVERIFY(table_->chosen() != nullptr);
        QCOMPARE(table_->chosen()->peak, Offset(24));
        QVERIFY(rows()
                    .model()
                    ->data(rows().model()->index(0, 0), Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("is the highest")));
    }

    void enter_and_the_button_make_the_change() {
        show_plan({{"a", 0, 4, 10, 0}, {"b", 0, 4, 10, 16}, {"c", 1, 3, 4, 26}});
        QSignalSpy applied(table_.get(), &ImprovementTable::apply_requested);
        rows().setFocus();
        QTest::keyClick(&rows(), Qt::Key_Return);
        QTest::mouseClick(table_->findChild<QPushButton*>(), Qt::LeftButton);
        QCOMPARE(applied.count(), 2);
    }

    void without_a_change_it_says_why() {
        show_plan({{"a", 0, 4, 10, 0}, {"b", 0, 4, 10, 10}});
        QVERIFY(table_->words().contains(QStringLiteral("no layout is lower")));
        QVERIFY(table_->chosen() == nullptr);
        QVERIFY(!rows().isVisible());
    }

    void a_search_is_started_and_stopped_by_a_link() {
        QSignalSpy started(table_.get(), &ImprovementTable::search_requested);
        QSignalSpy stopped(table_.get(), &ImprovementTable::stop_requested);
        auto* words = table_->findChildren<QLabel*>().back();
        for (QLabel* label : table_->findChildren<QLabel*>()) {
            words = label->accessibleName().isEmpty() ? words : label;
        }
        table_->set_nothing(QStringLiteral("<nothing>"), true);
        QVERIFY(table_->words().contains(QStringLiteral("&lt;nothing&gt;")));
        emit words->linkActivated(QStringLiteral("search"));
        table_->set_progress(2, 7);
        QVERIFY(table_->words().contains(QStringLiteral("buffer 3 of 7")));
        emit words->linkActivated(QStringLiteral("stop"));
        QCOMPARE(started.count(), 1);
        QCOMPARE(stopped.count(), 1);
    }

private:
    void show_plan(const std::vector<test::PlacedBuffer>& buffers) {
        const auto plan = test::placed_plan(buffers);
        table_->set_report(test::shared(plan.problem), test::shared(find_improvements(plan.problem, plan.layout, {})));
    }
    [[nodiscard]] QTableView& rows() const { return *table_->findChild<QTableView*>(); }

    std::unique_ptr<ImprovementTable> table_;
};

ARENASCOPE_TEST(ImprovementTableTest)

#include "improvement_table_test.moc"
