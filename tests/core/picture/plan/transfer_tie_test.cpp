#include <algorithm>

#include "core/picture/plan/container.h"
#include "core/picture/plan/takeover_arrow.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using test::placed_plan;

namespace {

/// A tensor that is written on core 0 and read on core 1 from step 4 on.
struct Crossing {
    test::PlacedPlan plan = placed_plan({{"x", 0, 5, 40, 10}, {"x@core 1", 4, 8, 40, 0}, {"y", 0, 8, 20, 60}});
    ContainerChoice choice;

    Crossing() {
        plan.problem.regions = {Region{"core 0"}, Region{"core 1"}};
        plan.problem.buffers[1].region = RegionIndex(1);
        plan.layout.placements[1]->region = RegionIndex(1);
        plan.problem.transfers = {{BufferIndex(0), BufferIndex(1)}};
    }

    [[nodiscard]] Viewport viewport() const {
        return {whole_view(plan.problem, containers(plan.problem, plan.layout, choice)), {0, 0, 800, 400}};
    }
    [[nodiscard]] std::vector<TransferTie> ties(const std::vector<BufferIndex>& selection = {}) const {
        const auto stack = containers(plan.problem, plan.layout, choice);
        return transfer_ties(plan.problem, plan.layout, shifts(plan.problem, stack), viewport(), selection);
    }
};

}  // namespace

class TransferTieTest : public QObject {
    Q_OBJECT

private slots:
    void marks_the_transfer_in_source_and_copy() {
        const auto ties = Crossing().ties();
        QCOMPARE(ties.size(), std::size_t{1});
        const TransferTie& tie = ties[0];
        for (const Box& part : {tie.source, tie.copy}) {
            QVERIFY(std::abs(part.left - 400) < 1e-6);
            QVERIFY(std::abs(part.right - 500) < 1e-6);
        }
        QVERIFY(tie.copy.bottom < tie.source.top);
        QCOMPARE(tie.from.y, tie.source.top);
        QCOMPARE(tie.to.y, tie.copy.bottom);
        QVERIFY(tie.from.x > 400 && tie.from.x < 500);
    }

    void points_down_to_a_copy_below() {
        Crossing turned;
        turned.choice.order = {RegionIndex(1), RegionIndex(0)};
        const auto ties = turned.ties();
        QCOMPARE(ties.size(), std::size_t{1});
        QCOMPARE(ties[0].from.y, ties[0].source.bottom);
        QCOMPARE(ties[0].to.y, ties[0].copy.top);
    }

    void a_hidden_folded_or_unplaced_buffer_has_no_tie() {
        Crossing hidden;
        set_hidden(hidden.choice, RegionIndex(1), true);
        QVERIFY(hidden.ties().empty());
        Crossing folded;
        set_folded(folded.choice, RegionIndex(0), true);
        QVERIFY(folded.ties().empty());
        Crossing unplaced;
        unplaced.plan.layout.placements[1].reset();
        QVERIFY(unplaced.ties().empty());
    }

    void the_ties_of_a_selected_buffer_are_strong() {
        const Crossing crossing;
        QVERIFY(!crossing.ties({BufferIndex(2)})[0].is_selected);
        QVERIFY(crossing.ties({BufferIndex(0)})[0].is_selected);
        QVERIFY(crossing.ties({BufferIndex(1)})[0].is_selected);
        Drawing drawing;
        draw(drawing, crossing.ties({BufferIndex(0)}), crossing.viewport(), palette(Theme::light));
        const auto is_strong = [](const Primitive& primitive) {
            const auto* line = std::get_if<StraightLine>(&primitive);
            return line != nullptr && line->color == palette(Theme::light).accent && line->width > 1;
        };
        QVERIFY(std::any_of(drawing.primitives.begin(), drawing.primitives.end(), is_strong));
    }

    void with_very_many_ties_only_selected_ones_are_shown() {
        Crossing many;
        many.plan.problem.transfers.assign(most_ties + 1, {BufferIndex(0), BufferIndex(1)});
        QVERIFY(many.ties({BufferIndex(2)}).empty());
        QCOMPARE(many.ties({BufferIndex(0)}).size(), most_ties + 1);
    }
};

ARENASCOPE_TEST(TransferTieTest)
#include "transfer_tie_test.moc"
