#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
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

/// The groups of what operators or the file let share, for a planner that knows what operators allow. Every group lets
/// all of its members overlap. Empty: the file allows nothing that the operators do not allow as well.
///
///   x, y in one group, merge w = concat(x, y), neither x nor y is written      │ w: x │ y │
///       The operators let both lie in w, one after the other. The group also lets both lie at one offset, because the
///       graph does not say whether they are the same bytes.
///
/// O((n + p) log n) for p pairs of members that live together. A million pairs are enough: beyond that, the file is
/// taken to allow more.
[[nodiscard]] std::vector<SharingGroup> groups_beyond_operators(const Problem& problem, const Layout& given);

}  // namespace arenascope
