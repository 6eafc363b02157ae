#include "core/picture/hit_index.h"

#include <algorithm>
#include <rapidcheck.h>

#include "tests/support/test_registry.h"

using namespace arenascope;

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

    void finds_the_same_rectangles_as_visiting_all() {
        QVERIFY(rc::check([] {
            const auto count = *rc::gen::inRange<std::size_t>(0, 80);
            std::vector<MemoryRectangle> rectangles;
            for (std::size_t i = 0; i < count; ++i) {
                const auto begin = *rc::gen::inRange<std::int64_t>(-50, 1000);
                const auto from = *rc::gen::inRange<std::int64_t>(0, 1000);
                rectangles.push_back({begin, begin + *rc::gen::inRange<std::int64_t>(1, 600), from,
                                      from + *rc::gen::inRange<std::int64_t>(1, 300), BufferIndex(i)});
            }
            const auto begin = *rc::gen::inRange<std::int64_t>(-100, 1200);
            const auto end = begin + *rc::gen::inRange<std::int64_t>(1, 300);
            const auto from = *rc::gen::inRange<std::int64_t>(-100, 1200);
            const auto to = from + *rc::gen::inRange<std::int64_t>(1, 300);
            std::vector<BufferIndex> found;
            HitIndex(rectangles).for_each_in(begin, end, from, to, [&](const MemoryRectangle& rectangle) {
                found.push_back(rectangle.buffer);
            });
            std::sort(found.begin(), found.end());
            std::vector<BufferIndex> expected;
            for (const MemoryRectangle& r : rectangles) {
                if (r.begin < end && r.end > begin && r.from < to && r.to > from) {
                    expected.push_back(r.buffer);
                }
            }
            RC_ASSERT(found == expected);
        }));
    }
};

ARENASCOPE_TEST(HitIndexTest)
#include "hit_index_test.moc"
