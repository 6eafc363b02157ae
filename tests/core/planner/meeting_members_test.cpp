#include <algorithm>
#include <numeric>

#include "core/check/overlap_checker.h"
#include "core/model/memory/tail.h"
#include "core/planner/rigid_blocks.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

using Sets = std::vector<std::vector<BufferIndex>>;

/// Joins both sides of every overlap, one after the other.
Sets joined_overlaps(const Problem& problem, const Layout& layout) {
    std::vector<std::size_t> set(problem.buffers.size());
    std::iota(set.begin(), set.end(), std::size_t{0});
    for (const Overlap& one : check(problem, layout).overlaps) {
        const auto [low, high] = std::minmax(set[one.a.value()], set[one.b.value()]);
        std::ranges::replace(set, std::size_t{high}, std::size_t{low});
    }
    Sets sets(problem.buffers.size());
    for (std::size_t i = 0; i < set.size(); ++i) {
        sets[set[i]].emplace_back(i);
    }
    std::erase_if(sets, [](const auto& members) { return members.empty(); });
    return sets;
}

}  // namespace

class MeetingMembersTest : public QObject {
    Q_OBJECT

private slots:
    void buffers_meet_directly_and_through_others() {
        const Problem problem =
            problem_of({buffer("a", 0, 2, 10), buffer("b", 1, 4, 10), buffer("c", 3, 5, 10), buffer("d", 0, 5, 4)});
        QCOMPARE(meeting_members(problem, layout_of(problem, {0, 5, 0, 20}), all_buffers(problem)),
                 (Sets{{BufferIndex(0), BufferIndex(1), BufferIndex(2)}, {BufferIndex(3)}}));
        QCOMPARE(meeting_members(problem, layout_of(problem, {0, 10, 0, 20}), all_buffers(problem)).size(),
                 std::size_t{4});
    }

    void a_gap_meets_nothing() {
        Problem problem = problem_of({buffer("a", 0, 6, 10), buffer("b", 2, 4, 10)});
        problem.buffers[0].set_gaps({{{Step(2), Step(4)}, Window{Bytes(0), Bytes(5)}}});
        QCOMPARE(meeting_members(problem, layout_of(problem, {0, 4}), all_buffers(problem)).size(), std::size_t{1});
        QCOMPARE(meeting_members(problem, layout_of(problem, {0, 5}), all_buffers(problem)).size(), std::size_t{2});
    }

    void the_sets_are_those_of_all_overlapping_pairs() {
        QVERIFY(rc::check("against every pair", [] {
            const Problem problem = random_problem({.largest_size = 12, .with_gaps = true});
            std::vector<std::int64_t> offsets;
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                offsets.push_back(*rc::gen::inRange<std::int64_t>(0, 120));
                RC_PRE(takes_bytes(problem.buffers[i]));
            }
            const Layout layout = layout_of(problem, offsets);
            RC_ASSERT(meeting_members(problem, layout, all_buffers(problem)) == joined_overlaps(problem, layout));
        }));
    }
};

ARENASCOPE_TEST(MeetingMembersTest)
#include "meeting_members_test.moc"
