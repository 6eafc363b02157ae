#pragma once

#include <optional>

#include "core/model/memory/buffer.h"

namespace arenascope {

/// Whether the buffer has a piece. One without a piece has size 0, or gaps without windows over its whole lifetime. It
/// is in conflict with nothing, and neither its size nor its tail counts anywhere. Constant unless gaps touch.
[[nodiscard]] inline bool takes_bytes(const Buffer& buffer) {
    if (buffer.size <= Bytes(0)) {
        return false;
    }
    Step from = buffer.lifetime.begin;
    for (const Gap& gap : buffer.gaps()) {
        if (from < gap.steps.begin || gap.window) {
            return true;
        }
        from = gap.steps.end;
    }
    return from < buffer.lifetime.end;
}

/// One past the last byte of a buffer at an offset, whether or not a window leaves that byte unused; 0 if the buffer
/// takes no bytes. Peaks, capacities and bounds count this tail.
[[nodiscard]] inline Offset tail_of(const Buffer& buffer, Offset offset) {
    return takes_bytes(buffer) ? offset + buffer.size : Offset();
}

/// The offset of a buffer that planners need not place: its pin, or 0 if it takes no bytes. Empty: they place it.
[[nodiscard]] inline std::optional<Offset> fixed_offset(const Buffer& buffer) {
    return buffer.pin || takes_bytes(buffer) ? std::optional<Offset>(buffer.pin) : std::optional(Offset());
}

}  // namespace arenascope
