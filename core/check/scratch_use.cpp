#include "core/check/scratch_use.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_set>

namespace arenascope {
namespace {

/// Whether scratch lies inside other scratch that is in use at the same operators, and may do so.
bool lies_in_other(const std::vector<DeployedBuffer>& scratch, std::size_t index,
                   const std::vector<std::size_t>& begun_together) {
    const DeployedBuffer& inner = scratch[index];
    return std::any_of(begun_together.begin(), begun_together.end(), [&](std::size_t other) {
        const DeployedBuffer& outer = scratch[other];
        return other != index && inner.overlay && outer.overlay && inner.place && outer.place &&
               inner.last == outer.last && (outer.gaps.empty() || outer.gaps == inner.gaps) &&
               inner.place->region == outer.place->region && outer.place->offset <= inner.place->offset &&
               inner.place->offset + inner.size <= outer.place->offset + outer.size &&
               (inner.size < outer.size || other < index);
    });
}

/// The scratch as a buffer whose steps are the operators of the list.
Buffer buffer_of_scratch(const DeployedBuffer& one) {
    Buffer buffer;
    buffer.size = one.size;
    buffer.lifetime = {Step(*one.first), Step(std::int64_t{one.last.value_or(*one.first)} + 1)};
    for (const DeployedGap& gap : one.gaps) {
        buffer.add_gap({{Step(gap.first), Step(std::int64_t{gap.last} + 1)}, gap.window});
    }
    return buffer;
}

const std::vector<ScratchBytes>& bytes_at(const std::unordered_map<std::size_t, std::vector<ScratchBytes>>& lists,
                                          std::size_t position) {
    static const std::vector<ScratchBytes> nothing;
    const auto found = lists.find(position);
    return found == lists.end() ? nothing : found->second;
}

}  // namespace

ScratchUse::ScratchUse(const Deployment& deployment) : is_operand_(deployment.scratch.size(), false) {
    find_operands(deployment);
    const std::vector<DeployedBuffer>& scratch = deployment.scratch;
    std::unordered_map<std::uint32_t, std::vector<std::size_t>> begun_at;
    for (std::size_t i = 0; i < scratch.size(); ++i) {
        if (scratch[i].first && !is_operand_[i]) {
            begun_at[*scratch[i].first].push_back(i);
        }
    }
    for (std::size_t i = 0; i < scratch.size(); ++i) {
        if (scratch[i].first && (is_operand_[i] || !lies_in_other(scratch, i, begun_at[*scratch[i].first]))) {
            add(i, scratch[i]);
        }
    }
}

void ScratchUse::find_operands(const Deployment& deployment) {
    std::unordered_set<std::string_view> read;
    for (const DeployedOperator& one : deployment.operators) {
        for (const DeployedTensor& operand : one.reads) {
            for (const DeployedPart& part : operand.parts) {
                read.insert(part.buffer);
            }
        }
    }
    for (std::size_t i = 0; i < is_operand_.size(); ++i) {
        is_operand_[i] = read.contains(deployment.scratch[i].name);
    }
}

void ScratchUse::add(std::size_t scratch, const DeployedBuffer& one) {
    std::optional<Piece> before;
    for_each_piece(buffer_of_scratch(one), [&](const Piece& piece) {
        const auto at = static_cast<std::size_t>(piece.steps.begin.value());
        const auto take = [&](Bytes from, Bytes to) {
            if (from < to) {
                taken_[at].push_back({scratch, {from, to}});
            }
        };
        if (!before || before->steps.end < piece.steps.begin) {
            if (before || !is_operand_[scratch]) {
                take(piece.bytes.from, piece.bytes.to);
            }
        } else {
            take(piece.bytes.from, std::min(piece.bytes.to, before->bytes.from));
            take(std::max(piece.bytes.from, before->bytes.to), piece.bytes.to);
        }
        if (!is_operand_[scratch]) {
            left_[static_cast<std::size_t>(piece.steps.end.value() - 1)].push_back({scratch, piece.bytes});
        }
        before = piece;
    });
}

const std::vector<ScratchBytes>& ScratchUse::taken_by(std::size_t position) const {
    return bytes_at(taken_, position);
}

const std::vector<ScratchBytes>& ScratchUse::left_by(std::size_t position) const {
    return bytes_at(left_, position);
}

}  // namespace arenascope
