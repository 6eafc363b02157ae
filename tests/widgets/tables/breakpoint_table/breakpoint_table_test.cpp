#include "widgets/tables/breakpoint_table/breakpoint_table.h"

#include <QLineEdit>
#include <QSignalSpy>

#include "tests/support/test_registry.h"
#include "tests/widgets/table_clicks.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

using Breakpoints = std::vector<Breakpoint>;

Breakpoints three_breakpoints() {
    return {{.condition = "peak > 4"},
            {.condition = "peak == 2", .action = Breakpoint::Action::log, .line = "{frame}: {peak}"},
            {.condition = "hole > 1", .is_enabled = false, .ignored = 10}};
}

/// The first one stops at the frames 3 and 5; the second one is wrong.
std::shared_ptr<const RunFindings> some_findings() {
    RunFindings findings;
    findings.breakpoints.resize(3);
    findings.breakpoints[0].hits = 2;
    findings.breakpoints[0].held = 2;
    findings.breakpoints[1].error = Error{{}, 0, "character 3: an end", "close it"};
    findings.hits = {{FrameIndex(3), Offset(5)}, {FrameIndex(5), Offset(7)}};
    findings.breakpoint_of_hit = {0, 0};
    findings.paths.resize(6);
    return std::make_shared<const RunFindings>(std::move(findings));
}

}  // namespace

class BreakpointTableTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        table_ = std::make_unique<BreakpointTable>();
        table_->resize(700, 240);
        table_->show();
        QVERIFY(QTest::qWaitForWindowExposed(table_.get()));
        table_->set_breakpoints(three_breakpoints());
    }
    void cleanup() { table_.reset(); }

    void rows_say_condition_action_and_ignored_hits() {
        QCOMPARE(column_of(rows(), BreakpointColumn::condition), (QStringList{"peak > 4", "peak == 2", "hole > 1"}));
        QCOMPARE(column_of(rows(), BreakpointColumn::then), (QStringList{"stop", "log {frame}: {peak}", "stop"}));
        QCOMPARE(column_of(rows(), BreakpointColumn::ignored), (QStringList{"0", "0", "10"}));
    }

    void hits_are_counted_to_the_shown_step() {
        table_->set_findings(nullptr, FrameIndex::none(), true);
        QCOMPARE(column_of(rows(), BreakpointColumn::hits), (QStringList{"…", "…", "—"}));
        table_->set_findings(some_findings(), FrameIndex(5), false);
        QCOMPARE(column_of(rows(), BreakpointColumn::hits), (QStringList{"2 of 2", "wrong", "—"}));
        table_->set_here(FrameIndex(4));
        QCOMPARE(cell(rows(), 0, BreakpointColumn::hits), QStringLiteral("2"));
        QVERIFY(cell(rows(), 1, BreakpointColumn::condition, Qt::ToolTipRole).contains(QStringLiteral("character 3")));
    }

    void space_toggles_and_del_removes() {
        QSignalSpy edited(table_.get(), &BreakpointTable::edited);
        click_cell(rows(), 2, BreakpointColumn::condition);
        QTest::keyClick(&rows(), Qt::Key_Space);
        QCOMPARE(edited.size(), 1);
        Breakpoints expected = three_breakpoints();
        expected[2].is_enabled = true;
        QVERIFY(edited[0][0].value<Breakpoints>() == expected);
        QTest::keyClick(&rows(), Qt::Key_Delete);
        expected = three_breakpoints();
        expected.pop_back();
        QVERIFY(edited[1][0].value<Breakpoints>() == expected);
        table_->set_breakpoints(expected);
        QCOMPARE(rows().currentIndex().row(), 1);
    }

    void cells_can_be_edited() {
        QSignalSpy edited(table_.get(), &BreakpointTable::edited);
        auto& model = *rows().model();
        QVERIFY(model.setData(model.index(0, BreakpointColumn::then), QStringLiteral("log {peak}")));
        QVERIFY(model.setData(model.index(1, BreakpointColumn::then), QStringLiteral("stop")));
        QVERIFY(model.setData(model.index(0, BreakpointColumn::ignored), 7));
        QVERIFY(!model.setData(model.index(0, BreakpointColumn::condition), QStringLiteral("  ")));
        QCOMPARE(edited.size(), 3);
        QCOMPARE(edited[0][0].value<Breakpoints>()[0].line, std::string("{peak}"));
        QVERIFY(edited[1][0].value<Breakpoints>()[1].action == Breakpoint::Action::stop);
        QCOMPARE(edited[2][0].value<Breakpoints>()[0].ignored, std::uint64_t{7});
    }

    void the_line_tells_what_is_typed_and_entered() {
        QSignalSpy typed(&table_->line(), &ExpressionLine::typed);
        QSignalSpy entered(&table_->line(), &ExpressionLine::entered);
        auto& field = *table_->line().findChild<QLineEdit*>();
        QTest::keyClicks(&field, QStringLiteral(" a"));
        QCOMPARE(typed.last()[0].toString(), QStringLiteral("a"));
        table_->line().set_verdict(QStringLiteral("3 hits"), TextTone::good);
        QCOMPARE(table_->line().verdict(), QStringLiteral("3 hits"));
        QTest::keyClick(&field, Qt::Key_Return);
        QCOMPARE(entered.size(), 1);
        QTest::keyClick(&field, Qt::Key_Escape);
        QCOMPARE(table_->line().text(), QString());
        QTest::keyClick(&field, Qt::Key_Return);
        QCOMPARE(entered.size(), 1);
    }

private:
    [[nodiscard]] QTableView& rows() const { return *table_->findChild<QTableView*>(); }

    std::unique_ptr<BreakpointTable> table_;
};

ARENASCOPE_TEST(BreakpointTableTest)
#include "breakpoint_table_test.moc"
