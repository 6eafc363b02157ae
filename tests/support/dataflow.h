#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope::test {

/// Runs a network's dataflow over the planned addresses and tells the first read that does not see what its producer
/// wrote; empty where every read does. Removed operators do nothing. Each write of an operator that computes is a
/// value of its own; views and merges hand on stretches of the values that they read. An operator sees its operands
/// until it has written the last byte, but for those that it writes over in place, from their first byte on. An
/// ordinary operator that reads a variable writes it, too.
class Dataflow {
public:
    Dataflow(const Problem& problem, const Layout& layout)
        : problem_(problem),
          layout_(layout),
          removed_(problem.graph->operators.size(), false),
          is_produced_(problem.buffers.size(), false),
          is_begun_(problem.buffers.size(), false),
          memory_(problem.regions.size()) {
        for (const OperatorIndex index : layout.removed) {
            removed_[index] = true;
        }
        for (const Operator& node : problem_.graph->operators) {
            for (const BufferIndex written : node.writes) {
                is_produced_[written] = true;
            }
        }
        for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
            meaning_.push_back(fresh(i));
        }
    }

    std::string first_wrong_read() {
        write_what_the_caller_gives();
        for (std::size_t i = 0; i < problem_.graph->operators.size(); ++i) {
            const Operator& node = problem_.graph->operators[i];
            fill_what_nobody_produces(node);
            for (const BufferIndex read : node.reads) {
                if (!holds(read.value())) {
                    return node.name + " does not see " + name(read);
                }
            }
            if (removed_[i]) {
                name_what_is_written(node);
                continue;
            }
            // Parts of an operator write into the same output, one after another.
            for (const BufferIndex written : node.writes) {
                if (is_begun_[written] && !holds(written.value())) {
                    return node.name + " does not find what was written of " + name(written);
                }
                is_begun_[written] = true;
            }
            // What is read keeps its meaning while the operator writes.
            const auto before = meaning_;
            name_what_is_written(node);
            for (const BufferIndex written : node.writes) {
                write(written.value());
            }
            write_variables(node);
            for (const BufferIndex read : node.reads) {
                if (!is_written_by(node, read) && !may_write_over(node, read) && !holds(read.value(), before[read])) {
                    return node.name + " writes over " + name(read) + " while it reads it";
                }
            }
        }
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            const BufferKind kind = problem_.buffers[i].kind;
            if ((kind == BufferKind::output || kind == BufferKind::variable) && !holds(i)) {
                return "the caller does not see " + problem_.buffers[i].name;
            }
        }
        return {};
    }

private:
    /// Bytes of one value, in order.
    struct Stretch {
        std::size_t value = 0;
        std::int64_t from = 0;
        std::int64_t length = 0;
    };
    using Stretches = std::vector<Stretch>;

    [[nodiscard]] std::string name(BufferIndex buffer) const { return problem_.buffers[buffer].name; }

    [[nodiscard]] Stretches fresh(std::size_t buffer) {
        return {{next_value_++, 0, problem_.buffers[buffer].size.value()}};
    }

    [[nodiscard]] static std::int64_t length_of(const Stretches& whole) {
        std::int64_t length = 0;
        for (const Stretch& stretch : whole) {
            length += stretch.length;
        }
        return length;
    }

    [[nodiscard]] static Stretches slice(const Stretches& whole, std::int64_t from, std::int64_t length) {
        Stretches result;
        std::int64_t at = 0;
        for (const Stretch& stretch : whole) {
            const std::int64_t begin = std::max(at, from);
            const std::int64_t end = std::min(at + stretch.length, from + length);
            if (begin < end) {
                result.push_back({stretch.value, stretch.from + begin - at, end - begin});
            }
            at += stretch.length;
        }
        return result;
    }

    void write_what_the_caller_gives() {
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            const BufferKind kind = problem_.buffers[i].kind;
            if (kind == BufferKind::input || kind == BufferKind::variable ||
                (kind == BufferKind::output && !is_produced_[i])) {
                is_produced_[i] = true;
                write(i);
            }
        }
    }

    /// Scratch belongs to the first operator that names it.
    void fill_what_nobody_produces(const Operator& node) {
        for (const BufferIndex read : node.reads) {
            if (!is_produced_[read]) {
                is_produced_[read] = true;
                write(read.value());
            }
        }
    }

    [[nodiscard]] bool writes_variable(const Operator& node, BufferIndex read) const {
        return node.feature == OperatorFeature::ordinary && problem_.buffers[read].kind == BufferKind::variable;
    }

    [[nodiscard]] bool is_written_by(const Operator& node, BufferIndex buffer) const {
        return std::find(node.writes.begin(), node.writes.end(), buffer) != node.writes.end() ||
               writes_variable(node, buffer);
    }

    [[nodiscard]] bool may_write_over(const Operator& node, BufferIndex read) const {
        const bool is_shareable = std::any_of(node.shareable.begin(), node.shareable.end(),
                                              [&](std::uint32_t position) { return node.reads[position] == read; });
        return node.feature == OperatorFeature::in_place && is_shareable &&
               layout_.placements[read] == layout_.placements[node.writes.front()];
    }

    void write_variables(const Operator& node) {
        for (const BufferIndex read : node.reads) {
            if (writes_variable(node, read)) {
                meaning_[read] = fresh(read.value());
                write(read.value());
            }
        }
    }

    void name_what_is_written(const Operator& node) {
        for (std::size_t i = 0; i < node.writes.size(); ++i) {
            Stretches handed_on = what_is_handed_on(node, i);
            const std::size_t written = node.writes[i].value();
            const bool fits = length_of(handed_on) == problem_.buffers[written].size.value();
            meaning_[written] = fits ? std::move(handed_on) : fresh(written);
        }
    }

    /// Of an operator that does not compute; else nothing.
    [[nodiscard]] Stretches what_is_handed_on(const Operator& node, std::size_t output) const {
        Stretches result;
        if (node.feature == OperatorFeature::removable) {
            const std::int64_t from = node.positions.empty() ? 0 : node.positions[output].value();
            result = slice(meaning_[node.reads[node.shareable.front()]], from,
                           problem_.buffers[node.writes[output]].size.value());
        } else if (node.feature == OperatorFeature::merge) {
            for (const BufferIndex read : node.reads) {
                const Stretches& part = meaning_[read];
                result.insert(result.end(), part.begin(), part.end());
            }
        }
        return result;
    }

    void write(std::size_t buffer) {
        const Placement& at = *layout_.placements[buffer];
        auto& memory = memory_[at.region];
        std::int64_t address = at.offset.value();
        split(memory, address);
        split(memory, address + problem_.buffers[buffer].size.value());
        memory.erase(memory.lower_bound(address), memory.lower_bound(address + problem_.buffers[buffer].size.value()));
        for (const Stretch& stretch : meaning_[buffer]) {
            memory[address] = stretch;
            address += stretch.length;
        }
    }

    [[nodiscard]] bool holds(std::size_t buffer) { return holds(buffer, meaning_[buffer]); }

    [[nodiscard]] bool holds(std::size_t buffer, const Stretches& meaning) {
        const Placement& at = *layout_.placements[buffer];
        auto& memory = memory_[at.region];
        std::int64_t address = at.offset.value();
        for (const Stretch& wanted : meaning) {
            split(memory, address);
            const std::int64_t end = address + wanted.length;
            split(memory, end);
            for (std::int64_t from = wanted.from; address < end;) {
                const auto found = memory.find(address);
                if (found == memory.end() || found->second.value != wanted.value || found->second.from != from) {
                    return false;
                }
                from += found->second.length;
                address += found->second.length;
            }
        }
        return true;
    }

    /// Makes a stretch begin at the address, where one lies across it.
    static void split(std::map<std::int64_t, Stretch>& memory, std::int64_t address) {
        auto across = memory.lower_bound(address);
        if (across == memory.begin() || (across != memory.end() && across->first == address)) {
            return;
        }
        --across;
        Stretch& first = across->second;
        const std::int64_t kept = address - across->first;
        if (kept < first.length) {
            memory[address] = {first.value, first.from + kept, first.length - kept};
            first.length = kept;
        }
    }

    const Problem& problem_;
    const Layout& layout_;
    IndexedVector<OperatorIndex, bool> removed_;
    IndexedVector<BufferIndex, bool> is_produced_;   ///< by buffer: an operator or the caller writes it
    IndexedVector<BufferIndex, bool> is_begun_;      ///< by buffer: an operator has written it, or a part of it
    IndexedVector<BufferIndex, Stretches> meaning_;  ///< by buffer: what its bytes are to be now
    IndexedVector<RegionIndex, std::map<std::int64_t, Stretch>>
        memory_;  ///< by region and offset: what was written last
    std::size_t next_value_ = 0;
};

}  // namespace arenascope::test
