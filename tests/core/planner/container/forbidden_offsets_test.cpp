#include "core/planner/container/forbidden_offsets.h"

#include <algorithm>
#include <limits>
#include <rapidcheck.h>
#include <utility>
#include <vector>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// The next range for a reader that has reached nothing, so no bucket is skipped.
const Forbidden* next_of_all(ForbiddenOffsets& offsets) {
    std::int64_t reached = std::numeric_limits<std::int64_t>::min();
    return offsets.next(reached);
}

/// The gaps from the ground up with their tops, and the offset reached at the end.
struct Gaps {
    std::vector<std::pair<std::int64_t, std::int64_t>> gaps;
    std::int64_t reached = 0;
    friend bool operator==(const Gaps&, const Gaps&) = default;

    void read(const Forbidden& range) {
        if (reached <= range.above) {
            gaps.emplace_back(reached, range.above);
        }
        reached = std::max(reached, range.below);
    }
};

}  // namespace

class ForbiddenOffsetsTest : public QObject {
    Q_OBJECT

private slots:
    void returns_nothing_if_nothing_was_added() {
        ForbiddenOffsets offsets;
        offsets.arrange();
        QVERIFY(next_of_all(offsets) == nullptr);
    }

    void returns_ranges_by_rising_above() {
        ForbiddenOffsets offsets;
        offsets.add({7, 9});
        offsets.add({-3, 1});
        offsets.add({5, 6});
        offsets.arrange();
        QCOMPARE(next_of_all(offsets)->below, std::int64_t{1});
        QCOMPARE(next_of_all(offsets)->below, std::int64_t{6});
        QCOMPARE(next_of_all(offsets)->below, std::int64_t{9});
        QVERIFY(next_of_all(offsets) == nullptr);
    }

    void skips_buckets_wholly_below_the_reached_offset() {
        ForbiddenOffsets offsets;
        offsets.add({1, 12});
        offsets.add({5, 6});
        offsets.arrange();
        std::int64_t reached = 9;
        QVERIFY(offsets.next(reached) == nullptr);
        QCOMPARE(reached, std::int64_t{12});
    }

    void returns_ranges_that_begin_at_the_reached_offset() {
        ForbiddenOffsets offsets;
        offsets.add({5, 6});
        offsets.add({9, 12});
        offsets.arrange();
        std::int64_t reached = 9;
        std::vector<std::int64_t> found;
        while (const Forbidden* next = offsets.next(reached)) {
            found.push_back(next->above);
        }
        QCOMPARE(found, (std::vector<std::int64_t>{5, 9}));
        QCOMPARE(reached, std::int64_t{9});
    }

    void the_gaps_equal_those_of_sorted_ranges() {
        QVERIFY(rc::check("as by sorting", [] {
            const auto count = *rc::gen::inRange<std::size_t>(0, 300);
            const auto spread = *rc::gen::element<std::int64_t>(10, 1000, 100'000);
            std::vector<Forbidden> ranges;
            ForbiddenOffsets offsets;
            for (std::size_t i = 0; i < count; ++i) {
                const auto above = *rc::gen::inRange<std::int64_t>(-20, spread);
                ranges.push_back({above, above + *rc::gen::inRange<std::int64_t>(2, 200)});
                offsets.add(ranges.back());
            }
            std::stable_sort(ranges.begin(), ranges.end(),
                             [](const Forbidden& a, const Forbidden& b) { return a.above < b.above; });
            Gaps expected;
            for (const Forbidden& range : ranges) {
                expected.read(range);
            }
            Gaps found;
            offsets.arrange();
            while (const Forbidden* next = offsets.next(found.reached)) {
                found.read(*next);
            }
            RC_ASSERT(found == expected);
        }));
    }

    void returns_any_number_of_ranges_in_order() {
        QVERIFY(rc::check("as by sorting", [] {
            ForbiddenOffsets offsets;
            for (int round = 0; round < 2; ++round) {
                const auto count = *rc::gen::inRange<std::size_t>(0, 700);
                const auto spread = *rc::gen::element<std::int64_t>(1, 100, std::int64_t{1} << 40U);
                const auto outlier = *rc::gen::element<std::int64_t>(0, std::int64_t{1} << 60U);
                std::vector<std::int64_t> expected;
                offsets.clear();
                for (std::size_t i = 0; i < count; ++i) {
                    const std::int64_t above =
                        i == 0 ? outlier : *rc::gen::inRange<std::int64_t>(-spread, spread) * (round + 1);
                    expected.push_back(above);
                    offsets.add({above, above + 1});
                }
                std::sort(expected.begin(), expected.end());
                offsets.arrange();
                for (const std::int64_t above : expected) {
                    const Forbidden* next = next_of_all(offsets);
                    RC_ASSERT(next != nullptr);
                    RC_ASSERT(next->above == above);
                    RC_ASSERT(next->below == above + 1);
                }
                RC_ASSERT(next_of_all(offsets) == nullptr);
            }
        }));
    }
};

ARENASCOPE_TEST(ForbiddenOffsetsTest)
#include "forbidden_offsets_test.moc"
