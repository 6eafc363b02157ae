#pragma once

#include <cstdint>
#include <vector>

#include "core/check/double_use.h"

namespace arenascope {

/// Bytes over steps, rounded outwards to the cells of a grid: for areas that are too many to be kept one by one.
class AreaGrid {
public:
    static constexpr std::int64_t most_cells = 2048;  ///< each way; fewer where there are fewer steps or bytes

    /// A grid over all that is to be marked.
    AreaGrid(Lifetime steps, AddressRange bytes);

    /// Marks each cell that the area touches. Linear in the cells.
    void mark(const UsedBytes& area);

    /// The marked cells, as few areas. Linear in the cells.
    [[nodiscard]] std::vector<UsedBytes> areas() const;

private:
    /// One axis: `cells` of as equal a length as whole units allow.
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
    std::vector<bool> marked_;  ///< row by row, from the lowest byte up
};

}  // namespace arenascope
