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

/// Which part of an operator a node is. What it does not read whole, it reads by rows; its window has the padding of
/// this part alone.
///
///   operand  │▒▒▒▒▒▒▒▒│        output  │░░░░│    part 1 of 2 of a kernel of 3 rows: it reads the row behind its own
///                                          │▒▒▒▒│
struct NodePart {
    SplitAxis axis = SplitAxis::height;
    std::int64_t number = 1;                            ///< from 1
    std::int64_t count = 1;                             ///< of all parts
    std::vector<std::optional<TensorRows>> reads = {};  ///< by operand, in the operand's own rows; empty: all of it
    TensorRows writes;                                  ///< in the rows of the node's own output
    friend bool operator==(const NodePart&, const NodePart&) = default;
};

}  // namespace arenascope
