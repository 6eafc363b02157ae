#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arenascope {

/// What an expression may ask of a step, without an argument.
enum class StepField : std::uint8_t {
    peak,
    best,
    threshold,
    iteration,
    group,
    rearrangement,
    pass,
    placed,
    moved,
    hole,
    overlap,
    reason,
    kind,
    region,
    note,
    frame,
};

/// What it may ask with arguments in parentheses.
enum class StepFunction : std::uint8_t {
    region_peak,
    offset,
    tail,
    tier,
    before,
    changed,
    touches_bytes,
    touches_steps,
};

/// A name of the language of conditions, for help and completion.
struct StepTerm {
    std::string_view name;
    std::string_view form;     ///< as it is written: `peak("REGION")`
    std::string_view meaning;  ///< one sentence without a full stop
};

/// By StepField.
[[nodiscard]] std::span<const StepTerm> step_fields();
/// By StepFunction.
[[nodiscard]] std::span<const StepTerm> step_functions();

[[nodiscard]] std::optional<StepField> step_field_named(std::string_view name);
[[nodiscard]] std::optional<StepFunction> step_function_named(std::string_view name);

/// Their names alone.
[[nodiscard]] const std::vector<std::string>& step_field_names();
[[nodiscard]] const std::vector<std::string>& step_function_names();

/// The words that a step's kind, reason and tier are compared with. Each is at the position of its value.
[[nodiscard]] const std::vector<std::string>& frame_kind_words();
[[nodiscard]] const std::vector<std::string>& goal_words();
[[nodiscard]] const std::vector<std::string>& tier_words();

}  // namespace arenascope
