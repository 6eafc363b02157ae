#include "core/picture/plan/hit_index.h"

#include <algorithm>
#include <memory>
#include <random>

#include "tests/support/counted_memory.h"
#include "tests/support/large_plan.h"
#include "tests/support/placed_plan.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class HitIndexTest : public QObject {
    Q_OBJECT

private slots:
    void finds_the_buffer_under_a_point() {
        const std::vector<MemoryRectangle> rectangles{{0, 4, 0, 10, BufferIndex(7)}, {4, 6, 0, 7, BufferIndex(8)}};
        const HitIndex index(rectangles);
        QVERIFY(index.at(3, 9) == BufferIndex(7));
        QVERIFY(index.at(4, 6) == BufferIndex(8));
        QVERIFY(!index.at(4, 7).has_value());
        QVERIFY(!index.at(6, 0).has_value());
        QVERIFY(!HitIndex().at(0, 0).has_value());
    }

    void finds_the_smaller_of_two_overlapping_buffers() {
        const std::vector<MemoryRectangle> rectangles{{0, 100, 0, 100, BufferIndex(0)},
                                                      {40, 50, 40, 50, BufferIndex(1)}};
        const HitIndex index(rectangles);
        QVERIFY(index.at(45, 45) == BufferIndex(1));
        QVERIFY(index.at(39, 45) == BufferIndex(0));
    }

    void finds_lifetimes_of_any_length() {
        constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
        constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
        const std::vector<MemoryRectangle> rectangles{{lowest, highest, 0, 1, BufferIndex(0)},
                                                      {-1, highest, 1, 2, BufferIndex(1)},
                                                      {highest - 1, highest, 2, 3, BufferIndex(2)}};
        const HitIndex index(rectangles);
        QVERIFY(index.at(0, 0) == BufferIndex(0));
        QVERIFY(index.at(0, 1) == BufferIndex(1));
        QVERIFY(index.at(highest - 1, 2) == BufferIndex(2));
    }

    void an_index_of_a_plan_has_the_rectangles_of_its_buffers_and_takes_few_bytes() {
        QVERIFY(rc::check([] {
            Problem problem = random_problem({.with_gaps = true});
            problem.regions.push_back({.name = "second"});
            problem.regions.push_back({.name = "hidden"});
            std::vector<std::int64_t> offsets;
            for (Buffer& buffer : problem.buffers) {
                buffer.region = RegionIndex(*rc::gen::inRange<std::size_t>(0, 3));
                offsets.push_back(*rc::gen::inRange<std::int64_t>(0, 120));
            }
            Layout layout = layout_of(problem, offsets);
            if (!layout.placements.empty()) {
                layout.placements.back().reset();
            }
            const std::vector<std::int64_t> shifts{0, 1000, not_shown};
            const std::vector<MemoryRectangle> expected = memory_rectangles(problem, layout, shifts);
            const HitIndex copied(expected);
            const HitIndex read(std::make_shared<const Problem>(problem), std::make_shared<const Layout>(layout),
                                shifts);
            RC_ASSERT(read.rectangles() == copied.rectangles());
            const auto step = *rc::gen::inRange<std::int64_t>(-5, 40);
            RC_ASSERT(read.at(step, 20) == copied.at(step, 20));
        }));
        const auto plan = test::large_plan();
        const auto problem = std::make_shared<const Problem>(plan.problem);
        const auto layout = std::make_shared<const Layout>(plan.layout);
        const CountedMemory memory;
        const HitIndex index(problem, layout, {0});
        QCOMPARE(index.size(), problem->buffers.size());
        QVERIFY2(memory.most() <= 4 * index.size() + index.size() / 3 + 1000,
                 qPrintable(QString::number(memory.most())));
    }

    void finds_the_same_rectangles_as_visiting_all() {
        QVERIFY(rc::check([] {
            const std::vector<MemoryRectangle> rectangles =
                *rc::gen::arbitrary<bool>() ? few_rectangles() : many_rectangles();
            const auto begin = *rc::gen::inRange<std::int64_t>(-100, 1200);
            const auto end = begin + *rc::gen::inRange<std::int64_t>(1, 300);
            const auto from = *rc::gen::inRange<std::int64_t>(-100, 1200);
            const auto to = from + *rc::gen::inRange<std::int64_t>(1, 300);
            std::vector<BufferIndex> found;
            HitIndex(rectangles).for_each_in(begin, end, from, to, [&](const MemoryRectangle& rectangle) {
                found.push_back(rectangle.buffer);
            });
            std::sort(found.begin(), found.end());
            const auto least = *rc::gen::inRange<std::int64_t>(0, 700);
            const auto least_bytes = *rc::gen::inRange<std::int64_t>(0, 700);
            std::vector<BufferIndex> large_ones;
            HitIndex(rectangles)
                .for_each_in(
                    begin, end, from, to,
                    [&](const MemoryRectangle& rectangle) {
                        RC_ASSERT(16 * (rectangle.end - rectangle.begin) > least);
                        if (rectangle.end - rectangle.begin >= least && rectangle.to - rectangle.from >= least_bytes) {
                            large_ones.push_back(rectangle.buffer);
                        }
                    },
                    {static_cast<std::uint64_t>(least), least_bytes});
            std::sort(large_ones.begin(), large_ones.end());
            std::vector<BufferIndex> expected;
            std::vector<BufferIndex> expected_large;
            for (const MemoryRectangle& r : rectangles) {
                if (r.begin < end && r.end > begin && r.from < to && r.to > from) {
                    expected.push_back(r.buffer);
                    if (r.end - r.begin >= least && r.to - r.from >= least_bytes) {
                        expected_large.push_back(r.buffer);
                    }
                }
            }
            RC_ASSERT(found == expected);
            RC_ASSERT(large_ones == expected_large);
        }));
    }

    void a_point_in_a_dense_plan_reads_few_rectangles() {
        // A hundred columns of a thousand rectangles, all alive in the middle.
        std::vector<MemoryRectangle> rectangles;
        for (std::int64_t i = 0; i < 100'000; ++i) {
            rectangles.push_back(
                {i % 100, 200 + i % 100, 10 * i, 10 * i + 10, BufferIndex(static_cast<std::size_t>(i))});
        }
        const HitIndex index(rectangles);
        QVERIFY(index.at(150, 987'654) == BufferIndex(98'765));
        QVERIFY(index.reads_at_most(500, 150, 151, 987'654, 987'655));
        QVERIFY(!index.reads_at_most(99'999, 150, 151, 0, 1'000'000));
        int read = 0;
        index.for_each_in(150, 151, 0, 1'000'000, [&read](const MemoryRectangle&) { ++read; }, {1, 11});
        QCOMPARE(read, 0);
    }

private:
    static std::vector<MemoryRectangle> few_rectangles() {
        const auto count = *rc::gen::inRange<std::size_t>(0, 80);
        std::vector<MemoryRectangle> rectangles;
        for (std::size_t i = 0; i < count; ++i) {
            const auto begin = *rc::gen::inRange<std::int64_t>(-50, 1000);
            const auto from = *rc::gen::inRange<std::int64_t>(0, 1000);
            rectangles.push_back({begin, begin + *rc::gen::inRange<std::int64_t>(1, 600), from,
                                  from + *rc::gen::inRange<std::int64_t>(1, 300), BufferIndex(i)});
        }
        return rectangles;
    }

    /// So many that slabs are sorted by byte.
    static std::vector<MemoryRectangle> many_rectangles() {
        std::mt19937_64 random(*rc::gen::arbitrary<std::uint32_t>());
        const auto below = [&random](std::uint64_t end) { return static_cast<std::int64_t>(random() % end); };
        std::vector<MemoryRectangle> rectangles;
        for (std::size_t i = 0; i < 5'000; ++i) {
            const std::int64_t begin = below(100) - 50;
            const std::int64_t from = below(1000);
            rectangles.push_back({begin, begin + 1 + below(600), from, from + 1 + below(30), BufferIndex(i)});
        }
        return rectangles;
    }
};

ARENASCOPE_TEST(HitIndexTest)
#include "hit_index_test.moc"
