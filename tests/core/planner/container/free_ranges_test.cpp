#include <rapidcheck.h>

#include "core/planner/container/crowded_times.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr std::int64_t highest = 2'000;

/// The range that holds so many bytes, by looking at each byte.
std::pair<std::int64_t, std::int64_t> found_by_trying(const std::vector<bool>& taken, std::int64_t from,
                                                      std::int64_t size) {
    for (std::int64_t begin = 0; begin < highest;) {
        std::int64_t end = begin;
        while (end < highest && !taken[static_cast<std::size_t>(end)]) {
            ++end;
        }
        if (end > begin && (end == highest || end - std::max(begin, from) >= size)) {
            return {begin, end == highest ? FreeRanges::without_end : end};
        }
        begin = end + 1;
    }
    return {highest, FreeRanges::without_end};
}

/// The number of free ranges, of which the last one has no end.
std::ptrdiff_t free_ranges_in(const std::vector<bool>& taken) {
    std::ptrdiff_t count = 0;
    for (std::size_t i = 0; i < taken.size(); ++i) {
        count += !taken[i] && (i == 0 || taken[i - 1]) ? 1 : 0;
    }
    return count;
}

}  // namespace

class FreeRangesTest : public QObject {
    Q_OBJECT

private slots:
    void everything_is_free_at_first() {
        FreeRanges free;
        FreeRanges::Cursor cursor;
        const FreeRanges::Range found = free.first_fit(5, 7, cursor);
        QCOMPARE(found.from, 0);
        QCOMPARE(found.to, FreeRanges::without_end);
    }

    void a_search_begins_at_the_given_offset() {
        FreeRanges free;
        free.take(0, 10);
        free.take(14, 20);
        free.take(24, 30);
        FreeRanges::Cursor cursor;
        QCOMPARE(free.first_fit(0, 4, cursor).from, 10);
        QCOMPARE(free.first_fit(10, 4, cursor).from, 10);
        QCOMPARE(free.first_fit(11, 4, cursor).from, 20);
        QCOMPARE(free.first_fit(14, 5, cursor).from, 30);
    }

    void neighbours_become_one_taken_range() {
        FreeRanges free;
        free.take(0, 5);
        free.take(10, 15);
        free.take(3, 12);
        FreeRanges::Cursor cursor;
        QCOMPARE(free.first_fit(0, 1, cursor).from, 15);
    }

    void searches_are_those_of_trying_each_byte() {
        QVERIFY(rc::check("free ranges", [] {
            FreeRanges free;
            std::vector<bool> taken(highest);
            std::ptrdiff_t ranges = 1;
            const auto below = [](std::int64_t end) { return *rc::gen::inRange<std::int64_t>(0, end); };
            const auto count = *rc::gen::inRange(0, 400);
            for (int i = 0; i < count; ++i) {
                const std::int64_t from = below(highest - 20);
                const std::int64_t to = from + 1 + below(*rc::gen::element<std::int64_t>(2, 18));
                ranges += free.take(from, to);
                std::fill(taken.begin() + from, taken.begin() + to, true);
                if (i % 8 != 0) {
                    continue;
                }
                RC_ASSERT(ranges == free_ranges_in(taken));
                FreeRanges::Cursor cursor;
                const std::int64_t size = 1 + below(12);
                for (std::int64_t at = below(50); at < highest - 20; at += 1 + below(300)) {
                    const FreeRanges::Range found = free.first_fit(at, size, cursor);
                    RC_ASSERT(std::pair(found.from, found.to) == found_by_trying(taken, at, size));
                }
            }
        }));
    }
};

ARENASCOPE_TEST(FreeRangesTest)
#include "free_ranges_test.moc"
