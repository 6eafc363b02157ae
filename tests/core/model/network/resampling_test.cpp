#include "core/model/network/resampling.h"

#include <cmath>
#include <rapidcheck.h>

#include <QtTest>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// The row of the input by floating point, as the definition has it; exact for the small extents of the tests.
double place_by_definition(std::int64_t input, std::int64_t output, ResamplingGrid grid, std::int64_t row) {
    const auto in = static_cast<double>(input);
    const auto out = static_cast<double>(output);
    const auto at = static_cast<double>(row);
    switch (grid) {
        case ResamplingGrid::half_pixel:
            return (at + 0.5) * in / out - 0.5;
        case ResamplingGrid::asymmetric:
            return at * in / out;
        case ResamplingGrid::aligned_corners:
            break;
    }
    return output == 1 ? 0 : at * (in - 1) / (out - 1);
}

/// The extents are powers of two, so that every place is exact in floating point.
std::int64_t random_power() {
    return std::int64_t{1} << *rc::gen::inRange(0, 6);
}

}  // namespace

class ResamplingTest : public QObject {
    Q_OBJECT

private slots:
    void twice_as_large_repeats_each_row() {
        const auto axis = nearest_axis(3, 6, ResamplingGrid::asymmetric, NearestRow::below);
        QVERIFY(axis.has_value());
        QCOMPARE(axis->seen({0, 2}, 3), (Rows{0, 1}));
        QCOMPARE(axis->seen({1, 3}, 3), (Rows{0, 2}));
        QCOMPARE(axis->seen({5, 6}, 3), (Rows{2, 3}));
        QCOMPARE(repeated_axis(3, 6)->seen({1, 3}, 3), (Rows{0, 2}));
    }

    void an_interpolation_sees_two_rows_and_at_the_border_one() {
        const auto axis = linear_axis(4, 8, ResamplingGrid::half_pixel);
        QCOMPARE(axis->seen({0, 1}, 4), (Rows{0, 1}));
        QCOMPARE(axis->seen({1, 2}, 4), (Rows{0, 2}));
        QCOMPARE(axis->seen({2, 4}, 4), (Rows{0, 3}));
        QCOMPARE(axis->seen({7, 8}, 4), (Rows{3, 4}));
    }

    void several_rows_become_one() {
        QCOMPARE(gathered_axis(6, 2)->seen({1, 2}, 6), (Rows{3, 6}));
        QVERIFY(!gathered_axis(7, 2));
        QVERIFY(!repeated_axis(4, 6));
    }

    void extents_that_make_no_sense_have_no_axis() {
        QVERIFY(!linear_axis(0, 4, ResamplingGrid::half_pixel));
        QVERIFY(!nearest_axis(4, std::int64_t{1} << 40, ResamplingGrid::half_pixel, NearestRow::below));
        QVERIFY(!repeated_axis(-1, 4));
    }

    void rows_are_those_of_the_definition() {
        QVERIFY(rc::check([] {
            const std::int64_t input = random_power();
            const std::int64_t output = random_power();
            // Aligned corners have exact places where the output has one row more than a power of two.
            const auto grid = static_cast<ResamplingGrid>(*rc::gen::inRange(0, 3));
            const std::int64_t extent = grid == ResamplingGrid::aligned_corners ? output + 1 : output;
            const std::int64_t begin = *rc::gen::inRange<std::int64_t>(0, extent);
            const std::int64_t end = *rc::gen::inRange<std::int64_t>(begin + 1, extent + 1);
            const auto bounded = [&](double row) {
                return std::clamp<std::int64_t>(static_cast<std::int64_t>(row), 0, input - 1);
            };
            for (const NearestRow nearest :
                 {NearestRow::below, NearestRow::above, NearestRow::half_is_below, NearestRow::half_is_above}) {
                Rows wanted{input, 0};
                for (std::int64_t row = begin; row < end; ++row) {
                    const double at = place_by_definition(input, extent, grid, row);
                    const std::int64_t one = bounded(nearest == NearestRow::below           ? std::floor(at)
                                                     : nearest == NearestRow::above         ? std::ceil(at)
                                                     : nearest == NearestRow::half_is_below ? std::ceil(at - 0.5)
                                                                                            : std::floor(at + 0.5));
                    wanted = {std::min(wanted.begin, one), std::max(wanted.end, one + 1)};
                }
                RC_ASSERT(nearest_axis(input, extent, grid, nearest)->seen({begin, end}, input) == wanted);
            }
            const std::int64_t first = bounded(std::floor(place_by_definition(input, extent, grid, begin)));
            const std::int64_t last = bounded(std::floor(place_by_definition(input, extent, grid, end - 1)) + 1);
            RC_ASSERT(linear_axis(input, extent, grid)->seen({begin, end}, input) == (Rows{first, last + 1}));
        }));
    }
};

ARENASCOPE_TEST(ResamplingTest)
#include "resampling_test.moc"
