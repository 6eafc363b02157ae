#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/analysis/explain/neighbours.h"
#include "core/base/text/amount.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/planner/planner.h"
#include "widgets/base/buffer_list.h"
#include "widgets/base/fact_sheet.h"

namespace arenascope {

/// The facts about a buffer that take a pass over the whole plan. Pointers are into the problem.
struct BufferRelations {
    std::optional<Misfit> lack;     ///< see lack_of_room()
    std::optional<Fact> object;     ///< see object_fact()
    std::int64_t shared_steps = 0;  ///< see shared_steps()
    std::vector<Fact> takeovers;    ///< see takeover_facts()
    std::vector<const Operator*> producers;
    std::vector<const Operator*> consumers;
    Neighbours neighbours;
    std::size_t conflicts = 0;
    BufferListRows rows;  ///< what lives with it. Neighbours come first: they show why it cannot go lower
};

/// Linear. May run on any thread.
[[nodiscard]] BufferRelations buffer_relations(const Problem& problem, const Layout& layout, BufferIndex buffer,
                                               Unit unit);

}  // namespace arenascope
