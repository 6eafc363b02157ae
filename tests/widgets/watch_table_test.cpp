#include "widgets/watch_table/watch_table.h"

#include <QSignalSpy>

#include "tests/support/test_registry.h"
#include "tests/widgets/table_clicks.h"

using namespace arenascope;
using namespace arenascope::test;

class WatchTableTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        table_ = std::make_unique<WatchTable>();
        table_->resize(500, 200);
        table_->show();
        QVERIFY(QTest::qWaitForWindowExposed(table_.get()));
        table_->set_watches({"peak", "peek"});
    }
    void cleanup() { table_.reset(); }

    void a_watch_has_its_value_at_the_shown_step() {
        RunFindings findings;
        findings.watches.resize(2);
        findings.watches[0].words = {std::vector<std::string>{"5", "7"}};
        findings.watches[1].error = Error{{}, 0, "no field is named \"peek\"", {}};
        const auto shared = std::make_shared<const RunFindings>(std::move(findings));
        table_->set_findings(shared, FrameIndex(1));
        QCOMPARE(column_of(rows(), WatchModel::value), (QStringList{"7", "wrong"}));
        QVERIFY(cell(rows(), 1, WatchModel::value, Qt::ToolTipRole).contains(QStringLiteral("peek")));
        table_->set_findings(shared, FrameIndex::none());
        QCOMPARE(cell(rows(), 0, WatchModel::value), QString());
    }

    void del_removes_a_watch_and_an_edit_changes_it() {
        QSignalSpy edited(table_.get(), &WatchTable::edited);
        click_cell(rows(), 0, WatchModel::expression);
        QTest::keyClick(&rows(), Qt::Key_Delete);
        QCOMPARE(edited[0][0].value<std::vector<std::string>>(), std::vector<std::string>{"peek"});
        QVERIFY(rows().model()->setData(rows().model()->index(1, 0), QStringLiteral("best")));
        QCOMPARE(edited[1][0].value<std::vector<std::string>>(), (std::vector<std::string>{"peak", "best"}));
    }

private:
    [[nodiscard]] QTableView& rows() const { return *table_->findChild<QTableView*>(); }

    std::unique_ptr<WatchTable> table_;
};

ARENASCOPE_TEST(WatchTableTest)
#include "watch_table_test.moc"
