#pragma once

#include <string_view>
#include <vector>

#include "core/error/error.h"
#include "core/memory/problem.h"
#include "core/memory/wide.h"

namespace arenascope {

/// What memory rectangles are sorted by.
enum class Metric : std::uint8_t {
    length,   ///< lifetime in steps
    width,    ///< size in bytes
    overlap,  ///< sum, over all other rectangles, of the steps shared with it
};

/// One to three metrics made into one number.
struct MetricTerm {
    enum class Operation : std::uint8_t { sum, product, ratio };
    std::vector<Metric> metrics;  ///< a ratio has two
    Operation operation = Operation::sum;
    friend bool operator==(const MetricTerm&, const MetricTerm&) = default;
};

/// How to sort: by the first term, ties by the next, ties of all in input order.
struct SortKey {
    std::vector<MetricTerm> terms;
    bool descending = true;
    friend bool operator==(const SortKey&, const SortKey&) = default;
};

/// Reads `width`, `width>length>overlap` (priority), `width+length`, `width*length*overlap`, `width/length`, and
/// priorities of such terms. The error says what may stand there.
[[nodiscard]] Expected<SortKey> parse_sort_key(std::string_view metrics, std::string_view order);

/// The rectangle sorter: the given buffers in the key's order; remaining ties keep the order in which they are given.
/// The overlap metric counts the rectangles of the whole problem in the buffer's region. Sums and products are
/// taken in 128 bits and saturate there; x / 0 is infinite; ratios are compared exactly. O(n log n).
/// Source: 000_ac36546300477820, paragraphs 104 to 118.
[[nodiscard]] std::vector<BufferIndex> sorted(const Problem& problem, const std::vector<BufferIndex>& buffers,
                                              const SortKey& key);

/// The overlap metric of every buffer of the problem, by BufferIndex. O(n log n), however long the time is.
[[nodiscard]] std::vector<Int128> overlap_sums(const Problem& problem);

}  // namespace arenascope
