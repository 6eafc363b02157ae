#include "core/picture/plan/takeover_arrow.h"

#include <algorithm>

#include "core/picture/plan/container.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using test::placed_plan;

namespace {

/// c takes a's place over. d may take b's place over, but lies at a's. All live in turn.
struct Takeovers {
    test::PlacedPlan plan =
        placed_plan({{"a", 0, 2, 40, 0}, {"b", 0, 3, 20, 40}, {"c", 4, 6, 40, 0}, {"d", 6, 8, 20, 0}});
    ContainerChoice choice;

    Takeovers() { plan.problem.usage_graph = UsageGraph{{{}, {}, {BufferIndex(0)}, {BufferIndex(1), BufferIndex(0)}}}; }

    [[nodiscard]] Viewport viewport() const {
        return {whole_view(plan.problem, containers(plan.problem, plan.layout, choice)), {0, 0, 800, 400}};
    }
    [[nodiscard]] std::vector<TakeoverArrow> arrows(const std::vector<BufferIndex>& selection = {}) const {
        const auto stack = containers(plan.problem, plan.layout, choice);
        return takeover_arrows(plan.problem, plan.layout, shifts(plan.problem, stack), viewport(), selection);
    }
};

}  // namespace

class TakeoverArrowTest : public QObject {
    Q_OBJECT

private slots:
    void an_arrow_leads_from_the_end_of_the_giver_to_the_begin_of_the_taker() {
        const auto arrows = Takeovers().arrows();
        QCOMPARE(arrows.size(), std::size_t{3});
        QVERIFY(arrows[0].giver == BufferIndex(0) && arrows[0].taker == BufferIndex(2));
        QVERIFY(std::abs(arrows[0].from.x - 200) < 1e-6);
        QVERIFY(std::abs(arrows[0].to.x - 400) < 1e-6);
        QCOMPARE(arrows[0].from.y, arrows[0].to.y);
    }

    void only_the_next_buffer_at_the_same_place_takes_over() {
        const auto arrows = Takeovers().arrows();
        QVERIFY(arrows[0].is_used);
        QVERIFY(!arrows[1].is_used);  // d lies elsewhere than b
        QVERIFY(!arrows[2].is_used);  // c is between a and d
    }

    void an_edge_listed_at_its_earlier_end_points_forwards_too() {
        Takeovers turned;
        turned.plan.problem.usage_graph = UsageGraph{{{BufferIndex(2)}, {}, {}, {}}};
        const auto arrows = turned.arrows();
        QCOMPARE(arrows.size(), std::size_t{1});
        QVERIFY(arrows[0].giver == BufferIndex(0) && arrows[0].taker == BufferIndex(2));
    }

    void edges_without_effect_and_unplaced_or_hidden_buffers_have_no_arrow() {
        Takeovers together;
        together.plan.problem.usage_graph = UsageGraph{{{BufferIndex(1)}, {}, {}, {}}};
        QVERIFY(together.arrows().empty());
        Takeovers unplaced;
        unplaced.plan.layout.placements[0].reset();
        QCOMPARE(unplaced.arrows().size(), std::size_t{1});
        Takeovers folded;
        set_folded(folded.choice, RegionIndex(0), true);
        QVERIFY(folded.arrows().empty());
        Takeovers none;
        none.plan.problem.usage_graph.reset();
        QVERIFY(none.arrows().empty());
    }

    void takeovers_of_the_plan_are_solid_and_those_of_selected_buffers_are_strong() {
        const Takeovers takeovers;
        Drawing drawing;
        const Palette& tokens = palette(Theme::light);
        draw_below(drawing, takeovers.arrows({BufferIndex(1)}), takeovers.viewport(), tokens);
        draw_above(drawing, takeovers.arrows({BufferIndex(1)}), takeovers.viewport(), tokens);
        const auto lines = [&](Color color, Dash dash) {
            return std::count_if(drawing.primitives.begin(), drawing.primitives.end(), [&](const Primitive& primitive) {
                const auto* line = std::get_if<StraightLine>(&primitive);
                return line != nullptr && line->color == color && line->dash == dash;
            });
        };
        QCOMPARE(lines(tokens.ink, Dash::solid), std::ptrdiff_t{1});
        QCOMPARE(lines(tokens.dim, Dash::dashed), std::ptrdiff_t{1});
        QCOMPARE(lines(tokens.accent, Dash::dashed), std::ptrdiff_t{1});
    }

    void only_the_edges_of_selected_buffers_are_above_the_rectangles() {
        const Takeovers takeovers;
        const Palette& tokens = palette(Theme::light);
        const auto lines = [](const Drawing& drawing) {
            return std::count_if(drawing.primitives.begin(), drawing.primitives.end(), [](const Primitive& primitive) {
                return std::holds_alternative<StraightLine>(primitive);
            });
        };
        Drawing below;
        Drawing above;
        draw_below(below, takeovers.arrows({BufferIndex(1)}), takeovers.viewport(), tokens);
        draw_above(above, takeovers.arrows({BufferIndex(1)}), takeovers.viewport(), tokens);
        QCOMPARE(lines(below), std::ptrdiff_t{2});
        QCOMPARE(lines(above), std::ptrdiff_t{1});
        Drawing nothing;
        draw_above(nothing, takeovers.arrows(), takeovers.viewport(), tokens);
        QVERIFY(nothing.primitives.empty());
    }

    void of_very_many_edges_only_those_of_selected_buffers_are_shown() {
        Takeovers many;
        many.plan.problem.usage_graph->may_take_over[0].assign(few_takeovers + 1, BufferIndex(1));
        QVERIFY(many.arrows().empty());
        QVERIFY(!shows_takeovers(many.plan.problem, {}));
        const auto arrows = many.arrows({BufferIndex(2)});
        QCOMPARE(arrows.size(), std::size_t{1});
        QVERIFY(arrows[0].is_selected);
        QCOMPARE(many.arrows({BufferIndex(0)}).size(), std::size_t{2});  // to c and to d
    }
};

ARENASCOPE_TEST(TakeoverArrowTest)
#include "takeover_arrow_test.moc"
