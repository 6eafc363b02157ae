#include "core/picture/terminal/text_plot.h"

#include <rapidcheck.h>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// The classes of the pixels as digits, a line for each row of pixels; blank pixels are points.
std::string classes_of(const TextPlot& plot) {
    std::string text;
    for (std::size_t i = 0; i < plot.codes.size(); ++i) {
        text += plot.codes[i] == 0 ? '.' : static_cast<char>('0' + class_of_code(plot.codes[i]));
        text += (i + 1) % static_cast<std::size_t>(plot.columns) == 0 ? "\n" : "";
    }
    return text;
}

/// The bytes of a row of pixels, as a fraction: [from, to) / divisor.
struct PixelBytes {
    std::int64_t from;
    std::int64_t to;
    std::int64_t divisor;
};

/// Computed from the picture in the header of ByteRows: equal parts on each side of the threshold.
PixelBytes bytes_of_pixel(std::int64_t lowest, std::int64_t threshold, std::int64_t top, std::int32_t wanted,
                          const ByteRows& rows, std::int32_t pixel) {
    const std::int64_t below = threshold - lowest;
    const bool has_own_scale = below * wanted < top - lowest;
    const std::int64_t from_bottom = 2 * std::int64_t{rows.rows()} - 1 - pixel;
    const std::int64_t over = from_bottom - 2 * std::int64_t{rows.rows_below()};
    const bool is_above = over >= 0 && has_own_scale;
    const std::int64_t length = is_above ? top - threshold : below;
    const std::int64_t pixels = 2 * (is_above ? std::max(wanted - rows.rows_below(), 1) : rows.rows_below());
    return {threshold * pixels + over * length, threshold * pixels + (over + 1) * length, pixels};
}

bool touches_column(const MemoryRectangle& rectangle, std::int64_t steps, std::int64_t columns, std::int64_t column) {
    if (steps <= columns) {
        const std::int64_t step = column * steps / columns;
        return rectangle.begin <= step && step < rectangle.end;
    }
    return rectangle.begin * columns < (column + 1) * steps && rectangle.end * columns > column * steps;
}

}  // namespace

class TextPlotTest : public QObject {
    Q_OBJECT

private slots:
    void a_higher_class_covers_a_lower_one() {
        const std::vector<MemoryRectangle> rectangles{{0, 2, 0, 40, BufferIndex(0)}, {1, 4, 20, 80, BufferIndex(1)}};
        const std::vector<std::uint8_t> classes{2, 1};
        const TextPlot plot = text_plot({rectangles, classes}, StepColumns({Step(0), Step(4)}, 4), {0, 80, 80, 2});
        QCOMPARE(classes_of(plot), std::string(".111\n.111\n2211\n22..\n"));
    }

    void a_rectangle_thinner_than_a_pixel_has_one() {
        const std::vector<MemoryRectangle> rectangles{{500, 501, 70, 71, BufferIndex(0)}};
        const std::vector<std::uint8_t> classes{3};
        const TextPlot plot =
            text_plot({rectangles, classes}, StepColumns({Step(0), Step(1000)}, 4), {0, 8000, 8000, 2});
        QCOMPARE(classes_of(plot), std::string("....\n....\n....\n..3.\n"));
    }

    void a_large_rectangle_has_an_edge_of_its_own_class() {
        const std::vector<MemoryRectangle> rectangles{{0, 5, 0, 40, BufferIndex(0)}};
        const std::vector<std::uint8_t> classes{1};
        const TextPlot plot = text_plot({rectangles, classes}, StepColumns({Step(0), Step(6)}, 6), {0, 40, 40, 2});
        QCOMPARE(classes_of(plot), std::string("11111.\n11111.\n11111.\n11111.\n"));
        QVERIFY(plot.upper(0, 0) == layer_of(1, CellPart::edge) + 1);
        QVERIFY(plot.lower(2, 0) == layer_of(1, CellPart::inside) + 1);
    }

    void conflicts_are_marked_over_whatever_lies_there() {
        const std::vector<MemoryRectangle> rectangles{{0, 2, 0, 40, BufferIndex(0)}};
        const std::vector<std::uint8_t> classes{1};
        const std::vector<MemoryRectangle> conflicts{{1, 2, 0, 10, BufferIndex::none()}};
        const TextPlot plot =
            text_plot({rectangles, classes, conflicts}, StepColumns({Step(0), Step(2)}, 2), {0, 40, 40, 2});
        QVERIFY(!plot.is_conflict(0, 1) && !plot.is_conflict(1, 0) && plot.is_conflict(1, 1));
        QVERIFY(plot.lower(1, 1) != 0);
    }

    void every_pixel_has_the_highest_class_that_touches_it() {
        QVERIFY(rc::check("pixels", [] {
            const auto steps = *rc::gen::inRange<std::int64_t>(1, 60);
            const auto columns = *rc::gen::inRange<std::int32_t>(1, 40);
            const auto wanted = *rc::gen::inRange<std::int32_t>(2, 12);
            const auto lowest = -*rc::gen::element<std::int64_t>(0, 0, 7, 40);
            const auto threshold = *rc::gen::inRange<std::int64_t>(1, 200);
            const auto top = threshold + *rc::gen::inRange<std::int64_t>(0, 200);
            std::vector<MemoryRectangle> rectangles;
            std::vector<std::uint8_t> classes;
            for (auto count = *rc::gen::inRange<std::size_t>(0, 12); count > 0; --count) {
                const auto begin = *rc::gen::inRange<std::int64_t>(0, steps);
                const auto from = *rc::gen::inRange<std::int64_t>(lowest, top);
                rectangles.push_back({begin, *rc::gen::inRange<std::int64_t>(begin + 1, steps + 1), from,
                                      *rc::gen::inRange<std::int64_t>(from + 1, top + 1),
                                      BufferIndex(rectangles.size())});
                classes.push_back(*rc::gen::inRange<std::uint8_t>(0, 9));
            }
            const ByteRows rows(lowest, threshold, top, wanted);
            const TextPlot plot = text_plot({rectangles, classes}, StepColumns({Step(0), Step(steps)}, columns), rows);
            RC_ASSERT(plot.codes.size() ==
                      static_cast<std::size_t>(columns) * static_cast<std::size_t>(2 * rows.rows()));
            for (std::int32_t pixel = 0; pixel < 2 * rows.rows(); ++pixel) {
                const PixelBytes bytes = bytes_of_pixel(lowest, threshold, top, wanted, rows, pixel);
                for (std::int32_t column = 0; column < columns; ++column) {
                    int highest = -1;
                    for (const MemoryRectangle& rectangle : rectangles) {
                        const bool is_touched = touches_column(rectangle, steps, columns, column) &&
                                                rectangle.from * bytes.divisor < bytes.to &&
                                                rectangle.to * bytes.divisor > bytes.from;
                        highest = is_touched ? std::max<int>(highest, classes[rectangle.buffer.value()]) : highest;
                    }
                    const std::uint8_t code =
                        plot.codes[static_cast<std::size_t>(pixel) * static_cast<std::size_t>(columns) +
                                   static_cast<std::size_t>(column)];
                    RC_ASSERT((code == 0 ? -1 : static_cast<int>(class_of_code(code))) == highest);
                }
            }
        }));
    }
};

ARENASCOPE_TEST(TextPlotTest)
#include "text_plot_test.moc"
