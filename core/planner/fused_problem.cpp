#include "core/planner/fused_problem.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <utility>

#include "core/base/containers/wide.h"
#include "core/model/memory/live_changes.h"
#include "core/model/memory/placed_piece.h"
#include "core/planner/pins.h"

namespace arenascope {
namespace {

/// Bytes that a piece of a member uses, relative to the fused buffer.
struct UsedRange {
    std::int64_t byte;  ///< its first byte, or the one after its last
    Step end;           ///< of the piece
};

/// The lowest or the highest of the bytes in use while pieces begin and end.
template <class IsWorse>
class OutermostByte {
public:
    void add(std::int64_t byte, Step end) {
        heap_.push_back({byte, end});
        std::push_heap(heap_.begin(), heap_.end(), is_worse);
    }
    /// Steps only rise. Empty: no byte is in use.
    [[nodiscard]] std::optional<std::int64_t> at(Step step) {
        while (!heap_.empty() && heap_.front().end <= step) {
            std::pop_heap(heap_.begin(), heap_.end(), is_worse);
            heap_.pop_back();
        }
        return heap_.empty() ? std::nullopt : std::optional(heap_.front().byte);
    }

private:
    static bool is_worse(const UsedRange& a, const UsedRange& b) { return IsWorse()(a.byte, b.byte); }

    std::vector<UsedRange> heap_;
};

/// Bytes times steps.
Int128 area_of(const LiveChanges& changes) {
    Int128 area = 0;
    for (std::size_t i = 0; i < changes.begins.size(); ++i) {
        area += static_cast<Int128>(changes.begins[i].amount.value()) *
                (changes.ends[i].step - changes.begins[i].step).value();
    }
    return area;
}

/// The pieces of a buffer. Those that follow each other with the same bytes are one.
void take_pieces(std::vector<Piece>& pieces, const Buffer& buffer) {
    pieces.clear();
    for_each_piece(buffer, [&](const Piece& piece) {
        if (!pieces.empty() && pieces.back().steps.end == piece.steps.begin && pieces.back().bytes == piece.bytes) {
            pieces.back().steps.end = piece.steps.end;
        } else {
            pieces.push_back(piece);
        }
    });
}

class Fusion {
public:
    Fusion(const Problem& problem, const Layout& given, const RigidBlocks& blocks)
        : problem_(problem), given_(given), blocks_(blocks.list) {
        fused_.groups = blocks.groups;
        fused_.notes = blocks.notes;
        fused_.stands_for_all = blocks.stands_for_all;
        fused_.stands_for_file = blocks.keeps_all;
    }

    FusedProblem run() {
        if (!blocks_.empty()) {
            number_buffers();
            add_buffers();
            add_rest();
        }
        return std::move(fused_);
    }

private:
    [[nodiscard]] Offset offset_of(BufferIndex member) const { return given_.placements[member]->offset; }

    void number_buffers() {
        IndexedVector<BufferIndex, std::size_t> block_of(problem_.buffers.size(), blocks_.size());
        for (std::size_t i = 0; i < blocks_.size(); ++i) {
            for (const BufferIndex member : blocks_[i].members) {
                block_of[member] = i;
            }
        }
        fused_.parts.resize(problem_.buffers.size());
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            const std::size_t block = block_of[i];
            FusedProblem::Part& part = fused_.parts[i];
            if (block == blocks_.size()) {
                part = {BufferIndex(fused_.first_of.size()), Bytes(0)};
            } else if (const RigidBlock& own = blocks_[block]; own.members.front() == BufferIndex(i)) {
                part = {BufferIndex(fused_.first_of.size()), block_lead(own, BufferIndex(i))};
                fused_.members.emplace(part.fused, own.members);
                block_at_.push_back(block);
            } else {
                part = {fused_.parts[own.members.front()].fused, block_lead(own, BufferIndex(i))};
                continue;
            }
            fused_.first_of.push_back(BufferIndex(i));
        }
    }

    [[nodiscard]] Bytes block_lead(const RigidBlock& block, BufferIndex member) const {
        return block.lead + (offset_of(member) - block.origin);
    }

    void add_buffers() {
        fused_.problem.regions = problem_.regions;
        fused_.problem.step_labels = problem_.step_labels;
        std::size_t next = 0;
        for (std::size_t i = 0; i < fused_.first_of.size(); ++i) {
            if (fused_.members.contains(BufferIndex(i))) {
                fused_.problem.buffers.push_back(fused_buffer(blocks_[block_at_[next++]]));
            } else {
                fused_.problem.buffers.push_back(problem_.buffers[fused_.first_of[i]]);
            }
        }
    }

    [[nodiscard]] Buffer fused_buffer(const RigidBlock& block) {
        const Buffer& first = problem_.buffers[block.members.front()];
        Buffer buffer;
        buffer.name = first.name;
        buffer.region = first.region;
        buffer.size = block.lead + (block.top - block.origin);
        buffer.alignment = block.alignment;
        buffer.pin = block.pin;
        const bool is_alike = std::ranges::all_of(
            block.members, [&](BufferIndex member) { return problem_.buffers[member].kind == first.kind; });
        buffer.kind = is_alike ? first.kind : BufferKind::activation;
        for (const BufferIndex member : block.members) {
            const auto hint = problem_.buffers[member].hint();
            if (const Bytes lead = block_lead(block, member); hint && hint->value() >= lead.value()) {
                buffer.set_hint(*hint - lead);
                break;
            }
        }
        set_uses(block, buffer);
        return buffer;
    }

    /// Sets lifetime and gaps: what the members use at each step.
    void set_uses(const RigidBlock& block, Buffer& buffer) {
        std::vector<PlacedPiece> pieces;
        for (const BufferIndex member : block.members) {
            const Offset from(block_lead(block, member).value());
            for_each_placed_piece(problem_, member, from, [&](const PlacedPiece& piece) { pieces.push_back(piece); });
        }
        const std::vector<Step> steps = steps_of_change(problem_, block.members);
        std::ranges::sort(pieces, {}, [](const PlacedPiece& piece) { return piece.steps.begin; });
        buffer.lifetime = {steps.front(), steps.back()};
        buffer.set_gaps(gaps_of(pieces, steps, buffer.size));
        note_bounds(block, buffer, pieces);
    }

    /// `pieces` are sorted by begin, `steps` are all steps at which one begins or ends.
    [[nodiscard]] static std::vector<Gap> gaps_of(const std::vector<PlacedPiece>& pieces,
                                                  const std::vector<Step>& steps, Bytes size) {
        OutermostByte<std::greater<>> lowest;
        OutermostByte<std::less<>> highest;
        std::vector<Gap> gaps;
        std::size_t next = 0;
        for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
            for (; next < pieces.size() && pieces[next].steps.begin == steps[i]; ++next) {
                lowest.add(pieces[next].bytes.from.value(), pieces[next].steps.end);
                highest.add(pieces[next].bytes.to.value(), pieces[next].steps.end);
            }
            std::optional<Window> used;
            const std::optional<std::int64_t> from = lowest.at(steps[i]);
            const std::optional<std::int64_t> to = highest.at(steps[i]);
            if (from && to) {
                used = Window{Bytes(*from), Bytes(*to)};
            }
            append_use(gaps, {steps[i], steps[i + 1]}, used, size);
        }
        return gaps;
    }

    /// Notes which bounds hold although the block stands for its members.
    void note_bounds(const RigidBlock& block, const Buffer& buffer, const std::vector<PlacedPiece>& pieces) {
        LiveChanges of_members;
        add_union(of_members, pieces);
        LiveChanges of_block;
        for_each_piece(buffer,
                       [&](const Piece& piece) { of_block.add(piece.steps, piece.bytes.to - piece.bytes.from); });
        // The block uses all bytes that its members use, so equal areas are equal bytes at each step.
        fused_.stands_for_file = fused_.stands_for_file && area_of(of_members) == area_of(of_block);
        take_pieces(own_pieces_, buffer);
        const bool has_host = std::ranges::any_of(block.members, [&](BufferIndex host) {
            const Buffer& own = problem_.buffers[host];
            if (block_lead(block, host) != Bytes(0) || own.size != buffer.size ||
                alignment_of(problem_, own) != block.alignment || own.pin != block.pin) {
                return false;
            }
            take_pieces(host_pieces_, own);
            return std::ranges::equal(host_pieces_, own_pieces_, [](const Piece& a, const Piece& b) {
                return a.steps == b.steps && a.bytes == b.bytes;
            });
        });
        fused_.stands_for_all = fused_.stands_for_all && has_host;
    }

    void add_rest() {
        const auto in_block = [&](BufferIndex buffer) { return fused_.members.contains(fused_.parts[buffer].fused); };
        if (problem_.graph) {
            add_graph();
        }
        for (const Transfer& one : problem_.transfers) {
            fused_.problem.transfers.push_back({fused_.parts[one.source].fused, fused_.parts[one.copy].fused});
        }
        for (ScratchRequest request : problem_.scratch) {
            if (!in_block(request.buffer)) {
                request.buffer = fused_.parts[request.buffer].fused;
                fused_.problem.scratch.push_back(request);
            }
        }
    }

    /// Operators only name who writes what: what they share is decided.
    void add_graph() {
        Graph& graph = fused_.problem.graph.emplace();
        graph.unknown_sizes = problem_.graph->unknown_sizes;
        for (const Operator& one : problem_.graph->operators) {
            Operator& added = graph.operators.emplace_back(one);
            for (auto* buffers : {&added.reads, &added.writes}) {
                for (BufferIndex& buffer : *buffers) {
                    buffer = fused_.parts[buffer].fused;
                }
            }
            added.feature = OperatorFeature::ordinary;
            added.shareable.clear();
            added.positions.clear();
        }
        for (std::size_t i = 0; i < fused_.first_of.size() && !problem_.graph->tensors.empty(); ++i) {
            graph.tensors.push_back(problem_.graph->tensors[fused_.first_of[i]]);
        }
    }

    const Problem& problem_;
    const Layout& given_;
    const std::vector<RigidBlock>& blocks_;
    std::vector<std::size_t> block_at_;  ///< positions in `blocks_`, in the order of the fused buffers
    std::vector<Piece> own_pieces_;
    std::vector<Piece> host_pieces_;
    FusedProblem fused_;
};

}  // namespace

FusedProblem fused_problem(const Problem& problem, const Layout& given, FusingRule rule) {
    if (given.sharing.empty()) {
        return {};
    }
    RigidBlocks blocks = rigid_blocks(problem, given, rule);
    FusedProblem fused = Fusion(problem, given, blocks).run();
    while (fused.has_blocks() && !validate(fused.problem)) {
        leave_out_largest(blocks, problem, given);
        fused = Fusion(problem, given, blocks).run();
    }
    return fused;
}

Layout fused_layout(const FusedProblem& fused, const Layout& given) {
    Layout layout = empty_layout(fused.problem);
    for (std::size_t i = 0; i < fused.first_of.size(); ++i) {
        const BufferIndex first = fused.first_of[i];
        const auto& placement = given.placements[first];
        const Bytes lead = fused.parts[first].lead;
        if (placement && placement->offset.value() >= lead.value()) {
            layout.placements[i] = Placement{placement->offset - lead, placement->region};
        }
    }
    layout.heaps = given.heaps;
    return layout;
}

Layout expanded(const FusedProblem& fused, const Layout& layout) {
    Layout whole;
    whole.placements.resize(fused.parts.size());
    for (std::size_t i = 0; i < fused.parts.size(); ++i) {
        const FusedProblem::Part& part = fused.parts[i];
        if (const auto& placement = layout.placements[part.fused]) {
            whole.placements[i] = Placement{placement->offset + part.lead, placement->region};
        }
    }
    whole.sharing = fused.groups;
    for (SharingGroup group : layout.sharing) {
        group.members = expanded(fused, group.members);
        whole.sharing.push_back(std::move(group));
    }
    whole.objects = layout.objects;
    whole.heaps = layout.heaps;
    for (ScratchPlacement scratch : layout.scratch) {
        scratch.buffer = fused.first_of[scratch.buffer];
        whole.scratch.push_back(scratch);
    }
    return whole;
}

PlanResult expanded(const FusedProblem& fused, PlanResult result) {
    result.layout = expanded(fused, result.layout);
    std::vector<Misfit> misfits;
    for (const Misfit& misfit : result.misfits) {
        for (const BufferIndex member : expanded(fused, std::span(&misfit.buffer, 1))) {
            misfits.push_back({member, misfit.missing, misfit.largest_free_area});
        }
    }
    result.misfits = std::move(misfits);
    for (ChosenSize& chosen : result.sizes) {
        chosen.buffer = fused.first_of[chosen.buffer];
    }
    for (ChosenRegion& chosen : result.regions) {
        chosen.buffer = fused.first_of[chosen.buffer];
    }
    if (result.heap_trials) {
        for (BufferIndex& queued : result.heap_trials->queue) {
            queued = fused.first_of[queued];
        }
    }
    return result;
}

std::vector<BufferIndex> expanded(const FusedProblem& fused, std::span<const BufferIndex> buffers) {
    std::vector<BufferIndex> all;
    all.reserve(buffers.size());
    for (const BufferIndex buffer : buffers) {
        if (const auto block = fused.members.find(buffer); block != fused.members.end()) {
            all.insert(all.end(), block->second.begin(), block->second.end());
        } else {
            all.push_back(fused.first_of[buffer]);
        }
    }
    return all;
}

}  // namespace arenascope
