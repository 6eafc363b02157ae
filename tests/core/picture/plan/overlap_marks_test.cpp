#include "core/picture/plan/overlap_marks.h"

#include <algorithm>
#include <rapidcheck.h>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr Color red{200, 0, 0};

/// One pixel for each step and byte.
Canvas canvas_of(int size, std::int32_t scale = 1) {
    const auto length = static_cast<long double>(size);
    const auto pixels = static_cast<double>(size);
    return {{{{0, length}, {0, length}}, {0, 0, pixels, pixels}}, scale};
}

/// Too many pairs to be outlined one by one; the areas say where they are.
std::vector<MemoryRectangle> many_pairs() {
    return std::vector<MemoryRectangle>(few_overlaps + 1, MemoryRectangle{0, 1, 0, 1, BufferIndex(0)});
}

template <class Kind>
std::vector<Kind> all(const Drawing& drawing) {
    std::vector<Kind> result;
    for (const Primitive& primitive : drawing.primitives) {
        if (const auto* one = std::get_if<Kind>(&primitive)) {
            result.push_back(*one);
        }
    }
    return result;
}

bool covers(const CellRange& cells, std::int32_t column, std::int32_t row) {
    return cells.left <= column && column < cells.right && cells.top <= row && row < cells.bottom;
}

std::vector<MemoryRectangle> any_rectangles(int size) {
    std::vector<MemoryRectangle> rectangles;
    for (int i = 0, count = *rc::gen::inRange(1, 20); i < count; ++i) {
        const auto begin = *rc::gen::inRange<std::int64_t>(0, size);
        const auto from = *rc::gen::inRange<std::int64_t>(0, size);
        rectangles.push_back({begin, begin + *rc::gen::inRange<std::int64_t>(1, size), from,
                              from + *rc::gen::inRange<std::int64_t>(1, size), BufferIndex(0)});
    }
    return rectangles;
}

}  // namespace

class OverlapMarksTest : public QObject {
    Q_OBJECT

private slots:
    void few_pairs_are_numbered_in_their_order() {
        const std::vector<MemoryRectangle> pairs{{10, 30, 10, 30, {}}, {50, 52, 50, 90, {}}, {500, 600, 0, 10, {}}};
        const MeasureText measure = [](std::string_view text, TextStyle) {
            return 6.0 * static_cast<double>(text.size());
        };
        const Canvas canvas = canvas_of(100);
        const auto numbers = overlap_numbers({pairs, pairs}, canvas, {10, false}, measure);
        QCOMPARE(numbers.size(), std::size_t{2});
        QCOMPARE(numbers[0].number, std::size_t{1});
        QVERIFY(contains(numbers[0].ground, {20, 80}));
        QCOMPARE(numbers[1].number, std::size_t{2});
        Drawing drawing;
        draw_numbers(drawing, numbers, {pairs, pairs}, {}, canvas, {10, false}, palette(Theme::light));
        QCOMPARE(all<DrawnText>(drawing).back().text, std::string("2"));
        // The second is thin, so that a frame along the edge of a buffer would hide it.
        QCOMPARE(all<FilledBox>(drawing).front().fill, std::optional(palette(Theme::light).conflict));
        const std::vector<MemoryRectangle> same(3, {10, 30, 10, 30, {}});
        const auto beside = overlap_numbers({same, same}, canvas, {10, false}, measure);
        QCOMPARE(beside.size(), std::size_t{3});
        QVERIFY(!intersects(beside[0].ground, beside[1].ground) && !intersects(beside[1].ground, beside[2].ground));
        const std::vector<MemoryRectangle> many(few_overlaps + 1, {10, 30, 10, 30, {}});
        QVERIFY(overlap_numbers({many, many}, canvas, {10, false}, measure).empty());
        const std::vector<MemoryRectangle> hundreds(few_overlaps, {500, 600, 0, 10, {}});
        std::vector<MemoryRectangle> last = hundreds;
        last.back() = {10, 30, 10, 30, {}};
        QCOMPARE(overlap_numbers({last, last}, canvas, {10, false}, measure).front().number, few_overlaps);
    }

    void a_thin_pair_of_selected_buffers_is_drawn_over_their_frames_without_a_number() {
        const std::vector<MemoryRectangle> pairs{{50, 51, 50, 90, {}}, {10, 11, 10, 11, {}}};
        const std::vector<MemoryRectangle> selected{{40, 51, 50, 95, BufferIndex(0)}, {50, 80, 40, 90, BufferIndex(1)}};
        Drawing drawing;
        draw_numbers(drawing, {}, {pairs, pairs}, selected, canvas_of(100), {10, false}, palette(Theme::light));
        const auto boxes = all<FilledBox>(drawing);
        QCOMPARE(boxes.size(), std::size_t{1});
        QVERIFY(width(boxes.front().box) >= 6 && contains(boxes.front().box, {50.5, 30}));
    }

    void few_overlaps_are_hatched_once_and_outlined_pair_by_pair() {
        const std::vector<MemoryRectangle> pairs{{0, 20, 0, 20, BufferIndex(0)}, {10, 30, 0, 20, BufferIndex(1)}};
        const std::vector<MemoryRectangle> areas{{0, 30, 0, 20, BufferIndex::none()}};
        Drawing drawing;
        draw_shapes(drawing, {pairs, areas}, canvas_of(50), red);
        const auto boxes = all<FilledBox>(drawing);
        QCOMPARE(boxes.size(), std::size_t{3});
        QVERIFY(boxes[0].pattern == Pattern::cross_hatch && !boxes[0].edge);
        QCOMPARE(boxes[0].box, (Box{0, 30, 30, 50}));
        QVERIFY(boxes[1].pattern == Pattern::plain && boxes[1].edge == red);
        QCOMPARE(boxes[2].box, (Box{10, 30, 30, 50}));
    }

    void a_tiny_overlap_is_enlarged() {
        const std::vector<MemoryRectangle> tiny{{10, 11, 10, 11, BufferIndex(0)}};
        const Canvas canvas = canvas_of(50);
        for (const auto& pairs : {tiny, many_pairs()}) {
            const std::vector<std::uint8_t> codes = overlap_codes({pairs, tiny}, canvas);
            QVERIFY(std::count_if(codes.begin(), codes.end(), [](auto code) { return code != 0; }) >= 16);
        }
    }

    void every_area_marks_its_pixels_and_none_far_from_it() {
        QVERIFY(rc::check("codes", [] {
            constexpr int size = 40;
            const std::vector<MemoryRectangle> areas = any_rectangles(size);
            const Canvas canvas = canvas_of(size, *rc::gen::inRange(1, 3));
            const bool few = *rc::gen::arbitrary<bool>();
            const std::vector<MemoryRectangle> pairs = few ? areas : many_pairs();
            const std::vector<std::uint8_t> codes = overlap_codes({pairs, areas}, canvas);
            std::size_t i = 0;
            for (std::int32_t row = 0; row < canvas.rows(); ++row) {
                for (std::int32_t column = 0; column < canvas.columns(); ++column, ++i) {
                    const bool shared = std::any_of(areas.begin(), areas.end(), [&](const MemoryRectangle& area) {
                        return covers(canvas.cells_of(area), column, row);
                    });
                    const bool near = std::any_of(areas.begin(), areas.end(), [&](const MemoryRectangle& area) {
                        return covers(canvas.widened_cells_of(area), column, row);
                    });
                    RC_ASSERT((!shared || codes[i] != 0));
                    RC_ASSERT((near || codes[i] == 0));
                }
            }
        }));
    }

    void many_overlaps_are_outlined_together() {
        const std::vector<MemoryRectangle> pairs = many_pairs();
        // Two areas that form an L.
        const std::vector<MemoryRectangle> areas{{10, 20, 10, 40, BufferIndex::none()},
                                                 {20, 40, 10, 20, BufferIndex::none()}};
        Drawing drawing;
        draw_shapes(drawing, {pairs, areas}, canvas_of(50), red);
        QCOMPARE(all<StraightLine>(drawing).size(), std::size_t{6});
        for (const FilledBox& box : all<FilledBox>(drawing)) {
            QVERIFY(box.pattern == Pattern::cross_hatch && !box.edge);
        }
        const std::vector<std::uint8_t> codes = overlap_codes({pairs, areas}, canvas_of(50));
        QCOMPARE(codes[30 * 50 + 15], conflict_inside);
        QCOMPARE(codes[30 * 50 + 10], conflict_edge);
        // There is no line where the two areas touch.
        QCOMPARE(codes[35 * 50 + 20], conflict_inside);
    }

    void the_outline_of_many_encloses_all_marked_cells() {
        QVERIFY(rc::check("outline", [] {
            constexpr int size = 40;
            const std::vector<MemoryRectangle> pairs = many_pairs();
            const std::vector<MemoryRectangle> areas = any_rectangles(size);
            const Canvas canvas = canvas_of(size);
            Drawing drawing;
            draw_shapes(drawing, {pairs, areas}, canvas, red);
            const std::vector<std::uint8_t> codes = overlap_codes({pairs, areas}, canvas);
            // Compares the number of cell sides without a marked neighbour with the total length of the lines.
            const auto marked = [&](std::int32_t column, std::int32_t row) {
                return column >= 0 && row >= 0 && column < size && row < size && codes[row * size + column] != 0;
            };
            double sides = 0;
            for (std::int32_t row = 0; row < size; ++row) {
                for (std::int32_t column = 0; column < size; ++column) {
                    if (marked(column, row)) {
                        sides += !marked(column - 1, row) + !marked(column + 1, row) + !marked(column, row - 1) +
                                 !marked(column, row + 1);
                    }
                }
            }
            double lines = 0;
            for (const StraightLine& line : all<StraightLine>(drawing)) {
                lines += line.to.x - line.from.x + line.to.y - line.from.y;
            }
            RC_ASSERT(lines == sides);
        }));
    }

    /// Two buffers with gaps that interleave have few pairs, but very many areas.
    void very_many_areas_of_one_pair_become_pixels() {
        const std::vector<MemoryRectangle> pairs{{0, 50, 0, 50, BufferIndex(0)}};
        std::vector<MemoryRectangle> areas(40'000, MemoryRectangle{0, 1, 0, 50, BufferIndex::none()});
        Drawing drawing;
        draw_shapes(drawing, {pairs, areas}, canvas_of(50), red);
        QCOMPARE(drawing.primitives.size(), std::size_t{1});
        const auto* grid = std::get_if<std::shared_ptr<const PixelGrid>>(&drawing.primitives.front());
        QVERIFY(grid != nullptr);
        QCOMPARE((*grid)->codes, overlap_codes({pairs, areas}, canvas_of(50)));
    }

    void too_many_shapes_become_pixels() {
        std::vector<MemoryRectangle> areas;
        for (std::int64_t i = 0; i < 200; ++i) {
            for (std::int64_t j = 0; j < 200; ++j) {
                areas.push_back({10 * i, 10 * i + 5, 10 * j, 10 * j + 5, BufferIndex::none()});
            }
        }
        const std::vector<MemoryRectangle> pairs = many_pairs();
        Drawing drawing;
        draw_shapes(drawing, {pairs, areas}, canvas_of(2000), red);
        QCOMPARE(drawing.primitives.size(), std::size_t{1});
        const auto grids = all<std::shared_ptr<const PixelGrid>>(drawing);
        QCOMPARE(grids.size(), std::size_t{1});
        QCOMPARE(grids[0]->conflict, red);
        QCOMPARE(grids[0]->codes[1999 * 2000], conflict_edge);
    }
};

ARENASCOPE_TEST(OverlapMarksTest)
#include "overlap_marks_test.moc"
