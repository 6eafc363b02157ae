#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/base/error/error.h"

namespace arenascope {

/// The greatest length of a line in a CSV file, in bytes. No real row comes near it; a file with a longer line is not
/// CSV.
inline constexpr std::size_t csv_line_limit = std::size_t{1} << 20U;

/// The greatest size of a text that becomes a tree in memory, which takes many times as much. Larger JSON is read only
/// where its reader needs no tree of the whole, as plan_json does.
inline constexpr std::size_t tree_size_limit = std::size_t{1} << 30U;

/// The limits of reading a file, in bytes.
struct ContentLimits {
    std::size_t file = 0;
    std::optional<std::size_t> line = {};  ///< empty: the file is binary, so lines and zero bytes have no meaning
    std::string_view shorter_lines = {};   ///< the cure in the error about a line that is too long
    bool may_hold_zeros = false;           ///< a log, which a serial line or a reset may fill with zero bytes
    /// What the first chunk says about a file that exceeds these limits. Empty: the error says which limit.
    std::optional<Error> refusal = {};
};

/// The limits for a text file, from its first bytes. JSON and XML may have longer lines, because many tools write
/// them as one line.
[[nodiscard]] ContentLimits text_limits(std::string_view first_chunk);

}  // namespace arenascope
