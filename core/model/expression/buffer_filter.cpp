#include "core/model/expression/buffer_filter.h"

namespace arenascope {

Expected<BufferFilter> BufferFilter::parse(std::string_view text) {
    return TextFilter::parse(text, buffer_fields()).map([](TextFilter parsed) {
        BufferFilter filter;
        filter.filter_ = std::move(parsed);
        return filter;
    });
}

BufferFilter BufferFilter::of_name(std::string_view part) {
    BufferFilter filter;
    filter.filter_ = TextFilter::of_name(part);
    return filter;
}

std::vector<bool> BufferFilter::passing(const BufferFacts& facts) const {
    return *passing(facts, [] { return false; });
}

std::optional<std::vector<bool>> BufferFilter::passing(const BufferFacts& facts,
                                                       const std::function<bool()>& is_outdated) const {
    constexpr std::size_t buffers_for_question = 4096;
    const auto& buffers = facts.problem->buffers;
    std::vector<bool> passes(buffers.size(), true);
    if (accepts_all()) {
        return passes;
    }
    BufferIndex at;
    const FieldLookup lookup = [&facts, &at](std::string_view field) { return buffer_field(facts, at, field); };
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        if (i % buffers_for_question == 0 && is_outdated()) {
            return std::nullopt;
        }
        at = BufferIndex(i);
        passes[i] = filter_.accepts(lookup, buffers[i].name);
    }
    return passes;
}

}  // namespace arenascope
