#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <QString>

#include "core/trace/trace.h"

namespace arenascope {

/// A frame with its number: "iteration 3". In a run of several kinds, a kind is counted by itself: "placement 160 (no.
/// 217)" is placement 160, at number 217 of all steps. `of_kind` as in frame_kind_numbers().
[[nodiscard]] QString frame_name(FrameKind kind, std::uint64_t number, std::optional<std::uint64_t> of_kind);

/// The same with the frames around it: "pass 2, iteration 3, group 1". A single pass is left out, because it says
/// nothing. Linear in the trace.
[[nodiscard]] QString frame_path(const Trace& trace, FrameIndex frame);

/// "1 iteration", "12 iterations".
[[nodiscard]] QString frames_words(FrameKind kind, std::uint64_t count);

/// All kinds with a count above 0: "2 iterations, 12 groups".
[[nodiscard]] QString frame_counts_words(const FrameCounts& counts);

/// The number of these frames of each kind. Linear in `frames`.
[[nodiscard]] FrameCounts counts_of_kinds(const Trace& trace, std::span<const FrameIndex> frames);

}  // namespace arenascope
