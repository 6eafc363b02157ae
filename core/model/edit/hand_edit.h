#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// One thing that a person changed in a plan. The list of them travels with the plan, so that no figure of an edited
/// plan passes for that of a tool.
struct HandEdit {
    /// What the edit is about. It decides what becomes of it when a planner plans again.
    enum class Of : std::uint8_t {
        layout,           ///< a place; gone when a planner makes another layout
        problem,          ///< a buffer or a region
        planned_problem,  ///< the same, and a planner has made the layout since
    };
    std::string what;  ///< "size of 'conv1'"
    std::string from;  ///< the value before: "400"; empty: nothing was there before
    std::string to;    ///< the value now: "300"
    Of of = Of::problem;
    friend bool operator==(const HandEdit&, const HandEdit&) = default;
};

[[nodiscard]] std::string_view name_of(HandEdit::Of of);
[[nodiscard]] std::optional<HandEdit::Of> hand_edit_subject_named(std::string_view name);

/// The edit as a line for people: "size of 'conv1': 400 -> 300".
[[nodiscard]] std::string text_of(const HandEdit& edit);

/// Adds edits one after the other to a list in the order of time. One that goes on from an earlier one replaces it, and
/// one that restores the first value removes it. Linear in both lists:
///
///   size of 'a': 400 -> 300  +  size of 'a': 300 -> 200  =  size of 'a': 400 -> 200
///   size of 'a': 400 -> 300  +  size of 'a': 300 -> 400  =  nothing
void add_hand_edits(std::vector<HandEdit>& edits, std::vector<HandEdit> more);

/// The list after a planner has made another layout: without the places, and the others as planned_problem.
[[nodiscard]] std::vector<HandEdit> after_planning(std::vector<HandEdit> edits);

/// How a plan was edited by hand.
enum class HandEdited : std::uint8_t {
    no,
    plan,     ///< after its layout was made
    problem,  ///< only before its layout was made
};

[[nodiscard]] HandEdited hand_edited(std::span<const HandEdit> edits);

/// "edited by hand", or "of a problem edited by hand"; empty for `no`.
[[nodiscard]] std::string_view words_of(HandEdited edited);

/// A buffer that was moved from one place to another; empty: not placed.
[[nodiscard]] HandEdit moved_by_hand(const Problem& problem, BufferIndex buffer, const OptionalPlacement& from,
                                     const OptionalPlacement& to);

}  // namespace arenascope
