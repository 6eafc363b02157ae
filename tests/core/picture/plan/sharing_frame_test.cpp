#include "core/picture/plan/sharing_frame.h"

#include <rapidcheck.h>
#include <set>

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

PlacedPlan sharing(std::vector<PlacedBuffer> buffers, SharingGroup::Kind kind = SharingGroup::Kind::parts) {
    PlacedPlan plan = placed_plan(buffers);
    SharingGroup group{kind, {}};
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        group.members.emplace_back(i);
    }
    plan.layout.sharing = {group};
    return plan;
}

SharingFrames sharing_of(const PlacedPlan& plan, const std::vector<std::int64_t>& shifts = {0}) {
    return sharing_frames(plan.layout, memory_rectangles(plan.problem, plan.layout, shifts));
}

std::vector<FrameLine> frames_of(const PlacedPlan& plan) {
    return sharing_of(plan).lines;
}

}  // namespace

class SharingFrameTest : public QObject {
    Q_OBJECT

private slots:
    void a_layout_that_shares_nothing_has_none() { QVERIFY(frames_of(placed_plan({{"a", 0, 4, 10, 0}})).empty()); }

    void a_block_has_one_frame_around_all_members() {
        const auto plan = sharing({{"x", 0, 3, 10, 5}, {"y", 2, 6, 10, 5}}, SharingGroup::Kind::sharing);
        // No line at step 2 or 3, where one buffer takes over from the other.
        const std::vector<FrameLine> lines = frames_of(plan);
        QVERIFY(std::none_of(lines.begin(), lines.end(), [](const FrameLine& line) {
            return line.begin == line.end && line.begin > 0 && line.begin < 6;
        }));
        QCOMPARE(std::count(lines.begin(), lines.end(), FrameLine{0, 0, 5, 15}), 1);
        QCOMPARE(std::count(lines.begin(), lines.end(), FrameLine{6, 6, 5, 15}), 1);
    }

    void each_overlay_has_a_frame_and_space_for_a_label() {
        const auto plan = sharing({{"large", 2, 3, 20, 0}, {"small", 2, 3, 8, 0}}, SharingGroup::Kind::overlay);
        const SharingFrames frames = sharing_of(plan);
        // The top of the small member crosses the large one.
        QCOMPARE(std::count(frames.lines.begin(), frames.lines.end(), FrameLine{2, 3, 8, 8}), 1);
        QCOMPARE(std::count(frames.lines.begin(), frames.lines.end(), FrameLine{2, 3, 20, 20}), 1);
        QVERIFY(
            (frames.bare == std::vector<MemoryRectangle>{{2, 3, 8, 20, BufferIndex(0)}, {2, 3, 0, 8, BufferIndex(1)}}));
    }

    void only_one_of_equal_overlays_is_labelled() {
        const auto plan = sharing({{"a", 2, 3, 8, 0}, {"b", 2, 3, 8, 0}}, SharingGroup::Kind::overlay);
        QVERIFY((sharing_of(plan).bare ==
                 std::vector<MemoryRectangle>{{2, 3, 0, 8, BufferIndex(0)}, {2, 3, 0, 0, BufferIndex(1)}}));
    }

    void the_frame_follows_members_that_begin_at_different_times() {
        const auto plan = sharing({{"w", 4, 6, 20, 0}, {"x", 0, 5, 10, 0}, {"z", 3, 5, 10, 10}});
        const std::vector<FrameLine> lines = frames_of(plan);
        QCOMPARE(std::count(lines.begin(), lines.end(), FrameLine{0, 0, 0, 10}), 1);
        QCOMPARE(std::count(lines.begin(), lines.end(), FrameLine{3, 3, 10, 20}), 1);
        QCOMPARE(std::count(lines.begin(), lines.end(), FrameLine{0, 3, 10, 10}), 1);
        QCOMPARE(std::count(lines.begin(), lines.end(), FrameLine{6, 6, 0, 20}), 1);
        QVERIFY(std::none_of(lines.begin(), lines.end(),
                             [](const FrameLine& line) { return line.begin == 4 && line.end == 4; }));
    }

    void unplaced_buffers_have_no_frame_and_regions_are_shifted() {
        auto plan = sharing({{"a", 0, 4, 10, 0}, {"b", 0, 90, 10, -1}}, SharingGroup::Kind::sharing);
        const auto lines = sharing_of(plan, {100}).lines;
        const std::vector<FrameLine> expected{{0, 0, 100, 110}, {0, 4, 100, 100}, {0, 4, 110, 110}, {4, 4, 100, 110}};
        QCOMPARE(lines, expected);
    }

    void the_bare_part_is_the_longest_time_without_other_members() {
        const auto plan = sharing({{"w", 4, 9, 20, 0}, {"x", 0, 5, 10, 0}, {"z", 2, 6, 10, 10}, {"all", 4, 6, 5, 0}});
        const std::vector<MemoryRectangle> expected{{6, 9, 0, 20, BufferIndex(0)},
                                                    {0, 4, 0, 10, BufferIndex(1)},
                                                    {2, 4, 10, 20, BufferIndex(2)},
                                                    {4, 4, 0, 5, BufferIndex(3)}};
        QVERIFY(sharing_of(plan).bare == expected);
    }

    void only_what_shares_has_a_bare_part() { QVERIFY(sharing_of(placed_plan({{"a", 0, 4, 10, 0}})).bare.empty()); }

    /// Two buffers with 2,000 gaps each: 4,002 rectangles, of which each touches a few.
    void many_gaps_need_work_in_proportion() {
        constexpr std::size_t gaps = 2'000;
        for (const auto kind : {SharingGroup::Kind::sharing, SharingGroup::Kind::overlay}) {
            PlacedPlan plan = sharing({{"a", 0, 4 * gaps, 64, 0}, {"b", 0, 4 * gaps, 64, 32}}, kind);
            for (std::size_t i = 0; i < 2 * gaps; ++i) {
                const auto begin = static_cast<std::int64_t>(2 * i + 1);
                plan.problem.buffers[i % 2].add_gap({{Step(begin), Step(begin + 1)}, {}});
            }
            const SharingFrames frames = sharing_of(plan);
            QCOMPARE(frames.bare.size(), 2 * gaps + 1);
            QVERIFY2(frames.work < 100 * gaps, std::to_string(frames.work).c_str());
        }
    }

    void the_bare_part_of_an_overlay_is_the_largest_range_without_a_smaller_member() {
        QVERIFY(rc::check([] {
            std::vector<PlacedBuffer> buffers;
            const int count = *rc::gen::inRange(2, 7);
            for (int i = 0; i < count; ++i) {
                buffers.push_back({std::to_string(i), 0, 1, *rc::gen::inRange<std::int64_t>(1, 8),
                                   *rc::gen::inRange<std::int64_t>(0, 12)});
            }
            for (const MemoryRectangle& bare : sharing_of(sharing(buffers, SharingGroup::Kind::overlay)).bare) {
                const std::size_t own = bare.buffer.value();
                std::int64_t largest = 0;
                std::int64_t free = 0;
                for (std::int64_t byte = buffers[own].offset; byte < buffers[own].offset + buffers[own].size; ++byte) {
                    bool is_free = true;
                    for (std::size_t i = 0; i < buffers.size(); ++i) {
                        const bool is_smaller = std::pair(buffers[i].size, i) < std::pair(buffers[own].size, own);
                        is_free = is_free && !(is_smaller && buffers[i].offset <= byte &&
                                               byte < buffers[i].offset + buffers[i].size);
                    }
                    free = is_free ? free + 1 : 0;
                    largest = std::max(largest, free);
                }
                RC_ASSERT(bare.to - bare.from == largest);
            }
        }));
    }

    void the_lines_are_exactly_the_outline_of_the_members() {
        QVERIFY(rc::check([] {
            std::vector<PlacedBuffer> buffers;
            const int count = *rc::gen::inRange(2, 7);
            for (int i = 0; i < count; ++i) {
                const auto begin = *rc::gen::inRange<std::int64_t>(0, 8);
                buffers.push_back({std::to_string(i), begin, begin + *rc::gen::inRange<std::int64_t>(1, 5),
                                   *rc::gen::inRange<std::int64_t>(1, 6), *rc::gen::inRange<std::int64_t>(0, 8)});
            }
            const auto covered = [&](std::int64_t step, std::int64_t byte) {
                return std::any_of(buffers.begin(), buffers.end(), [&](const PlacedBuffer& each) {
                    return each.begin <= step && step < each.end && each.offset <= byte &&
                           byte < each.offset + each.size;
                });
            };
            using Unit = std::tuple<bool, std::int64_t, std::int64_t>;
            std::set<Unit> expected;
            std::set<Unit> drawn;
            for (std::int64_t step = 0; step <= 14; ++step) {
                for (std::int64_t byte = 0; byte <= 16; ++byte) {
                    if (covered(step, byte) != covered(step - 1, byte)) {
                        expected.insert({true, step, byte});
                    }
                    if (covered(step, byte) != covered(step, byte - 1)) {
                        expected.insert({false, step, byte});
                    }
                }
            }
            for (const FrameLine& line : frames_of(sharing(buffers))) {
                for (std::int64_t byte = line.from; line.begin == line.end && byte < line.to; ++byte) {
                    drawn.insert({true, line.begin, byte});
                }
                for (std::int64_t step = line.begin; line.from == line.to && step < line.end; ++step) {
                    drawn.insert({false, step, line.from});
                }
            }
            RC_ASSERT(drawn == expected);
        }));
    }
};

ARENASCOPE_TEST(SharingFrameTest)
#include "sharing_frame_test.moc"
