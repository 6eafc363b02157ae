#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <QString>
#include <Qt>

#include "core/analysis/compare/change_filter.h"
#include "core/analysis/compare/compared_plans.h"
#include "core/base/containers/indexed_vector.h"
#include "core/base/text/amount.h"

namespace arenascope {

/// The columns of the table of changes.
struct ChangeColumn {
    enum Column { name, change, size, offset_a, offset_b, moved, tier_a, tier_b, column_count };
};

/// What the rows of a comparison are to be.
struct ChangeRequest {
    std::shared_ptr<const ComparedPlans> plans;  ///< never null
    ChangeFilter filter;
    int sort_column = ChangeColumn::moved;
    Qt::SortOrder sort_order = Qt::DescendingOrder;
    Unit unit = Unit::bytes;
};

/// The changes that a filter accepts, in the order of their rows. Numbers are positions in PlanChanges::buffers.
struct ChangeRows {
    std::size_t different = 0;  ///< buffers that differ, accepted or not
    std::vector<std::size_t> rows;
    IndexedVector<BufferIndex, std::int32_t> row_of_a;  ///< by buffer of A; −1: it has none
    Unit unit = Unit::bytes;
    int decimals = 0;
};

/// Filters and sorts the buffers that differ; ties are in the order of the changes. O(n log n). May run on any thread.
[[nodiscard]] std::shared_ptr<const ChangeRows> change_rows(ChangeRequest request);

/// "moved · resized".
[[nodiscard]] QString change_words(const ComparedBuffer& buffer);

/// Of one side of a change; empty: it lacks the buffer, or has no such value of it.
[[nodiscard]] std::optional<std::int64_t> offset_in(const ComparedSide& side, BufferIndex buffer);
[[nodiscard]] std::optional<Risk> risk_in(const ComparedSide& side, BufferIndex buffer);
[[nodiscard]] std::optional<std::int64_t> size_in(const ComparedSide& side, BufferIndex buffer);

}  // namespace arenascope
