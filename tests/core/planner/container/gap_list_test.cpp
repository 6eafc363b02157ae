#include <rapidcheck.h>

#include "core/planner/greedy/birth_placement.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// Takes the lowest offset by trying each, in a memory with one flag for each byte.
std::int64_t taken_by_trying(std::vector<bool>& in_use, std::int64_t size, std::int64_t alignment) {
    const auto is_free = [&](std::int64_t offset) {
        for (std::int64_t i = offset; i < offset + size; ++i) {
            if (in_use[static_cast<std::size_t>(i)]) {
                return false;
            }
        }
        return true;
    };
    std::int64_t offset = 0;
    while (!is_free(offset)) {
        offset += alignment;
    }
    std::fill_n(in_use.begin() + offset, size, true);
    return offset;
}

}  // namespace

class GapListTest : public QObject {
    Q_OBJECT

private slots:
    void takes_the_lowest_gap_that_is_large_enough() {
        GapList gaps;
        QCOMPARE(gaps.take(Bytes(4), Bytes(1)), Offset(0));
        QCOMPARE(gaps.take(Bytes(2), Bytes(1)), Offset(4));
        QCOMPARE(gaps.take(Bytes(8), Bytes(1)), Offset(6));
        QCOMPARE(gaps.take(Bytes(1), Bytes(1)), Offset(14));
        gaps.give_back(Offset(0), Bytes(4));
        gaps.give_back(Offset(6), Bytes(8));
        QCOMPARE(gaps.take(Bytes(5), Bytes(1)), Offset(6));
        QCOMPARE(gaps.take(Bytes(4), Bytes(1)), Offset(0));
        QCOMPARE(gaps.take(Bytes(3), Bytes(1)), Offset(11));
    }

    void neighbouring_gaps_become_one() {
        GapList gaps;
        for (int i = 0; i < 4; ++i) {
            (void)gaps.take(Bytes(2), Bytes(1));
        }
        gaps.give_back(Offset(0), Bytes(2));
        gaps.give_back(Offset(4), Bytes(2));
        gaps.give_back(Offset(2), Bytes(2));
        QCOMPARE(gaps.take(Bytes(6), Bytes(1)), Offset(0));
    }

    void bytes_that_alignment_skips_stay_free() {
        GapList gaps;
        QCOMPARE(gaps.take(Bytes(3), Bytes(1)), Offset(0));
        QCOMPARE(gaps.take(Bytes(8), Bytes(8)), Offset(8));
        QCOMPARE(gaps.take(Bytes(5), Bytes(1)), Offset(3));
        QCOMPARE(gaps.take(Bytes(1), Bytes(1)), Offset(16));
    }

    void everything_below_the_first_top_is_in_use() {
        GapList gaps(Offset(10));
        QCOMPARE(gaps.take(Bytes(1), Bytes(4)), Offset(12));
        QCOMPARE(gaps.take(Bytes(2), Bytes(1)), Offset(10));
    }

    void a_thousand_gaps_equal_a_memory_of_single_bytes() {
        QVERIFY(rc::check([] {
            constexpr std::size_t bytes = 20'000;
            std::vector<bool> in_use(bytes, false);
            std::vector<std::pair<std::int64_t, std::int64_t>> taken;
            GapList gaps;
            const auto draw = [](std::int64_t below) { return *rc::gen::inRange<std::int64_t>(0, below); };
            const std::int64_t shift = draw(1'000'000);
            for (std::int64_t i = 0; i < 2'000; ++i) {
                // A plain sequence, because drawing each step would take too long.
                const std::int64_t number = (i * 7919 + shift) % 1009;
                if (number % 5 < 3 || taken.empty()) {
                    const std::int64_t size = 1 + number % 7;
                    const std::int64_t alignment = std::int64_t{1} << (number % 3);
                    const std::int64_t offset = gaps.take(Bytes(size), Bytes(alignment)).value();
                    RC_ASSERT(offset == taken_by_trying(in_use, size, alignment));
                    taken.emplace_back(offset, size);
                } else {
                    std::swap(taken[static_cast<std::size_t>(number) % taken.size()], taken.back());
                    const auto [offset, size] = taken.back();
                    taken.pop_back();
                    gaps.give_back(Offset(offset), Bytes(size));
                    std::fill_n(in_use.begin() + offset, size, false);
                }
            }
        }));
    }
};

ARENASCOPE_TEST(GapListTest)
#include "gap_list_test.moc"
