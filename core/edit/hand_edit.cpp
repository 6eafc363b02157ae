#include "core/edit/hand_edit.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/error/quotation.h"
#include "core/memory/named_value.h"

namespace arenascope {
namespace {

constexpr std::array<std::string_view, 3> subject_names = {"layout", "problem", "planned problem"};

/// "64", or "64 in 'fast'" outside the buffer's own region.
std::string place_text(const Problem& problem, BufferIndex buffer, const std::optional<Placement>& place) {
    if (!place) {
        return "not placed";
    }
    const std::string offset = std::to_string(place->offset.value());
    return place->region == problem.buffers[buffer].region
               ? offset
               : offset + " in " + in_quotes(problem.regions[place->region].name);
}

}  // namespace

std::string_view name_of(HandEdit::Of of) {
    return subject_names[static_cast<std::size_t>(of)];
}

std::optional<HandEdit::Of> hand_edit_subject_named(std::string_view name) {
    return value_named<HandEdit::Of>(subject_names, name);
}

std::string text_of(const HandEdit& edit) {
    return edit.what + ": " + (edit.from.empty() ? edit.to : edit.from + " -> " + edit.to);
}

void add_hand_edit(std::vector<HandEdit>& edits, HandEdit edit) {
    for (auto earlier = edits.rbegin(); earlier != edits.rend(); ++earlier) {
        // A name may stand for another buffer before an event such as "dropped".
        if (edit.from.empty() || earlier->from.empty()) {
            break;
        }
        if (earlier->what == edit.what && earlier->of == edit.of && earlier->to == edit.from) {
            earlier->to = std::move(edit.to);
            if (earlier->to == earlier->from) {
                edits.erase(std::next(earlier).base());
            }
            return;
        }
    }
    edits.push_back(std::move(edit));
}

std::vector<HandEdit> after_planning(std::vector<HandEdit> edits) {
    std::erase_if(edits, [](const HandEdit& edit) { return edit.of == HandEdit::Of::layout; });
    for (HandEdit& edit : edits) {
        edit.of = HandEdit::Of::planned_problem;
    }
    return edits;
}

HandEdited hand_edited(std::span<const HandEdit> edits) {
    const bool is_plan =
        std::ranges::any_of(edits, [](const HandEdit& edit) { return edit.of != HandEdit::Of::planned_problem; });
    return is_plan ? HandEdited::plan : edits.empty() ? HandEdited::no : HandEdited::problem;
}

std::string_view words_of(HandEdited edited) {
    switch (edited) {
        case HandEdited::no:
            return {};
        case HandEdited::plan:
            return "edited by hand";
        case HandEdited::problem:
            return "of a problem edited by hand";
    }
    return {};
}

HandEdit moved_by_hand(const Problem& problem, BufferIndex buffer, const std::optional<Placement>& from,
                       const std::optional<Placement>& to) {
    return {"offset of " + in_quotes(problem.buffers[buffer].name), place_text(problem, buffer, from),
            place_text(problem, buffer, to), HandEdit::Of::layout};
}

}  // namespace arenascope
