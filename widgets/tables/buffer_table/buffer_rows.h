#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <Qt>

#include "core/base/containers/indexed_vector.h"
#include "core/base/text/amount.h"
#include "core/model/expression/buffer_filter.h"
#include "widgets/tables/buffer_table/listed_plan.h"

namespace arenascope {

/// Which buffers have a row, and in which order. Never changes, so that another thread can make it and the model takes
/// it at once. Without a filter and an order of its own it holds nothing: row i is buffer i.
class BufferRows {
public:
    using Bits = std::shared_ptr<const std::vector<bool>>;

    /// All `count` buffers, in the order of the problem. Constant.
    explicit BufferRows(std::size_t count) : row_count_(count) {}
    /// These buffers of `count`. `passing` is by buffer; null: all have a row. Linear.
    BufferRows(std::size_t count, std::vector<BufferIndex> rows, Bits passing);

    [[nodiscard]] std::size_t count() const { return row_count_; }
    [[nodiscard]] BufferIndex buffer_at(std::size_t row) const { return is_in_order() ? BufferIndex(row) : rows_[row]; }
    /// −1: it has none.
    [[nodiscard]] std::int32_t row_of(BufferIndex buffer) const;
    /// Whether row i is buffer i.
    [[nodiscard]] bool is_in_order() const { return row_of_.empty(); }
    [[nodiscard]] const Bits& passing() const { return passing_; }

private:
    std::size_t row_count_;
    std::vector<BufferIndex> rows_;
    IndexedVector<BufferIndex, std::int32_t> row_of_;
    Bits passing_;
};

/// How amounts are written: in one unit, with as many decimals as any of them needs.
struct AmountLook {
    Unit unit = Unit::bytes;
    int size_decimals = 0;
    int offset_decimals = 0;  ///< of offsets and tails
    friend bool operator==(const AmountLook&, const AmountLook&) = default;
};

/// What the rows of a plan are to be.
struct RowRequest {
    ListedPlan plan;
    BufferFilter filter;
    int sort_column = -1;  ///< a BufferColumn; −1: in the order of the problem
    Qt::SortOrder sort_order = Qt::AscendingOrder;
    Unit unit = Unit::bytes;
    std::shared_ptr<const BufferRows> before;  ///< what is shown; the result is the same object if nothing differs
    bool keeps_rows = false;                   ///< nothing that rows depend on has changed
    bool keeps_passing = false;                ///< nothing that the filter depends on has changed
};

/// Rows, and figures about the whole plan that take a pass of their own.
struct ArrangedRows {
    std::shared_ptr<const BufferRows> rows;
    AmountLook look;
    bool has_alignments = false;  ///< an alignment is not 1
};

/// Filters and sorts the buffers of a plan: names in natural order, ties in the order of the problem. O(n log n). May
/// run on any thread. Null once `is_outdated`, which is asked now and then, says that nobody needs the result.
[[nodiscard]] std::shared_ptr<const ArrangedRows> arranged_rows(const RowRequest& request,
                                                                const std::function<bool()>& is_outdated);

}  // namespace arenascope
