#include "core/planner/shared_objects/object_bands.h"

#include <algorithm>
#include <utility>

#include "core/model/memory/joint_alignment.h"
#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

/// A larger common alignment is not worth the bytes that it leaves empty.
constexpr Bytes most_common_alignment(std::int64_t{1} << 20);

/// The alignment of a band after a buffer has joined. Empty: the buffer must not join.
std::optional<Bytes> common_alignment(Bytes band, Bytes buffer) {
    const auto common = joint_alignment(band, buffer);
    const Bytes most = std::max({most_common_alignment, band, buffer});
    return common && *common <= most ? common : std::nullopt;
}

}  // namespace

ObjectBands::ObjectBands(const Problem& problem)
    : problem_(problem), layout_(empty_layout(problem)), tops_(problem.regions.size()) {
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (!takes_bytes(problem.buffers[i])) {
            layout_.placements[i] = Placement{Offset(0), problem.buffers[i].region};
        }
    }
}

Expected<void> ObjectBands::add(const RecordedBuffers& group, std::span<const ObjectIndex> object_of_record,
                                std::span<const Bytes> sizes,
                                const std::vector<std::vector<std::int64_t>>& dimensions) {
    const std::size_t first = layout_.objects.size();
    std::vector<Bytes> alignments(sizes.size(), Bytes(1));
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        layout_.objects.push_back(
            {group.region, Offset(0), sizes[i], dimensions.empty() ? std::vector<std::int64_t>() : dimensions[i]});
    }
    std::vector<std::size_t> held(object_of_record.size());
    for (std::size_t i = 0; i < object_of_record.size(); ++i) {
        const Buffer& buffer = problem_.buffers[group.buffers[i]];
        held[i] = object_of_record[i].value();
        if (const auto common = common_alignment(alignments[held[i]], alignment_of(problem_, buffer))) {
            alignments[held[i]] = *common;
        } else {
            held[i] = alignments.size();
            alignments.push_back(alignment_of(problem_, buffer));
            layout_.objects.push_back({group.region, Offset(0), buffer.size, buffer.dimensions()});
        }
    }
    Offset& top = tops_[group.region];
    for (std::size_t i = 0; i < alignments.size(); ++i) {
        SharedObject& object = layout_.objects[first + i];
        if (!checked_add(top.value(), alignments[i].value())) {
            return failure("the offsets of the shared objects do not fit in 64 bits", "give smaller alignments");
        }
        object.offset = aligned_up(top, alignments[i]);
        const auto end = checked_add(object.offset.value(), object.size.value());
        if (!end || !has_addresses(problem_.regions[group.region].base, *end)) {
            return failure("the offsets of the shared objects do not fit in 64 bits", "give smaller alignments");
        }
        top = Offset(*end);
    }
    for (std::size_t i = 0; i < held.size(); ++i) {
        layout_.placements[group.buffers[i]] = Placement{layout_.objects[first + held[i]].offset, group.region};
    }
    return {};
}

std::vector<BufferIndex> ObjectBands::place_buffers_of_no_bytes() {
    std::vector<BufferIndex> placed;
    for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
        if (problem_.buffers[i].size <= Bytes(0)) {
            layout_.placements[i] = Placement{Offset(0), problem_.buffers[i].region};
            placed.emplace_back(i);
        }
    }
    return placed;
}

}  // namespace arenascope
