#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/model/tiers/rectangle_classifier.h"
#include "core/model/tiers/risk.h"
#include "core/picture/plan/page.h"
#include "core/planner/peak_suppression/rectangle_sorter.h"
#include "tests/support/rectangle_placer.h"

namespace arenascope::test {

/// What a page shows.
struct Sheet {
    Problem problem;
    Layout layout;
    std::vector<Risk> risks;

    [[nodiscard]] PageContent content() const {
        PageContent result;
        result.problem = &problem;
        result.layout = &layout;
        result.risks = risks;
        result.title = "plan.csv";
        return result;
    }
};

/// A problem as a first placement leaves it: of a large one a good part is high.
inline Sheet placed_sheet(Problem problem, std::string_view metrics) {
    std::vector<BufferIndex> all;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        all.emplace_back(i);
    }
    Sheet sheet;
    sheet.layout =
        place_in_order(problem, sorted(problem, all, *parse_sort_key(metrics, "desc")), PlacingRule::lowest_fit);
    sheet.risks = classify(problem, sheet.layout);
    sheet.problem = std::move(problem);
    return sheet;
}

}  // namespace arenascope::test
