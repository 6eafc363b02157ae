#pragma once

#include <cstdint>
#include <string>

#include "core/base/containers/indexed_vector.h"
#include "core/trace/trace.h"

namespace arenascope {

/// The names of the steps of a run, the same in every view and report. The number of a main step is the one that
/// `--iteration` takes, see number_of().
///
///   iteration 0 of 8 … iteration 7 of 8, group 2, rearrangement 15 … iteration 8 of 8
///
/// A run whose main steps are of several kinds says "step 160 of 217 (placement)", because their numbers count all
/// kinds. A learning method says "step 4 of 9 (episode 12,000)". If some main steps were not recorded, it is a
/// "recorded step".
class StepTitles {
public:
    /// Linear in the trace, which must outlive this.
    explicit StepTitles(const Trace& trace);

    /// A step without those around it: "iteration 7", "group 2", "pass 1", "step 160 (placement)".
    [[nodiscard]] std::string name(FrameIndex frame) const;
    /// A step with those around it and the number of the last main step: "iteration 7 of 8, group 2". A pass stands
    /// alone: "pass 2".
    [[nodiscard]] std::string title(FrameIndex frame) const;
    /// The numbers of all main steps: "iterations 0 to 8", "iteration 0". Empty if there is none.
    [[nodiscard]] std::string range() const;

    [[nodiscard]] std::uint64_t number(FrameIndex frame) const { return numbers_[frame]; }

private:
    [[nodiscard]] std::string words(FrameIndex frame, const std::string& last) const;

    const Trace* trace_;
    IndexedVector<FrameIndex, std::uint64_t> numbers_;
    std::uint64_t count_ = 0;  ///< of the main steps
    std::string word_;         ///< for a main step; empty: the kind of the step
};

/// StepTitles::title() of a single step. Linear in the trace.
[[nodiscard]] std::string step_title(const Trace& trace, FrameIndex frame);

}  // namespace arenascope
