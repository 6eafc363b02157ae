#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/base/error/error.h"
#include "core/model/memory/buffer.h"
#include "core/model/memory/graph.h"
#include "core/model/memory/region.h"
#include "core/model/memory/scratch.h"
#include "core/model/memory/transfer.h"
#include "core/model/memory/usage_graph.h"

namespace arenascope {

struct AllocatorHistory;

/// The name of a step: the operator that runs there.
struct StepLabel {
    Step step;
    std::string text;
    friend bool operator==(const StepLabel&, const StepLabel&) = default;
};

/// The most regions of a problem. Profiles, planners and pictures visit all buffers once for each region. With ten
/// thousand regions they would seem to hang.
inline constexpr std::size_t most_regions = 1024;
/// The same where the regions are the segments of a recorded allocator: large programs have thousands of them, each
/// with few buffers.
inline constexpr std::size_t most_segment_regions = 16'384;

/// The input of a planner: buffers and regions, with nothing placed. Pins are offsets that planners must keep.
struct Problem {
    IndexedVector<BufferIndex, Buffer> buffers;
    IndexedVector<RegionIndex, Region> regions = {Region{}};  ///< at least one
    std::vector<StepLabel> step_labels;                       ///< sorted by step
    std::optional<Graph> graph;                               ///< the network, if the file has one
    std::optional<UsageGraph> usage_graph = {};  ///< empty: a buffer may take over from any buffer that has ended
    std::vector<Transfer> transfers = {};        ///< copies between the memories of cores, sorted by copy
    std::vector<ScratchRequest> scratch = {};    ///< sorted by buffer; only for buffers with special requirements
    std::shared_ptr<const AllocatorHistory> history =
        {};  ///< what a recorded allocator knows beside it; most have none
    friend bool operator==(const Problem&, const Problem&) = default;
};

/// Whether a region counts in peak and threshold of the whole problem: all do but second memories. If there is nothing
/// else, these do, too. O(regions) for a second memory, else constant.
[[nodiscard]] bool counts_in_peak(const Problem& problem, RegionIndex region);

/// Gives every region this capacity, except that second memories keep their own.
void set_capacity(Problem& problem, std::optional<Bytes> capacity);

/// The alignment of a buffer's offset: the least common multiple of its own and its region's.
[[nodiscard]] Bytes alignment_of(const Problem& problem, const Buffer& buffer);

/// The scratch request for a buffer; null if there is none. O(log n).
[[nodiscard]] const ScratchRequest* scratch_request_of(const Problem& problem, BufferIndex buffer);

/// The transfer that creates a buffer as a copy; null for other buffers. O(log n).
[[nodiscard]] const Transfer* transfer_into(const Problem& problem, BufferIndex buffer);

/// From the first begin to the last end of all buffers; [0, 0) without buffers. Linear.
[[nodiscard]] Lifetime time_span(const Problem& problem);

/// The sum of all sizes. Linear; it cannot overflow in a validated problem.
[[nodiscard]] Bytes total_size(const Problem& problem);

/// Checks everything that planners, the checker and pictures rely on, so that none of them needs to check again:
/// - names are unique; sizes and alignments are at least 1, except that scratch may have the size 0,
/// - scratch minimums are at least 0, and fast parts belong to slower ones,
/// - lifetimes are not empty, and gaps lie within them,
/// - the product of dimensions is the size,
/// - usage graph, transfers and buffers refer to what exists,
/// - a transfer joins two regions, and its source is alive when the copy begins,
/// - there are at most `most_regions` regions; `most_segment_regions` with an allocator's history,
/// - the sums of sizes, aligned sizes, pins and bases fit in 64 bits.
/// Linear in buffers and gaps. The error names the buffer and `source`. If `lines` gives the line of each buffer in the
/// source, the error names it too; for a duplicate also the line of the first.
[[nodiscard]] Expected<void> validate(const Problem& problem, const std::string& source = {},
                                      std::span<const std::int64_t> lines = {});

}  // namespace arenascope
