#include "core/memory/makers.h"

#include <rapidcheck.h>

#include "core/memory/live_profile.h"
#include "tests/support/segmented_plan.h"
#include "tests/support/test_registry.h"

namespace arenascope {

using test::segmented_plan;

class MakersTest : public QObject {
    Q_OBJECT

private slots:
    void a_problem_without_a_history_has_no_makers() {
        const auto plan = test::placed_plan({{"a", 0, 4, 8, 0}});
        QVERIFY(makers_of(plan.problem).makers.empty());
    }

    void makers_are_ranked_by_their_bytes_at_the_highest_live_size() {
        // Line 3 makes the most, but not at the peak in steps 4 to 6.
        const auto plan = segmented_plan({1000}, {{0, {Step(0), Step(1)}, 0, 100, 3},
                                                  {0, {Step(4), Step(6)}, 0, 60, 7},
                                                  {0, {Step(2), Step(6)}, 60, 50, 5},
                                                  {0, {Step(4), Step(6)}, 110, 20, 7},
                                                  {0, {Step(4), Step(5)}, 130, 10, 0}});
        const Makers found = makers_of(plan.problem);
        QCOMPARE(found.peak_step, Step(4));
        QCOMPARE(found.makers.size(), std::size_t{4});
        const auto line = [&](std::size_t rank) { return plan.problem.history->frames[found.makers[rank].frame].line; };
        QCOMPARE(line(0), std::int64_t{7});
        QCOMPARE(found.makers[0].at_peak, Bytes(80));
        QCOMPARE(found.makers[0].buffers, std::size_t{2});
        QCOMPARE(line(1), std::int64_t{5});
        QCOMPARE(found.makers[2].frame, StackFrameIndex::none());
        QCOMPARE(line(3), std::int64_t{3});
        QCOMPARE(found.makers[3].in_all, Bytes(100));
        QCOMPARE(found.made_by[BufferIndex(0)], std::uint32_t{3});
        QCOMPARE(found.made_by[BufferIndex(4)], std::uint32_t{2});
    }

    void every_buffer_has_one_maker_and_the_peak_is_the_sum() {
        QVERIFY(rc::check("every buffer has one maker", [] {
            std::vector<test::SegmentBuffer> buffers;
            for (int i = *rc::gen::inRange(1, 30); i > 0; --i) {
                const Step begin(*rc::gen::inRange(0, 8));
                buffers.push_back(
                    {0, {begin, begin + Duration(2)}, 0, *rc::gen::inRange(1, 90), *rc::gen::inRange(0, 5)});
            }
            const auto plan = segmented_plan({100}, buffers);
            const Makers found = makers_of(plan.problem);
            Bytes sum;
            std::size_t count = 0;
            for (const Maker& maker : found.makers) {
                sum = sum + maker.at_peak;
                count += maker.buffers;
            }
            RC_ASSERT(sum == live_profile(plan.problem).threshold);
            RC_ASSERT(count == buffers.size());
        }));
    }
};

ARENASCOPE_TEST(MakersTest)

}  // namespace arenascope

#include "makers_test.moc"
