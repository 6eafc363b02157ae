#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/error/error.h"
#include "core/model/memory/quantity.h"

namespace arenascope {

/// The second memory of the switch `spill`, and what the first one may need.
struct SpillWish {
    std::string memory;             ///< the name of the region
    std::optional<Bytes> capacity;  ///< of that memory; empty: it is a region of the file, with its capacity
    /// The highest threshold of the first memory. Empty: its capacity, or else the lowest that leaves to each operator
    /// what it uses.
    std::optional<Bytes> most;
    friend bool operator==(const SpillWish&, const SpillWish&) = default;
};

/// Reads `none` (empty), NAME, NAME:BYTES, NAME:BYTES:MOST, or NAME::MOST. Amounts may have units, as 8MiB. The name
/// itself may have colons if amounts follow it. The error says which part is wrong.
[[nodiscard]] Expected<std::optional<SpillWish>> spill_wish(std::string_view text);

/// The text that spill_wish() reads.
[[nodiscard]] std::string text_of(const SpillWish& wish);

}  // namespace arenascope
