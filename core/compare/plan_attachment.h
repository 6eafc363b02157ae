#pragma once

#include <cstdint>
#include <vector>

#include "core/compare/layout_comparison.h"
#include "core/memory/problem.h"

namespace arenascope {

/// How a buffer of a plan was found in a model.
enum class MatchedBy : std::uint8_t {
    name,
    size_and_lifetime,  ///< there is one such buffer on either side
    order,              ///< there are several such buffers, as many on either side: in the order of the files
};

struct BufferMatch {
    BufferIndex of_plan;
    BufferIndex of_model;
    MatchedBy by = MatchedBy::name;
    friend bool operator==(const BufferMatch&, const BufferMatch&) = default;
};

/// Which buffers of another tool's plan are which of the model that it was made for.
struct PlanAttachment {
    std::vector<BufferMatch> matches;  ///< in the order of the plan
    std::vector<BufferIndex> only_in_plan;
    std::vector<BufferIndex> only_in_model;
    /// How many steps later the plan counts an operator: 1 where its step 0 is for the inputs alone.
    Duration shift;
    Bytes multiple = Bytes(1);  ///< of which the plan's sizes are, rounded up from the model's
    friend bool operator==(const PlanAttachment&, const PlanAttachment&) = default;
};

/// Matches by name, then by size and lifetime where that is the same on as many buffers of both. Tools count steps from
/// 0 or from 1 and round sizes up: of the shifts 0 and 1 and the multiples 1, 4, 8, … 256 those are taken under which
/// most agree, the smallest among equals. O(n log n).
[[nodiscard]] PlanAttachment attach_plan(const Problem& plan, const Problem& model);

/// The plan with what the model knows: matched buffers take the model's names and kinds, the operators read and write
/// the buffers of the plan, at the plan's steps; what an operator uses that matched nothing is left out, and with it
/// that memory can be shared there. Layouts of the plan stay valid. Linear.
[[nodiscard]] Problem attached_problem(const Problem& plan, const Problem& model, const PlanAttachment& attachment);

/// What the plan has that the model has not, as `compare` tells it, with buffers matched by the attachment: names are
/// the model's where there is a match; a shift or a size that is rounded up is no difference.
[[nodiscard]] LayoutComparison compare_attached(const Comparand& model, const Comparand& plan,
                                                const PlanAttachment& attachment);

}  // namespace arenascope
