#include "core/picture/terminal/text_scale.h"

#include <rapidcheck.h>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr Lifetime steps(std::int64_t begin, std::int64_t end) {
    return {Step(begin), Step(end)};
}

}  // namespace

class TextScaleTest : public QObject {
    Q_OBJECT

private slots:
    void a_column_shows_one_step_if_there_are_enough_columns() {
        // 0001112233
        const StepColumns columns(steps(0, 4), 10);
        QVERIFY(columns(steps(0, 1)) == (TextSpan{0, 3}));
        QVERIFY(columns(steps(1, 2)) == (TextSpan{3, 5}));
        QVERIFY(columns(steps(1, 4)) == (TextSpan{3, 10}));
    }

    void a_column_shows_what_it_touches_if_there_are_more_steps() {
        // [0, 2.5) [2.5, 5) [5, 7.5) [7.5, 10)
        const StepColumns columns(steps(100, 110), 4);
        QVERIFY(columns(steps(100, 102)) == (TextSpan{0, 1}));
        QVERIFY(columns(steps(102, 103)) == (TextSpan{0, 2}));
        QVERIFY(columns(steps(105, 110)) == (TextSpan{2, 4}));
    }

    void steps_outside_have_no_column() {
        const StepColumns columns(steps(5, 9), 8);
        QVERIFY(columns(steps(0, 5)) == TextSpan());
        QVERIFY(columns(steps(9, 12)) == TextSpan());
        QVERIFY(columns(steps(0, 6)) == (TextSpan{0, 2}));
        QVERIFY(StepColumns(steps(3, 3), 7)(steps(3, 4)) == (TextSpan{0, 7}));
    }

    void far_steps_are_exact() {
        const std::int64_t far = std::int64_t{1} << 60;
        const StepColumns columns(steps(far, far + 3), 3);
        QVERIFY(columns(steps(far + 1, far + 2)) == (TextSpan{1, 2}));
    }

    void neighbouring_steps_share_no_column_and_leave_none_out() {
        QVERIFY(rc::check("columns of steps", [] {
            const auto count = *rc::gen::inRange<std::int64_t>(1, 60);
            const auto wide = *rc::gen::inRange<std::int32_t>(static_cast<std::int32_t>(count), 200);
            const StepColumns columns(steps(0, count), wide);
            std::int32_t next = 0;
            for (std::int64_t step = 0; step < count; ++step) {
                const TextSpan own = columns(steps(step, step + 1));
                RC_ASSERT((own.from == next && own.to > own.from));
                next = own.to;
            }
            RC_ASSERT(next == wide);
        }));
    }

    void the_threshold_is_the_border_of_a_row() {
        // 20 bytes a row, 10 a pixel: five rows below, three above, the topmost used in part.
        const ByteRows rows(0, 100, 150, 8);
        QCOMPARE(rows.rows_below(), 5);
        QCOMPARE(rows.rows_above(), 3);
        QVERIFY(rows(0, 50) == (TextSpan{11, 16}));
        QVERIFY(rows(50, 100) == (TextSpan{6, 11}));
        QVERIFY(rows(100, 150) == (TextSpan{1, 6}));
        QVERIFY(rows(99, 101) == (TextSpan{5, 7}));
        QCOMPARE(rows.row_of(99), 3);
        QCOMPARE(rows.row_of(100), 2);
        QCOMPARE(rows.row_of(0), 7);
    }

    void a_single_byte_over_the_threshold_is_above_its_line() {
        const std::int64_t threshold = std::int64_t{1} << 60;
        const ByteRows rows(0, threshold, threshold + 1, 16);
        QCOMPARE(rows.rows_above(), 1);
        QVERIFY(rows(0, threshold + 1).from == 1);
        QVERIFY(rows(0, threshold).from == 2);
    }

    void a_low_threshold_still_has_a_row() {
        const ByteRows rows(0, 1, 1000, 8);
        QCOMPARE(rows.rows_below(), 1);
        QCOMPARE(rows.rows_above(), 7);
        QVERIFY(rows(0, 1) == (TextSpan{14, 16}));
        QCOMPARE(rows(1, 1000).from, 0);
    }

    void offsets_below_zero_have_rows() {
        const ByteRows rows(-50, 50, 50, 10);
        QCOMPARE(rows.rows_above(), 0);
        QCOMPARE(rows.rows_below(), 10);
        QVERIFY(rows(-50, 0) == (TextSpan{10, 20}));
    }

    void nothing_to_show_is_blank_rows() {
        const ByteRows rows(0, 0, 0, 6);
        QCOMPARE(rows.rows(), 6);
    }

    void every_byte_has_a_pixel_within_the_rows() {
        QVERIFY(rc::check("pixels of bytes", [] {
            const auto lowest = -*rc::gen::inRange<std::int64_t>(0, 50);
            const auto threshold = *rc::gen::inRange<std::int64_t>(0, 400);
            const auto top = threshold + *rc::gen::inRange<std::int64_t>(0, 400);
            RC_PRE(top > lowest);
            const auto wanted = *rc::gen::inRange<std::int32_t>(2, 40);
            const ByteRows rows(lowest, threshold, top, wanted);
            RC_ASSERT(rows.rows() <= wanted + wanted / 2 + 2);
            std::int32_t before = 2 * rows.rows();
            for (std::int64_t byte = lowest; byte < top; ++byte) {
                const TextSpan own = rows(byte, byte + 1);
                RC_ASSERT((0 <= own.from && own.from < own.to && own.to <= 2 * rows.rows()));
                RC_ASSERT(own.to <= before);  // falling, because row 0 is at the top
                before = own.to;
                RC_ASSERT((byte >= threshold) == (own.to <= 2 * rows.rows_above()));
                RC_ASSERT(rows.row_of(byte) == (own.to - 1) / 2);
            }
        }));
    }
};

ARENASCOPE_TEST(TextScaleTest)
#include "text_scale_test.moc"
