#include "app/window/network/usage_graph_commands.h"

#include "app/window/frame/window_actions.h"
#include "core/planner/planning.h"
#include "tests/app/window_fixture.h"
#include "tests/support/first_buffers.h"
#include "widgets/panels/inspector/inspector.h"
#include "widgets/picture/layout_view/layout_view.h"

using namespace arenascope;
using namespace arenascope::test::first_buffers;
using namespace arenascope::test;

namespace {

/// f writes a; g reads a and writes b; h reads b and writes c.
const QByteArray chain = R"({"format": "arenascope-plan", "version": 1, "buffers": [
    {"name": "a", "size": 8, "offset": 0}, {"name": "b", "size": 8, "offset": 8}, {"name": "c", "size": 8, "offset": 0}],
    "operators": [{"name": "f", "type": "F", "writes": ["a"]}, {"name": "g", "type": "G", "reads": ["a"],
    "writes": ["b"]}, {"name": "h", "type": "H", "reads": ["b"], "writes": ["c"]}]})";

}  // namespace

class UsageGraphCommandsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        write(chain);
        show_window();
        open(plan_);
    }
    void cleanup() { close_window(); }

    void a_graph_is_derived_from_the_operators_drawn_and_removed() {
        QVERIFY(actions().derive_usage_graph->isEnabled() && !actions().drop_usage_graph->isEnabled());
        actions().derive_usage_graph->trigger();
        QVERIFY((graph() == UsageGraph{{{}, {}, {a}}}));
        const LayoutContent& shown = window_->findChild<LayoutView*>()->picture().content();
        QVERIFY(shown.problem->usage_graph == graph());
        QVERIFY(window_->isWindowModified());
        actions().drop_usage_graph->trigger();
        QVERIFY(!graph());
        window_->session().undo_stack()->undo();
        QVERIFY((graph() == UsageGraph{{{}, {}, {a}}}));
        window_->session().undo_stack()->undo();
        QVERIFY(!graph() && !window_->isWindowModified());
    }

    void the_takeover_between_two_selected_buffers_is_forbidden_and_allowed() {
        actions().derive_usage_graph->trigger();
        select({a, b});
        QVERIFY(!actions().takeover->isEnabled());  // they live together
        select({c, a});
        QVERIFY(actions().takeover->isEnabled());
        QCOMPARE(actions().takeover->text().remove(QLatin1Char('&')), QStringLiteral("Forbid Takeover"));
        actions().takeover->trigger();
        QVERIFY((graph() == UsageGraph{{{}, {}, {}}}));
        QCOMPARE(actions().takeover->text().remove(QLatin1Char('&')), QStringLiteral("Allow Takeover"));
        QCOMPARE(window_->session().selection().buffers(), (std::vector<BufferIndex>{c, a}));
        actions().takeover->trigger();
        QVERIFY((graph() == UsageGraph{{{}, {}, {a}}}));
        window_->session().undo_stack()->undo();
        QVERIFY((graph() == UsageGraph{{{}, {}, {}}}));
        window_->session().undo_stack()->redo();
        QVERIFY((graph() == UsageGraph{{{}, {}, {a}}}));
    }

    void without_a_graph_forbidding_one_takeover_keeps_all_others() {
        write("id,lower,upper,size,offset\na,0,1,8,0\nb,1,2,8,0\nc,2,3,8,0\n");
        open(plan_);
        QVERIFY(!actions().derive_usage_graph->isEnabled());
        select({a, c});
        actions().takeover->trigger();
        QVERIFY((graph() == UsageGraph{{{}, {a}, {b}}}));
    }

    void an_edit_keeps_the_trace_and_the_step_and_greedy_in_order_obeys_it() {
        Plan plan = *run_planner(*window_->session().problem(), window_->session().layout(),
                                 {.planner = "greedy-in-order", .record = true});
        QCOMPARE(plan.result.layout.objects.size(), std::size_t{2});
        window_->session().plan().adopt(std::move(plan), QStringLiteral("Plan"));
        window_->session().steps().show(1);
        const FrameIndex frame = window_->session().state().frame;
        select({a, c});
        actions().takeover->trigger();
        QVERIFY(window_->session().state().trace);
        QCOMPARE(window_->session().state().frame, frame);
        const Plan again =
            *run_planner(*window_->session().problem(), window_->session().layout(), {.planner = "greedy-in-order"});
        QCOMPARE(again.result.layout.objects.size(), std::size_t{3});
    }

    void the_inspector_tells_the_choice_of_the_shown_step() {
        Plan plan = *run_planner(*window_->session().problem(), window_->session().layout(),
                                 {.planner = "greedy-by-breadth", .record = true});
        window_->session().plan().adopt(std::move(plan), QStringLiteral("Plan"));
        const auto* inspector = window_->findChild<Inspector*>();
        window_->session().selection().select({});
        QCOMPARE(inspector->value_of(QStringLiteral("Object taken")), QString());  // the end of the run
        window_->session().steps().show(0);
        QCOMPARE(inspector->value_of(QStringLiteral("Object taken")), QStringLiteral("0"));
        QVERIFY(inspector->value_of(QStringLiteral("Broadest task")).contains(QStringLiteral("breadth")));
    }

private:
    [[nodiscard]] const WindowActions& actions() const { return window_->actions(); }
    [[nodiscard]] const std::optional<UsageGraph>& graph() const { return window_->session().problem()->usage_graph; }
    void select(const std::vector<BufferIndex>& buffers) const { window_->session().selection().select(buffers); }
};

ARENASCOPE_TEST(UsageGraphCommandsTest)
#include "usage_graph_commands_test.moc"
