#include "core/analysis/explain/free_memory.h"

#include "core/model/memory/external_fragmentation.h"
#include "tests/support/placed_plan.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Byte by byte and step by step: runs of free bytes that end at a buffer, and how far it could be moved down.
FreeMemory plain_free_memory(const Problem& problem, const Layout& layout, Step step) {
    FreeMemory memory;
    for (std::size_t region = 0; region < problem.regions.size(); ++region) {
        std::vector<bool> used(600, false);
        std::vector<std::pair<Offset, BufferIndex>> begins;
        for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
            const auto& placement = layout.placements[i];
            if (!placement || placement->region != RegionIndex(region)) {
                continue;
            }
            for_each_piece(problem.buffers[i], [&](const Piece& piece) {
                if (contains(piece.steps, step)) {
                    const Offset from = placement->offset + piece.bytes.from;
                    begins.emplace_back(from, BufferIndex(i));
                    for (Offset byte = from; byte < placement->offset + piece.bytes.to; byte = byte + Bytes(1)) {
                        used[static_cast<std::size_t>(byte.value())] = true;
                    }
                }
            });
        }
        std::size_t run = 0;  // free bytes below the current one
        for (std::size_t byte = 0; byte < used.size(); ++byte) {
            if (!used[byte]) {
                ++run;
                continue;
            }
            if (run > 0) {
                std::size_t padding = run;
                for (const auto& [from, buffer] : begins) {
                    if (from != Offset(static_cast<std::int64_t>(byte))) {
                        continue;
                    }
                    const std::int64_t alignment = alignment_of(problem, problem.buffers[buffer]).value();
                    for (std::size_t down = 1; down <= run; ++down) {
                        const std::int64_t moved =
                            layout.placements[buffer]->offset.value() - static_cast<std::int64_t>(down);
                        if (moved >= 0 && moved % alignment == 0) {
                            padding = std::min(padding, run - down);
                        }
                    }
                }
                std::size_t least = 1;
                while (2 * least <= run) {
                    least *= 2;
                }
                const Bytes bound(static_cast<std::int64_t>(least));
                auto found = std::ranges::find(memory.classes, bound, &FreeAreaClass::least);
                if (found == memory.classes.end()) {
                    memory.classes.push_back({bound});
                    found = std::prev(memory.classes.end());
                }
                ++found->areas;
                found->bytes += static_cast<std::int64_t>(run);
                ++memory.areas;
                memory.bytes += static_cast<std::int64_t>(run);
                memory.padding += static_cast<std::int64_t>(padding);
            }
            run = 0;
        }
    }
    std::ranges::sort(memory.classes, {}, &FreeAreaClass::least);
    return memory;
}

/// Without the classes that have no areas.
FreeMemory without_gaps(FreeMemory memory) {
    std::erase_if(memory.classes, [](const FreeAreaClass& each) { return each.areas == 0; });
    return memory;
}

/// Two memories, one of them aligned.
std::pair<Problem, Layout> random_aligned_plan() {
    Problem problem = random_problem({.most_buffers = 10, .most_steps = 10, .with_gaps = true, .with_alignment = true});
    problem.regions = {{.name = "fast", .alignment = Bytes(3)}, {.name = "slow"}};
    std::vector<std::int64_t> offsets;
    for (Buffer& buffer : problem.buffers) {
        buffer.region = RegionIndex(*rc::gen::inRange<std::size_t>(0, 2));
        const std::int64_t alignment = alignment_of(problem, buffer).value();
        offsets.push_back(alignment * *rc::gen::inRange<std::int64_t>(0, 300 / alignment));
    }
    Layout layout = layout_of(problem, offsets);
    return {std::move(problem), std::move(layout)};
}

}  // namespace

class FreeMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void padding_is_the_part_below_the_lowest_aligned_offset() {
        PlacedPlan plan = placed_plan({{"a", 0, 4, 40, 0}, {"b", 0, 4, 10, 128}});
        plan.problem.buffers[1].alignment = Bytes(64);
        const FreeMemory memory = free_memory_at(plan.problem, plan.layout, Step(0));
        QVERIFY(memory.classes == (std::vector<FreeAreaClass>{{Bytes(64), 1, 88}}));
        QCOMPARE(memory.padding, std::int64_t{24});
    }

    void without_alignment_nothing_is_padding() {
        const PlacedPlan plan = placed_plan({{"a", 0, 4, 40, 0}, {"b", 0, 4, 10, 128}});
        QCOMPARE(free_memory_at(plan.problem, plan.layout, Step(0)).padding, std::int64_t{0});
    }

    void above_the_highest_live_tail_nothing_is_free() {
        const PlacedPlan plan = placed_plan({{"a", 0, 4, 40, 0}, {"b", 2, 4, 10, 128}});
        QVERIFY(free_memory_at(plan.problem, plan.layout, Step(0)).classes.empty());
        QVERIFY(free_memory_at(plan.problem, plan.layout, Step(9)).classes.empty());
        QVERIFY(free_memory_at({}, {}, Step(0)).classes.empty());
    }

    void classes_between_others_are_kept_empty() {
        const PlacedPlan plan = placed_plan({{"a", 0, 4, 1, 3}, {"b", 0, 4, 1, 20}});
        const FreeMemory memory = free_memory_at(plan.problem, plan.layout, Step(0));
        QVERIFY(memory.classes ==
                (std::vector<FreeAreaClass>{{Bytes(2), 1, 3}, {Bytes(4), 0, 0}, {Bytes(8), 0, 0}, {Bytes(16), 1, 16}}));
    }

    void over_time_it_is_the_sum_of_all_steps_and_the_worst_step_is_the_first() {
        PlacedPlan plan = placed_plan({{"a", 0, 6, 40, 0}, {"b", 2, 4, 10, 64}, {"c", 5, 6, 10, 64}});
        plan.problem.buffers[1].alignment = plan.problem.buffers[2].alignment = Bytes(64);
        const FreeMemoryOverTime over = free_memory(plan.problem, plan.layout);
        QVERIFY(over.total.classes == (std::vector<FreeAreaClass>{{Bytes(16), 3, 72}}));
        QCOMPARE(over.total.padding, std::int64_t{72});
        QVERIFY(over.most_padding == Bytes(24) && over.most_padding_at == Step(2));
    }

    void it_can_be_stopped() {
        const PlacedPlan plan = placed_plan({{"a", 0, 4, 10, 30}});
        QVERIFY(free_memory(plan.problem, plan.layout, [] { return false; }).total.classes.empty());
    }

    void every_step_agrees_with_bytes_that_are_looked_at_one_by_one() {
        QVERIFY(rc::check("steps", [] {
            const auto [problem, layout] = random_aligned_plan();
            FreeMemory sum;
            Bytes most;
            Step most_at = time_span(problem).begin;
            for (Step step = time_span(problem).begin; step < time_span(problem).end; step = step + Duration(1)) {
                const FreeMemory plain = plain_free_memory(problem, layout, step);
                RC_ASSERT(without_gaps(free_memory_at(problem, layout, step)) == plain);
                sum.areas += plain.areas;
                sum.bytes += plain.bytes;
                sum.padding += plain.padding;
                if (plain.padding > most.value()) {
                    most = Bytes(plain.padding);
                    most_at = step;
                }
            }
            const FreeMemoryOverTime over = free_memory(problem, layout);
            RC_ASSERT((over.total.areas == sum.areas && over.total.bytes == sum.bytes));
            RC_ASSERT(over.total.padding == sum.padding);
            RC_ASSERT((over.most_padding == most && over.most_padding_at == most_at));
        }));
    }

    void without_overlaps_the_bytes_are_those_of_external_fragmentation() {
        const PlacedPlan plan =
            placed_plan({{"a", 0, 6, 40, 0}, {"b", 2, 4, 10, 64}, {"c", 3, 9, 10, 90}, {"d", 7, 9, 20, 10}});
        QCOMPARE(free_memory(plan.problem, plan.layout).total.bytes,
                 external_fragmentation(plan.problem, plan.layout, RegionIndex(0)).total);
    }
};

ARENASCOPE_TEST(FreeMemoryTest)
#include "free_memory_test.moc"
