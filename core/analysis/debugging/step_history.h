#pragma once

#include <optional>
#include <vector>

#include "core/analysis/debugging/step_search.h"
#include "core/model/memory/byte_place.h"

namespace arenascope {

/// Which steps a history lists.
enum class StepDetail : std::uint8_t {
    main,  ///< only the main steps: iterations, placements, moves and others
    all,   ///< also groups and rearrangements
};

/// Where a buffer lay at a step.
struct BufferMoment {
    FrameIndex frame;
    OptionalOffset offset;     ///< empty: not placed
    std::optional<Tier> tier;  ///< empty: the step recorded none
    bool is_changed = false;   ///< it was placed, moved or taken away since the moment before; the first: it is placed
    friend bool operator==(const BufferMoment&, const BufferMoment&) = default;
};

/// The offset and the tier of a buffer at each step, in time order. The reason of a move is reason_text() of its frame.
/// Linear in the trace.
[[nodiscard]] std::vector<BufferMoment> buffer_history(const RecordedRun& run, BufferIndex buffer,
                                                       StepDetail detail = StepDetail::main);

/// Who held a place at a step of the run. Where buffers overlap, each of them has a moment.
struct PlaceMoment {
    FrameIndex frame;
    BufferIndex buffer = BufferIndex::none();  ///< none(): the place was free
    friend bool operator==(const PlaceMoment&, const PlaceMoment&) = default;
};

/// Who held a place at each step, in time order, and by buffer within a step. Linear in the trace, times the buffers
/// that are alive then.
[[nodiscard]] std::vector<PlaceMoment> place_history(const RecordedRun& run, const BytePlace& place,
                                                     StepDetail detail = StepDetail::main);

/// Which buffer reached the peak at a step.
struct PeakMoment {
    FrameIndex frame;
    Offset peak;
    BufferIndex carrier = BufferIndex::none();  ///< the first with the largest tail; none(): nothing is placed
    friend bool operator==(const PeakMoment&, const PeakMoment&) = default;
};

/// The buffer that carried the peak at each step, in time order. Linear in the trace.
[[nodiscard]] std::vector<PeakMoment> peak_history(const RecordedRun& run, StepDetail detail = StepDetail::main);

}  // namespace arenascope
