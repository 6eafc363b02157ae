#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// The metrics of the buffers of a problem that take O(n log n) to find. Each is found when it is first asked for, once
/// for all threads.
class BufferMetrics {
public:
    using List = IndexedVector<BufferIndex, std::int64_t>;

    explicit BufferMetrics(std::shared_ptr<const Problem> problem) : problem_(std::move(problem)) {}

    /// How many buffers each lives with, see conflict_counts().
    [[nodiscard]] const List& conflicts() const;
    /// The overlap metric of the rectangle sorter, at most 2^63 − 1; see overlap_sums().
    [[nodiscard]] const List& overlaps() const;
    /// The same, but null if it is not known yet. Constant.
    [[nodiscard]] const List* known_conflicts() const { return conflicts_.known(); }
    [[nodiscard]] const List* known_overlaps() const { return overlaps_.known(); }

private:
    struct Metric {
        std::once_flag once;
        std::atomic<bool> is_known = false;
        List list;
        [[nodiscard]] const List* known() const { return is_known ? &list : nullptr; }
    };

    std::shared_ptr<const Problem> problem_;
    mutable Metric conflicts_;
    mutable Metric overlaps_;
};

}  // namespace arenascope
