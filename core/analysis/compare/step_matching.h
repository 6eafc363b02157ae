#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/compare/buffer_pairing.h"
#include "core/model/memory/lifetime.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// What runs at a step.
struct NamedStep {
    std::string_view name;
    std::string_view type;  ///< empty: only the name is known
    Step step;
};

/// The operators of a problem, or the step names of a file without a network, in their order. Views into the problem.
[[nodiscard]] std::vector<NamedStep> named_steps(const Problem& problem);

/// How the steps of two plans are matched.
enum class StepsMatchedBy : std::uint8_t {
    number,     ///< both plans have the same steps, so a step is compared with that of the same number
    operators,  ///< a step is compared with that of the same operator
    nothing,    ///< nothing tells which steps are the same
};

/// The same step in two plans.
struct StepPair {
    Step first;
    Step second;
    friend bool operator==(const StepPair&, const StepPair&) = default;
};

/// Which steps of two plans are the same.
struct StepMatching {
    StepsMatchedBy by = StepsMatchedBy::number;
    std::vector<StepPair> by_first = {};   ///< if by operators: by the step of the first plan, each at most once
    std::vector<StepPair> by_second = {};  ///< the same pairs, by the step of the second plan
    Lifetime first_span = {};              ///< all steps of the first plan
    Lifetime second_span = {};
    friend bool operator==(const StepMatching&, const StepMatching&) = default;
};

/// Matches the steps of two plans by their operators, or by the step names of a file without a network:
///
///   first    conv1  relu1  conv2  add     by number would subtract relu1 from pool
///              │             │     │
///   second   conv1  pool   conv2  add
///
/// - Operators have the same name. Of one name both plans must have equally many; they are matched in their order.
/// - What is left has the same type, and follows the same operator. Of one type both must have equally many there.
/// - If both plans have the same operators at the same steps, all steps match by number. So they do if a plan names
///   none, and both have the same steps, or all buffers of `pairing` with the same name have the same lifetimes.
///
/// O(n log n) in operators, linear in the pairs.
[[nodiscard]] StepMatching match_steps(const Problem& first, const Problem& second, const BufferPairing& pairing);

/// The step of the second plan that is the same as a step of the first; empty: there is none. O(log n).
[[nodiscard]] std::optional<Step> step_in_second(const StepMatching& matching, Step of_first);
/// The same the other way round.
[[nodiscard]] std::optional<Step> step_in_first(const StepMatching& matching, Step of_second);

/// How the steps of A, the first plan, and of B were matched, as a clause: "steps matched by operator: 34 of 68 in A,
/// 34 of 36 in B", or why they were not. Empty: by number.
[[nodiscard]] std::string matching_words(const StepMatching& matching);

}  // namespace arenascope
