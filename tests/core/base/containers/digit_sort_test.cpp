#include "core/base/containers/digit_sort.h"

#include <limits>
#include <rapidcheck.h>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// A number, and where it stood.
struct Placed {
    std::int64_t number;
    std::size_t place;
    friend bool operator==(const Placed&, const Placed&) = default;
};

std::vector<Placed> in_places(const std::vector<std::int64_t>& numbers) {
    std::vector<Placed> values;
    for (const std::int64_t number : numbers) {
        values.push_back({number, values.size()});
    }
    return values;
}

/// A plain sequence of numbers between two. They are many, and to draw each would take too long.
std::vector<std::int64_t> many_numbers(std::int64_t least, std::uint64_t span, std::uint64_t seed) {
    std::vector<std::int64_t> numbers;
    for (std::size_t i = 0; i < 20'000; ++i) {
        seed = seed * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
        const std::uint64_t above = (seed >> 20U ^ seed << 30U) % span;
        numbers.push_back(static_cast<std::int64_t>(static_cast<std::uint64_t>(least) + above));
    }
    return numbers;
}

bool is_sorted_as_by_comparing(std::vector<Placed> values) {
    std::vector<Placed> compared = values;
    std::ranges::stable_sort(compared, {}, &Placed::number);
    std::vector<Placed> room;
    sort_by_digits(values, room, [](const Placed& value) { return value.number; });
    return values == compared;
}

}  // namespace

class DigitSortTest : public QObject {
    Q_OBJECT

private slots:
    void equal_numbers_keep_their_order() {
        std::vector<Placed> values = in_places({3, 1, 3, -2, 1});
        std::vector<Placed> room;
        sort_by_digits(values, room, [](const Placed& value) { return value.number; });
        QCOMPARE(values, (std::vector<Placed>{{-2, 3}, {1, 1}, {1, 4}, {3, 0}, {3, 2}}));
    }

    void none_and_one_stay() {
        QVERIFY(is_sorted_as_by_comparing({}));
        QVERIFY(is_sorted_as_by_comparing(in_places({7})));
    }

    void numbers_of_the_whole_range_are_sorted() {
        constexpr std::uint64_t whole = std::numeric_limits<std::uint64_t>::max();
        QVERIFY(is_sorted_as_by_comparing(in_places(many_numbers(std::numeric_limits<std::int64_t>::min(), whole, 1))));
    }

    void many_numbers_are_sorted_as_by_comparing() {
        QVERIFY(rc::check([] {
            const auto bits = *rc::gen::inRange<unsigned>(0, 45);
            const auto least = *rc::gen::inRange<std::int64_t>(-100'000, 100'000);
            const auto seed = *rc::gen::arbitrary<std::uint64_t>();
            std::vector<std::int64_t> numbers = many_numbers(least, std::uint64_t{1} << bits, seed);
            if (*rc::gen::arbitrary<bool>()) {
                // A digit in the middle that is the same in all.
                for (std::int64_t& number : numbers) {
                    number = (number & 0x3FF) + ((number >> 10 & 0x3FF) << 24);
                }
            }
            RC_ASSERT(is_sorted_as_by_comparing(in_places(numbers)));
        }));
    }
};

ARENASCOPE_TEST(DigitSortTest)
#include "digit_sort_test.moc"
