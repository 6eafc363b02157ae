#include "core/planner/region_problem.h"

namespace arenascope {

RegionProblem::RegionProblem(const Problem& whole, RegionIndex region) : whole_(&whole), region_(region) {
    if (whole.regions.size() == 1) {
        return;
    }
    auto part = std::make_unique<Problem>();
    part->regions = {whole.regions[region]};
    for (std::size_t i = 0; i < whole.buffers.size(); ++i) {
        if (whole.buffers[i].region == region) {
            members_.emplace_back(i);
            part->buffers.push_back(whole.buffers[i]);
            part->buffers.back().region = RegionIndex(0);
        }
    }
    own_ = std::move(part);
}

Layout RegionProblem::taken_from(const Layout& whole) const {
    if (!own_) {
        return whole;
    }
    Layout part = empty_layout(*own_);
    for (std::size_t i = 0; i < members_.size(); ++i) {
        if (const auto& placement = whole.placements[members_[i]]) {
            part.placements[i] = Placement{placement->offset, RegionIndex(0)};
        }
    }
    return part;
}

void RegionProblem::put_into(Layout& whole, const Layout& part) const {
    if (!own_) {
        whole.placements = part.placements;
        return;
    }
    for (std::size_t i = 0; i < members_.size(); ++i) {
        if (const auto& placement = part.placements[i]) {
            whole.placements[members_[i]] = Placement{placement->offset, region_};
        } else {
            whole.placements[members_[i]] = {};
        }
    }
}

}  // namespace arenascope
