#include "core/expression/buffer_filter.h"

#include <algorithm>

#include "core/text/plain_text.h"

namespace arenascope {
namespace {

bool mentions_field(std::string_view text) {
    const auto& fields = buffer_fields();
    return text.find_first_of("<>=~!()+*\"") != std::string_view::npos ||
           std::find(fields.begin(), fields.end(), text) != fields.end();
}

bool contains_in_any_case(std::string_view text, std::string_view lower_part) {
    return std::search(text.begin(), text.end(), lower_part.begin(), lower_part.end(),
                       [](char a, char b) { return lower_case(a) == b; }) != text.end();
}

}  // namespace

Expected<BufferFilter> BufferFilter::parse(std::string_view text) {
    const std::string_view wanted = trimmed(text);
    BufferFilter filter;
    if (wanted.empty()) {
        return filter;
    }
    const bool one_word = wanted.find_first_of(" \t") == std::string_view::npos;
    if (mentions_field(wanted) || !one_word) {
        auto expression = Expression::parse(wanted, buffer_fields());
        if (expression) {
            filter.expression_ = std::move(*expression);
            return filter;
        }
        if (mentions_field(wanted)) {
            return failure(std::move(expression.error()));
        }
    }
    filter.name_part_ = wanted;
    std::transform(filter.name_part_.begin(), filter.name_part_.end(), filter.name_part_.begin(),
                   [](char letter) { return lower_case(letter); });
    return filter;
}

std::vector<bool> BufferFilter::passing(const BufferFacts& facts) const {
    const auto& buffers = facts.problem->buffers;
    std::vector<bool> passes(buffers.size(), true);
    if (accepts_all()) {
        return passes;
    }
    BufferIndex at;
    const FieldLookup lookup = [&facts, &at](std::string_view field) { return buffer_field(facts, at, field); };
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        at = BufferIndex(i);
        passes[i] = expression_ ? expression_->holds(lookup) : contains_in_any_case(buffers[i].name, name_part_);
    }
    return passes;
}

}  // namespace arenascope
