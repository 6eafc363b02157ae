#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/base/containers/indexed_vector.h"
#include "core/model/expression/buffer_fields.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/order_places.h"
#include "core/model/memory/problem.h"
#include "core/model/tiers/risk.h"
#include "widgets/tables/buffer_table/buffer_metrics.h"

namespace arenascope {

/// The columns of the table of buffers.
struct BufferColumn {
    /// `order`: the place in the placing order of the shown step. `reordered`: its change since the step before.
    /// `overlap`: the metric of the rectangle sorter. `memory`: its region. `address`: base and offset.
    enum Column {
        name,
        tier,
        size,
        begin,
        end,
        memory,
        offset,
        tail,
        address,
        alignment,
        conflicts,
        overlap,
        order,
        reordered,
        column_count
    };
};

/// What the table of buffers lists. All parts are shared and never change, so that any thread can read them.
struct ListedPlan {
    std::shared_ptr<const Problem> problem;                         ///< never null
    std::shared_ptr<const Layout> layout;                           ///< never null
    std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks;  ///< never null; empty: no buffer has a tier
    std::shared_ptr<const OrderPlaces> order;                       ///< null: the shown step has no order
    std::shared_ptr<const BufferMetrics> metrics;                   ///< never null; of the problem

    [[nodiscard]] std::size_t count() const { return problem->buffers.size(); }
    [[nodiscard]] std::optional<Offset> offset_of(BufferIndex buffer) const;
    [[nodiscard]] Risk risk_of(BufferIndex buffer) const;
    /// From 1; 0: the buffer is not in the order.
    [[nodiscard]] std::uint32_t place_of(BufferIndex buffer) const;
    /// A number that sorts the buffers by a column; 0 in the column of names. What has no value comes first.
    [[nodiscard]] std::int64_t sort_key(BufferIndex buffer, int column) const;
    /// For filters. Finds the metrics that they ask for.
    [[nodiscard]] BufferFacts facts(bool with_conflicts, bool with_overlaps) const;
};

/// A plan without buffers.
[[nodiscard]] ListedPlan empty_listed_plan();

/// Whether the values of a column differ between layouts of a problem.
[[nodiscard]] bool depends_on_layout(int column);

}  // namespace arenascope
