#include "core/model/memory/pinned_note.h"

#include <string_view>
#include <unordered_map>
#include <utility>

namespace arenascope {
namespace {

/// The buffers of `after` by name, built on first use: most plans have no notes on buffers.
class NamedBuffers {
public:
    explicit NamedBuffers(const Problem& problem) : problem_(problem) {}

    [[nodiscard]] BufferIndex named(std::string_view name) {
        if (indices_.empty()) {
            for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
                indices_.emplace(problem_.buffers[i].name, BufferIndex(i));
            }
        }
        const auto found = indices_.find(name);
        return found == indices_.end() ? BufferIndex::none() : found->second;
    }

private:
    const Problem& problem_;
    std::unordered_map<std::string_view, BufferIndex> indices_;
};

}  // namespace

IndexedVector<RegionIndex, RegionIndex> same_regions(const Problem& before, const Problem& after) {
    std::unordered_map<std::string_view, RegionIndex> indices;
    for (std::size_t i = 0; i < after.regions.size(); ++i) {
        indices.emplace(after.regions[i].name, RegionIndex(i));
    }
    IndexedVector<RegionIndex, RegionIndex> same;
    for (const Region& region : before.regions) {
        const auto found = indices.find(region.name);
        same.push_back(found == indices.end() ? RegionIndex::none() : found->second);
    }
    return same;
}

std::vector<PinnedNote> repinned(std::vector<PinnedNote> notes, const Problem& before, const Problem& after) {
    if (notes.empty()) {
        return notes;
    }
    NamedBuffers buffers(after);
    const auto regions = same_regions(before, after);
    std::erase_if(notes, [&](PinnedNote& note) {
        if (auto* const buffer = std::get_if<BufferIndex>(&note.anchor)) {
            *buffer = buffers.named(before.buffers[*buffer].name);
            return *buffer == BufferIndex::none();
        }
        if (auto* const place = std::get_if<BytePlace>(&note.anchor)) {
            place->region = regions[place->region];
            return place->region == RegionIndex::none();
        }
        return false;
    });
    return notes;
}

}  // namespace arenascope
