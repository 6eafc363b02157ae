#include "core/picture/plan/pixel_grid.h"

#include <rapidcheck.h>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr std::uint8_t code_of(std::size_t style, CellPart part) {
    return static_cast<std::uint8_t>(layer_of(style, part) + 1);
}

std::uint32_t argb(Color color) {
    return 0xFF000000U | static_cast<std::uint32_t>(color.red) << 16U | static_cast<std::uint32_t>(color.green) << 8U |
           color.blue;
}

/// One row of pixels in the risk styles.
PixelGrid row_of(std::vector<std::uint8_t> codes) {
    const Palette& tokens = palette(Theme::light);
    PixelGrid grid;
    grid.columns = static_cast<std::int32_t>(codes.size());
    grid.rows = 1;
    grid.codes = std::move(codes);
    grid.styles = {tokens.dimmed, tokens.none, tokens.high_over};
    grid.conflict = tokens.conflict;
    return grid;
}

}  // namespace

class PixelGridTest : public QObject {
    Q_OBJECT

private slots:
    void a_code_gives_its_class_for_any_part_and_conflict() {
        for (std::size_t style = 0; style < most_classes; ++style) {
            for (const CellPart part : {CellPart::inside, CellPart::small, CellPart::edge}) {
                const std::uint8_t code = code_of(style, part);
                QVERIFY(code <= layer_bits);
                QCOMPARE(class_of_code(code), style);
                QCOMPARE(class_of_code(code | conflict_inside | conflict_edge), style);
            }
        }
    }

    void a_higher_class_has_a_higher_code_than_any_part_of_a_lower_one() {
        QVERIFY(code_of(2, CellPart::inside) > code_of(1, CellPart::edge));
        QVERIFY(code_of(1, CellPart::edge) > code_of(1, CellPart::small));
        QVERIFY(code_of(1, CellPart::small) > code_of(1, CellPart::inside));
    }

    void empty_pixels_are_transparent_and_others_have_their_style() {
        const Palette& tokens = palette(Theme::light);
        const auto colors = colors_of(row_of({0, code_of(1, CellPart::inside), code_of(1, CellPart::edge)}));
        QCOMPARE(colors[0], 0U);
        QCOMPARE(colors[1], argb(tokens.none.fill));
        QCOMPARE(colors[2], argb(tokens.none.edge));
    }

    void a_conflict_edge_covers_everything_and_its_inside_is_hatched() {
        const Color conflict = palette(Theme::light).conflict;
        std::vector<std::uint8_t> codes(static_cast<std::size_t>(hatch_distance) * 2,
                                        code_of(2, CellPart::inside) | conflict_inside);
        codes.push_back(code_of(2, CellPart::inside) | conflict_edge);
        const auto colors = colors_of(row_of(codes));
        QCOMPARE(colors.back(), argb(conflict));
        const auto marked = std::count(colors.begin(), colors.end() - 1, argb(conflict));
        QVERIFY(marked >= 2);
        QVERIFY(marked < hatch_distance);
    }

    void a_small_rectangle_is_between_fill_and_edge() {
        const RiskStyle& style = palette(Theme::light).none;
        const Color small = color_of(style, CellPart::small);
        QVERIFY(small.red >= std::min(style.fill.red, style.edge.red));
        QVERIFY(small.red <= std::max(style.fill.red, style.edge.red));
        QVERIFY(small != style.fill);
    }

    void marks_keep_their_distance_at_every_scale() {
        for (const std::int32_t scale : {1, 2, 3}) {
            for (const Pattern pattern : {Pattern::hatch, Pattern::dots, Pattern::cross_hatch}) {
                int marked = 0;
                const int side = 84 * scale;  // a multiple of both distances, twice
                for (int row = 0; row < side; ++row) {
                    for (int column = 0; column < side; ++column) {
                        marked += is_marked(pattern, column, row, scale) ? 1 : 0;
                    }
                }
                QVERIFY(marked > 0);
                QVERIFY(2 * marked < side * side);
            }
            QVERIFY(!is_marked(Pattern::plain, 0, 0, scale));
        }
    }

    void runs_cover_each_pixel_once_with_its_own_code() {
        QVERIFY(rc::check("runs", [] {
            PixelGrid grid;
            grid.columns = *rc::gen::inRange(1, 30);
            grid.rows = *rc::gen::inRange(1, 30);
            const auto pixels = static_cast<std::size_t>(grid.columns) * static_cast<std::size_t>(grid.rows);
            grid.codes = *rc::gen::container<std::vector<std::uint8_t>>(
                pixels, rc::gen::element<std::uint8_t>(0, 0, 0, 1, 1, 7, 0x47));
            std::vector<std::uint8_t> covered(pixels, 0);
            for (const CellRun& run : runs_of(grid)) {
                RC_ASSERT(run.code != 0);
                for (std::int32_t row = run.top; row < run.bottom; ++row) {
                    for (std::int32_t column = run.left; column < run.right; ++column) {
                        std::uint8_t& pixel = covered[static_cast<std::size_t>(row * grid.columns + column)];
                        RC_ASSERT(pixel == 0);
                        pixel = run.code;
                    }
                }
            }
            RC_ASSERT(covered == grid.codes);
        }));
    }

    void a_reduced_pixel_has_the_highest_code_it_replaces() {
        PixelGrid grid = row_of({0, 4, 7, 1, 0, 0});
        const PixelGrid half = reduced(grid, 3, 1);
        QCOMPARE(half.codes, (std::vector<std::uint8_t>{4, 7, 0}));
        grid.codes[3] = 1 | conflict_edge;
        QCOMPARE(reduced(grid, 3, 1).codes[1], static_cast<std::uint8_t>(7 | conflict_edge));
        QCOMPARE(reduced(grid, 6, 1).codes, grid.codes);
    }

    void no_code_is_lost_when_a_grid_is_reduced() {
        QVERIFY(rc::check("reduced", [] {
            PixelGrid grid;
            grid.columns = *rc::gen::inRange(1, 40);
            grid.rows = *rc::gen::inRange(1, 40);
            grid.codes.resize(static_cast<std::size_t>(grid.columns) * static_cast<std::size_t>(grid.rows), 0);
            const auto urgent = *rc::gen::inRange<std::size_t>(0, grid.codes.size());
            grid.codes[urgent] = 9;
            const PixelGrid fewer =
                reduced(grid, *rc::gen::inRange(1, grid.columns + 1), *rc::gen::inRange(1, grid.rows + 1));
            RC_ASSERT(std::count(fewer.codes.begin(), fewer.codes.end(), 9) == 1);
        }));
    }

    void a_block_of_one_code_is_a_single_run() {
        PixelGrid grid;
        grid.columns = 4;
        grid.rows = 3;
        grid.codes = {0, 5, 5, 0, 0, 5, 5, 0, 0, 5, 5, 0};
        const auto runs = runs_of(grid);
        QCOMPARE(runs.size(), std::size_t{1});
        QCOMPARE(runs[0].left, 1);
        QCOMPARE(runs[0].right, 3);
        QCOMPARE(runs[0].top, 0);
        QCOMPARE(runs[0].bottom, 3);
    }
};

ARENASCOPE_TEST(PixelGridTest)
#include "pixel_grid_test.moc"
