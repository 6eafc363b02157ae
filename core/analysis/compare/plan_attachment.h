#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/compare/plan_changes.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// How a buffer of a plan was matched to one of a model.
enum class MatchedBy : std::uint8_t {
    name,
    size_and_lifetime,  ///< each side has exactly one buffer with this size and lifetime
    order,              ///< both sides have equally many such buffers; they are matched in the order of the files
};

struct BufferMatch {
    BufferIndex of_plan;
    BufferIndex of_model;
    MatchedBy by = MatchedBy::name;
    friend bool operator==(const BufferMatch&, const BufferMatch&) = default;
};

/// Matches the buffers of another tool's plan with those of the model that the plan was made for.
struct PlanAttachment {
    std::vector<BufferMatch> matches;  ///< in the order of the plan
    std::vector<BufferIndex> only_in_plan;
    std::vector<BufferIndex> only_in_model;
    /// The step of the plan minus the step of the model for the same operator. 1 if step 0 of the plan holds only the
    /// inputs.
    Duration shift;
    Bytes multiple = Bytes(1);  ///< the plan's sizes are the model's sizes rounded up to this
    friend bool operator==(const PlanAttachment&, const PlanAttachment&) = default;
};

/// Matches by name, then by size and lifetime if both sides have equally many such buffers. Tools count steps from 0 or
/// from 1 and round sizes up. All shifts 0 and 1 and multiples 1, 4, 8, … 256 are tried; the pair with the most matches
/// is used, the smallest if several are equal. O(n log n).
[[nodiscard]] PlanAttachment attach_plan(const Problem& plan, const Problem& model);

/// The plan, extended by the model. Matched buffers get the name and kind from the model. The operators are those of
/// the model, at the steps of the plan, with the buffers of the plan. If an operand has no match, it is left out, and
/// that operator shares no memory. Layouts of the plan stay valid. Linear.
[[nodiscard]] Problem attached_problem(const Problem& plan, const Problem& model, const PlanAttachment& attachment);

/// Compares a model with a plan as `compare` does, but with the buffers matched by the attachment. Matched buffers have
/// the model's names. The shift and rounded sizes count as equal.
[[nodiscard]] LayoutComparison compare_attached(const Comparand& model, const Comparand& plan,
                                                const PlanAttachment& attachment);

}  // namespace arenascope
