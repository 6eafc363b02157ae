#include "core/analysis/debugging/step_field.h"

#include <algorithm>
#include <array>

#include "core/model/tiers/risk.h"
#include "core/trace/frame.h"

namespace arenascope {
namespace {

constexpr std::array<StepTerm, 16> all_step_fields{{
    {"peak", "peak", "the largest tail of all buffers that are placed at the step, 0 if there is none"},
    {"best", "best",
     "the lowest peak of the main steps so far, this one included, among those of its region with most buffers placed"},
    {"threshold", "threshold", "the largest live size of the problem: no peak of all buffers can be lower"},
    {"iteration", "iteration", "the number of the main step that the step is or belongs to, from 0 through all passes"},
    {"group", "group", "the number of the group that the step is or belongs to, from 1 in each iteration"},
    {"rearrangement", "rearrangement", "the number of the rearrangement, from 1 in each group"},
    {"pass", "pass", "the number of the pass around the step, from 1"},
    {"placed", "placed", "the number of buffers that are placed at the step"},
    {"moved", "moved", "the number of buffers that lie elsewhere than at the step that it is relative to"},
    {"hole", "hole", "the bytes of the largest hole under the chain that carries the peak, as explain lists it"},
    {"overlap", "overlap", "the number of pairs of placed buffers that overlap without being meant to"},
    {"reason", "reason", "the goal that ended the step, or none"},
    {"kind", "kind", "the kind of the step: iteration, group, rearrangement, placement, move and others"},
    {"region", "region", "the name of the region that the step is about; a step of the whole problem has none"},
    {"note", "note", "the words that the planner added to the step"},
    {"frame", "frame", "the path of the step: 7.2.15 is a rearrangement of group 2 of iteration 7"},
}};

constexpr std::array<StepTerm, 8> all_step_functions{{
    {"peak", "peak(\"REGION\")", "the largest tail of the buffers that are placed in the region"},
    {"offset", "offset(\"NAME\")", "the offset of the buffer; a buffer that is not placed has none"},
    {"tail", "tail(\"NAME\")", "the offset of the buffer plus its size"},
    {"tier", "tier(\"NAME\")",
     "the tier of the buffer, none < low < medium < high; at a group and its rearrangements that of the iteration "
     "before; of a run without recorded tiers, that of the step's layout"},
    {"before", "before(E)", "the value of E at the step before of the same kind"},
    {"changed", "changed(E)", "whether E and before(E) differ; false if one of them lacks a value"},
    {"touches_bytes", "touches_bytes(FROM, TO)",
     "whether a buffer that the step placed, moved or took away lay or lies in these bytes, TO not included; a region "
     "may follow"},
    {"touches_steps", "touches_steps(FROM, TO)",
     "whether a buffer that the step placed, moved or took away is alive in these steps, TO not included"},
}};

template <class Kind, std::size_t count>
std::optional<Kind> position_of(const std::array<StepTerm, count>& names, std::string_view name) {
    const auto found =
        std::find_if(names.begin(), names.end(), [name](const StepTerm& one) { return one.name == name; });
    return found == names.end() ? std::nullopt : std::optional(static_cast<Kind>(found - names.begin()));
}

std::vector<std::string> names_in(std::span<const StepTerm> names) {
    std::vector<std::string> list;
    for (const StepTerm& one : names) {
        list.emplace_back(one.name);
    }
    return list;
}

template <class Kind>
std::vector<std::string> words_up_to(Kind last) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i <= static_cast<std::size_t>(last); ++i) {
        words.emplace_back(name_of(static_cast<Kind>(i)));
    }
    return words;
}

}  // namespace

std::span<const StepTerm> step_fields() {
    return all_step_fields;
}

std::span<const StepTerm> step_functions() {
    return all_step_functions;
}

std::optional<StepField> step_field_named(std::string_view name) {
    return position_of<StepField>(all_step_fields, name);
}

std::optional<StepFunction> step_function_named(std::string_view name) {
    return position_of<StepFunction>(all_step_functions, name);
}

const std::vector<std::string>& step_field_names() {
    static const std::vector<std::string> names = names_in(all_step_fields);
    return names;
}

const std::vector<std::string>& step_function_names() {
    static const std::vector<std::string> names = names_in(all_step_functions);
    return names;
}

const std::vector<std::string>& frame_kind_words() {
    static const std::vector<std::string> words = words_up_to(FrameKind::episode);
    return words;
}

const std::vector<std::string>& goal_words() {
    static const std::vector<std::string> words = words_up_to(Goal::stopped);
    return words;
}

const std::vector<std::string>& tier_words() {
    static const std::vector<std::string> words = words_up_to(Tier::high);
    return words;
}

}  // namespace arenascope
