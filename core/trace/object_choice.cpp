#include "core/trace/object_choice.h"

#include <array>

#include "core/base/containers/named_value.h"

namespace arenascope {
namespace {

constexpr std::array<std::string_view, object_rule_count> rule_names = {
    "naive", "equality", "equality-scan", "in-order", "usage-graph", "breadth", "size", "flow"};

constexpr std::array<std::string_view, object_outcome_count> outcome_names = {"taken",
                                                                              "another size",
                                                                              "smaller in a dimension",
                                                                              "no edge in the usage graph",
                                                                              "farther in size",
                                                                              "wastes more",
                                                                              "would have to grow",
                                                                              "would have to grow by more",
                                                                              "idle for longer",
                                                                              "equally distant, but later",
                                                                              "freed earlier",
                                                                              "freed later",
                                                                              "higher number",
                                                                              "lower number",
                                                                              "handed on otherwise by the flow"};

std::string bytes_text(Bytes bytes) {
    return std::to_string(bytes.value()) + " B";
}

/// "3 other free objects lost: 2 no edge in the usage graph, 1 farther in size".
std::string lost_text(const ObjectChoice& choice) {
    std::array<std::size_t, object_outcome_count> counts{};
    for (std::size_t i = 1; i < choice.candidates.size(); ++i) {
        ++counts[static_cast<std::size_t>(choice.candidates[i].outcome)];
    }
    std::string text =
        choice.lost() == 1 ? "1 free object lost: " : std::to_string(choice.lost()) + " free objects lost: ";
    std::string separator;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] > 0) {
            text += separator;
            text += choice.lost() == 1 ? "" : std::to_string(counts[i]) + " ";
            text += outcome_names[i];
            separator = ", ";
        }
    }
    if (choice.unlisted > 0) {
        text += separator + std::to_string(choice.unlisted) + " not listed";
    }
    return text;
}

}  // namespace

std::string_view name_of(ObjectRule rule) {
    return rule_names[static_cast<std::size_t>(rule)];
}

std::optional<ObjectRule> object_rule_named(std::string_view name) {
    return value_named<ObjectRule>(rule_names, name);
}

std::string_view name_of(ObjectChoice::Outcome outcome) {
    return outcome_names[static_cast<std::size_t>(outcome)];
}

std::optional<ObjectChoice::Outcome> object_outcome_named(std::string_view name) {
    return value_named<ObjectChoice::Outcome>(outcome_names, name);
}

std::string words_of(const ObjectChoice& choice) {
    const ObjectChoice::Candidate& taken = choice.taken();
    std::string text = "object " + std::to_string(taken.object.value());
    if (choice.is_new()) {
        text += ", new";
    } else if (choice.after > taken.size) {
        text += ", grows from " + bytes_text(taken.size) + " to " + bytes_text(choice.after);
    }
    if (choice.breadth) {
        text += "; task " + std::to_string(choice.breadth->task.value()) + " of breadth " +
                bytes_text(choice.breadth->live);
    }
    if (choice.position) {
        text += "; position " + std::to_string(*choice.position);
        text += choice.is_new() ? "" : ", distance " + std::to_string(taken.distance.value());
    }
    return choice.lost() == 0 ? text : text + "; " + lost_text(choice);
}

}  // namespace arenascope
