#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace arenascope {

/// An axis along which an operator may run in parts.
enum class SplitAxis : std::uint8_t { height, width, channels };

/// "height", "width" or "channels".
[[nodiscard]] constexpr std::string_view name_of(SplitAxis axis) {
    return axis == SplitAxis::height ? "height" : axis == SplitAxis::width ? "width" : "channels";
}

[[nodiscard]] constexpr std::optional<SplitAxis> split_axis_named(std::string_view name) {
    for (const SplitAxis axis : {SplitAxis::height, SplitAxis::width, SplitAxis::channels}) {
        if (name == name_of(axis)) {
            return axis;
        }
    }
    return std::nullopt;
}

/// The rows [begin, end) along an axis. A row is whatever has one coordinate there: a column along the width, a channel
/// along the channels.
struct Rows {
    std::int64_t begin = 0;
    std::int64_t end = 0;

    [[nodiscard]] std::int64_t size() const { return end - begin; }
    friend bool operator==(const Rows&, const Rows&) = default;
};

/// Rows of a tensor.
struct TensorRows {
    std::size_t dimension = 0;  ///< position of the axis in the tensor's shape
    Rows rows;
    friend bool operator==(const TensorRows&, const TensorRows&) = default;
};

/// Which part of an operator runs. What it does not read whole, it reads by rows.
///
///   operand  │▒▒▒▒▒▒▒▒│        output  │░░░░│    part 1 of 2 of a kernel of 3 rows: it reads the row behind its own
///                                          │▒▒▒▒│
struct OperatorPart {
    SplitAxis axis = SplitAxis::height;
    std::int64_t number = 1;                            ///< from 1
    std::int64_t count = 1;                             ///< of all parts
    std::vector<std::optional<TensorRows>> reads = {};  ///< by operand, in the operand's own rows; empty: all of it
    TensorRows writes = {};                             ///< in the rows of the output that it writes
    Rows computes = {};                                 ///< the rows of the operator's whole output that it computes
    std::int64_t before = 0;  ///< rows of padding that its window sees in front of the first one; 0: none, or no window
    std::int64_t after = 0;   ///< the same behind the last one
    friend bool operator==(const OperatorPart&, const OperatorPart&) = default;
};

}  // namespace arenascope
