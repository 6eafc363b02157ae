#include "core/picture/raster.h"

#include <algorithm>

namespace arenascope {
namespace {

/// Writing this many adjacent bytes costs no more than four corners that are far apart.
constexpr std::int32_t most_written_pixels = 16;

}  // namespace

CellMapper::CellMapper(const View& view, std::int32_t columns, std::int32_t rows)
    : across_(view.steps, 0, columns), up_(view.bytes, rows, 0), columns_(columns), rows_(rows) {}

Raster::Raster(std::int32_t columns, std::int32_t rows)
    : columns_(std::max<std::int32_t>(columns, 1)),
      rows_(std::max<std::int32_t>(rows, 1)),
      smallest_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_), 0) {}

void Raster::add(CellRange cells, std::size_t layer) {
    if (is_empty(cells)) {
        return;
    }
    const std::int32_t across = cells.right - cells.left;
    const std::int32_t up = cells.bottom - cells.top;
    if (across <= most_written_pixels && up <= most_written_pixels && across * up <= most_written_pixels) {
        const auto code = static_cast<std::uint8_t>(layer + 1);
        std::uint8_t* line =
            smallest_.data() + static_cast<std::size_t>(cells.top) * static_cast<std::size_t>(columns_);
        for (std::int32_t row = cells.top; row < cells.bottom; ++row, line += columns_) {
            for (std::int32_t column = cells.left; column < cells.right; ++column) {
                line[column] = std::max(line[column], code);
            }
        }
        return;
    }
    const auto stride = static_cast<std::size_t>(columns_) + 1;
    std::vector<std::int32_t>& difference = differences_[layer];
    if (difference.empty()) {
        difference.resize(stride * (static_cast<std::size_t>(rows_) + 1), 0);
    }
    const auto left = static_cast<std::size_t>(cells.left);
    const auto right = static_cast<std::size_t>(cells.right);
    const std::size_t top = static_cast<std::size_t>(cells.top) * stride;
    const std::size_t bottom = static_cast<std::size_t>(cells.bottom) * stride;
    ++difference[top + left];
    --difference[top + right];
    --difference[bottom + left];
    ++difference[bottom + right];
}

std::vector<std::uint8_t> Raster::codes() const {
    const auto columns = static_cast<std::size_t>(columns_);
    const auto rows = static_cast<std::size_t>(rows_);
    std::vector<std::uint8_t> codes(columns * rows, 0);
    std::vector<std::int32_t> above(columns + 1);
    for (std::size_t layer = 0; layer < most_layers; ++layer) {
        if (differences_[layer].empty()) {
            continue;
        }
        const auto code = static_cast<std::uint8_t>(layer + 1);
        std::fill(above.begin(), above.end(), 0);
        const std::int32_t* difference = differences_[layer].data();
        for (std::size_t row = 0; row < rows; ++row, difference += columns + 1) {
            for (std::size_t column = 0; column <= columns; ++column) {
                above[column] += difference[column];
            }
            std::int32_t count = 0;
            std::uint8_t* line = codes.data() + row * columns;
            for (std::size_t column = 0; column < columns; ++column) {
                count += above[column];
                line[column] = count > 0 ? code : line[column];
            }
        }
    }
    for (std::size_t i = 0; i < codes.size(); ++i) {
        codes[i] = std::max(codes[i], smallest_[i]);
    }
    return codes;
}

void add_outline(Raster& raster, const CellRange& cells, std::int32_t thickness, std::size_t layer) {
    const std::int32_t inner_left = std::min(cells.left + thickness, cells.right);
    const std::int32_t inner_right = std::max(cells.right - thickness, inner_left);
    const std::int32_t inner_top = std::min(cells.top + thickness, cells.bottom);
    const std::int32_t inner_bottom = std::max(cells.bottom - thickness, inner_top);
    raster.add({cells.left, cells.top, cells.right, inner_top}, layer);
    raster.add({cells.left, inner_bottom, cells.right, cells.bottom}, layer);
    raster.add({cells.left, inner_top, inner_left, inner_bottom}, layer);
    raster.add({inner_right, inner_top, cells.right, inner_bottom}, layer);
}

}  // namespace arenascope
