#include "core/analysis/compare/side_by_side.h"

#include <utility>
#include <variant>

namespace arenascope {
namespace {

void append(SideBySide& both, const Comparand& plan, const std::string& name) {
    const std::size_t first_region = both.problem.regions.size();
    const std::size_t first_buffer = both.problem.buffers.size();
    for (Region region : plan.problem.regions) {
        region.name = name + " / " + region.name;
        both.problem.regions.push_back(std::move(region));
    }
    for (Buffer buffer : plan.problem.buffers) {
        buffer.region = RegionIndex(buffer.region.value() + first_region);
        both.problem.buffers.push_back(std::move(buffer));
    }
    for (auto placement : plan.layout.placements) {
        if (placement) {
            placement->region = RegionIndex(placement->region.value() + first_region);
        }
        both.layout.placements.push_back(placement);
    }
    for (SharingGroup group : plan.layout.sharing) {
        for (BufferIndex& member : group.members) {
            member = BufferIndex(member.value() + first_buffer);
        }
        both.layout.sharing.push_back(std::move(group));
    }
    for (std::size_t i = 0; i < plan.layout.objects.size(); ++i) {
        SharedObject object = plan.layout.objects[i];
        object.region = RegionIndex(object.region.value() + first_region);
        both.layout.objects.push_back(std::move(object));
        both.object_numbers.emplace_back(i);
    }
}

}  // namespace

SideBySide side_by_side(const Comparand& first, const std::string& first_name, const Comparand& second,
                        const std::string& second_name) {
    SideBySide both;
    both.problem.regions.clear();
    append(both, second, second_name);
    append(both, first, first_name);
    return both;
}

std::vector<PinnedNote> notes_side_by_side(const std::vector<PinnedNote>& first, const std::vector<PinnedNote>& second,
                                           const Problem& second_problem) {
    std::vector<PinnedNote> notes;
    for (PinnedNote note : first) {
        if (auto* const buffer = std::get_if<BufferIndex>(&note.anchor)) {
            *buffer = BufferIndex(buffer->value() + second_problem.buffers.size());
        } else if (auto* const place = std::get_if<BytePlace>(&note.anchor)) {
            place->region = RegionIndex(place->region.value() + second_problem.regions.size());
        }
        note.text.insert(0, "A: ");
        notes.push_back(std::move(note));
    }
    for (PinnedNote note : second) {
        note.text.insert(0, "B: ");
        notes.push_back(std::move(note));
    }
    return notes;
}

}  // namespace arenascope
