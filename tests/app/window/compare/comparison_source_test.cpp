#include "app/window/compare/comparison_source.h"

#include <QSettings>

#include "tests/app/window_fixture.h"
#include "widgets/panels/message_bar/message_bar.h"

using namespace arenascope;
using namespace arenascope::test;

class ComparisonSourceTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        QSettings().clear();
        show_active_window();
        write("id,lower,upper,size,offset\na,0,4,1024,0\nb,2,6,1024,1024\nc,5,9,512,0\n");
        open(plan_);
    }
    void cleanup() {
        close_window();
        QSettings().clear();
    }

    void an_unreadable_file_is_reported_and_nothing_changes() {
        source().compare_with(folder_.filePath(QStringLiteral("missing.csv")));
        QTRY_VERIFY(window_->message_bar()->text().contains(QStringLiteral("missing.csv")));
        QVERIFY(!window_->session().comparison().has_other());
    }

    void the_plan_as_saved_and_the_first_layout_can_be_compared() {
        move_b(4096);
        window_->actions().compare_with_saved->trigger();
        QTRY_VERIFY(window_->session().comparison().result());
        QCOMPARE(window_->session().comparison().result()->changes.moved, std::size_t{1});
        close_window();
        show_active_window();
        open_tuned_sample();
        window_->actions().compare_with_first->trigger();
        QTRY_VERIFY(window_->session().comparison().result());
        const auto& result = *window_->session().comparison().result();
        QVERIFY(result.figures_of_b.height.peak >= result.figures_of_a.height.peak);
        QVERIFY(result.changes.moved > 0);
    }

    void a_file_that_places_nothing_is_planned_and_the_title_says_so() {
        const QString problem = folder_.filePath(QStringLiteral("problem.csv"));
        QFile file(problem);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("id,lower,upper,size\na,0,4,1024\nb,2,6,1024\nc,5,9,512\n");
        file.close();
        source().compare_with(problem);
        QTRY_VERIFY(window_->session().comparison().result());
        const PlanComparison& comparison = window_->session().comparison();
        QCOMPARE(comparison.title(), QStringLiteral("problem.csv · planned here by peak-suppression"));
        QVERIFY(is_complete(*comparison.other()->layout));
        QCOMPARE(comparison.result()->figures_of_b.height.peak, std::optional(Offset(2048)));
        QVERIFY(window_->message_bar()->isHidden());
    }

    void a_broken_file_is_reported_and_b_stays() {
        window_->actions().keep_to_compare->trigger();
        const QString title = window_->session().comparison().title();
        const QString broken = folder_.filePath(QStringLiteral("broken.json"));
        QFile file(broken);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"format":"arenascope-plan","version":1})");
        file.close();
        source().compare_with(broken);
        QTRY_VERIFY(window_->message_bar()->text().contains(QStringLiteral("list the buffers")));
        QCOMPARE(window_->session().comparison().title(), title);
    }

    void a_title_tells_file_step_and_edits() {
        QCOMPARE(shown_plan_title(window_->session()), QStringLiteral("plan.csv"));
        move_b(4096);
        QCOMPARE(shown_plan_title(window_->session()), QStringLiteral("plan.csv · edited by hand"));
    }

private:
    [[nodiscard]] ComparisonSource& source() const { return window_->comparison_source(); }
    void move_b(std::int64_t offset) const {
        window_->session().plan().move_buffers({{BufferIndex(1), {Offset(offset), RegionIndex(0)}}}, BufferIndex(1));
    }
};

ARENASCOPE_TEST(ComparisonSourceTest)
#include "comparison_source_test.moc"
