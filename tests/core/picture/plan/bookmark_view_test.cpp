#include "core/picture/plan/bookmark_view.h"

#include <rapidcheck.h>

#include "tests/support/placed_plan.h"
#include "tests/support/random_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// Two memories of 100 bytes each.
test::PlacedPlan two_memories() {
    auto plan = test::placed_plan({{"a", 0, 10, 100, 0}, {"b", 0, 10, 100, 0}});
    plan.problem.regions = {{"sram"}, {"dram"}};
    plan.problem.buffers[BufferIndex(1)].region = RegionIndex(1);
    plan.layout.placements[BufferIndex(1)]->region = RegionIndex(1);
    return plan;
}

}  // namespace

class BookmarkViewTest : public QObject {
    Q_OBJECT

private slots:
    void a_view_is_rounded_outwards_and_comes_back() {
        const auto plan = test::placed_plan({{"a", 0, 10, 100, 0}});
        const auto stack = containers(plan.problem, plan.layout);
        const Bookmark bookmark = bookmark_of({{2.25L, 7.5L}, {10.5L, 60}}, stack);
        QCOMPARE(bookmark.steps, (Lifetime{Step(2), Step(8)}));
        QCOMPARE(bookmark.from, (StackHeight{RegionIndex(0), Offset(10)}));
        QCOMPARE(bookmark.to, (StackHeight{RegionIndex(0), Offset(60)}));
        QVERIFY(view_of(bookmark, stack, {}) == (View{{2, 8}, {10, 60}}));
    }

    void heights_belong_to_their_memories() {
        const auto plan = two_memories();
        const auto stack = containers(plan.problem, plan.layout);
        const std::int64_t shift = stack[1].shift;
        const View view{{0, 10}, {40, static_cast<long double>(shift) + 20}};
        const Bookmark bookmark = bookmark_of(view, stack);
        QCOMPARE(bookmark.from, (StackHeight{RegionIndex(0), Offset(40)}));
        QCOMPARE(bookmark.to, (StackHeight{RegionIndex(1), Offset(20)}));
        QVERIFY(view_of(bookmark, stack, {}) == view);
        // In the other order, the ends change places.
        const auto turned = containers(plan.problem, plan.layout, {.order = {RegionIndex(1), RegionIndex(0)}});
        const View other = view_of(bookmark, turned, {});
        QVERIFY(other.bytes.from == 20 && other.bytes.to == static_cast<long double>(turned[1].shift) + 40);
    }

    void an_end_in_a_hidden_memory_is_that_of_the_whole_view() {
        const auto plan = two_memories();
        const Bookmark bookmark = bookmark_of({{0, 10}, {40, 1000}}, containers(plan.problem, plan.layout));
        const auto stack = containers(plan.problem, plan.layout, {.hidden = {RegionIndex(1)}});
        QVERIFY(view_of(bookmark, stack, {{0, 10}, {0, 123}}) == (View{{0, 10}, {40, 123}}));
    }

    void any_view_of_whole_steps_and_bytes_comes_back_exactly() {
        QVERIFY(rc::check([] {
            using rc::gen::inRange;
            const auto [problem, layout] = test::random_plan(test::Features::of_json);
            const auto stack = containers(problem, layout);
            const auto step = *inRange<std::int64_t>(-1'000, 1'000);
            const auto byte = *inRange<std::int64_t>(-1'000, 10'000'000);
            const View view{{static_cast<long double>(step),
                             static_cast<long double>(step + *inRange<std::int64_t>(1, 1'000'000'000))},
                            {static_cast<long double>(byte),
                             static_cast<long double>(byte + *inRange<std::int64_t>(1, 10'000'000))}};
            const Bookmark bookmark = bookmark_of(view, stack);
            RC_ASSERT((bookmark.from.region != bookmark.to.region || bookmark.from.offset < bookmark.to.offset));
            RC_ASSERT(view_of(bookmark, stack, {}) == view);
        }));
    }
};

ARENASCOPE_TEST(BookmarkViewTest)

#include "bookmark_view_test.moc"
