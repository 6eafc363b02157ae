#include "core/model/edit/buffer_removal.h"

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/placed_plan.h"
#include "tests/support/random_plan.h"
#include "tests/support/small_network.h"
#include "tests/support/sound_edit.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

Expected<EditedPlan> dropped(const test::PlacedPlan& plan, const std::vector<BufferIndex>& buffers) {
    return without_buffers(plan.problem, plan.layout, buffers);
}

}  // namespace

class BufferRemovalTest : public QObject {
    Q_OBJECT

private slots:
    void the_buffers_behind_it_move_up_everywhere() {
        auto plan = test::placed_plan({{"a", 0, 4, 8, 0}, {"b", 1, 4, 8, 8}, {"c", 1, 2, 8, 16}, {"d", 1, 3, 8, 0}});
        plan.problem.regions.push_back({"core 1"});
        plan.problem.buffers[3].region = RegionIndex(1);
        plan.layout.placements[3]->region = RegionIndex(1);
        plan.problem.transfers = {{BufferIndex(1), BufferIndex(3)}};
        plan.problem.buffers[2].kind = BufferKind::scratch;
        plan.problem.scratch = {{BufferIndex(2)}};
        plan.problem.usage_graph = UsageGraph{{{}, {BufferIndex(0)}, {BufferIndex(0), BufferIndex(1)}, {}}};
        plan.layout.sharing = {{SharingGroup::Kind::sharing, {BufferIndex(1), BufferIndex(2)}},
                               {SharingGroup::Kind::sharing, {BufferIndex(0), BufferIndex(2)}}};
        plan.layout.scratch = {{BufferIndex(2), ScratchRule::free_top}};
        const auto rest = dropped(plan, {BufferIndex(0)});
        QVERIFY(rest);
        QCOMPARE(test::fault_in(*rest), std::string());
        QCOMPARE(rest->problem.buffers.size(), std::size_t{3});
        QCOMPARE(rest->problem.transfers, (std::vector<Transfer>{{BufferIndex(0), BufferIndex(2)}}));
        QCOMPARE(rest->problem.scratch.front().buffer, BufferIndex(1));
        QVERIFY((rest->problem.usage_graph == UsageGraph{{{}, {BufferIndex(0)}, {}}}));
        QCOMPARE(rest->layout.sharing,
                 (std::vector<SharingGroup>{{SharingGroup::Kind::sharing, {BufferIndex(0), BufferIndex(1)}}}));
        QCOMPARE(rest->layout.scratch.front().buffer, BufferIndex(1));
        QCOMPARE(rest->layout.placements.front(), plan.layout.placements[1]);
        QCOMPARE(text_of(rest->hand_edits.front()), std::string("buffer 'a': dropped"));
        // Dropping the source ends the transfer, and the copy is a plain buffer.
        QVERIFY(dropped(plan, {BufferIndex(1)})->problem.transfers.empty());
    }

    void operators_use_it_outside_the_plan() {
        auto plan = test::small_network();
        const auto without_c = dropped(plan, {BufferIndex(3)});
        QVERIFY(without_c);
        QCOMPARE(test::fault_in(*without_c), std::string());
        const auto& operators = without_c->problem.graph->operators;
        // The split has no output left; the concat no longer joins all its operands.
        QCOMPARE(operators[2].feature, OperatorFeature::removable);
        QCOMPARE(operators[2].writes_outside, (std::vector<std::string>{"c"}));
        QCOMPARE(operators[3].feature, OperatorFeature::ordinary);
        QCOMPARE(operators[3].reads, (std::vector<BufferIndex>{BufferIndex(2)}));
        QCOMPARE(operators[3].writes, (std::vector<BufferIndex>{BufferIndex(3)}));
        QCOMPARE(operators[3].reads_outside, (std::vector<std::string>{"c"}));
        QCOMPARE(without_c->problem.graph->tensors.size(), std::size_t{4});
        const auto without_a = dropped(plan, {BufferIndex(1)});
        QCOMPARE(without_a->problem.graph->operators[1].feature, OperatorFeature::ordinary);
        QCOMPARE(without_a->problem.graph->operators[2].feature, OperatorFeature::ordinary);
    }

    void a_view_keeps_the_positions_of_its_other_outputs() {
        auto plan = test::small_network();
        Operator& split = plan.problem.graph->operators[2];
        split.writes = {BufferIndex(3), BufferIndex(2)};
        split.positions = {Bytes(0), Bytes(512)};
        const auto rest = dropped(plan, {BufferIndex(3)});
        QCOMPARE(rest->problem.graph->operators[2].positions, (std::vector<Bytes>{Bytes(512)}));
        QCOMPARE(rest->problem.graph->operators[2].shareable, (std::vector<std::uint32_t>{0}));
    }

    void groups_without_their_whole_and_objects_without_a_buffer_go() {
        auto plan = test::placed_plan({{"whole", 0, 4, 16, 0}, {"x", 0, 2, 8, 0}, {"y", 0, 2, 8, 8}});
        plan.layout.sharing = {{SharingGroup::Kind::parts, {BufferIndex(0), BufferIndex(1), BufferIndex(2)}}};
        QVERIFY(dropped(plan, {BufferIndex(0)})->layout.sharing.empty());
        QCOMPARE(dropped(plan, {BufferIndex(1)})->layout.sharing.front().members,
                 (std::vector<BufferIndex>{BufferIndex(0), BufferIndex(1)}));
        auto objects = test::placed_plan({{"a", 0, 2, 8, 0}, {"b", 2, 4, 6, 8}});
        objects.layout.objects = {{RegionIndex(0), Offset(0), Bytes(8)}, {RegionIndex(0), Offset(8), Bytes(6)}};
        QCOMPARE(dropped(objects, {BufferIndex(0)})->layout.objects,
                 (std::vector<SharedObject>{{RegionIndex(0), Offset(8), Bytes(6)}}));
    }

    void the_last_buffer_stays() {
        const auto plan = test::placed_plan({{"a", 0, 2, 8, 0}, {"b", 2, 4, 6, 8}});
        QCOMPARE(to_string(dropped(plan, {BufferIndex(0), BufferIndex(1)}).error()),
                 std::string("a plan has at least one buffer; add another one before you drop the last"));
    }

    void any_rest_is_sound() {
        QVERIFY(rc::check([] {
            const auto [problem, layout] = test::random_plan(test::Features::of_json);
            std::vector<BufferIndex> gone;
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                if (*rc::gen::inRange(0, 3) == 0) {
                    gone.emplace_back(i);
                }
            }
            const auto rest = without_buffers(problem, layout, gone);
            RC_ASSERT(rest.has_value() == (gone.size() < problem.buffers.size()));
            if (!rest) {
                return;
            }
            RC_ASSERT(rest->problem.buffers.size() + gone.size() == problem.buffers.size());
            RC_ASSERT(test::fault_in(*rest) == std::string());
        }));
    }
};

ARENASCOPE_TEST(BufferRemovalTest)
#include "buffer_removal_test.moc"
