#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/error/error.h"
#include "core/memory/buffer.h"
#include "core/memory/graph.h"
#include "core/memory/indexed_vector.h"
#include "core/memory/region.h"
#include "core/memory/scratch.h"
#include "core/memory/transfer.h"
#include "core/memory/usage_graph.h"

namespace arenascope {

/// A name for a step: the operator that runs there.
struct StepLabel {
    Step step;
    std::string text;
    friend bool operator==(const StepLabel&, const StepLabel&) = default;
};

/// What is to be planned: buffers and regions, with nothing placed (but pins, which planners must keep).
struct Problem {
    IndexedVector<BufferIndex, Buffer> buffers;
    IndexedVector<RegionIndex, Region> regions = {Region{}};  ///< at least one
    std::vector<StepLabel> step_labels;                       ///< sorted by step
    std::optional<Graph> graph;                               ///< the network, where the source has one
    std::optional<UsageGraph> usage_graph = {};               ///< none: whatever has ended may be taken over
    std::vector<Transfer> transfers = {};      ///< between the memories of cores, by copy; each copy has one
    std::vector<ScratchRequest> scratch = {};  ///< by buffer, of those that ask for anything but their size
    friend bool operator==(const Problem&, const Problem&) = default;
};

/// The alignment that a buffer's offset must keep: the least common multiple of its own and its region's.
[[nodiscard]] Bytes alignment_of(const Problem& problem, const Buffer& buffer);

/// What is asked of a buffer as scratch; null where nothing is. O(log n).
[[nodiscard]] const ScratchRequest* scratch_request_of(const Problem& problem, BufferIndex buffer);

/// The transfer that a buffer is the copy of; null for any other. O(log n).
[[nodiscard]] const Transfer* transfer_into(const Problem& problem, BufferIndex buffer);

/// First begin and last end of all buffers; [0, 0) for a problem without buffers. Linear.
[[nodiscard]] Lifetime time_span(const Problem& problem);

/// Sum of all sizes. Linear; a validated problem cannot overflow it.
[[nodiscard]] Bytes total_size(const Problem& problem);

/// Checks what every planner, checker and picture relies on, so that none of them needs to check again:
/// unique names, positive sizes and alignments, begin < end, gaps within lifetimes, dimensions whose product is the
/// size, a usage graph of existing buffers, transfers between regions of which the source lives as the copy begins,
/// scratch whose minimum is at least 1, existing regions, 1,024 of them at most (pictures and tuners take a pass a
/// region), and that no sum of sizes, aligned sizes, pins and bases passes 64 bits. Linear in buffers and gaps. The
/// error names the buffer; `source` is put into it as it is. `lines` may give, by buffer, the line of the source that
/// it stands on; the error then names that line too (and, of a duplicate, the first one's).
[[nodiscard]] Expected<void> validate(const Problem& problem, const std::string& source = {},
                                      std::span<const std::int64_t> lines = {});

}  // namespace arenascope
