#include "core/planner/many_core/resource_pool.h"

#include <rapidcheck.h>
#include <string>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// `from-to` of each area, with `free` and the bytes handed over last, or the end of its use.
std::string pool_text(const ResourcePool& pool) {
    std::string text;
    for (const ResourcePool::Area& area : pool.areas()) {
        text += text.empty() ? "" : ", ";
        text += std::to_string(area.from) + "-" + std::to_string(area.to);
        text += area.is_free ? " free " + std::to_string(area.handed_from) + "-" + std::to_string(area.handed_to)
                             : " until " + std::to_string(area.until);
    }
    return text;
}

}  // namespace

class ResourcePoolTest : public QObject {
    Q_OBJECT

private slots:
    void areas_are_taken_released_split_and_merged() {
        ResourcePool pool;
        pool.take(0, 8, 4);
        pool.take(8, 20, 6);
        QCOMPARE(pool_text(pool), std::string("0-8 until 4, 8-20 until 6"));
        pool.release(4);
        QCOMPARE(pool_text(pool), std::string("0-8 free 0-8, 8-20 until 6"));
        pool.take(0, 6, 9);
        QCOMPARE(pool_text(pool), std::string("0-6 until 9, 6-8 free 6-8, 8-20 until 6"));
        pool.release(6);
        QCOMPARE(pool_text(pool), std::string("0-6 until 9, 6-20 free 8-20"));
        pool.take(24, 30, 8);
        QCOMPARE(pool_text(pool), std::string("0-6 until 9, 6-20 free 8-20, 20-24 free 20-20, 24-30 until 8"));
        pool.release(9);
        QCOMPARE(pool_text(pool), std::string("0-30 free 0-6"));
        QCOMPARE(pool.size(), std::int64_t{30});
    }

    void areas_released_together_side_by_side_are_handed_over_as_one() {
        ResourcePool pool;
        pool.take(0, 4, 3);
        pool.take(4, 9, 3);
        pool.release(3);
        QCOMPARE(pool_text(pool), std::string("0-9 free 0-9"));
        QCOMPARE(pool.area_at(8).to, std::int64_t{9});
        QCOMPARE(pool.area_at(9), (ResourcePool::Area{9, 9, true, pool.area_at(9).until, 9, 9}));
    }

    void a_byte_is_free_exactly_if_all_its_uses_have_ended() {
        QVERIFY(rc::check([] {
            ResourcePool pool;
            std::vector<std::int64_t> until(40, 0);
            std::int64_t step = 0;
            for (int i = 0, count = *rc::gen::inRange(1, 12); i < count; ++i) {
                step += *rc::gen::inRange(0, 3);
                pool.release(step);
                const auto from = *rc::gen::inRange<std::size_t>(0, 30);
                const auto to = *rc::gen::inRange<std::size_t>(from + 1, 40);
                const std::int64_t end = step + *rc::gen::inRange(1, 6);
                pool.take(static_cast<std::int64_t>(from), static_cast<std::int64_t>(to), end);
                for (std::size_t byte = from; byte < to; ++byte) {
                    until[byte] = std::max(until[byte], end);
                }
                std::int64_t next = 0;
                for (const ResourcePool::Area& area : pool.areas()) {
                    RC_ASSERT(area.from == next);
                    RC_ASSERT(area.to > area.from);
                    next = area.to;
                }
                for (std::int64_t byte = 0; byte < pool.size(); ++byte) {
                    RC_ASSERT(pool.area_at(byte).is_free == (until[static_cast<std::size_t>(byte)] <= step));
                }
            }
        }));
    }
};

ARENASCOPE_TEST(ResourcePoolTest)
#include "resource_pool_test.moc"
