#include "core/picture/plan/ground_levels.h"

#include <algorithm>
#include <rapidcheck.h>

#include "core/picture/plan/label_rows.h"
#include "core/picture/plan/pixel_grid.h"
#include "core/picture/plan/scene.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr std::size_t most_styles = 4;

/// Many rectangles of any length and height, as a picture draws them.
struct Crowd {
    std::vector<MemoryRectangle> rectangles;
    Coloring coloring;
    std::vector<Container> stack = std::vector<Container>(1);

    [[nodiscard]] SceneGround ground(const ShownRectangles& shown, const Viewport& port, std::int32_t scale) const {
        Scene scene;
        scene.rectangles = shown;
        scene.coloring = &coloring;
        scene.viewport = port;
        scene.scale = scale;
        return ground_of(scene);
    }
    [[nodiscard]] GroundLevels levels(const HitIndex& index) const {
        return {index, [this](const MemoryRectangle& each) { return coloring.class_of[each.buffer]; }, stack};
    }
};

Crowd any_crowd() {
    Crowd crowd;
    // One generator for all numbers, because thousands of generated ones would take seconds.
    std::uint64_t state = *rc::gen::arbitrary<std::uint32_t>();
    const auto next = [&state] {
        state = state * 6364136223846793005U + 1442695040888963407U;
        return state >> 33U;
    };
    const auto below = [&next](std::uint64_t bound) {
        const std::uint64_t high = next() << 31U;
        return static_cast<std::int64_t>((high | next()) % bound);
    };
    const auto count = *rc::gen::inRange<std::size_t>(0, 3000);
    const auto steps = static_cast<std::uint64_t>(*rc::gen::element(200, 5000, 1'000'000));
    // Covers of a wide range of bytes are kept in larger units, or not at all.
    const auto unit = static_cast<std::uint64_t>(*rc::gen::element(1, 64, 1 << 24));
    const auto bytes = unit * static_cast<std::uint64_t>(*rc::gen::element(300, 40'000, 1'000'000'000));
    const auto multiple = *rc::gen::arbitrary<bool>() ? static_cast<std::int64_t>(unit) : 1;
    const auto longest = static_cast<std::uint64_t>(*rc::gen::element(4, 100, 5000));
    const auto highest = unit * static_cast<std::uint64_t>(*rc::gen::element(3, 200, 60'000));
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t begin = below(steps);
        const std::int64_t from = below(bytes) / multiple * multiple;
        crowd.rectangles.push_back({begin, begin + 1 + below(1 + static_cast<std::uint64_t>(below(longest))), from,
                                    from + std::max(multiple, below(highest) / multiple * multiple), BufferIndex(i)});
        crowd.coloring.class_of.push_back(static_cast<std::uint8_t>(below(most_styles)));
    }
    crowd.coloring.classes.resize(most_styles);
    crowd.stack[0].highest = static_cast<std::int64_t>(2 * bytes);
    crowd.stack[0].threshold = Bytes(static_cast<std::int64_t>(bytes / 2));
    return crowd;
}

/// A part of the extent of a crowd, or more than all of it.
View any_view(const Crowd& crowd) {
    View whole{{0, 1}, {0, 1}};
    for (const MemoryRectangle& each : crowd.rectangles) {
        whole = joined(whole, {{0, static_cast<long double>(each.end)}, {0, static_cast<long double>(each.to)}});
    }
    const auto part = [](Stretch stretch) -> Stretch {
        const long double from = length(stretch) * *rc::gen::inRange(-100, 900) / 1000;
        const long double share = *rc::gen::element(1.2L, 0.7L, 0.1L, 0.003L);
        return *rc::gen::arbitrary<bool>() ? stretch : Stretch{from, from + length(stretch) * share};
    };
    return {part(whole.steps), part(whole.bytes)};
}

Box box_of_view() {
    return {0, 0, static_cast<double>(*rc::gen::inRange(1, 160)), static_cast<double>(*rc::gen::inRange(1, 120))};
}

}  // namespace

class GroundLevelsTest : public QObject {
    Q_OBJECT

private slots:
    void a_run_in_one_column_is_drawn_from_what_it_covers() {
        const std::vector<MemoryRectangle> rectangles{{0, 1, 0, 4, BufferIndex(0)},   {1, 2, 4, 9, BufferIndex(1)},
                                                      {2, 3, 20, 30, BufferIndex(2)}, {3, 4, 2, 5, BufferIndex(3)},
                                                      {4, 5, 0, 4, BufferIndex(4)},   {5, 6, 22, 30, BufferIndex(5)}};
        const HitIndex index(rectangles);
        const GroundLevels levels(
            index, [](const MemoryRectangle& each) -> std::uint8_t { return each.buffer == BufferIndex(3) ? 1 : 0; },
            {});
        std::vector<std::pair<std::int64_t, std::int64_t>> covered;
        levels.visit(
            index,
            [&](const LevelNode& node) {
                levels.for_each_cover(node, [&](const Cover& cover) { covered.emplace_back(cover.from, cover.to); });
                return Visit::skip;
            },
            [](const MemoryRectangle&) { return true; });
        QVERIFY(covered == (std::vector<std::pair<std::int64_t, std::int64_t>>{{0, 9}, {20, 30}, {2, 5}}));
    }

    void a_run_that_is_covered_by_nearly_as_many_pieces_is_drawn_from_its_rectangles() {
        const std::vector<MemoryRectangle> rectangles{
            {0, 1, 0, 4, BufferIndex(0)}, {1, 2, 8, 9, BufferIndex(1)}, {2, 3, 8, 9, BufferIndex(2)}};
        const HitIndex index(rectangles);
        const GroundLevels levels(index, [](const MemoryRectangle& /*each*/) -> std::uint8_t { return 0; }, {});
        std::size_t drawn = 0;
        levels.visit(
            index, [](const LevelNode& node) { return GroundLevels::has_covers(node) ? Visit::skip : Visit::descend; },
            [&drawn](const MemoryRectangle& /*each*/) {
                ++drawn;
                return true;
            });
        QCOMPARE(drawn, rectangles.size());
    }

    /// At rest and in motion: what a picture shows of any view.
    void any_view_equals_that_of_all_rectangles_and_a_moved_one_is_never_below_it() {
        QVERIFY(rc::check([] {
            const Crowd crowd = any_crowd();
            const HitIndex index(crowd.rectangles);
            const GroundLevels levels = crowd.levels(index);
            const Viewport port{any_view(crowd), box_of_view()};
            const std::int32_t scale = *rc::gen::inRange(1, 3);
            const SceneGround expected = crowd.ground(crowd.rectangles, port, scale);
            const SceneGround found = crowd.ground({index, BufferIndex::none(), &levels}, port, scale);
            RC_ASSERT(found.pixels.codes == expected.pixels.codes);
            RC_ASSERT(found.figures.singly == expected.figures.singly);
            RC_ASSERT(found.figures.too_small == expected.figures.too_small);
            RC_ASSERT(found.singles.size() == expected.singles.size());

            const Viewport later{any_view(crowd), port.box};
            const PixelGrid exact = crowd.ground(crowd.rectangles, later, scale).pixels;
            PixelGrid moved = exact;
            constexpr std::uint8_t unknown = layer_bits;
            std::fill(moved.codes.begin(), moved.codes.end(), unknown);
            stretch(moved, later.view, found.pixels, port.view);
            const bool is_only_moved = std::abs(length(later.view.steps) / length(port.view.steps) - 1) < 1e-6L ||
                                       std::abs(length(later.view.bytes) / length(port.view.bytes) - 1) < 1e-6L;
            for (std::size_t i = 0; i < exact.codes.size() && !is_only_moved; ++i) {
                const bool is_below = exact.codes[i] != 0 && (moved.codes[i] == 0 || class_of_code(moved.codes[i]) <
                                                                                         class_of_code(exact.codes[i]));
                RC_ASSERT(!is_below);
            }
        }));
    }

    void labels_find_the_same_places() {
        QVERIFY(rc::check([] {
            const Crowd crowd = any_crowd();
            const HitIndex index(crowd.rectangles);
            const GroundLevels levels = crowd.levels(index);
            const Viewport port{any_view(crowd), box_of_view()};
            const double top = *rc::gen::inRange(0, 100);
            const std::vector<LabelRows::Row> row{{top, top + 12}};
            const LabelRows expected(row, port, crowd.stack, crowd.rectangles);
            const LabelRows found(row, port, crowd.stack, {index, BufferIndex::none(), &levels});
            for (const Covered most : {Covered::nothing, Covered::buffer}) {
                for (const double width : {1, 3, 10, 40}) {
                    RC_ASSERT(found.place(0, width, true, most) == expected.place(0, width, true, most));
                }
            }
        }));
    }
};

ARENASCOPE_TEST(GroundLevelsTest)
#include "ground_levels_test.moc"
