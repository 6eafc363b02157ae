#include "widgets/live_set/live_set.h"

#include <QSignalSpy>

#include "core/format/reading.h"
#include "core/memory/live_profile.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/table_clicks.h"
#include "widgets/style/wording.h"

using namespace arenascope;
using test::cell;
using test::column_of;

class LiveSetTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        live_set_ = std::make_unique<LiveSet>();
        live_set_->resize(320, 300);
        show_problem(
            test::placed_plan({{"early", 0, 4, 100, 0}, {"wide", 2, 9, 2048, 100}, {"late", 5, 9, 300, 0}}).problem);
        live_set_->show();
        QVERIFY(QTest::qWaitForWindowExposed(live_set_.get()));
    }
    void cleanup() { live_set_.reset(); }

    void without_a_cursor_a_hint_says_how_to_set_one() {
        QVERIFY(!list().isVisible());
        QCOMPARE(header().title(), QStringLiteral("Live at a step"));
        QVERIFY(hint().isVisible());
    }

    void lists_the_buffers_in_use_at_the_step_largest_first() {
        live_set_->set_step(Step(3));
        QVERIFY(!hint().isVisible());
        QCOMPARE(column_of(list(), 0), (QStringList{"wide", "early"}));
        QCOMPARE(column_of(list(), 1), (QStringList{"2,048", "100"}));
        QCOMPARE(header().title(), QStringLiteral("Live at step 3"));
        QCOMPARE(header().detail(), QStringLiteral("2,148 B"));
    }

    void a_buffer_is_out_of_use_at_its_end() {
        live_set_->set_step(Step(4));
        QCOMPARE(column_of(list(), 0), (QStringList{"wide"}));
        live_set_->set_step(Step(9));
        QCOMPARE(list().model()->rowCount(), 0);
        QCOMPARE(header().detail(), QStringLiteral("0 B"));
    }

    void within_a_gap_only_the_window_counts() {
        auto problem = test::placed_plan({{"gapped", 0, 9, 100, 0}, {"other", 0, 9, 50, 100}}).problem;
        problem.buffers[0].gaps = {{{Step(2), Step(4)}, Window{Bytes(10), Bytes(30)}},
                                   {{Step(5), Step(6)}, std::nullopt}};
        show_problem(problem);
        live_set_->set_step(Step(3));
        QCOMPARE(column_of(list(), 0), (QStringList{"other", "gapped"}));
        QCOMPARE(header().detail(), QStringLiteral("70 B"));
        live_set_->set_step(Step(5));
        QCOMPARE(column_of(list(), 0), (QStringList{"other"}));
    }

    void the_unit_is_in_the_title_and_the_tooltip_is_exact() {
        live_set_->set_unit(Unit::kibibytes);
        live_set_->set_step(Step(3));
        QCOMPARE(test::title_of(list(), 1), QStringLiteral("size KiB"));
        QCOMPARE(column_of(list(), 1), (QStringList{"2.0", "0.1"}));
        QCOMPARE(cell(list(), 0, 1, Qt::ToolTipRole), QStringLiteral("2,048 B"));
        QCOMPARE(header().detail(), QStringLiteral("2.1 KiB"));
    }

    void a_click_and_enter_choose() {
        live_set_->set_step(Step(3));
        QSignalSpy chosen(live_set_.get(), &LiveSet::chosen);
        test::click_cell(list(), 1, 0);
        QTest::keyClick(&list(), Qt::Key_Up);
        QTest::keyClick(&list(), Qt::Key_Return);
        QCOMPARE(chosen.size(), 2);
        QCOMPARE(chosen[0][0].value<BufferIndex>(), BufferIndex(0));
        QCOMPARE(chosen[1][0].value<BufferIndex>(), BufferIndex(1));
    }

    void another_problem_is_listed_at_the_same_step_and_no_step_empties_it() {
        live_set_->set_step(Step(3));
        show_problem(test::placed_plan({{"else", 0, 4, 7, 0}}).problem);
        QCOMPARE(column_of(list(), 0), (QStringList{"else"}));
        live_set_->set_step(std::nullopt);
        QCOMPARE(list().model()->rowCount(), 0);
        QVERIFY(hint().isVisible());
    }

    void the_sum_is_the_live_size_of_the_profile() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        const auto document = read_document(test::shared_data("minimalloc/A.1048576.csv").toStdString());
        QVERIFY(document.has_value());
        show_problem(document->problem);
        const Lifetime span = time_span(document->problem);
        const LiveProfile profile = live_profile(document->problem, RegionIndex(0));
        for (std::int64_t part = 0; part < 8; ++part) {
            const Step step(span.begin.value() + part * length(span).value() / 8);
            live_set_->set_step(step);
            QCOMPARE(header().detail(), exact_bytes(live_at(profile, step).value()));
        }
    }

private:
    [[nodiscard]] QTableView& list() const { return *live_set_->findChild<QTableView*>(); }
    [[nodiscard]] SectionHeader& header() const { return *live_set_->findChild<SectionHeader*>(); }
    [[nodiscard]] QLabel& hint() const { return *live_set_->findChild<QLabel*>(QString(), Qt::FindDirectChildrenOnly); }
    void show_problem(const Problem& problem) { live_set_->set_problem(std::make_shared<const Problem>(problem)); }

    std::unique_ptr<LiveSet> live_set_;
};

ARENASCOPE_TEST(LiveSetTest)
#include "live_set_test.moc"
