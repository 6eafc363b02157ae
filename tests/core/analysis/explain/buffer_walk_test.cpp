#include "core/analysis/explain/buffer_walk.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <vector>

#include "tests/support/random_plan.h"
#include "tests/support/test_registry.h"

namespace arenascope {

using namespace test;

namespace {

/// All regions, in random order, perhaps without some.
std::vector<RegionIndex> random_stack(const Problem& problem) {
    std::vector<RegionIndex> stack;
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        stack.insert(stack.begin() + *rc::gen::inRange<std::ptrdiff_t>(0, std::ssize(stack) + 1), RegionIndex(i));
    }
    stack.resize(*rc::gen::inRange<std::size_t>(1, stack.size() + 1), RegionIndex::none());
    return stack;
}

/// Moves lifetimes close to each other, so that buffers share steps.
void crowd(Problem& problem) {
    for (Buffer& buffer : problem.buffers) {
        const Step begin(buffer.lifetime.begin.value() % 4);
        buffer.set_gaps({});
        buffer.lifetime = {begin, begin + Duration(3 + (length(buffer.lifetime).value() % 8))};
        if (length(buffer.lifetime).value() % 3 == 0) {
            buffer.add_gap({{begin + Duration(1), begin + Duration(2)}, std::nullopt});
        }
    }
}

std::optional<Piece> piece_at(const Buffer& buffer, std::optional<Step> step) {
    std::vector<Piece> found;
    for_each_piece(buffer, [&](const Piece& piece) {
        if (!step || (piece.steps.begin <= *step && *step < piece.steps.end)) {
            found.push_back(piece);
        }
    });
    return found.empty() ? std::nullopt : std::optional(found.front());
}

/// The whole walk, put in order at once. Without a step: by time.
std::vector<BufferIndex> whole_walk(const Problem& problem, const Layout& layout, const std::vector<RegionIndex>& stack,
                                    std::optional<Step> step) {
    std::vector<std::tuple<std::int64_t, std::ptrdiff_t, std::int64_t, std::int64_t, std::size_t>> keys;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const auto& placement = layout.placements[i];
        const auto piece = piece_at(problem.buffers[i], step);
        const auto level = placement ? std::ranges::find(stack, placement->region) : stack.end();
        if (piece && level != stack.end()) {
            keys.emplace_back(step ? 0 : piece->steps.begin.value(), level - stack.begin(),
                              (placement->offset + piece->bytes.from).value(),
                              (placement->offset + piece->bytes.to).value(), i);
        }
    }
    std::ranges::sort(keys);
    std::vector<BufferIndex> walk;
    for (const auto& key : keys) {
        walk.emplace_back(std::get<4>(key));
    }
    return walk;
}

}  // namespace

class BufferWalkTest : public QObject {
    Q_OBJECT

private slots:
    void each_direction_reaches_every_buffer_and_leads_back() {
        QVERIFY(rc::check([] {
            auto [problem, layout] = random_plan(Features::of_json);
            crowd(problem);
            const std::vector<RegionIndex> stack = random_stack(problem);
            const Step step(*rc::gen::inRange<std::int64_t>(-4, 12));
            for (const bool is_upright : {true, false}) {
                const auto walk = whole_walk(problem, layout, stack, is_upright ? std::optional(step) : std::nullopt);
                const WalkDirection on = is_upright ? WalkDirection::above : WalkDirection::later;
                const WalkDirection back = is_upright ? WalkDirection::below : WalkDirection::earlier;
                for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                    const BufferIndex buffer(i);
                    const auto at = std::ranges::find(walk, buffer);
                    const bool has_next = at != walk.end() && at + 1 != walk.end();
                    const bool has_previous = at != walk.end() && at != walk.begin();
                    RC_ASSERT(next_in_walk(problem, layout, stack, buffer, on, step) ==
                              (has_next ? *(at + 1) : BufferIndex::none()));
                    RC_ASSERT(next_in_walk(problem, layout, stack, buffer, back, step) ==
                              (has_previous ? *(at - 1) : BufferIndex::none()));
                }
                if (is_upright) {
                    const WalkEnds ends = walk.empty() ? WalkEnds{} : WalkEnds{walk.front(), walk.back()};
                    RC_ASSERT(walk_ends(problem, layout, stack, step) == ends);
                }
            }
        }));
    }

    void the_nearest_step_in_use_is_the_best_of_all_steps() {
        QVERIFY(rc::check([] {
            auto problem = random_plan(Features::of_json).first;
            crowd(problem);
            const Step wanted(*rc::gen::inRange<std::int64_t>(-9, 20));
            for (const Buffer& buffer : problem.buffers) {
                std::optional<Step> best;
                auto least = std::numeric_limits<std::int64_t>::max();
                for (Step step = buffer.lifetime.begin; step < buffer.lifetime.end; step = step + Duration(1)) {
                    const std::int64_t distance = std::abs(step.value() - wanted.value());
                    if (piece_at(buffer, step) && distance < least) {
                        least = distance;
                        best = step;
                    }
                }
                RC_ASSERT(nearest_step_in_use(buffer, wanted) == best);
            }
        }));
    }

    void a_buffer_that_is_not_placed_is_not_walked() {
        Problem problem;
        for (int i = 0; i < 2; ++i) {
            Buffer buffer;
            buffer.name = std::to_string(i);
            buffer.size = Bytes(8);
            buffer.lifetime = {Step(0), Step(4)};
            problem.buffers.push_back(buffer);
        }
        Layout layout;
        layout.placements = {Placement{Offset(0), RegionIndex(0)}, std::nullopt};
        const std::vector<RegionIndex> stack{RegionIndex(0)};
        QCOMPARE(next_in_walk(problem, layout, stack, BufferIndex(0), WalkDirection::above, Step(1)),
                 BufferIndex::none());
        QCOMPARE(next_in_walk(problem, layout, stack, BufferIndex(1), WalkDirection::later, Step(1)),
                 BufferIndex::none());
        QVERIFY(walk_ends(problem, layout, stack, Step(9)) == WalkEnds{});
    }
};

ARENASCOPE_TEST(BufferWalkTest)

}  // namespace arenascope

#include "buffer_walk_test.moc"
