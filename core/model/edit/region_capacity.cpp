#include "core/model/edit/region_capacity.h"

#include <string>
#include <utility>

#include "core/base/error/quotation.h"

namespace arenascope {
namespace {

std::string capacity_words(const std::optional<Bytes>& capacity) {
    return capacity ? std::to_string(capacity->value()) : "none";
}

}  // namespace

Expected<EditedPlan> changed_capacity(const Problem& problem, const Layout& layout, RegionIndex region,
                                      std::optional<Bytes> capacity) {
    if (auto editable = check_editable(problem); !editable) {
        return failure(std::move(editable.error()));
    }
    EditedPlan plan{problem, layout, {}, {}};
    Region& own = plan.problem.regions[region];
    if (capacity == own.capacity) {
        return plan;
    }
    plan.hand_edits.push_back(
        {"capacity of " + in_quotes(own.name), capacity_words(own.capacity), capacity_words(capacity)});
    own.capacity = capacity;
    return mended(std::move(plan));
}

}  // namespace arenascope
