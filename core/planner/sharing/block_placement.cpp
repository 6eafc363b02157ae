#include "core/planner/sharing/block_placement.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/tail.h"
#include "core/planner/container/forbidden_offsets.h"
#include "core/planner/container/lifetime_index.h"
#include "core/planner/placement_frames.h"
#include "core/planner/sharing/operator_dependencies.h"

namespace arenascope {
namespace {

class GreedyPlacement {
public:
    GreedyPlacement(const PlanRequest& request, const SharingPlan& plan, Avoidance avoidance,
                    const std::vector<std::string>& notes)
        : request_(request),
          problem_(request.problem),
          plan_(plan),
          avoidance_(avoidance),
          notes_(notes),
          offsets_(problem_.buffers.size(), unplaced_offset),
          met_by_(problem_.buffers.size(), none) {
        if (avoidance_ == Avoidance::whole_blocks) {
            relations_.emplace(problem_);
        }
        find_targets();
    }

    BlockPlacement run() {
        if (request_.trace != nullptr) {
            std::vector<std::size_t> all(plan_.blocks.size());
            std::iota(all.begin(), all.end(), std::size_t{0});
            place_pinned(all);
            place_in_order(order());
            return {layout(), work_};
        }
        // Regions do not affect each other, so each is placed by itself: one container at a time takes the memory.
        std::vector<std::vector<std::size_t>> orders(problem_.regions.size());
        for (const std::size_t block : order()) {
            orders[region_of(block).value()].push_back(block);
        }
        for (std::size_t i = 0; i < orders.size() && !is_stopped_; ++i) {
            if (!orders[i].empty()) {
                container_.emplace(problem_, RegionIndex(i));
                is_plain_ = are_plain(orders[i]);
                place_pinned(orders[i]);
                place_in_order(orders[i]);
                work_ += container_->work();
            }
        }
        return {layout(), work_};
    }

    void replay(const Layout& made, const std::vector<std::uint32_t>& order) {
        for (const std::uint32_t block : order) {
            avoided_.clear();
            if (!plan_.blocks[block].pin) {
                (void)lowest_offset(block);
            }
            const BlockMember& member = plan_.blocks[block].members.front();
            put(block, made.placements[member.buffer]->offset - member.position);
        }
    }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    [[nodiscard]] RegionIndex region_of(std::size_t block) const { return problem_.buffers[targets_[block]].region; }

    /// Whether the members of blocks use all their bytes throughout their lifetimes.
    [[nodiscard]] bool are_plain(const std::vector<std::size_t>& blocks) const {
        return std::all_of(blocks.begin(), blocks.end(), [this](std::size_t block) {
            const auto& members = plan_.blocks[block].members;
            return std::all_of(members.begin(), members.end(), [this](const BlockMember& member) {
                const Buffer& buffer = problem_.buffers[member.buffer];
                return buffer.gaps().empty() && takes_bytes(buffer);
            });
        });
    }

    void place_pinned(const std::vector<std::size_t>& blocks) {
        for (const std::size_t block : blocks) {
            if (plan_.blocks[block].pin) {
                avoided_.clear();
                put(block, *plan_.blocks[block].pin);
            }
        }
    }

    void place_in_order(const std::vector<std::size_t>& order) {
        for (const std::size_t block : order) {
            if (request_.stop && request_.stop()) {
                is_stopped_ = true;
                break;
            }
            if (!plan_.blocks[block].pin) {
                put(block, lowest_offset(block));
            }
        }
    }

    /// The target of each block: its largest member, of equals the earliest in execution order.
    void find_targets() {
        for (const SharedBlock& block : plan_.blocks) {
            BufferIndex target = block.members.front().buffer;
            for (const BlockMember& member : block.members) {
                const Buffer& one = problem_.buffers[member.buffer];
                const Buffer& best = problem_.buffers[target];
                if (std::pair(best.size, one.lifetime.begin) < std::pair(one.size, best.lifetime.begin)) {
                    target = member.buffer;
                }
            }
            targets_.push_back(target);
        }
    }

    [[nodiscard]] std::vector<std::size_t> order() const {
        std::vector<std::size_t> sorted(plan_.blocks.size());
        std::iota(sorted.begin(), sorted.end(), std::size_t{0});
        std::sort(sorted.begin(), sorted.end(), [&](std::size_t a, std::size_t b) {
            const Buffer& of_a = problem_.buffers[targets_[a]];
            const Buffer& of_b = problem_.buffers[targets_[b]];
            return std::tuple(of_b.size, of_a.lifetime.begin, targets_[a]) <
                   std::tuple(of_a.size, of_b.lifetime.begin, targets_[b]);
        });
        return sorted;
    }

    [[nodiscard]] Offset lowest_offset(std::size_t index) {
        const SharedBlock& block = plan_.blocks[index];
        members_.clear();
        for (const BlockMember& member : block.members) {
            members_.push_back(member.buffer);
        }
        forbidden_.clear();
        avoided_.clear();
        if (avoidance_ == Avoidance::pieces) {
            if (container_ && members_.size() == 1) {
                return container_->place(members_.front(), PlacingRule::lowest_fit);
            }
            avoid_pieces(block);
        } else {
            const std::vector<BufferIndex> partners = relations_->partners_of(members_);
            const bool is_alone = std::all_of(partners.begin(), partners.end(),
                                              [this](BufferIndex partner) { return partner == members_.front(); });
            if (container_ && is_plain_ && is_alone) {
                return container_->place(members_.front(), PlacingRule::lowest_fit);
            }
            avoid_dependencies(static_cast<std::uint32_t>(index), partners);
        }
        std::sort(avoided_.begin(), avoided_.end());
        avoided_.erase(std::unique(avoided_.begin(), avoided_.end()), avoided_.end());
        std::ranges::sort(forbidden_, {}, &Forbidden::above);
        Offset lowest;
        for (const Forbidden& range : forbidden_) {
            if (range.above < lowest.value() && lowest.value() < range.below) {
                lowest = aligned_up(Offset(range.below), block.alignment);
            }
        }
        return lowest;
    }

    /// Calls `use(BufferIndex)` for each placed buffer of a region that shares time with `own`.
    template <class Use>
    void for_each_placed_with(BufferIndex own, RegionIndex region, Use&& use) {
        if (!index_) {
            index_.emplace(problem_);
        }
        work_ += index_->for_each_overlapping(region, problem_.buffers[own].lifetime, [&](BufferIndex other) {
            if (offsets_[other] != unplaced_offset) {
                use(other);
            }
        });
    }

    /// The whole block avoids the whole memory of each placed dependency of a partner of a member. A member also avoids
    /// what an operator may hand over to it but does not, because the two are in different blocks.
    void avoid_dependencies(std::uint32_t index, const std::vector<BufferIndex>& partners) {
        const std::int64_t size = plan_.blocks[index].size.value();
        for (const BufferIndex partner : partners) {
            for_each_placed_with(partner, region_of(index), [&](BufferIndex other) {
                if (met_by_[other] != index && takes_bytes(problem_.buffers[other]) &&
                    (plan_.block_of[partner] == index || relations_->depend(partner, other))) {
                    met_by_[other] = index;
                    const std::int64_t offset = offsets_[other];
                    forbidden_.push_back({offset - size, offset + problem_.buffers[other].size.value()});
                    avoided_.push_back(other);
                }
            });
        }
    }

    void avoid_pieces(const SharedBlock& block) {
        for (const BlockMember& member : block.members) {
            const Buffer& own = problem_.buffers[member.buffer];
            for_each_placed_with(member.buffer, own.region,
                                 [&](BufferIndex other) { add_collisions(own, member.position.value(), other); });
        }
    }

    /// Pieces that share time with a piece of `index` forbid some offsets of the block.
    void add_collisions(const Buffer& own, std::int64_t position, BufferIndex index) {
        const Buffer& other = problem_.buffers[index];
        const std::int64_t offset = offsets_[index];
        for_each_piece(own, [&](const Piece& mine) {
            for_each_piece(other, [&](const Piece& theirs) {
                if (overlap(mine.steps, theirs.steps)) {
                    forbidden_.push_back({offset + theirs.bytes.from.value() - position - mine.bytes.to.value(),
                                          offset + theirs.bytes.to.value() - position - mine.bytes.from.value()});
                    avoided_.push_back(index);
                }
            });
        });
    }

    void put(std::size_t index, Offset offset) {
        for (const BlockMember& member : plan_.blocks[index].members) {
            offsets_[member.buffer] = (offset + member.position).value();
            order_.push_back(member.buffer);
            if (container_) {
                container_->put(member.buffer, offset + member.position);
            }
            peak_ = std::max(peak_, tail_of(problem_.buffers[member.buffer], offset + member.position));
        }
        if (request_.trace != nullptr) {
            record(index);
        }
    }

    void record(std::size_t index) {
        const std::size_t others = plan_.blocks[index].members.size() - 1;
        std::string note = name_with_operator(targets_[index]);
        note += others > 0 ? ", with " + std::to_string(others) + " that share its memory" : "";
        note += avoided_.empty() ? "" : ", avoids " + avoided_names();
        note += notes_.empty() || notes_[index].empty() ? "" : "; " + notes_[index];
        const PlacementStep step{.buffer = targets_[index], .avoided = avoided_};
        record_result(request_.trace, FrameKind::placement, note,
                      {.offsets = offsets_, .order = order_, .peak = peak_, .work = work_, .step = &step});
    }

    /// "out of conv1"; only the name if it is also that of the operator that writes it, or if none does.
    [[nodiscard]] std::string name_with_operator(BufferIndex index) {
        if (writers_.empty() && problem_.graph) {
            writers_ = IndexedVector<BufferIndex, const Operator*>(problem_.buffers.size(), nullptr);
            for (const Operator& one : problem_.graph->operators) {
                for (const BufferIndex written : one.writes) {
                    writers_[written] = &one;
                }
            }
        }
        const Name& name = problem_.buffers[index].name;
        const Operator* writer = writers_.empty() ? nullptr : writers_[index];
        return writer == nullptr || writer->name == name ? name : name + " of " + writer->name;
    }

    /// The first few of the avoided buffers, and how many more there are.
    [[nodiscard]] std::string avoided_names() const {
        constexpr std::size_t most = 3;
        std::string names;
        for (std::size_t i = 0; i < std::min(most, avoided_.size()); ++i) {
            const bool is_last = i + 1 == avoided_.size();
            names += (i == 0 ? "" : is_last ? " and " : ", ") + problem_.buffers[avoided_[i]].name;
        }
        return names + (avoided_.size() > most ? " and " + std::to_string(avoided_.size() - most) + " more" : "");
    }

    [[nodiscard]] Layout layout() const { return with_sharing(layout_at(problem_, offsets_), plan_); }

    const PlanRequest& request_;
    const Problem& problem_;
    const SharingPlan& plan_;
    Avoidance avoidance_;
    const std::vector<std::string>& notes_;        ///< by block; empty: none
    std::optional<OperatorRelations> relations_;   ///< for whole_blocks only
    std::vector<BufferIndex> targets_;             ///< by block
    std::optional<RectangleContainer> container_;  ///< of the region being placed; empty: what is avoided is recorded
    bool is_plain_ = false;                        ///< the region, see are_plain()
    bool is_stopped_ = false;
    std::optional<LifetimeIndex> index_;  ///< empty: not needed yet
    IndexedVector<BufferIndex, std::int64_t> offsets_;
    IndexedVector<BufferIndex, std::uint32_t> met_by_;     ///< the last block that avoids the buffer
    IndexedVector<BufferIndex, const Operator*> writers_;  ///< for notes only
    std::vector<BufferIndex> order_;                       ///< those placed so far
    std::vector<BufferIndex> members_;                     ///< of the block being placed
    std::vector<BufferIndex> avoided_;
    std::vector<Forbidden> forbidden_;
    Offset peak_;
    std::uint64_t work_ = 0;
};

void append_order(std::vector<std::uint32_t>& order, const Problem& blocks, RegionIndex region,
                  const PlacingOrder& members) {
    for (std::uint32_t i = 0; i < blocks.buffers.size(); ++i) {
        const Buffer& block = blocks.buffers[i];
        if (block.region == region && fixed_offset(block)) {
            order.push_back(i);
        }
    }
    for (const BufferIndex member : members) {
        order.push_back(member.value());
    }
}

}  // namespace

BlockPlacement place_blocks(const PlanRequest& request, const SharingPlan& plan, Avoidance avoidance,
                            const std::vector<std::string>& notes) {
    return GreedyPlacement(request, plan, avoidance, notes).run();
}

void replay_blocks(const PlanRequest& request, const SharingPlan& plan, const Layout& layout,
                   const std::vector<std::uint32_t>& order, const std::vector<std::string>& notes) {
    GreedyPlacement(request, plan, Avoidance::pieces, notes).replay(layout, order);
}

QuickLayout placed_quickly(const Problem& blocks, const QuickPlacement& quick, Offset below) {
    QuickLayout placed;
    Layout layout = empty_layout(blocks);
    for (std::size_t i = 0; i < blocks.regions.size(); ++i) {
        const RegionIndex region(i);
        RectangleContainer container(blocks, region);
        const auto order = quick.order(blocks, region, members_of(blocks, region));
        const auto top = place_greedily(container, blocks, region, order, quick.rule,
                                        [&](std::size_t, Offset tail) { return tail >= below; });
        placed.work += container.work() + order.size();
        if (!top || *top >= below) {
            return placed;
        }
        append_order(placed.order, blocks, region, order);
        take_over(layout, container.offsets(), region);
    }
    placed.layout = std::move(layout);
    return placed;
}

std::vector<std::uint32_t> block_order(const Problem& blocks, OrderRule rule) {
    std::vector<std::uint32_t> order;
    for (std::size_t i = 0; i < blocks.regions.size(); ++i) {
        const RegionIndex region(i);
        append_order(order, blocks, region, rule(blocks, region, members_of(blocks, region)));
    }
    return order;
}

}  // namespace arenascope
