#include "core/planner/sharing/shared_block.h"

#include <algorithm>
#include <numeric>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/hand_over.h"
#include "core/model/memory/tail.h"
#include "core/planner/container/lifetime_index.h"

namespace arenascope {
namespace {

class Sharer {
public:
    Sharer(const Problem& problem, const SharingChoice& choice) : problem_(problem), choice_(choice) {
        const std::size_t count = problem.buffers.size();
        plan_.block_of.resize(count);
        plan_.position_of.resize(count);
        plan_.blocks.resize(count);
        living_.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            const Buffer& buffer = problem.buffers[i];
            plan_.block_of[i] = static_cast<std::uint32_t>(i);
            plan_.blocks[i] = {
                {{BufferIndex(i), Bytes(0)}}, buffer.size, alignment_of(problem, buffer), fixed_offset(buffer)};
            living_[i] = plan_.blocks[i].members;
        }
    }

    SharingPlan run() {
        if (problem_.graph) {
            const std::vector<bool> fits = operators_fit_to_share(problem_);
            if (choice_.largest_merge_first) {
                claim_operands(fits);
            }
            for (std::size_t i = 0; i < fits.size(); ++i) {
                if (fits[i]) {
                    share(problem_.graph->operators[i], OperatorIndex(i));
                }
            }
        }
        group_the_rest();
        number_blocks();
        return std::move(plan_);
    }

private:
    [[nodiscard]] const Buffer& buffer(BufferIndex index) const { return problem_.buffers[index]; }
    [[nodiscard]] std::uint32_t& block(BufferIndex index) { return plan_.block_of[index]; }
    [[nodiscard]] Bytes& position(BufferIndex index) { return plan_.position_of[index]; }

    /// Decides which merge gets each operand. It visits the merges as the source does: the largest first, ties by
    /// execution order, each together with the operators that produce its block. Any other merge copies the operand.
    void claim_operands(const std::vector<bool>& fits) {
        const auto& operators = problem_.graph->operators;
        IndexedVector<BufferIndex, OperatorIndex> producer(problem_.buffers.size(), OperatorIndex::none());
        std::vector<OperatorIndex> merges;
        for (std::size_t i = 0; i < fits.size(); ++i) {
            if (!fits[i]) {
                continue;
            }
            for (const BufferIndex written : operators[i].writes) {
                producer[written] = OperatorIndex(i);
            }
            if (operators[i].feature == OperatorFeature::merge) {
                merges.emplace_back(i);
            }
        }
        std::ranges::stable_sort(merges, std::ranges::greater(),
                                 [&](OperatorIndex one) { return buffer(operators[one].writes.front()).size; });
        claimed_by_.resize(problem_.buffers.size(), OperatorIndex::none());
        IndexedVector<OperatorIndex, bool> is_done(operators.size(), false);
        std::vector<OperatorIndex> waiting;
        for (const OperatorIndex merge : merges) {
            waiting.push_back(merge);
            while (!waiting.empty()) {
                const OperatorIndex index = waiting.back();
                waiting.pop_back();
                if (is_done[index]) {
                    continue;
                }
                is_done[index] = true;
                const Operator& node = operators[index];
                for (const std::uint32_t position : node.shareable) {
                    const BufferIndex operand = node.reads[position];
                    OperatorIndex& claim = claimed_by_[operand];
                    if (node.feature == OperatorFeature::merge && claim == OperatorIndex::none()) {
                        claim = index;
                    }
                    if (producer[operand] != OperatorIndex::none()) {
                        waiting.push_back(producer[operand]);
                    }
                }
            }
        }
    }

    void share(const Operator& node, OperatorIndex index) {
        switch (node.feature) {
            case OperatorFeature::ordinary:
                break;
            case OperatorFeature::in_place:
                if (choice_.in_place) {
                    write_in_place(node, index);
                }
                break;
            case OperatorFeature::removable:
                if (choice_.removable || node.writes.empty()) {
                    hand_on(node, index);
                }
                break;
            case OperatorFeature::merge:
                if (choice_.merges) {
                    merge(node, index);
                }
                break;
        }
    }

    [[nodiscard]] static bool holds(const std::vector<SharedOperand>& operands, const SharedOperand& one) {
        return std::binary_search(operands.begin(), operands.end(), one);
    }
    [[nodiscard]] bool is_copied(const SharedOperand& one) const {
        return choice_.decisions != nullptr && holds(choice_.decisions->copied, one);
    }
    /// Whether an operand that can share does so.
    [[nodiscard]] bool is_shared(const SharedOperand& one) const {
        return !choice_.only_decided || (choice_.decisions != nullptr && holds(choice_.decisions->shared, one));
    }

    /// An operator may write a variable that it only seems to read, so its bytes may change at any time.
    [[nodiscard]] bool is_variable(BufferIndex index) const { return buffer(index).kind == BufferKind::variable; }

    [[nodiscard]] bool is_alone(BufferIndex index) {
        return plan_.blocks[block(index)].members.size() == 1 && buffer(index).gaps().empty();
    }

    /// Whether `written` can join the operand's block at `at`: the region must be equal, pins and alignments must
    /// agree.
    [[nodiscard]] bool can_join(BufferIndex written, BufferIndex operand, Bytes at) {
        const SharedBlock& whole = plan_.blocks[block(operand)];
        const Buffer& joining = buffer(written);
        return is_alone(written) && buffer(operand).gaps().empty() && joining.region == buffer(operand).region &&
               !joining.pin && at.value() % alignment_of(problem_, joining).value() == 0 &&
               joining.size <= whole.size - at &&
               whole.alignment.value() <= most_alignment / alignment_of(problem_, joining).value() &&
               (!whole.pin || is_clear_of_pins(written, *whole.pin + at, block(operand)));
    }

    /// Whether a buffer at this offset, which the pin of its block gives it, meets no pinned buffer outside of the
    /// block.
    [[nodiscard]] bool is_clear_of_pins(BufferIndex index, Offset offset, std::uint32_t own_block) {
        if (!by_time_) {
            by_time_.emplace(problem_);
        }
        const AddressRange bytes = range_of(buffer(index).size, offset);
        bool is_clear = true;
        by_time_->for_each_overlapping(buffer(index).region, buffer(index).lifetime, [&](BufferIndex other) {
            const Buffer& pinned = buffer(other);
            is_clear = is_clear && !(pinned.pin && takes_bytes(pinned) && block(other) != own_block &&
                                     overlap(range_of(pinned.size, *pinned.pin), bytes));
        });
        return is_clear;
    }

    /// The same of all members of a block that becomes a part of the block of `written`.
    [[nodiscard]] bool are_clear_of_pins(std::uint32_t part, BufferIndex written, Bytes at) {
        const std::uint32_t into = block(written);
        const std::optional<Offset>& pin = plan_.blocks[into].pin;
        const auto& members = plan_.blocks[part].members;
        return !pin || std::all_of(members.begin(), members.end(), [&](const BlockMember& member) {
            return is_clear_of_pins(member.buffer, *pin + at + member.position, into);
        });
    }

    /// Adds a block to the block `into` at position `at`.
    void join(std::uint32_t joining, std::uint32_t into, Bytes at) {
        SharedBlock& whole = plan_.blocks[into];
        for (const BlockMember& member : plan_.blocks[joining].members) {
            whole.members.push_back({member.buffer, at + member.position});
            block(member.buffer) = into;
            position(member.buffer) = at + member.position;
        }
        whole.alignment = Bytes(std::lcm(whole.alignment.value(), plan_.blocks[joining].alignment.value()));
        for (const BlockMember& member : living_[joining]) {
            living_[into].push_back({member.buffer, at + member.position});
        }
        plan_.blocks[joining].members.clear();
        living_[joining].clear();
    }

    [[nodiscard]] static Step last_step(const Buffer& buffer) { return Step(buffer.lifetime.end.value() - 1); }

    /// Whether another buffer of the block needs these bytes at that step or later.
    [[nodiscard]] bool is_read_by_others(BufferIndex operand, Step step) {
        const AddressRange bytes = range_of(buffer(operand).size, Offset(position(operand).value()));
        auto& members = living_[block(operand)];
        // Steps only rise, so a dead member stays dead.
        std::erase_if(members, [&](const BlockMember& member) { return last_step(buffer(member.buffer)) < step; });
        return std::any_of(members.begin(), members.end(), [&](const BlockMember& member) {
            const AddressRange other = range_of(buffer(member.buffer).size, Offset(member.position.value()));
            return member.buffer != operand && overlap(other, bytes);
        });
    }

    void write_in_place(const Operator& node, OperatorIndex index) {
        if (node.writes.size() != 1) {
            return;
        }
        const BufferIndex written = node.writes.front();
        for (const std::uint32_t taken : node.shareable) {
            const BufferIndex operand = node.reads[taken];
            // An output or a variable is also needed after the last step.
            const bool is_wanted_later = buffer(operand).kind == BufferKind::output || is_variable(operand);
            const bool is_possible =
                !is_copied({index, taken}) && !is_wanted_later && last_step(buffer(operand)) == node.step &&
                buffer(written).size <= buffer(operand).size && !is_read_by_others(operand, node.step);
            if (is_possible && !is_shared({index, taken})) {
                plan_.open_overwrites.push_back({index, taken});
            } else if (is_possible && can_join(written, operand, position(operand))) {
                join(block(written), block(operand), position(operand));
                plan_.shared.push_back({index, taken});
                plan_.groups.push_back({SharingGroup::Kind::sharing, sorted({operand, written})});
                return;
            }
        }
    }

    void hand_on(const Operator& node, OperatorIndex index) {
        const BufferIndex operand = node.reads[node.shareable.front()];
        const SharedOperand own{index, node.shareable.front()};
        if (!node.writes.empty() && !is_shared(own)) {
            return;
        }
        const auto at = [&](std::size_t i) {
            return node.positions.empty() ? position(operand) : position(operand) + node.positions[i];
        };
        for (std::size_t i = 0; i < node.writes.size(); ++i) {
            const bool lies_within = node.positions.empty() || node.positions[i] <= buffer(operand).size;
            if (is_copied(own) || is_variable(operand) || !lies_within || !can_join(node.writes[i], operand, at(i)) ||
                at(i) + buffer(node.writes[i]).size > position(operand) + buffer(operand).size) {
                plan_.copies.push_back({index, operand});
                return;
            }
        }
        std::vector<BufferIndex> members = {operand};
        for (std::size_t i = 0; i < node.writes.size(); ++i) {
            join(block(node.writes[i]), block(operand), at(i));
            members.push_back(node.writes[i]);
        }
        plan_.removed.push_back(index);
        if (node.writes.empty()) {
            return;
        }
        plan_.shared.push_back(own);
        const auto kind = node.positions.empty() ? SharingGroup::Kind::sharing : SharingGroup::Kind::parts;
        plan_.groups.push_back({kind, kind == SharingGroup::Kind::parts ? members : sorted(members)});
    }

    /// Whether the operand is the only content of its block, so that the whole block can become a part.
    [[nodiscard]] bool can_be_a_part(BufferIndex operand, BufferIndex written, Bytes at) {
        const SharedBlock& whole = plan_.blocks[block(operand)];
        return !is_variable(operand) && position(operand) == Bytes(0) && whole.size == buffer(operand).size &&
               block(operand) != block(written) && !whole.pin && buffer(operand).gaps().empty() &&
               buffer(operand).region == buffer(written).region && at.value() % whole.alignment.value() == 0 &&
               plan_.blocks[block(written)].alignment.value() <= most_alignment / whole.alignment.value() &&
               are_clear_of_pins(block(operand), written, at);
    }

    void merge(const Operator& node, OperatorIndex index) {
        const BufferIndex written = node.writes.front();
        // Subtracted part by part: if a file names one operand very often, the sum may not fit in 64 bits.
        std::int64_t rest = buffer(written).size.value();
        for (const BufferIndex operand : node.reads) {
            rest = std::max<std::int64_t>(rest, 0) - buffer(operand).size.value();
        }
        if (node.writes.size() != 1 || !is_alone(written) || rest != 0) {
            return;
        }
        std::vector<BufferIndex> parts = {written};
        Bytes at;
        for (std::uint32_t i = 0; i < node.reads.size(); ++i) {
            const BufferIndex operand = node.reads[i];
            const bool is_free = claimed_by_.empty() || claimed_by_[operand] == index;
            if (is_free && !is_copied({index, i}) && is_shared({index, i}) && can_be_a_part(operand, written, at)) {
                join(block(operand), block(written), at);
                parts.push_back(operand);
                plan_.shared.push_back({index, i});
            } else {
                plan_.copies.push_back({index, operand});
            }
            at = at + buffer(operand).size;
        }
        if (parts.size() == 1) {
            return;
        }
        if (parts.size() == node.reads.size() + 1) {
            plan_.removed.push_back(index);
        }
        plan_.groups.push_back({SharingGroup::Kind::parts, std::move(parts)});
    }

    [[nodiscard]] static std::vector<BufferIndex> sorted(std::vector<BufferIndex> members) {
        std::sort(members.begin(), members.end());
        return members;
    }

    [[nodiscard]] static bool accepts(const SharingGroup& group, BufferIndex a, BufferIndex b) {
        const auto holds = [&group](BufferIndex one) {
            return std::find(group.members.begin(), group.members.end(), one) != group.members.end();
        };
        return (group.kind != SharingGroup::Kind::parts || group.members.front() == a || group.members.front() == b) &&
               holds(a) && holds(b);
    }

    /// Finds members of a block that overlap while both are alive although no operator hands memory directly from one
    /// to the other, for instance a view of a part of a merge. Each such pair gets its own group.
    void group_the_rest() {
        IndexedVector<BufferIndex, std::vector<std::size_t>> groups_of(problem_.buffers.size());
        const std::size_t direct = plan_.groups.size();
        for (std::size_t i = 0; i < direct; ++i) {
            for (const BufferIndex member : plan_.groups[i].members) {
                groups_of[member].push_back(i);
            }
        }
        for (SharedBlock& whole : plan_.blocks) {
            std::ranges::sort(whole.members, {}, [&](const BlockMember& one) {
                return std::pair(buffer(one.buffer).lifetime.begin, one.buffer);
            });
            for (std::size_t i = 0; i < whole.members.size(); ++i) {
                const BlockMember& a = whole.members[i];
                const auto& known = groups_of[a.buffer];
                for (std::size_t j = i + 1; j < whole.members.size(); ++j) {
                    const BlockMember& b = whole.members[j];
                    if (buffer(b.buffer).lifetime.begin >= buffer(a.buffer).lifetime.end) {
                        break;
                    }
                    const AddressRange of_a = range_of(buffer(a.buffer).size, Offset(a.position.value()));
                    const AddressRange of_b = range_of(buffer(b.buffer).size, Offset(b.position.value()));
                    if (overlap(of_a, of_b) && std::none_of(known.begin(), known.end(), [&](std::size_t group) {
                            return accepts(plan_.groups[group], a.buffer, b.buffer);
                        })) {
                        plan_.groups.push_back({SharingGroup::Kind::sharing, sorted({a.buffer, b.buffer})});
                    }
                }
            }
        }
    }

    void number_blocks() {
        std::vector<SharedBlock> kept;
        for (SharedBlock& whole : plan_.blocks) {
            if (whole.members.empty()) {
                continue;
            }
            std::ranges::sort(whole.members, {}, &BlockMember::buffer);
            for (const BlockMember& member : whole.members) {
                block(member.buffer) = static_cast<std::uint32_t>(kept.size());
            }
            kept.push_back(std::move(whole));
        }
        plan_.blocks = std::move(kept);
    }

    static constexpr std::int64_t most_alignment = std::int64_t{1} << 30;

    const Problem& problem_;
    const SharingChoice& choice_;
    SharingPlan plan_;
    /// By buffer: the merge that gets it; empty vector: the first merge that runs.
    IndexedVector<BufferIndex, OperatorIndex> claimed_by_;
    std::optional<LifetimeIndex> by_time_;          ///< empty: not needed yet
    std::vector<std::vector<BlockMember>> living_;  ///< by block: members that a later operator may read
};

/// For each interval of steps with the same living members: the bytes spanned by those members.
void add_windows(Buffer& whole, const Problem& problem, const SharedBlock& block) {
    std::vector<Step> steps;
    for (const BlockMember& member : block.members) {
        const Lifetime& life = problem.buffers[member.buffer].lifetime;
        steps.push_back(life.begin);
        steps.push_back(life.end);
    }
    std::sort(steps.begin(), steps.end());
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    whole.lifetime = {steps.front(), steps.back()};
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
        std::optional<Window> span;
        for (const BlockMember& member : block.members) {
            const Buffer& buffer = problem.buffers[member.buffer];
            if (contains(buffer.lifetime, steps[i])) {
                const Window own{member.position, member.position + buffer.size};
                span = span ? Window{std::min(span->from, own.from), std::max(span->to, own.to)} : own;
            }
        }
        if (!span || span->from > Bytes(0) || span->to < whole.size) {
            whole.add_gap({{steps[i], steps[i + 1]}, span});
        }
    }
}

}  // namespace

SharingPlan sharing_plan(const Problem& problem, const SharingChoice& choice) {
    SharingPlan plan = Sharer(problem, choice).run();
    if (choice.decisions != nullptr) {
        plan.decisions = *choice.decisions;
    }
    return plan;
}

Problem block_problem(const Problem& problem, const SharingPlan& plan) {
    Problem blocks;
    blocks.regions = problem.regions;
    for (const SharedBlock& block : plan.blocks) {
        const Buffer& first = problem.buffers[block.members.front().buffer];
        Buffer whole = first;
        if (block.members.size() > 1) {
            whole.size = block.size;
            whole.alignment = block.alignment;
            whole.pin = block.pin;
            whole.set_hint({});
            whole.set_gaps({});
            add_windows(whole, problem, block);
        }
        blocks.buffers.push_back(std::move(whole));
    }
    return blocks;
}

Layout layout_of_blocks(const Problem& problem, const SharingPlan& plan, const Layout& blocks) {
    Layout layout = empty_layout(problem);
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (const auto& placement = blocks.placements[plan.block_of[i]]) {
            layout.placements[i] = Placement{placement->offset + plan.position_of[i], placement->region};
        }
    }
    return with_sharing(std::move(layout), plan);
}

FusedProblem fused_blocks(const SharingPlan& plan) {
    FusedProblem fused;
    for (std::size_t i = 0; i < plan.block_of.size(); ++i) {
        fused.parts.push_back({BufferIndex(plan.block_of[i]), plan.position_of[i]});
    }
    for (const SharedBlock& block : plan.blocks) {
        const BufferIndex index(fused.first_of.size());
        fused.first_of.push_back(block.members.front().buffer);
        for (const BlockMember& member : block.members) {
            if (block.members.size() > 1) {
                fused.members[index].push_back(member.buffer);
            }
        }
    }
    return fused;
}

Layout with_sharing(Layout layout, const SharingPlan& plan) {
    layout.sharing = plan.groups;
    layout.removed = plan.removed;
    layout.copies = plan.copies;
    return layout;
}

}  // namespace arenascope
