#include "core/analysis/explain/sharing_matrix.h"

#include <algorithm>
#include <numeric>

#include "core/planner/sharing/operator_dependencies.h"

namespace arenascope {
namespace {

/// Marks the cells of the columns in a set, except the diagonal.
void mark(std::vector<SharingCell>& row, BufferIndex self, const std::vector<BufferIndex>& set,
          const IndexedVector<BufferIndex, std::uint32_t>& position_of, bool SharingRelation::*relation) {
    for (const BufferIndex buffer : set) {
        if (buffer != self) {
            row.push_back({position_of[buffer], {}});
            row.back().relation.*relation = true;
        }
    }
}

/// Joins the cells of one column.
void join(std::vector<SharingCell>& row) {
    std::stable_sort(row.begin(), row.end(),
                     [](const SharingCell& a, const SharingCell& b) { return a.column < b.column; });
    std::vector<SharingCell> joined;
    for (const SharingCell& cell : row) {
        if (joined.empty() || joined.back().column != cell.column) {
            joined.push_back(cell);
            continue;
        }
        SharingRelation& relation = joined.back().relation;
        relation.first |= cell.relation.first;
        relation.second |= cell.relation.second;
        relation.may_share |= cell.relation.may_share;
    }
    row = std::move(joined);
}

}  // namespace

SharingMatrix sharing_matrix(const Problem& problem) {
    SharingMatrix made;
    if (!problem.graph) {
        return made;
    }
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        made.order.emplace_back(i);
    }
    std::stable_sort(made.order.begin(), made.order.end(), [&](BufferIndex a, BufferIndex b) {
        return problem.buffers[a].lifetime.begin < problem.buffers[b].lifetime.begin;
    });
    made.position_of.resize(made.order.size());
    for (std::size_t i = 0; i < made.order.size(); ++i) {
        made.position_of[made.order[i]] = static_cast<std::uint32_t>(i);
    }
    const auto first = first_dependencies(problem);
    const auto sharing = local_sharing(problem);
    made.rows.resize(made.order.size());
    for (std::size_t i = 0; i < made.order.size(); ++i) {
        const BufferIndex self = made.order[i];
        mark(made.rows[i], self, first[self], made.position_of, &SharingRelation::first);
        mark(made.rows[i], self, sharing[self], made.position_of, &SharingRelation::may_share);
        for (const BufferIndex earlier : first[self]) {
            if (earlier != self) {
                made.rows[made.position_of[earlier]].push_back({static_cast<std::uint32_t>(i), {.second = true}});
            }
        }
    }
    for (auto& row : made.rows) {
        join(row);
    }
    return made;
}

SharingRelation relation_of(const SharingMatrix& matrix, std::uint32_t row, std::uint32_t column) {
    const auto& cells = matrix.rows[row];
    const auto found = std::lower_bound(cells.begin(), cells.end(), column,
                                        [](const SharingCell& cell, std::uint32_t at) { return cell.column < at; });
    return found != cells.end() && found->column == column ? found->relation : SharingRelation{};
}

}  // namespace arenascope
