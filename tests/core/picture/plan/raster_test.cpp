#include "core/picture/plan/raster.h"

#include <rapidcheck.h>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

struct Item {
    MemoryRectangle rectangle;
    std::size_t layer;
};

/// Rectangles of all shapes in and around [0, 1000) × [0, 1000).
rc::Gen<std::vector<Item>> any_items() {
    return rc::gen::container<std::vector<Item>>(rc::gen::exec([] {
        const auto begin = *rc::gen::inRange<std::int64_t>(-100, 1000);
        const auto from = *rc::gen::inRange<std::int64_t>(-100, 1000);
        const MemoryRectangle rectangle{begin, begin + *rc::gen::inRange<std::int64_t>(1, 400), from,
                                        from + *rc::gen::inRange<std::int64_t>(1, 400), BufferIndex(0)};
        return Item{rectangle, *rc::gen::inRange<std::size_t>(0, Raster::most_layers)};
    }));
}

}  // namespace

class RasterTest : public QObject {
    Q_OBJECT

private slots:
    void the_highest_layer_wins_each_pixel() {
        Raster raster(4, 2);
        raster.add({0, 0, 3, 2}, 0);
        raster.add({1, 0, 2, 1}, 5);
        raster.add({0, 0, 2, 1}, 3);
        const std::vector<std::uint8_t> expected{4, 6, 1, 0, 1, 1, 1, 0};
        QVERIFY(std::move(raster).codes() == expected);
    }

    void an_outline_does_not_touch_the_inside() {
        Raster raster(5, 4);
        add_outline(raster, {0, 0, 4, 4}, 1, 0);
        const std::vector<std::uint8_t> expected{1, 1, 1, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 1, 1, 1, 1, 0};
        QVERIFY(std::move(raster).codes() == expected);
    }

    void many_large_rectangles_give_the_same_picture_as_few() {
        constexpr std::int32_t size = 70;
        Raster few(size, size);
        Raster many(size, size);
        for (int i = 0; i < 1000; ++i) {
            many.add({0, 0, size, size}, 1);
        }
        few.add({0, 0, size, size}, 1);
        for (Raster* raster : {&few, &many}) {
            raster->add({10, 10, 50, 60}, 0);  // below
            raster->add({20, 0, 70, 40}, 3);
            raster->add({30, 5, 32, 7}, 2);
            raster->add({30, 60, 32, 62}, 2);  // written, above counted ones
        }
        QVERIFY(std::move(few).codes() == std::move(many).codes());
    }

    void a_rectangle_touches_every_pixel_that_it_partly_covers() {
        // 10 steps and 10 bytes for each pixel: [5, 25) and [10, 20).
        const CellMapper cells({{0, 100}, {0, 100}}, 10, 10);
        QVERIFY(cells({5, 25, 10, 20, BufferIndex(0)}) == (CellRange{0, 8, 3, 9}));
    }

    void a_rectangle_out_of_view_touches_nothing() {
        const CellMapper cells({{100, 200}, {0, 100}}, 10, 10);
        QVERIFY(is_empty(cells({0, 100, 0, 10, BufferIndex(0)})));
        QVERIFY(is_empty(cells({120, 130, 100, 110, BufferIndex(0)})));
    }

    void every_rectangle_in_view_touches_a_pixel_at_any_zoom() {
        QVERIFY(rc::check([] {
            const auto exponent = *rc::gen::inRange(0, 17);
            std::int64_t unit = 1;
            for (int i = 0; i < exponent; ++i) {
                unit *= 10;
            }
            const auto begin = *rc::gen::inRange<std::int64_t>(0, 10) * unit;
            const CellMapper cells({{0, static_cast<long double>(10 * unit)}, {0, 1000}}, *rc::gen::inRange(1, 900),
                                   *rc::gen::inRange(1, 900));
            const CellRange touched = cells({begin, begin + 1, 999, 1000, BufferIndex(0)});
            RC_ASSERT(!is_empty(touched));
        }));
    }

    /// Draws the same picture by brute force: each pixel checks each rectangle.
    void equals_the_brute_force_picture_pixel_for_pixel() {
        QVERIFY(rc::check([](int columns_seed, int rows_seed) {
            const std::int32_t columns = 1 + std::abs(columns_seed % 60);
            const std::int32_t rows = 1 + std::abs(rows_seed % 60);
            const auto items = *any_items();
            // The number of steps for each pixel is a power of two, so that the brute-force picture has no rounding
            // errors.
            const std::int64_t step = 16;
            const View view{{0, static_cast<long double>(columns * step)}, {0, static_cast<long double>(rows * step)}};
            const CellMapper cells(view, columns, rows);
            Raster raster(columns, rows);
            for (const Item& item : items) {
                raster.add(cells(item.rectangle), item.layer);
            }
            const auto codes = std::move(raster).codes();
            for (std::int32_t row = 0; row < rows; ++row) {
                for (std::int32_t column = 0; column < columns; ++column) {
                    std::size_t expected = 0;
                    const std::int64_t left = column * step;
                    const std::int64_t bottom = (rows - 1 - row) * step;
                    for (const Item& item : items) {
                        const MemoryRectangle& r = item.rectangle;
                        if (r.begin < left + step && r.end > left && r.from < bottom + step && r.to > bottom) {
                            expected = std::max(expected, item.layer + 1);
                        }
                    }
                    RC_ASSERT(codes[static_cast<std::size_t>(row * columns + column)] == expected);
                }
            }
        }));
    }
};

ARENASCOPE_TEST(RasterTest)
#include "raster_test.moc"
