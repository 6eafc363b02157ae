#include "core/picture/plan/pixel_grid.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

PixelGrid grid_of(std::int32_t columns, std::vector<std::uint8_t> codes) {
    PixelGrid grid;
    grid.columns = columns;
    grid.rows = static_cast<std::int32_t>(codes.size()) / columns;
    grid.codes = std::move(codes);
    return grid;
}

using Codes = std::vector<std::uint8_t>;

}  // namespace

class StretchedGridTest : public QObject {
    Q_OBJECT

private slots:
    void a_moved_view_moves_whole_pixels_and_keeps_what_is_outside() {
        PixelGrid grid = grid_of(3, Codes(6, 9));
        stretch(grid, {{1, 4}, {0, 2}}, grid_of(3, {1, 2, 3, 4, 5, 6}), {{0, 3}, {0, 2}});
        QVERIFY(grid.codes == (Codes{2, 3, 9, 5, 6, 9}));
        PixelGrid higher = grid_of(3, Codes(6, 9));
        stretch(higher, {{0, 3}, {1, 3}}, grid_of(3, {1, 2, 3, 4, 5, 6}), {{0, 3}, {0, 2}});
        QVERIFY(higher.codes == (Codes{9, 9, 9, 1, 2, 3}));
    }

    void a_smaller_picture_keeps_the_highest_codes() {
        PixelGrid grid = grid_of(2, Codes(2, 9));
        stretch(grid, {{0, 8}, {0, 1}}, grid_of(4, {0, 3, 1, 0}), {{0, 4}, {0, 1}});
        QVERIFY(grid.codes == (Codes{3, 9}));
    }

    void a_larger_picture_repeats_pixels() {
        PixelGrid grid = grid_of(4, Codes(4, 9));
        stretch(grid, {{0.1L, 0.9L}, {0, 1}}, grid_of(2, {1, 2}), {{0, 2}, {0, 1}});
        QVERIFY(grid.codes == (Codes{1, 1, 1, 1}));
    }
};

ARENASCOPE_TEST(StretchedGridTest)
#include "stretched_grid_test.moc"
