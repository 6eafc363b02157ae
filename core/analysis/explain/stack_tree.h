#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/memory/allocator_history.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// Which frames of the recorded stacks a StackTree has.
enum class StackFrames : std::uint8_t {
    python,    ///< without the runtime's own C++
    own_code,  ///< without libraries too
    all,
};

/// The code up to a frame, called in the same way.
struct StackNode {
    StackFrameIndex frame = StackFrameIndex::none();  ///< none(): the root, or allocations without such a frame
    std::uint32_t parent = 0;                         ///< of the root itself
    std::uint32_t end = 0;                            ///< the node after all that this one calls
    std::uint32_t depth = 0;                          ///< 0: the root
    Bytes bytes;                                      ///< live bytes that the code and all that it calls made
    std::uint32_t first_buffer = 0;                   ///< position of their buffers in StackTree::buffers
    std::uint32_t buffers = 0;                        ///< the number of their buffers
};

/// The live bytes of a recorded allocator at one step, by the stacks that made them:
///
///   all            100   ████████████████████
///   main train:7   100   ████████████████████     the outermost frame first
///   forward m:54    70   ██████████████
///   silu m:532      50   ██████████
struct StackTree {
    Step step;
    /// Each node before what it calls, and of these, those with most bytes first. The root is the first node; without a
    /// history there is no node.
    std::vector<StackNode> nodes;
    std::vector<BufferIndex> buffers;  ///< all live ones; those of a node are neighbours
};

/// O(n + f log f) for n buffers and f frames of stacks that made a live buffer.
[[nodiscard]] StackTree stack_tree(const Problem& problem, Step step, StackFrames frames = StackFrames::python);

/// What a node stands for: `model.py:54 forward`, or "(no Python frame)" for allocations without a frame. The root has
/// the name "all".
[[nodiscard]] std::string name_of(const AllocatorHistory& history, const StackTree& tree, std::uint32_t node);

/// The tree as folded stacks, which tools for flame graphs read: a line for each stack, with its frames from the
/// outermost on and its bytes, as in `train.py:7 main;model.py:54 forward 1024`. Linear in the text.
[[nodiscard]] std::string folded_stacks(const AllocatorHistory& history, const StackTree& tree);

}  // namespace arenascope
