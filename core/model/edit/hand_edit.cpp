#include "core/model/edit/hand_edit.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <unordered_map>
#include <utility>

#include "core/base/containers/named_value.h"
#include "core/base/error/quotation.h"

namespace arenascope {
namespace {

constexpr std::array<std::string_view, 3> subject_names = {"layout", "problem", "planned problem"};

/// "64", or "64 in 'fast'" outside the buffer's own region.
std::string place_text(const Problem& problem, BufferIndex buffer, const OptionalPlacement& place) {
    if (!place) {
        return "not placed";
    }
    const std::string offset = std::to_string(place->offset.value());
    return place->region == problem.buffers[buffer].region
               ? offset
               : offset + " in " + in_quotes(problem.regions[place->region].name);
}

/// Finds the last edit of a list that another one goes on from.
class EditIndex {
public:
    void add(const HandEdit& edit, std::size_t position) {
        std::vector<std::size_t>& positions = positions_[key(edit, edit.to)];
        positions.insert(std::ranges::upper_bound(positions, position), position);
    }
    /// Removes it, too.
    std::optional<std::size_t> take(const HandEdit& next) {
        const auto found = positions_.find(key(next, next.from));
        if (found == positions_.end() || found->second.empty()) {
            return std::nullopt;
        }
        const std::size_t position = found->second.back();
        found->second.pop_back();
        return position;
    }
    void clear() { positions_.clear(); }

private:
    static std::string key(const HandEdit& edit, const std::string& value) {
        return std::to_string(edit.what.size()) + ' ' + edit.what + static_cast<char>('0' + static_cast<int>(edit.of)) +
               value;
    }

    std::unordered_map<std::string, std::vector<std::size_t>> positions_;  ///< ascending
};

/// A name may stand for another buffer before an event such as "dropped".
std::size_t first_behind_event(const std::vector<HandEdit>& edits) {
    const auto event =
        std::ranges::find_if(edits.rbegin(), edits.rend(), [](const HandEdit& edit) { return edit.from.empty(); });
    return static_cast<std::size_t>(edits.rend() - event);
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

void add_hand_edits(std::vector<HandEdit>& edits, std::vector<HandEdit> more) {
    EditIndex index;
    for (std::size_t i = first_behind_event(edits); i < edits.size(); ++i) {
        index.add(edits[i], i);
    }
    std::vector<bool> is_gone(edits.size());
    edits.reserve(edits.size() + more.size());
    for (HandEdit& edit : more) {
        if (edit.from.empty()) {
            index.clear();
        } else if (const auto earlier = index.take(edit)) {
            edits[*earlier].to = std::move(edit.to);
            if (edits[*earlier].to == edits[*earlier].from) {
                is_gone[*earlier] = true;
            } else {
                index.add(edits[*earlier], *earlier);
            }
            continue;
        } else {
            index.add(edit, edits.size());
        }
        edits.push_back(std::move(edit));
        is_gone.push_back(false);
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < edits.size(); ++i) {
        if (!is_gone[i]) {
            if (kept != i) {
                edits[kept] = std::move(edits[i]);
            }
            ++kept;
        }
    }
    edits.resize(kept);
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

HandEdit moved_by_hand(const Problem& problem, BufferIndex buffer, const OptionalPlacement& from,
                       const OptionalPlacement& to) {
    return {"offset of " + in_quotes(problem.buffers[buffer].name), place_text(problem, buffer, from),
            place_text(problem, buffer, to), HandEdit::Of::layout};
}

}  // namespace arenascope
