#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/model/edit/edited_plan.h"

namespace arenascope {

/// A new pin of a buffer.
struct PinChange {
    enum class To : std::uint8_t {
        nothing,     ///< planners may move it
        own_offset,  ///< where it lies now
        offset,      ///< a given offset, to which it is moved
    };
    To to = To::nothing;
    Offset offset = {};  ///< for To::offset only
    friend bool operator==(const PinChange&, const PinChange&) = default;
};

/// New values of fields of a buffer; empty: as before.
struct BufferChange {
    std::optional<Bytes> size = {};
    std::optional<Step> begin = {};
    std::optional<Step> end = {};
    std::optional<Bytes> alignment = {};
    std::optional<BufferKind> kind = {};
    std::optional<RegionIndex> region = {};  ///< it gets the lowest free offset there, and loses its pin
    std::optional<PinChange> pin = {};
    friend bool operator==(const BufferChange&, const BufferChange&) = default;
};

/// Changes fields of these buffers. Their places stay, except in another region and at another pin. What no longer
/// holds goes: dimensions and tensor shape with another size, gaps outside the lifetime, windows outside the size, the
/// rule that placed scratch.
///
/// An error if a value is invalid; if the size or region of a buffer changes that is copied between cores; if scratch
/// with requirements gets another kind or lives longer; if a pin is no multiple of the alignment, or the buffer to be
/// pinned is not in its region. O(n log n).
[[nodiscard]] Expected<EditedPlan> changed_buffers(const Problem& problem, const Layout& layout,
                                                   std::span<const BufferIndex> buffers, const BufferChange& change);

}  // namespace arenascope
