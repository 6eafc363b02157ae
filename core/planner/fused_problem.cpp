#include "core/planner/fused_problem.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "core/error/quotation.h"
#include "core/memory/joint_alignment.h"
#include "core/memory/placed_piece.h"
#include "core/memory/wide.h"

namespace arenascope {
namespace {

/// The least number ≥ 0 that leaves a remainder when it is divided by a divisor.
struct Remainder {
    std::int64_t value = 0;
    std::int64_t divisor = 1;
};

/// The number that leaves both remainders; empty: there is none, or its divisor does not fit in 64 bits.
std::optional<Remainder> joint(const Remainder& a, const Remainder& b) {
    const auto divisor = joint_alignment(Bytes(a.divisor), Bytes(b.divisor));
    const std::int64_t common = std::gcd(a.divisor, b.divisor);
    if (!divisor || (b.value - a.value) % common != 0) {
        return std::nullopt;
    }
    // x = a.value + a.divisor · t, with t · (a.divisor / common) ≡ (b.value − a.value) / common modulo b.divisor /
    // common
    const std::int64_t modulus = b.divisor / common;
    std::int64_t inverse = 0;
    std::int64_t next = 1;
    std::int64_t rest = modulus;
    std::int64_t now = (a.divisor / common) % modulus;
    while (now != 0) {
        const std::int64_t quotient = rest / now;
        rest = std::exchange(now, rest - quotient * now);
        inverse = std::exchange(next, inverse - quotient * next);
    }
    const auto wide = static_cast<Int128>((b.value - a.value) / common) * inverse % modulus;
    const auto turns = static_cast<std::int64_t>(wide < 0 ? wide + modulus : wide);
    return Remainder{a.value + a.divisor * (modulus == 1 ? 0 : turns), divisor->value()};
}

/// A block whose members all lie in one region, at the offsets of the file.
struct RigidBlock {
    std::vector<BufferIndex> members;  ///< ascending
    Offset origin;                     ///< the lowest offset
    Offset top;                        ///< the highest tail
    Bytes alignment = Bytes(1);        ///< of the fused buffer
    Bytes lead;                        ///< from the offset of the fused buffer to the origin
    OptionalOffset pin;                ///< of the fused buffer
};

class Fusion {
public:
    Fusion(const Problem& problem, const Layout& given, FusingRule rule)
        : problem_(problem), given_(given), rule_(rule) {}

    FusedProblem run() {
        for (const std::vector<BufferIndex>& block : sharing_blocks(given_)) {
            for (const std::vector<BufferIndex>& members : placed_by_region(block)) {
                add_block(members);
            }
        }
        if (!blocks_.empty()) {
            number_buffers();
            add_buffers();
            add_rest();
        }
        return std::move(fused_);
    }

private:
    /// The members that lie in their own region, by region, where there are at least two.
    [[nodiscard]] std::vector<std::vector<BufferIndex>> placed_by_region(const std::vector<BufferIndex>& block) {
        std::map<RegionIndex, std::vector<BufferIndex>> members;
        for (const BufferIndex member : block) {
            const auto& placement = given_.placements[member];
            if (placement && placement->region == problem_.buffers[member].region) {
                members[placement->region].push_back(member);
            } else {
                fused_.stands_for_all = false;
            }
        }
        std::vector<std::vector<BufferIndex>> parts;
        for (auto& [region, own] : members) {
            if (own.size() > 1) {
                parts.push_back(std::move(own));
            }
        }
        return parts;
    }

    void add_block(const std::vector<BufferIndex>& members) {
        const auto is_pinned = [&](BufferIndex member) { return problem_.buffers[member].pin.has_value(); };
        const auto is_scratch = [&](BufferIndex member) {
            return problem_.buffers[member].kind == BufferKind::scratch;
        };
        if (std::ranges::all_of(members, is_pinned)) {
            return;
        }
        if (!rule_.fuses_scratch && std::ranges::any_of(members, is_scratch)) {
            fused_.stands_for_all = false;
            return;
        }
        RigidBlock block{members, *offset_of(members.front()), *offset_of(members.front())};
        for (const BufferIndex member : members) {
            block.origin = std::min(block.origin, *offset_of(member));
            block.top = std::max(block.top, *offset_of(member) + problem_.buffers[member].size);
        }
        const std::string obstacle = fit(block);
        if (obstacle.empty()) {
            blocks_.push_back(std::move(block));
            return;
        }
        fused_.stands_for_all = false;
        fused_.notes.push_back(std::to_string(members.size()) + " buffers that share memory in the file, such as " +
                               in_quotes(problem_.buffers[members[0]].name) + " and " +
                               in_quotes(problem_.buffers[members[1]].name) + ", are planned apart: " + obstacle);
    }

    [[nodiscard]] std::optional<Offset> offset_of(BufferIndex member) const {
        const auto& placement = given_.placements[member];
        return placement ? std::optional(placement->offset) : std::nullopt;
    }

    /// Finds alignment, lead and pin. Returns why there are none; empty: there are.
    [[nodiscard]] std::string fit(RigidBlock& block) const {
        for (const Transfer& one : problem_.transfers) {
            if (std::ranges::binary_search(block.members, one.source) ||
                std::ranges::binary_search(block.members, one.copy)) {
                return "one of them is copied between cores";
            }
        }
        Remainder lead;
        for (const BufferIndex member : block.members) {
            const Buffer& buffer = problem_.buffers[member];
            const ScratchRequest* request = scratch_request_of(problem_, member);
            if (request != nullptr && (request->variable || request->fast)) {
                return "one of them is scratch of variable size or in the fast part";
            }
            const std::int64_t alignment = alignment_of(problem_, buffer).value();
            const std::int64_t rest = (*offset_of(member) - block.origin).value() % alignment;
            const auto both = joint(lead, {rest == 0 ? 0 : alignment - rest, alignment});
            if (!both) {
                return "their offsets in the file cannot keep the alignments all at once";
            }
            lead = *both;
        }
        block.lead = Bytes(lead.value);
        block.alignment = Bytes(lead.divisor);
        if (!checked_add(lead.value, (block.top - block.origin).value())) {
            return "their alignments would move them too far";
        }
        return fit_pins(block);
    }

    [[nodiscard]] std::string fit_pins(RigidBlock& block) const {
        for (const BufferIndex member : block.members) {
            const auto& pin = problem_.buffers[member].pin;
            if (!pin) {
                continue;
            }
            const Offset own = *pin - (*offset_of(member) - block.origin) - block.lead;
            if (own < Offset(0) || own.value() % block.alignment.value() != 0 || (block.pin && *block.pin != own)) {
                return "their pins are at other offsets than those of the file";
            }
            block.pin = own;
        }
        return {};
    }

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
        return block.lead + (*offset_of(member) - block.origin);
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
        std::vector<Step> steps;
        for (const BufferIndex member : block.members) {
            for_each_piece(problem_.buffers[member], [&](const Piece& piece) {
                const Offset from(block_lead(block, member).value());
                pieces.push_back({piece.steps, {from + piece.bytes.from, from + piece.bytes.to}, member});
                steps.push_back(piece.steps.begin);
                steps.push_back(piece.steps.end);
            });
            // A lifetime may hold steps without any use, and then it has no piece there.
            steps.push_back(problem_.buffers[member].lifetime.begin);
            steps.push_back(problem_.buffers[member].lifetime.end);
        }
        std::ranges::sort(steps);
        steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
        buffer.lifetime = {steps.front(), steps.back()};
        std::set<BufferIndex> hosts(block.members.begin(), block.members.end());
        std::vector<Gap> gaps;
        for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
            std::optional<Window> used;
            for (const PlacedPiece& piece : pieces) {
                if (contains(piece.steps, steps[i])) {
                    const Window own{Bytes(piece.bytes.from.value()), Bytes(piece.bytes.to.value())};
                    used = used ? Window{std::min(used->from, own.from), std::max(used->to, own.to)} : own;
                }
            }
            keep_hosts(hosts, pieces, steps[i], used);
            if (used == Window{Bytes(0), buffer.size}) {
                continue;
            }
            if (!gaps.empty() && gaps.back().steps.end == steps[i] && gaps.back().window == used) {
                gaps.back().steps.end = steps[i + 1];
            } else {
                gaps.push_back({{steps[i], steps[i + 1]}, used});
            }
        }
        buffer.set_gaps(std::move(gaps));
        const bool has_host = std::ranges::any_of(hosts, [&](BufferIndex host) {
            const Buffer& own = problem_.buffers[host];
            return block_lead(block, host) == Bytes(0) && own.size == buffer.size &&
                   alignment_of(problem_, own) == block.alignment && own.pin == block.pin;
        });
        fused_.stands_for_all = fused_.stands_for_all && has_host;
    }

    /// Removes the members that do not use all bytes of the block at a step.
    static void keep_hosts(std::set<BufferIndex>& hosts, const std::vector<PlacedPiece>& pieces, Step step,
                           const std::optional<Window>& used) {
        std::set<BufferIndex> whole;
        for (const PlacedPiece& piece : pieces) {
            if (used && contains(piece.steps, step) && piece.bytes.from.value() == used->from.value() &&
                piece.bytes.to.value() == used->to.value()) {
                whole.insert(piece.buffer);
            }
        }
        if (used) {
            std::erase_if(hosts, [&](BufferIndex host) { return !whole.contains(host); });
        }
    }

    void add_rest() {
        const auto in_block = [&](BufferIndex buffer) { return fused_.members.contains(fused_.parts[buffer].fused); };
        for (SharingGroup group : given_.sharing) {
            keep_group(std::move(group));
        }
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

    /// Keeps a group as far as its members lie in one block. Parts need their whole.
    void keep_group(SharingGroup group) {
        std::map<BufferIndex, std::vector<BufferIndex>> by_block;
        for (const BufferIndex member : group.members) {
            if (const BufferIndex fused = fused_.parts[member].fused; fused_.members.contains(fused)) {
                by_block[fused].push_back(member);
            }
        }
        for (auto& [fused, members] : by_block) {
            const bool has_whole = group.kind != SharingGroup::Kind::parts || members.front() == group.members.front();
            if (has_whole && members.size() > 1) {
                fused_.groups.push_back({group.kind, std::move(members), group.basis});
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
    FusingRule rule_;
    std::vector<RigidBlock> blocks_;
    std::vector<std::size_t> block_at_;  ///< positions in `blocks_`, in the order of the fused buffers
    FusedProblem fused_;
};

}  // namespace

FusedProblem fused_problem(const Problem& problem, const Layout& given, FusingRule rule) {
    return given.sharing.empty() ? FusedProblem() : Fusion(problem, given, rule).run();
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
