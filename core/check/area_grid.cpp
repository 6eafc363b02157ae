#include "core/check/area_grid.h"

#include <algorithm>
#include <limits>

#include "core/base/containers/wide.h"

namespace arenascope {

AreaGrid::Axis AreaGrid::axis(std::int64_t from, std::int64_t to) {
    const std::uint64_t length = static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
    const auto cells = static_cast<std::int64_t>(std::clamp<std::uint64_t>(length, 1, most_cells));
    return {from, std::max<std::uint64_t>(length, 1), cells};
}

std::size_t AreaGrid::Axis::cell_of(std::int64_t position) const {
    const std::uint64_t distance = static_cast<std::uint64_t>(position) - static_cast<std::uint64_t>(from);
    const auto count = static_cast<std::uint64_t>(cells);
    // 64-bit division is several times as fast as 128-bit division, and there may be millions of areas.
    return static_cast<std::size_t>(length <= std::numeric_limits<std::uint64_t>::max() / most_cells
                                        ? distance * count / length
                                        : static_cast<std::uint64_t>(Uint128{distance} * count / length));
}

std::int64_t AreaGrid::Axis::border(std::size_t cell) const {
    const auto count = static_cast<std::uint64_t>(cells);
    const auto distance = static_cast<std::uint64_t>((Uint128{cell} * length + count - 1) / count);
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(from) + distance);
}

AreaGrid::AreaGrid(Lifetime steps, AddressRange bytes)
    : across_(axis(steps.begin.value(), steps.end.value())),
      up_(axis(bytes.from.value(), bytes.to.value())),
      marked_(static_cast<std::size_t>(across_.cells) * static_cast<std::size_t>(up_.cells), false) {}

void AreaGrid::mark(const UsedBytes& area) {
    const auto columns = static_cast<std::size_t>(across_.cells);
    const std::size_t left = across_.cell_of(area.steps.begin.value());
    const std::size_t right = across_.cell_of(area.steps.end.value() - 1) + 1;
    const std::size_t top = up_.cell_of(area.bytes.to.value() - 1) + 1;
    for (std::size_t row = up_.cell_of(area.bytes.from.value()); row < top; ++row) {
        const auto line = marked_.begin() + static_cast<std::ptrdiff_t>(row * columns);
        std::fill(line + static_cast<std::ptrdiff_t>(left), line + static_cast<std::ptrdiff_t>(right), true);
    }
}

std::vector<UsedBytes> AreaGrid::areas() const {
    const auto columns = static_cast<std::size_t>(across_.cells);
    std::vector<UsedBytes> areas;
    std::vector<std::size_t> below;  // areas that extend to the row below, from left to right
    std::vector<std::size_t> here;
    for (std::size_t row = 0; row < static_cast<std::size_t>(up_.cells); ++row) {
        const auto line = marked_.begin() + static_cast<std::ptrdiff_t>(row * columns);
        const auto line_end = line + static_cast<std::ptrdiff_t>(columns);
        here.clear();
        auto candidate = below.begin();
        for (auto left = std::find(line, line_end, true); left != line_end;) {
            const auto right = std::find(left, line_end, false);
            const Lifetime steps{Step(across_.border(static_cast<std::size_t>(left - line))),
                                 Step(across_.border(static_cast<std::size_t>(right - line)))};
            while (candidate != below.end() && areas[*candidate].steps.begin < steps.begin) {
                ++candidate;
            }
            if (candidate != below.end() && areas[*candidate].steps == steps) {
                areas[*candidate].bytes.to = Offset(up_.border(row + 1));
                here.push_back(*candidate);
            } else {
                here.push_back(areas.size());
                areas.push_back({steps, {Offset(up_.border(row)), Offset(up_.border(row + 1))}});
            }
            left = std::find(right, line_end, true);
        }
        std::swap(below, here);
    }
    return areas;
}

}  // namespace arenascope
