#include "widgets/tables/watch_table/watch_table.h"

#include <cmath>
#include <limits>

#include <QSignalSpy>

#include "tests/support/test_registry.h"
#include "tests/widgets/table_clicks.h"
#include "widgets/tables/watch_table/curve_delegate.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// A run of four main steps, the frames 1, 2, 4 and 5; frame 3 is a part of frame 2. The second watch is wrong.
std::shared_ptr<const RunFindings> four_steps() {
    constexpr double missing = std::numeric_limits<double>::quiet_NaN();
    RunFindings findings;
    findings.main_steps = {FrameIndex(1), FrameIndex(2), FrameIndex(4), FrameIndex(5)};
    findings.threshold = Bytes(1500);
    findings.watches.resize(2);
    findings.watches[0].words = {std::vector<std::string>{"", "1000", "2000", "9999", "–", "1200"}};
    findings.watches[0].numbers = {std::vector<double>{missing, 1000, 2000, 9999, missing, 1200}};
    findings.watches[1].error = Error{{}, 0, "no field is named \"peek\"", {}};
    return std::make_shared<const RunFindings>(std::move(findings));
}

}  // namespace

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
        table_->set_findings(shared, FrameIndex(1), FrameIndex(1));
        QCOMPARE(column_of(rows(), WatchColumn::value), (QStringList{"7", "wrong"}));
        QVERIFY(cell(rows(), 1, WatchColumn::value, Qt::ToolTipRole).contains(QStringLiteral("peek")));
        table_->set_findings(shared, FrameIndex::none(), FrameIndex::none());
        QCOMPARE(cell(rows(), 0, WatchColumn::value), QString());
    }

    void a_curve_says_its_range_and_how_many_steps_have_a_value() {
        table_->set_findings(four_steps(), FrameIndex(3), FrameIndex(2));
        const QString words = cell(rows(), 0, WatchColumn::history, Qt::ToolTipRole);
        QVERIFY2(words.startsWith(QStringLiteral("smallest: 1000\nlargest: 2000\n3 of 4 steps have a value\n"
                                                 "dashed: the threshold, 1,500\n")),
                 qPrintable(words));
        QCOMPARE(cell(rows(), 0, WatchColumn::history), QString());
        QCOMPARE(cell(rows(), 0, WatchColumn::history, Qt::AccessibleTextRole), words);
        QVERIFY(cell(rows(), 1, WatchColumn::history, Qt::ToolTipRole).contains(QStringLiteral("peek")));
    }

    void words_without_numbers_have_no_curve() {
        RunFindings findings = *four_steps();
        findings.watches[0].numbers.assign(6, std::numeric_limits<double>::quiet_NaN());
        table_->set_findings(std::make_shared<const RunFindings>(std::move(findings)), FrameIndex(1), FrameIndex(1));
        QCOMPARE(cell(rows(), 0, WatchColumn::history, Qt::ToolTipRole),
                 QStringLiteral("No step has a number, so there is no curve."));
        QSignalSpy chosen(table_.get(), &WatchTable::frame_chosen);
        click_cell(rows(), 0, WatchColumn::history);
        QVERIFY(chosen.isEmpty());
    }

    void a_click_on_a_curve_chooses_the_main_step_under_the_pointer() {
        table_->set_findings(four_steps(), FrameIndex(1), FrameIndex(1));
        QTRY_VERIFY(rows().columnWidth(WatchColumn::history) > 100);
        QSignalSpy chosen(table_.get(), &WatchTable::frame_chosen);
        const QRect cell_of_curve = rows().visualRect(rows().model()->index(0, WatchColumn::history));
        for (const auto& [moment, frame] : {std::pair{0, 1}, {1, 2}, {2, 4}, {3, 5}}) {
            const double x = CurveScale{curve_area(cell_of_curve), 4}.x_of(static_cast<std::size_t>(moment));
            QTest::mouseClick(rows().viewport(), Qt::LeftButton, {},
                              {static_cast<int>(std::lround(x)), cell_of_curve.center().y()});
            QCOMPARE(chosen.takeLast()[0].value<FrameIndex>(), FrameIndex(static_cast<std::size_t>(frame)));
        }
        click_cell(rows(), 0, WatchColumn::expression);
        click_cell(rows(), 0, WatchColumn::value);
        click_cell(rows(), 1, WatchColumn::history);
        QVERIFY(chosen.isEmpty());
    }

    void the_shown_step_is_marked_on_the_curve() {
        table_->set_findings(four_steps(), FrameIndex::none(), FrameIndex::none());
        QTRY_VERIFY(rows().columnWidth(WatchColumn::history) > 100);
        const QRect cell_of_curve = rows().visualRect(rows().model()->index(0, WatchColumn::history));
        const auto picture = [&] { return rows().viewport()->grab(cell_of_curve).toImage(); };
        const QImage unmarked = picture();
        table_->set_findings(four_steps(), FrameIndex(3), FrameIndex(2));
        const QImage marked = picture();
        const auto changed_in = [&](int x) {
            int changed = 0;
            for (int y = 0; y < marked.height(); ++y) {
                changed += marked.pixel(x, y) != unmarked.pixel(x, y) ? 1 : 0;
            }
            return changed;
        };
        const double x = CurveScale{curve_area(marked.rect()), 4}.x_of(1);
        QVERIFY(changed_in(static_cast<int>(x)) + changed_in(static_cast<int>(x) - 1) > marked.height() / 2);
        QCOMPARE(changed_in(static_cast<int>(x) + 4), 0);
        QCOMPARE(changed_in(static_cast<int>(x) - 5), 0);
    }

    void del_removes_a_watch_and_an_edit_changes_it() {
        QSignalSpy edited(table_.get(), &WatchTable::edited);
        click_cell(rows(), 0, WatchColumn::expression);
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
