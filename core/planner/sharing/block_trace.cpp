#include "core/planner/sharing/block_trace.h"

namespace arenascope {

BlockTrace::BlockTrace(TraceSink& sink, const Problem& problem, const SharingPlan& plan)
    : sink_(sink), plan_(plan), offsets_(problem.buffers.size(), unplaced_offset) {}

void BlockTrace::enter(FrameKind kind, std::string_view note, std::span<const BufferIndex> members,
                       RegionIndex region) {
    sink_.enter(kind, note, members_of(members), region);
}

void BlockTrace::leave(const FrameState& state) {
    risks_.resize(state.risks.empty() ? 0 : offsets_.size());
    for (std::size_t i = 0; i < offsets_.size(); ++i) {
        const std::uint32_t block = plan_.block_of[i];
        const std::int64_t offset = state.offsets[block];
        offsets_[i] = offset == unplaced_offset ? unplaced_offset : offset + plan_.position_of[i].value();
        if (!risks_.empty()) {
            risks_[i] = state.risks[block];
        }
    }
    const std::vector<BufferIndex> order = members_of(state.order);
    FrameState of_buffers = state;
    of_buffers.offsets = offsets_;
    of_buffers.order = order;
    of_buffers.risks = risks_;
    of_buffers.step = nullptr;
    sink_.leave(of_buffers);
}

std::vector<BufferIndex> BlockTrace::members_of(std::span<const BufferIndex> blocks) const {
    std::vector<BufferIndex> members;
    for (const BufferIndex block : blocks) {
        for (const BlockMember& member : plan_.blocks[block.value()].members) {
            members.push_back(member.buffer);
        }
    }
    return members;
}

}  // namespace arenascope
