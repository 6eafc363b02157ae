#pragma once

#include <cstdint>
#include <vector>

#include "core/check/double_use.h"

namespace arenascope {

/// A grid of bytes over steps. It stores areas that are too many to keep one by one, rounded outwards to its cells.
class AreaGrid {
public:
    static constexpr std::int64_t most_cells = 2048;  ///< in each direction; fewer if there are fewer steps or bytes

    /// Covers all steps and bytes that can be marked.
    AreaGrid(Lifetime steps, AddressRange bytes);

    /// Marks all cells that the area touches. Linear in those cells.
    void mark(const UsedBytes& area);

    /// The marked cells, merged into few areas. Linear in the cells.
    [[nodiscard]] std::vector<UsedBytes> areas() const;

private:
    /// One axis, divided into `cells` of nearly equal length.
    struct Axis {
        std::int64_t from = 0;
        std::uint64_t length = 1;
        std::int64_t cells = 1;
        [[nodiscard]] std::size_t cell_of(std::int64_t position) const;
        [[nodiscard]] std::int64_t border(std::size_t cell) const;
    };
    [[nodiscard]] static Axis axis(std::int64_t from, std::int64_t to);

    Axis across_;
    Axis up_;
    std::vector<bool> marked_;  ///< row by row, beginning at the lowest bytes
};

}  // namespace arenascope
