#include "widgets/tables/hit_list/hit_list.h"

#include <QSignalSpy>

#include "core/trace/trace_recorder.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/table_clicks.h"
#include "widgets/tables/hit_list/log_list.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const std::vector<Breakpoint>& hit_breakpoints() {
    static const std::vector<Breakpoint> list{
        {.condition = "peak >= 3"},
        {.condition = "peak == 2", .action = Breakpoint::Action::log, .line = "{frame} has {peak}"}};
    return list;
}

const Problem& hit_problem() {
    static const Problem problem = placed_plan({{"a", 0, 4, 1, 0}}).problem;
    return problem;
}

/// The buffer moves to 0, 1, 2 and 3.
std::shared_ptr<const Trace> four_moves() {
    TraceRecorder recorder(hit_problem(), {});
    for (std::int64_t i = 0; i < 4; ++i) {
        recorder.enter(FrameKind::move, i == 2 ? "third" : "", {});
        recorder.leave({.offsets = std::vector<std::int64_t>{i}, .order = {}, .risks = {}, .peak = {}});
    }
    return std::make_shared<const Trace>(recorder.take());
}

std::shared_ptr<const RunFindings> hit_findings(const Trace& trace) {
    return std::make_shared<const RunFindings>(
        find_in_run({&hit_problem(), &trace, nullptr}, hit_breakpoints()).value());
}

}  // namespace

class HitListTest : public QObject {
    Q_OBJECT

private slots:
    void hits_are_listed_with_step_peak_note_and_condition() {
        HitList list;
        list.resize(500, 200);
        list.show();
        QVERIFY(QTest::qWaitForWindowExposed(&list));
        QVERIFY(!list.findChild<QTableView*>()->isVisible());
        const auto trace = four_moves();
        list.set_hits(hit_findings(*trace), trace, hit_breakpoints());
        const auto& rows = *list.findChild<QTableView*>();
        QVERIFY(rows.isVisible());
        QCOMPARE(column_of(rows, HitColumn::step), (QStringList{"2", "3"}));
        QCOMPARE(column_of(rows, HitColumn::peak), (QStringList{"3", "4"}));
        QCOMPARE(column_of(rows, HitColumn::note), (QStringList{"third", ""}));
        QCOMPARE(column_of(rows, HitColumn::condition), (QStringList{"peak >= 3", "peak >= 3"}));
        list.set_hits(nullptr, nullptr, {});
        QVERIFY(!rows.isVisible());
    }

    void the_tooltip_of_a_step_says_where_it_is_in_the_iterations() {
        TraceRecorder recorder(hit_problem(), {});
        for (const std::int64_t pass : {0, 1}) {
            recorder.enter(FrameKind::pass, "", {});
            for (const std::int64_t iteration : {0, 1}) {
                recorder.enter(FrameKind::iteration, "", {});
                recorder.leave({.offsets = std::vector{2 * pass + iteration}, .order = {}, .risks = {}, .peak = {}});
            }
            recorder.leave({.offsets = std::vector{2 * pass + 1}, .order = {}, .risks = {}, .peak = {}});
        }
        const auto trace = std::make_shared<const Trace>(recorder.take());
        HitList list;
        list.set_hits(hit_findings(*trace), trace, hit_breakpoints());
        const auto& rows = *list.findChild<QTableView*>()->model();
        QCOMPARE(rows.index(1, HitColumn::step).data().toString(), QStringLiteral("3"));
        QVERIFY(rows.index(1, HitColumn::step).data(Qt::ToolTipRole).toString().contains("iteration 3 of 3"));
    }

    void a_click_and_enter_choose_the_step_and_a_mark_chooses_nothing() {
        HitList list;
        list.resize(500, 200);
        list.show();
        QVERIFY(QTest::qWaitForWindowExposed(&list));
        const auto trace = four_moves();
        list.set_hits(hit_findings(*trace), trace, hit_breakpoints());
        QSignalSpy chosen(&list, &HitList::chosen);
        auto& rows = *list.findChild<QTableView*>();
        list.set_here(FrameIndex(2));
        QCOMPARE(rows.currentIndex().row(), 0);
        list.set_here(FrameIndex(0));
        QVERIFY(!rows.currentIndex().isValid());
        QVERIFY(chosen.isEmpty());
        click_cell(rows, 1, HitColumn::step);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].value<FrameIndex>(), FrameIndex(3));
        QTest::keyClick(&rows, Qt::Key_Up);
        QTest::keyClick(&rows, Qt::Key_Return);
        QCOMPARE(chosen.last()[0].value<FrameIndex>(), FrameIndex(2));
    }

    void the_log_has_the_lines_of_logpoints() {
        LogList list;
        list.resize(500, 200);
        list.show();
        QVERIFY(QTest::qWaitForWindowExposed(&list));
        const auto trace = four_moves();
        list.set_lines(hit_findings(*trace));
        auto& rows = *list.findChild<QTableView*>();
        QCOMPARE(column_of(rows, LogColumn::step), QStringList{"1"});
        QCOMPARE(column_of(rows, LogColumn::line), QStringList{"1 has 2"});
        QSignalSpy chosen(&list, &LogList::chosen);
        click_cell(rows, 0, LogColumn::line);
        QCOMPARE(chosen[0][0].value<FrameIndex>(), FrameIndex(1));
    }
};

ARENASCOPE_TEST(HitListTest)
#include "hit_list_test.moc"
