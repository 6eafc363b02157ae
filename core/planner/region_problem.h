#pragma once

#include <memory>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// One region as a problem of its own, for planners that plan each region by itself. Such a planner gives the part the
/// placements that it gives the region in the whole problem, because the buffers keep their order.
///
///   whole   a₀ b₁ c₀ d₁ e₀      part of region 0   a c e      (in its only region)
///
/// A problem with one region is its own part, and is not copied. Networks, usage graphs and transfers are left out.
class RegionProblem {
public:
    /// Refers to `whole`. Linear.
    RegionProblem(const Problem& whole, RegionIndex region);

    [[nodiscard]] const Problem& problem() const { return own_ ? *own_ : *whole_; }
    /// The layout of the region in a layout of the whole problem. Linear.
    [[nodiscard]] Layout taken_from(const Layout& whole) const;
    /// Puts a layout of the part into one of the whole problem. Linear.
    void put_into(Layout& whole, const Layout& part) const;

private:
    const Problem* whole_;
    RegionIndex region_;
    std::unique_ptr<const Problem> own_;  ///< null: the whole problem
    std::vector<BufferIndex> members_;    ///< by buffer of the part; empty: the whole problem
};

}  // namespace arenascope
