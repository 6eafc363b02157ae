#include "core/analysis/explain/stack_tree.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "core/model/memory/makers.h"

namespace arenascope {
namespace {

bool is_shown(const StackFrame& frame, StackFrames frames) {
    return frames == StackFrames::all || (frame.is_python && (frames == StackFrames::python || !frame.is_library));
}

/// Builds a tree in the order of the stacks, and then puts it in the order of its bytes.
class TreeGrowth {
public:
    TreeGrowth(const Problem& problem, Step step, StackFrames frames)
        : problem_(problem), history_(*problem.history), frames_(frames), step_(step) {}

    StackTree run() {
        grown_.emplace_back();
        std::map<StackIndex, std::vector<BufferIndex>> live;
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            if (contains(problem_.buffers[i].lifetime, step_)) {
                live[i < history_.made_by.size() ? history_.made_by[i] : StackIndex::none()].emplace_back(i);
            }
        }
        for (auto& [stack, buffers] : live) {
            add(stack, buffers);
        }
        // What a node calls comes after it.
        for (std::size_t i = grown_.size() - 1; i > 0; --i) {
            Grown& parent = grown_[grown_[i].parent];
            parent.bytes = parent.bytes + grown_[i].bytes;
            parent.calls.push_back(static_cast<std::uint32_t>(i));
        }
        return ordered();
    }

private:
    struct Grown {
        StackFrameIndex frame = StackFrameIndex::none();
        std::uint32_t parent = 0;
        Bytes bytes;
        std::vector<std::uint32_t> calls;
        std::vector<BufferIndex> own;  ///< buffers whose stack ends here
    };

    void add(StackIndex stack, const std::vector<BufferIndex>& buffers) {
        std::uint32_t node = 0;
        const auto frames = frames_of(history_, stack);
        for (std::size_t i = frames.size(); i-- > 0;) {  // from the outermost
            if (is_shown(history_.frames[frames[i]], frames_)) {
                node = called(node, frames[i]);
            }
        }
        node = node == 0 ? called(0, StackFrameIndex::none()) : node;
        for (const BufferIndex buffer : buffers) {
            grown_[node].own.push_back(buffer);
            grown_[node].bytes = grown_[node].bytes + problem_.buffers[buffer].size;
        }
    }

    std::uint32_t called(std::uint32_t parent, StackFrameIndex frame) {
        const auto [known, is_new] =
            known_.try_emplace(std::pair(parent, frame), static_cast<std::uint32_t>(grown_.size()));
        if (is_new) {
            grown_.push_back({.frame = frame, .parent = parent, .bytes = {}, .calls = {}, .own = {}});
        }
        return known->second;
    }

    StackTree ordered() {
        StackTree tree;
        tree.step = step_;
        // Without recursion: a stack of a damaged file may be as deep as the file is long.
        struct Visit {
            std::uint32_t grown, parent, depth;
        };
        std::vector<Visit> waiting{{0, 0, 0}};
        while (!waiting.empty()) {
            const Visit visit = waiting.back();
            waiting.pop_back();
            Grown& node = grown_[visit.grown];
            const auto position = static_cast<std::uint32_t>(tree.nodes.size());
            tree.nodes.push_back({.frame = node.frame,
                                  .parent = visit.parent,
                                  .end = position + 1,
                                  .depth = visit.depth,
                                  .bytes = node.bytes,
                                  .first_buffer = static_cast<std::uint32_t>(tree.buffers.size()),
                                  .buffers = static_cast<std::uint32_t>(node.own.size())});
            tree.buffers.insert(tree.buffers.end(), node.own.begin(), node.own.end());
            // The last one that waits comes next.
            std::ranges::sort(node.calls, {}, [this](std::uint32_t call) {
                return std::tuple(grown_[call].bytes.value(), -static_cast<std::int64_t>(call));
            });
            for (const std::uint32_t call : node.calls) {
                waiting.push_back({call, position, visit.depth + 1});
            }
        }
        for (std::size_t i = tree.nodes.size() - 1; i > 0; --i) {
            StackNode& parent = tree.nodes[tree.nodes[i].parent];
            parent.end = std::max(parent.end, tree.nodes[i].end);
            parent.buffers += tree.nodes[i].buffers;
        }
        return tree;
    }

    const Problem& problem_;
    const AllocatorHistory& history_;
    StackFrames frames_;
    Step step_;
    std::vector<Grown> grown_;
    std::map<std::pair<std::uint32_t, StackFrameIndex>, std::uint32_t> known_;
};

}  // namespace

StackTree stack_tree(const Problem& problem, Step step, StackFrames frames) {
    return problem.history ? TreeGrowth(problem, step, frames).run()
                           : StackTree{.step = step, .nodes = {}, .buffers = {}};
}

std::string name_of(const AllocatorHistory& history, const StackTree& tree, std::uint32_t node) {
    const StackFrameIndex frame = tree.nodes[node].frame;
    return node == 0                          ? "all"
           : frame == StackFrameIndex::none() ? std::string(no_python_frame)
                                              : label_of(history.frames[frame]);
}

std::string folded_stacks(const AllocatorHistory& history, const StackTree& tree) {
    std::string text;
    std::vector<std::string> path;  // names of the nodes from below the root
    for (std::uint32_t i = 1; i < tree.nodes.size(); ++i) {
        const StackNode& node = tree.nodes[i];
        path.resize(node.depth);
        path.back() = name_of(history, tree, i);
        // A semicolon separates frames.
        std::ranges::replace(path.back(), ';', ',');
        std::ranges::replace(path.back(), '\n', ' ');
        Bytes called;
        for (std::uint32_t call = i + 1; call < node.end; call = tree.nodes[call].end) {
            called = called + tree.nodes[call].bytes;
        }
        if (node.bytes > called) {
            for (std::size_t part = 0; part < path.size(); ++part) {
                text += (part == 0 ? "" : ";") + path[part];
            }
            text += " " + std::to_string((node.bytes - called).value()) + "\n";
        }
    }
    return text;
}

}  // namespace arenascope
