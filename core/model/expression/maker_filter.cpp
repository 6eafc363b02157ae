#include "core/model/expression/maker_filter.h"

#include <algorithm>
#include <string_view>
#include <variant>
#include <vector>

#include "core/model/expression/buffer_fields.h"
#include "core/model/expression/glob.h"

namespace arenascope {
namespace {

using FieldNames = std::vector<std::string_view>;

/// The fields that may tell makers apart, the shortest filter first. The last one always does.
std::vector<FieldNames> telling_fields(MadeBy by) {
    switch (by) {
        case MadeBy::function:
            return {{"file", "function"}, {"file_path", "function"}};
        case MadeBy::file:
            return {{"file"}, {"file_path"}};
        case MadeBy::line:
            break;
    }
    return {{"file", "line"}, {"file", "line", "function"}, {"file_path", "line", "function"}};
}

/// Whether a filter by this field accepts both.
bool are_equal(const Value& a, const Value& b) {
    const auto* text = std::get_if<std::string>(&a);
    return text != nullptr ? compare_ignoring_case(*text, std::get<std::string>(b)) == 0 : a == b;
}

std::string condition(std::string_view field, const Value& value) {
    std::string text = std::string(field) + "=";
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        return text + std::to_string(*number);
    }
    text += '"';
    for (const char letter : std::get<std::string>(value)) {
        text.append(letter == '"' ? 2 : 1, letter);
    }
    return text + '"';
}

}  // namespace

std::string maker_filter(const Problem& problem, const Makers& makers, std::size_t maker) {
    const auto none = StackFrameIndex::none();
    if (makers.makers[maker].frame == none) {
        return "not file~*";
    }
    const auto& frames = problem.history->frames;
    const StackFrame& own = frames[makers.makers[maker].frame];
    const auto passes = [&](const Maker& other, const FieldNames& fields) {
        return other.frame != none && std::ranges::all_of(fields, [&](std::string_view field) {
                   return are_equal(frame_field(own, field), frame_field(frames[other.frame], field));
               });
    };
    const std::vector<FieldNames> choices = telling_fields(makers.by);
    const auto telling = std::ranges::find_if(choices, [&](const FieldNames& fields) {
        return std::ranges::count_if(makers.makers, [&](const Maker& other) { return passes(other, fields); }) == 1;
    });
    std::string filter;
    for (const std::string_view field : telling != choices.end() ? *telling : choices.back()) {
        filter += (filter.empty() ? "" : " ") + condition(field, frame_field(own, field));
    }
    return filter;
}

}  // namespace arenascope
