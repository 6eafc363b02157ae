#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/base/containers/wide.h"
#include "core/base/error/error.h"
#include "core/model/memory/problem.h"
#include "core/model/memory/quantity.h"
#include "core/model/tiers/risk.h"

namespace arenascope {

/// A measure to sort memory rectangles by.
enum class Metric : std::uint8_t {
    length,   ///< lifetime in steps
    width,    ///< size in bytes
    overlap,  ///< the steps shared with each other rectangle, summed
};

/// One to three metrics combined into one number.
struct MetricTerm {
    enum class Operation : std::uint8_t { sum, product, ratio };
    std::vector<Metric> metrics;  ///< a ratio has exactly two
    Operation operation = Operation::sum;
    friend bool operator==(const MetricTerm&, const MetricTerm&) = default;
};

/// A sort order: the first term decides, the next term breaks ties, and so on; remaining ties keep input order.
struct SortKey {
    std::vector<MetricTerm> terms;
    bool descending = true;
    friend bool operator==(const SortKey&, const SortKey&) = default;
};

/// Parses `width`, `width>length>overlap` (priority), `width+length`, `width*length*overlap`, `width/length`, and
/// priorities of such terms. The error lists the valid metrics and operators.
[[nodiscard]] Expected<SortKey> parse_sort_key(std::string_view metrics, std::string_view order);

/// The rectangle sorter: the buffers in the order of the key; ties keep the given order. The overlap metric counts all
/// rectangles in the buffer's region, not only the given ones. Sums and products have 128 bits and saturate; x / 0 is
/// infinite; ratios are compared exactly. O(n log n).
///
/// Source: docs/method.md, "Peak suppression", step 1.
[[nodiscard]] std::vector<BufferIndex> sorted(const Problem& problem, const std::vector<BufferIndex>& buffers,
                                              const SortKey& key);

/// The overlap metric of every buffer, by BufferIndex. O(n log n), independent of the number of steps.
[[nodiscard]] std::vector<Int128> overlap_sums(const Problem& problem);

/// The merger: one sequence by falling risk. `tuned` holds the tuned high buffers, then the tuned medium ones. Low and
/// none buffers follow in their order in `previous`. Linear.
///
/// Source: docs/method.md, "Peak suppression", step 6.
[[nodiscard]] std::vector<BufferIndex> merge(std::vector<BufferIndex> tuned, std::span<const BufferIndex> previous,
                                             IndexedSpan<BufferIndex, const Risk> risks);

}  // namespace arenascope
