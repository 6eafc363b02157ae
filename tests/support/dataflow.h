#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope::test {

/// Runs a network's dataflow over the planned addresses, byte by byte, and tells the first read that does not see what
/// its producer wrote; empty where every read does. `removed` operators do nothing. What a byte holds is named by the
/// buffer and the byte of it that was computed; views and merges copy names. The networks must be small.
class Dataflow {
public:
    Dataflow(const Problem& problem, const Layout& layout, const std::vector<OperatorIndex>& removed)
        : problem_(problem), layout_(layout), removed_(problem.graph->operators.size(), false) {
        for (const OperatorIndex index : removed) {
            removed_[index.value()] = true;
        }
        meaning_.resize(problem.buffers.size());
        for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
            for (std::int64_t byte = 0; byte < problem.buffers[i].size.value(); ++byte) {
                meaning_[i].push_back({i, byte});
            }
        }
    }

    std::string first_wrong_read() {
        std::vector<bool> is_written(problem_.buffers.size(), false);
        for (const Operator& node : problem_.graph->operators) {
            for (const BufferIndex written : node.writes) {
                is_written[written.value()] = true;
            }
        }
        for (std::size_t i = 0; i < is_written.size(); ++i) {
            if (!is_written[i]) {
                write(i);
            }
        }
        for (std::size_t i = 0; i < problem_.graph->operators.size(); ++i) {
            const Operator& node = problem_.graph->operators[i];
            for (const BufferIndex read : node.reads) {
                if (!holds(read.value())) {
                    return node.name + " does not see " + problem_.buffers[read.value()].name;
                }
            }
            name_bytes(node);
            for (const BufferIndex written : node.writes) {
                if (!removed_[i]) {
                    write(written.value());
                }
            }
        }
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            if (problem_.buffers[i].kind == BufferKind::output && !holds(i)) {
                return "the caller does not see " + problem_.buffers[i].name;
            }
        }
        return {};
    }

private:
    using Name = std::pair<std::size_t, std::int64_t>;

    /// Operators that do not compute hand on the names of what they read.
    void name_bytes(const Operator& node) {
        if (node.feature == OperatorFeature::removable) {
            const auto& whole = meaning_[node.reads[node.shareable.front()].value()];
            for (std::size_t i = 0; i < node.writes.size(); ++i) {
                const auto from = whole.begin() + (node.positions.empty() ? 0 : node.positions[i].value());
                auto& view = meaning_[node.writes[i].value()];
                view.assign(from, from + static_cast<std::ptrdiff_t>(view.size()));
            }
        } else if (node.feature == OperatorFeature::merge) {
            auto& whole = meaning_[node.writes.front().value()];
            whole.clear();
            for (const BufferIndex read : node.reads) {
                const auto& part = meaning_[read.value()];
                whole.insert(whole.end(), part.begin(), part.end());
            }
        }
    }

    void write(std::size_t buffer) {
        const Placement& at = *layout_.placements[buffer];
        for (std::size_t byte = 0; byte < meaning_[buffer].size(); ++byte) {
            memory_[{at.region.value(), at.offset.value() + static_cast<std::int64_t>(byte)}] = meaning_[buffer][byte];
        }
    }

    [[nodiscard]] bool holds(std::size_t buffer) const {
        const Placement& at = *layout_.placements[buffer];
        for (std::size_t byte = 0; byte < meaning_[buffer].size(); ++byte) {
            const auto found = memory_.find({at.region.value(), at.offset.value() + static_cast<std::int64_t>(byte)});
            if (found == memory_.end() || found->second != meaning_[buffer][byte]) {
                return false;
            }
        }
        return true;
    }

    const Problem& problem_;
    const Layout& layout_;
    std::vector<bool> removed_;
    std::vector<std::vector<Name>> meaning_;  ///< by buffer and byte
    std::map<std::pair<std::uint32_t, std::int64_t>, Name> memory_;
};

}  // namespace arenascope::test
