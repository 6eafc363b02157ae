#include "core/expression/buffer_filter.h"

namespace arenascope {

Expected<BufferFilter> BufferFilter::parse(std::string_view text) {
    return TextFilter::parse(text, buffer_fields()).map([](TextFilter parsed) {
        BufferFilter filter;
        filter.filter_ = std::move(parsed);
        return filter;
    });
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
        passes[i] = filter_.accepts(lookup, buffers[i].name);
    }
    return passes;
}

}  // namespace arenascope
