#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/format/pytorch/value_tree.h"
#include "core/model/memory/allocator_history.h"

namespace arenascope::snapshot_file {

/// Collects the call stacks of a snapshot. Equal frames and equal stacks are stored once;
/// only a made-up collision of hashes stores a stack twice.
class CallStacks {
public:
    explicit CallStacks(const ValueTree& tree) : tree_(&tree) {}

    /// The stack with the frames of this list; none() for an empty list and for other kinds. Linear in the list.
    [[nodiscard]] StackIndex add(Value list);

    IndexedVector<StackFrameIndex, StackFrame> frames;      ///< as in AllocatorHistory
    IndexedVector<StackIndex, std::uint32_t> stack_begins;  ///< as in AllocatorHistory
    std::vector<StackFrameIndex> stack_frames;              ///< as in AllocatorHistory

private:
    [[nodiscard]] StackFrameIndex frame_of(Value dict);
    [[nodiscard]] bool is_current(StackIndex stack) const;

    const ValueTree* tree_;
    std::unordered_map<std::uint64_t, StackFrameIndex> frames_of_dicts_;
    std::unordered_map<std::string, StackFrameIndex> frames_of_lines_;
    std::unordered_map<std::uint64_t, StackIndex> stacks_of_lists_;
    std::unordered_map<std::uint64_t, StackIndex> stacks_of_hashes_;
    std::vector<StackFrameIndex> current_;
};

}  // namespace arenascope::snapshot_file
