#include "core/planner/start_layout.h"

#include <rapidcheck.h>

#include "core/check/overlap_checker.h"
#include "core/planner/container/rectangle_container.h"
#include "core/planner/planning.h"
#include "core/trace/trace_player.h"
#include "tests/support/drawn_problem.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

const std::vector<std::string> starting_planners{"peak-suppression", "hill-climb"};

PlanOrder from_file(const std::string& planner) {
    return {.planner = planner, .settings = {{"start", "file"}, {"work", "20000"}}, .record = true};
}

Problem problem_to_start(bool with_windows, bool with_pins) {
    test::DrawnShape shape;
    shape.with_windows = with_windows;
    shape.with_pins = with_pins;
    shape.most_buffers = 9;
    return test::drawn_problem([](std::size_t bound) { return *rc::gen::inRange<std::size_t>(0, bound); }, shape);
}

/// A correct layout with holes: buffers in a drawn order, each somewhere above its lowest fit.
Layout loose_layout(const Problem& problem) {
    Layout layout = empty_layout(problem);
    for (std::size_t region = 0; region < problem.regions.size(); ++region) {
        RectangleContainer container(problem, RegionIndex(region));
        put_pins(container, problem, RegionIndex(region));
        for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
            const Buffer& buffer = problem.buffers[i];
            if (buffer.region != RegionIndex(region)) {
                continue;
            }
            if (!buffer.pin) {
                const auto rule = *rc::gen::arbitrary<bool>() ? PlacingRule::stacked : PlacingRule::lowest_fit;
                const Offset offset = container.place(BufferIndex(i), rule);
                // Above everything there is always room for a hole.
                if (rule == PlacingRule::stacked) {
                    container.remove(BufferIndex(i));
                    container.put(BufferIndex(i), offset + Bytes(alignment_of(problem, buffer).value() *
                                                                 *rc::gen::inRange<std::int64_t>(0, 3)));
                }
            }
            layout.placements[i] = Placement{Offset(container.offsets()[i]), buffer.region};
        }
    }
    return layout;
}

}  // namespace

class StartLayoutTest : public QObject {
    Q_OBJECT

    static constexpr BufferIndex a{0};
    static constexpr BufferIndex b{1};
    static constexpr BufferIndex c{2};

private slots:
    void buffers_come_by_offset_and_those_not_placed_last() {
        const auto plan = test::placed_plan({{"a", 0, 4, 10, -1}, {"b", 0, 4, 10, 10}, {"c", 0, 4, 10, 0}});
        QCOMPARE(by_offset({a, b, c}, plan.layout), (std::vector<BufferIndex>{c, b, a}));
    }

    void a_start_at_the_threshold_is_the_result() {
        const auto plan = test::placed_plan({{"a", 0, 4, 10, 10}, {"b", 2, 4, 10, 0}, {"c", 0, 2, 10, 0}});
        for (const std::string& planner : starting_planners) {
            const auto planned = run_planner(plan.problem, plan.layout, from_file(planner));
            QVERIFY(planned.has_value());
            QCOMPARE(planned->result.layout.placements, plan.layout.placements);
            QCOMPARE(planned->result.goal, Goal::at_threshold);
            const auto& options = planned->provenance.options;
            QVERIFY(std::ranges::find(options, KeyValue("start", "file")) != options.end());
        }
    }

    void a_start_with_an_overlap_gives_only_its_order() {
        const auto plan = test::placed_plan({{"a", 0, 4, 10, 5}, {"b", 0, 4, 10, 0}});
        for (const std::string& planner : starting_planners) {
            const auto planned = run_planner(plan.problem, plan.layout, from_file(planner));
            QVERIFY(planned.has_value());
            QVERIFY(is_clean(check(planned->problem, planned->result.layout)));
            QCOMPARE(planned->result.layout.placements[b]->offset, Offset(0));
            QVERIFY(planned->result.notes.front().find("gives only its order") != std::string::npos);
        }
    }

    void a_file_without_offsets_is_no_start() {
        const auto plan = test::placed_plan({{"a", 0, 4, 10, -1}, {"b", 0, 4, 10, -1}});
        for (const std::string& planner : starting_planners) {
            const auto planned = run_planner(plan.problem, plan.layout, from_file(planner));
            QVERIFY(planned.has_value());
            QCOMPARE(peak(planned->problem, planned->result.layout), Offset(20));
        }
    }

    void placing_again_by_offset_raises_no_buffer() {
        QVERIFY(rc::check("without windows, lowest fit in the order of offsets raises no buffer", [] {
            Problem problem = problem_to_start(false, false);
            const Layout start = loose_layout(problem);
            RC_ASSERT(start_fault(problem, start).empty());
            for (std::size_t region = 0; region < problem.regions.size(); ++region) {
                RectangleContainer container(problem, RegionIndex(region));
                std::vector<BufferIndex> members;
                for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                    if (problem.buffers[i].region == RegionIndex(region)) {
                        members.emplace_back(i);
                    }
                }
                for (const BufferIndex buffer : by_offset(members, start)) {
                    RC_ASSERT(container.place(buffer, PlacingRule::lowest_fit) <= start.placements[buffer]->offset);
                }
            }
        }));
    }

    void the_result_is_never_higher_than_the_start() {
        QVERIFY(rc::check("a run from a correct layout, of windows and pins too, is sound and never higher", [] {
            const bool has_pins = *rc::gen::arbitrary<bool>();
            const Problem problem = problem_to_start(*rc::gen::arbitrary<bool>(), has_pins);
            const Layout start = loose_layout(problem);
            RC_PRE(start_fault(problem, start).empty());
            const std::string& planner = starting_planners[*rc::gen::inRange<std::size_t>(0, starting_planners.size())];
            const auto planned = run_planner(problem, start, from_file(planner));
            RC_ASSERT(planned.has_value());
            RC_ASSERT(is_complete(planned->result.layout));
            for (std::size_t i = 0; i < problem.regions.size(); ++i) {
                RC_ASSERT(peak(problem, planned->result.layout, RegionIndex(i)) <=
                          peak(problem, start, RegionIndex(i)));
            }
            RC_ASSERT(planned->trace.has_value());
            TracePlayer player(*planned->trace);
            player.go_to(planned->trace->result);
            RC_ASSERT(player.layout(problem).placements == planned->result.layout.placements);
        }));
    }
};

ARENASCOPE_TEST(StartLayoutTest)

#include "start_layout_test.moc"
