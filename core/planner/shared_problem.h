#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/planner/fused_problem.h"
#include "core/planner/planner.h"

namespace arenascope {

/// A problem whose buffers share memory as the file says, in the form that a planner gets:
/// - Buffers of one block are fused, so that each block keeps its offsets relative to each other (FusedProblem).
/// - Of a block whose members are all pinned, each byte belongs to one buffer (without_shared_bytes()).
/// - operator-sharing decides itself what shares, and shared objects hold one buffer at a time: they get the problem as
///   it is. `scratch` lays scratch over scratch by itself, so only blocks of tensors are fused for it.
class SharedProblem {
public:
    /// `pinned`: see layout_of_pins(). Problem, layouts and planner outlive it.
    SharedProblem(const Problem& problem, const Layout& given, const Layout& pinned, const PlannerDescription& planner);

    /// What the planner gets.
    [[nodiscard]] const Problem& planned() const { return unshared_ ? *unshared_ : fused_or_given(); }
    /// The file's layout of it.
    [[nodiscard]] const Layout& given() const { return fused_given_ ? *fused_given_ : given_; }
    [[nodiscard]] const FusedProblem& fused() const { return fused_; }

    /// The threshold of the problem as planned: shared bytes count once. It holds before anything is placed.
    /// O(n log n).
    [[nodiscard]] Bytes threshold() const;

    /// Turns the planner's layout into one of the problem, with the groups that share.
    void expand(PlanResult& result) const;
    /// Sets the thresholds of an expanded result, a bound that holds for every arrangement that the groups allow, and
    /// the notes. The problem has the sizes and the regions of the result by then.
    void judge(PlanResult& result) const;

private:
    [[nodiscard]] const Problem& fused_or_given() const { return fused_.has_blocks() ? fused_.problem : problem_; }
    void declare_sharing(PlanResult& result) const;
    void set_bound(PlanResult& result) const;
    void add_notes(PlanResult& result) const;

    const Problem& problem_;
    const Layout& given_;
    const PlannerDescription& planner_;
    FusedProblem fused_;
    std::optional<Layout> fused_given_;
    std::optional<Problem> unshared_;
    Layout kept_;  ///< the placements and groups of buffers that certainly share
    std::vector<OperatorIndex> pinned_removed_;
};

}  // namespace arenascope
