#include "core/picture/plan/raster.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>

namespace arenascope {
namespace {

/// Also so many bytes lie behind the last pixel, so that each pixel can be written with those after it.
constexpr std::int32_t pixels_at_once = 16;

/// Of lines of pixels. A pixel of a line costs about a sixteenth of the line itself.
std::int64_t writing_cost(std::int32_t lines, std::int32_t pixels) {
    return std::int64_t{lines} * (1 + pixels / pixels_at_once);
}

/// How often large rectangles may fill the whole raster. It takes some milliseconds.
constexpr std::int64_t most_fillings = 16;

/// Writing so little costs no more than four corners that are far apart.
constexpr std::int64_t least_counted_cost = 16;

using Pixels [[gnu::vector_size(pixels_at_once)]] = std::uint8_t;
constexpr Pixels positions{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/// Writes a code to the first few pixels of a line where it is the highest. All pixels at once, because a loop would
/// end after a different number of them each time, which the processor cannot foresee.
void write_few(std::uint8_t* line, std::int32_t count, std::uint8_t code) {
    Pixels pixels;
    std::memcpy(&pixels, line, sizeof pixels);
    const Pixels written = positions < Pixels{} + static_cast<std::uint8_t>(count) ? Pixels{} + code : Pixels{};
    pixels = pixels > written ? pixels : written;
    std::memcpy(line, &pixels, sizeof pixels);
}

/// Writes a code to the pixels of some lines where it is the highest. `all`: lines of `stride` pixels.
void write(std::vector<std::uint8_t>& all, std::int32_t stride, CellSpan lines, CellSpan pixels, std::uint8_t code) {
    std::uint8_t* line = all.data() + static_cast<std::size_t>(lines.from) * static_cast<std::size_t>(stride);
    const std::int32_t count = pixels.to - pixels.from;
    if (count <= pixels_at_once) {
        line += pixels.from;
        for (std::int32_t i = lines.from; i < lines.to; ++i, line += stride) {
            write_few(line, count, code);
        }
        return;
    }
    for (std::int32_t i = lines.from; i < lines.to; ++i, line += stride) {
        for (std::int32_t pixel = pixels.from; pixel < pixels.to; ++pixel) {
            line[pixel] = std::max(line[pixel], code);
        }
    }
}

/// Adds codes that are kept by column to those by row. In squares, because otherwise each pixel would be far from the
/// one before.
void add_columns(std::vector<std::uint8_t>& by_row, const std::vector<std::uint8_t>& by_column, std::size_t columns,
                 std::size_t rows) {
    constexpr std::size_t side = 32;
    for (std::size_t top = 0; top < rows; top += side) {
        const std::size_t bottom = std::min(top + side, rows);
        for (std::size_t left = 0; left < columns; left += side) {
            const std::size_t right = std::min(left + side, columns);
            for (std::size_t row = top; row < bottom; ++row) {
                for (std::size_t column = left; column < right; ++column) {
                    std::uint8_t& code = by_row[row * columns + column];
                    code = std::max(code, by_column[column * rows + row]);
                }
            }
        }
    }
}

}  // namespace

CellMapper::CellMapper(const View& view, std::int32_t columns, std::int32_t rows)
    : across_(view.steps, 0, columns), up_(view.bytes, rows, 0), columns_(columns), rows_(rows) {}

Raster::Raster(std::int32_t columns, std::int32_t rows)
    : columns_(std::max<std::int32_t>(columns, 1)),
      rows_(std::max<std::int32_t>(rows, 1)),
      by_row_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_) + pixels_at_once, 0),
      by_column_(by_row_.size(), 0),
      writing_left_(most_fillings * writing_cost(rows_, columns_)) {}

void Raster::add(CellRange cells, std::size_t layer) {
    if (is_empty(cells)) {
        return;
    }
    const std::int32_t across = cells.right - cells.left;
    const std::int32_t up = cells.bottom - cells.top;
    const bool is_high = up >= across;
    const std::int64_t cost = is_high ? writing_cost(across, up) : writing_cost(up, across);
    if (cost <= least_counted_cost || cost <= writing_left_) {
        writing_left_ -= cost <= least_counted_cost ? 0 : cost;
        const auto code = static_cast<std::uint8_t>(layer + 1);
        if (is_high) {
            write(by_column_, rows_, {cells.left, cells.right}, {cells.top, cells.bottom}, code);
        } else {
            write(by_row_, columns_, {cells.top, cells.bottom}, {cells.left, cells.right}, code);
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

void Raster::add(const Raster& other) {
    const auto highest = [](std::uint8_t a, std::uint8_t b) { return std::max(a, b); };
    std::ranges::transform(by_row_, other.by_row_, by_row_.begin(), highest);
    std::ranges::transform(by_column_, other.by_column_, by_column_.begin(), highest);
    for (std::size_t layer = 0; layer < most_layers; ++layer) {
        if (differences_[layer].empty()) {
            differences_[layer] = other.differences_[layer];
        } else if (!other.differences_[layer].empty()) {
            std::ranges::transform(differences_[layer], other.differences_[layer], differences_[layer].begin(),
                                   std::plus());
        }
    }
}

std::vector<std::uint8_t> Raster::codes() && {
    const auto columns = static_cast<std::size_t>(columns_);
    const auto rows = static_cast<std::size_t>(rows_);
    std::vector<std::uint8_t> codes = std::move(by_row_);
    add_columns(codes, by_column_, columns, rows);
    codes.resize(columns * rows);
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
                line[column] = std::max(line[column], count > 0 ? code : std::uint8_t{0});
            }
        }
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
