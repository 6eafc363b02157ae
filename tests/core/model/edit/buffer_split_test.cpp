#include "core/model/edit/buffer_split.h"

#include <string>
#include <vector>

#include "core/model/memory/live_profile.h"
#include "tests/support/placed_plan.h"
#include "tests/support/random_plan.h"
#include "tests/support/small_network.h"
#include "tests/support/sound_edit.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class BufferSplitTest : public QObject {
    Q_OBJECT

private slots:
    void both_parts_lie_where_the_buffer_lay() {
        auto plan = test::placed_plan({{"a", 0, 9, 8, 16}, {"b", 2, 6, 8, 24}});
        plan.problem.buffers[0].pin = Offset(16);
        plan.problem.buffers[0].set_gaps({{{Step(2), Step(6)}, std::nullopt}, {{Step(7), Step(8)}, std::nullopt}});
        const auto split = with_split(plan.problem, plan.layout, BufferIndex(0), Step(4));
        QVERIFY(split);
        QCOMPARE(test::fault_in(*split), std::string());
        const Buffer& first = split->problem.buffers[0];
        const Buffer& second = split->problem.buffers[2];
        QCOMPARE(first.name, std::string("a"));
        QCOMPARE(second.name, std::string("a#2"));
        QCOMPARE(first.lifetime, (Lifetime{Step(0), Step(4)}));
        QCOMPARE(second.lifetime, (Lifetime{Step(4), Step(9)}));
        QCOMPARE(first.gaps(), (std::vector<Gap>{{{Step(2), Step(4)}, std::nullopt}}));
        QCOMPARE(second.gaps(),
                 (std::vector<Gap>{{{Step(4), Step(6)}, std::nullopt}, {{Step(7), Step(8)}, std::nullopt}}));
        QCOMPARE(second.pin, std::optional(Offset(16)));
        QCOMPARE(split->layout.placements[2], plan.layout.placements[0]);
        QCOMPARE(split->changed, (std::vector<BufferIndex>{BufferIndex(0), BufferIndex(2)}));
        QCOMPARE(text_of(split->hand_edits.front()), std::string("buffer 'a': split at step 4, goes on as 'a#2'"));
    }

    void a_step_that_does_not_divide_the_lifetime_is_an_error() {
        const auto plan = test::placed_plan({{"a", 2, 5, 8, 0}});
        for (const std::int64_t step : {0, 2, 5, 9}) {
            const auto split = with_split(plan.problem, plan.layout, BufferIndex(0), Step(step));
            QVERIFY(!split);
            QCOMPARE(to_string(split.error()), "'a' lives in [2, 5), so step " + std::to_string(step) +
                                                   " does not divide it; choose a step after its first one and "
                                                   "before its end");
        }
    }

    void operators_use_the_part_that_is_alive() {
        const auto plan = test::small_network();
        const auto split = with_split(plan.problem, plan.layout, BufferIndex(1), Step(2));
        QVERIFY(split);
        const auto& operators = split->problem.graph->operators;
        QCOMPARE(operators[0].writes, (std::vector<BufferIndex>{BufferIndex(1)}));
        QCOMPARE(operators[1].reads, (std::vector<BufferIndex>{BufferIndex(1)}));
        QCOMPARE(operators[2].reads, (std::vector<BufferIndex>{BufferIndex(5)}));
        QCOMPARE(split->problem.graph->tensors.size(), std::size_t{6});
    }

    void transfers_takeovers_and_groups_go_to_the_right_part() {
        auto plan = test::placed_plan({{"a", 0, 6, 8, 0}, {"copy", 4, 6, 8, 0}, {"later", 6, 8, 8, 0}});
        plan.problem.regions.push_back({"core 1"});
        plan.problem.buffers[1].region = RegionIndex(1);
        plan.layout.placements[1]->region = RegionIndex(1);
        plan.problem.transfers = {{BufferIndex(0), BufferIndex(1)}};
        plan.problem.usage_graph = UsageGraph{{{}, {}, {BufferIndex(0)}}};
        plan.layout.sharing = {{SharingGroup::Kind::parts, {BufferIndex(0), BufferIndex(2)}},
                               {SharingGroup::Kind::sharing, {BufferIndex(2), BufferIndex(0)}}};
        const auto split = with_split(plan.problem, plan.layout, BufferIndex(0), Step(3));
        QVERIFY(split);
        QCOMPARE(test::fault_in(*split), std::string());
        QCOMPARE(split->problem.transfers.front().source, BufferIndex(3));
        QVERIFY(
            (split->problem.usage_graph == UsageGraph{{{}, {}, {BufferIndex(0), BufferIndex(3)}, {BufferIndex(0)}}}));
        QCOMPARE(split->layout.sharing.size(), std::size_t{3});
        QCOMPARE(split->layout.sharing[1].members,
                 (std::vector<BufferIndex>{BufferIndex(2), BufferIndex(0), BufferIndex(3)}));
        QCOMPARE(split->layout.sharing[2].members, (std::vector<BufferIndex>{BufferIndex(3), BufferIndex(2)}));
    }

    void the_live_size_stays_the_same_in_every_step() {
        QVERIFY(rc::check([] {
            const auto [problem, layout] = test::random_plan(test::Features::of_json);
            const BufferIndex buffer(*rc::gen::inRange<std::size_t>(0, problem.buffers.size()));
            const Lifetime lifetime = problem.buffers[buffer].lifetime;
            const Step at(lifetime.begin.value() + *rc::gen::inRange<std::int64_t>(-1, length(lifetime).value() + 2));
            const auto split = with_split(problem, layout, buffer, at);
            RC_ASSERT(split.has_value() == (lifetime.begin < at && at < lifetime.end));
            if (split) {
                RC_ASSERT(test::fault_in(*split) == std::string());
                const LiveProfile before = live_profile(problem);
                const LiveProfile now = live_profile(split->problem);
                RC_ASSERT(now.threshold == before.threshold);
                RC_ASSERT(now.peak_step == before.peak_step);
                const Buffer& first = split->problem.buffers[buffer];
                const Buffer& second = split->problem.buffers.back();
                for (const std::int64_t step : {lifetime.begin.value(), lifetime.begin.value() + 1, at.value() - 1,
                                                at.value(), at.value() + 1, lifetime.end.value() - 1}) {
                    const auto live = [step](const Buffer& each) {
                        std::int64_t bytes = 0;
                        for_each_piece(each, [&](const Piece& piece) {
                            bytes +=
                                contains(piece.steps, Step(step)) ? (piece.bytes.to - piece.bytes.from).value() : 0;
                        });
                        return bytes;
                    };
                    RC_ASSERT(live(first) + live(second) == live(problem.buffers[buffer]));
                }
            }
        }));
    }
};

ARENASCOPE_TEST(BufferSplitTest)
#include "buffer_split_test.moc"
