#include "core/planner/sharing/operator_sharing.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "core/memory/indexed_vector.h"
#include "core/memory/live_profile.h"
#include "core/planner/container/forbidden_offsets.h"
#include "core/planner/sharing/shared_block.h"
#include "core/planner/tuner/layout_tuner.h"

namespace arenascope {
namespace {

constexpr SharingChoice everything;
constexpr SharingChoice as_the_source{.largest_merge_first = true};
constexpr SharingChoice without_merges{true, true, false};
constexpr SharingChoice nothing{false, false, false};

/// The greedy placement of the source document, applied to the blocks of a sharing plan.
class SourceGreedy {
public:
    SourceGreedy(const PlanRequest& request, const SharingPlan& plan)
        : request_(request),
          problem_(request.problem),
          plan_(plan),
          offsets_(problem_.buffers.size(), unplaced_offset) {}

    /// Places every block. If the run is stopped, the layout is incomplete.
    Layout run() {
        for (std::size_t i = 0; i < plan_.blocks.size(); ++i) {
            if (plan_.blocks[i].pin) {
                put(i, *plan_.blocks[i].pin);
            }
        }
        for (const std::size_t block : order()) {
            if (request_.stop && request_.stop()) {
                break;
            }
            if (!plan_.blocks[block].pin) {
                put(block, lowest_offset(block));
            }
        }
        return layout();
    }

    [[nodiscard]] std::uint64_t work() const { return work_; }

private:
    /// Blocks by their largest member; ties: the earliest in execution order.
    [[nodiscard]] std::vector<std::size_t> order() const {
        std::vector<Bytes> largest(plan_.blocks.size());
        std::vector<Step> first(plan_.blocks.size());
        for (std::size_t i = 0; i < plan_.blocks.size(); ++i) {
            for (const BlockMember& member : plan_.blocks[i].members) {
                const Buffer& buffer = problem_.buffers[member.buffer];
                if (buffer.size > largest[i] || (buffer.size == largest[i] && buffer.lifetime.begin < first[i])) {
                    largest[i] = buffer.size;
                    first[i] = buffer.lifetime.begin;
                }
            }
        }
        std::vector<std::size_t> sorted(plan_.blocks.size());
        std::iota(sorted.begin(), sorted.end(), std::size_t{0});
        std::stable_sort(sorted.begin(), sorted.end(), [&](std::size_t a, std::size_t b) {
            return std::pair(largest[b], first[a]) < std::pair(largest[a], first[b]);
        });
        return sorted;
    }

    [[nodiscard]] Offset lowest_offset(std::size_t index) {
        const SharedBlock& block = plan_.blocks[index];
        forbidden_.clear();
        for (const BlockMember& member : block.members) {
            const Buffer& own = problem_.buffers[member.buffer];
            for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
                const Buffer& other = problem_.buffers[i];
                if (offsets_[i] == unplaced_offset || other.region != own.region) {
                    continue;
                }
                ++work_;
                add_collisions(own, member.position.value(), other, offsets_[i]);
            }
        }
        std::sort(forbidden_.begin(), forbidden_.end(),
                  [](const Forbidden& a, const Forbidden& b) { return a.above < b.above; });
        Offset lowest;
        for (const Forbidden& range : forbidden_) {
            if (range.above < lowest.value() && lowest.value() < range.below) {
                lowest = aligned_up(Offset(range.below), block.alignment);
            }
        }
        return lowest;
    }

    /// Pieces that share time with a piece of `other` forbid some offsets of the block.
    void add_collisions(const Buffer& own, std::int64_t position, const Buffer& other, std::int64_t offset) {
        if (!overlap(own.lifetime, other.lifetime)) {
            return;
        }
        for_each_piece(own, [&](const Piece& mine) {
            for_each_piece(other, [&](const Piece& theirs) {
                if (overlap(mine.steps, theirs.steps)) {
                    forbidden_.push_back({offset + theirs.bytes.from.value() - position - mine.bytes.to.value(),
                                          offset + theirs.bytes.to.value() - position - mine.bytes.from.value()});
                }
            });
        });
    }

    void put(std::size_t index, Offset offset) {
        for (const BlockMember& member : plan_.blocks[index].members) {
            offsets_[member.buffer] = (offset + member.position).value();
            order_.push_back(member.buffer);
            const Bytes size = problem_.buffers[member.buffer].size;
            peak_ = std::max(peak_, offset + member.position + size);
        }
        if (request_.trace != nullptr) {
            request_.trace->enter(FrameKind::placement, plan_.blocks[index].members.size() > 1 ? "shared block" : "",
                                  {});
            request_.trace->leave({.offsets = offsets_, .order = order_, .risks = {}, .peak = peak_, .work = work_});
            request_.trace->mark_result();
        }
    }

    [[nodiscard]] Layout layout() const {
        Layout layout = empty_layout(problem_);
        for (std::size_t i = 0; i < offsets_.size(); ++i) {
            if (offsets_[i] != unplaced_offset) {
                layout.placements[i] = Placement{Offset(offsets_[i]), problem_.buffers[i].region};
            }
        }
        layout.sharing = plan_.groups;
        layout.removed = plan_.removed;
        layout.copies = plan_.copies;
        return layout;
    }

    const PlanRequest& request_;
    const Problem& problem_;
    const SharingPlan& plan_;
    IndexedVector<BufferIndex, std::int64_t> offsets_;
    std::vector<BufferIndex> order_;
    std::vector<Forbidden> forbidden_;
    Offset peak_;
    std::uint64_t work_ = 0;
};

/// A complete layout with what led to it.
struct Attempt {
    Layout layout;
    Offset peak;
};

/// Keeps the best attempt, the earliest of equals.
class OperatorSharing {
public:
    explicit OperatorSharing(const PlanRequest& request) : request_(request), problem_(request.problem) {}

    Expected<PlanResult> run() {
        const bool is_source_alone = request_.options.text("method") == "source";
        place_as_the_source(is_source_alone ? as_the_source : everything);
        if (!is_source_alone) {
            for (const SharingChoice& choice : {everything, without_merges, nothing}) {
                if (request_.stop && request_.stop()) {
                    break;
                }
                if (auto tuned = tune(choice); !tuned) {
                    return tl::unexpected(tuned.error());
                }
            }
        }
        return result();
    }

private:
    void place_as_the_source(const SharingChoice& choice) {
        const SharingPlan plan = sharing_plan(problem_, choice);
        SourceGreedy greedy(request_, plan);
        Layout layout = greedy.run();
        work_ += greedy.work();
        if (is_complete(layout)) {
            initial_peak_ = peak(problem_, layout);
            best_ = Attempt{std::move(layout), *initial_peak_};
            tell();
        }
    }

    Expected<void> tune(const SharingChoice& choice) {
        const SharingPlan plan = sharing_plan(problem_, choice);
        if (std::find(tuned_.begin(), tuned_.end(), plan.groups) != tuned_.end()) {
            return {};  // no operator of this kind shares, so the run would be the same as an earlier one
        }
        tuned_.push_back(plan.groups);
        const Problem blocks = block_problem(problem_, plan);
        static const Planner tuner = layout_tuner();
        auto options = OptionValues::from(tuner.description.options, {});
        if (!options) {
            return tl::unexpected(options.error());
        }
        auto tuned = tuner.plan({.problem = blocks,
                                 .options = std::move(*options),
                                 .seed = request_.seed,
                                 .threads = request_.threads,
                                 .progress = {},
                                 .stop = request_.stop});
        if (!tuned) {
            return tl::unexpected(tuned.error());
        }
        work_ += tuned->work;
        if (!is_complete(tuned->layout)) {
            return {};
        }
        Layout layout = layout_of_blocks(problem_, plan, tuned->layout);
        const Offset top = peak(problem_, layout);
        if (!best_ || top < best_->peak) {
            best_ = Attempt{std::move(layout), top};
            ++improvements_;
            tell();
            trace_improvement(choice);
        }
        return {};
    }

    void tell() const {
        if (request_.progress) {
            request_.progress({work_, 0, best_->peak, &best_->layout});
        }
    }

    void trace_improvement(const SharingChoice& choice) const {
        if (request_.trace == nullptr) {
            return;
        }
        std::vector<std::int64_t> offsets;
        for (const auto& placement : best_->layout.placements) {
            offsets.push_back(placement->offset.value());
        }
        const char* note = choice.merges     ? "all sharing, tuned"
                           : choice.in_place ? "without merges, tuned"
                                             : "without sharing, tuned";
        request_.trace->enter(FrameKind::improvement, note, {});
        request_.trace->leave({.offsets = offsets, .order = {}, .risks = {}, .peak = best_->peak, .work = work_});
        request_.trace->mark_result();
    }

    Expected<PlanResult> result() {
        PlanResult result;
        result.layout = best_ ? std::move(best_->layout) : empty_layout(problem_);
        result.threshold = threshold(problem_, result.layout);
        result.threshold_unshared = threshold(problem_);
        result.lower_bound = lower_bound();
        result.initial_peak = initial_peak_;
        result.iterations = improvements_;
        result.work = work_;
        const bool stopped = request_.stop && request_.stop();
        result.reproducible = !stopped;
        result.goal = stopped                                                    ? Goal::stopped
                      : best_ && best_->peak.value() <= result.threshold.value() ? Goal::at_threshold
                                                                                 : Goal::complete;
        return result;
    }

    /// A bound that holds for any sharing. The members of a block alive together need at least the size of the largest;
    /// different blocks share nothing. The blocks are those with all sharing allowed.
    [[nodiscard]] Bytes lower_bound() const {
        Bytes highest;
        std::vector<std::uint32_t> component(problem_.buffers.size());
        std::iota(component.begin(), component.end(), 0U);
        const auto chief = [&component](std::uint32_t index) {
            while (component[index] != index) {
                component[index] = component[component[index]];
                index = component[index];
            }
            return index;
        };
        if (problem_.graph) {
            for (const Operator& node : problem_.graph->operators) {
                for (const std::uint32_t position : node.shareable) {
                    for (const BufferIndex written : node.writes) {
                        if (position < node.reads.size() &&
                            problem_.buffers[node.reads[position]].region == problem_.buffers[written].region) {
                            component[chief(written.value())] = chief(node.reads[position].value());
                        }
                    }
                }
            }
        }
        // If several members of a component are alive, only the largest counts: one buffer per interval of time.
        Problem reduced;
        reduced.regions = problem_.regions;
        std::vector<std::vector<std::uint32_t>> members(problem_.buffers.size());
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            members[chief(static_cast<std::uint32_t>(i))].push_back(static_cast<std::uint32_t>(i));
        }
        for (const auto& block : members) {
            if (!block.empty()) {
                add_largest(reduced, block);
            }
        }
        for (std::size_t i = 0; i < problem_.regions.size(); ++i) {
            highest = std::max(highest, live_profile(reduced, RegionIndex(i)).threshold);
        }
        return highest;
    }

    /// Adds a buffer for each interval of steps, as large as the largest member alive in it.
    void add_largest(Problem& reduced, const std::vector<std::uint32_t>& block) const {
        if (block.size() == 1) {
            reduced.buffers.push_back(problem_.buffers[block.front()]);
            return;
        }
        std::vector<std::pair<Step, std::pair<bool, std::int64_t>>> events;
        for (const std::uint32_t member : block) {
            const Buffer& buffer = problem_.buffers[member];
            if (!buffer.gaps.empty()) {
                continue;
            }
            events.push_back({buffer.lifetime.begin, {true, buffer.size.value()}});
            events.push_back({buffer.lifetime.end, {false, buffer.size.value()}});
        }
        std::sort(events.begin(), events.end());
        std::multiset<std::int64_t> alive;
        for (std::size_t i = 0; i < events.size(); ++i) {
            const auto& [step, change] = events[i];
            if (change.first) {
                alive.insert(change.second);
            } else {
                alive.erase(alive.find(change.second));
            }
            if (i + 1 < events.size() && events[i + 1].first > step && !alive.empty()) {
                Buffer largest;
                largest.size = Bytes(*alive.rbegin());
                largest.lifetime = {step, events[i + 1].first};
                largest.region = problem_.buffers[block.front()].region;
                reduced.buffers.push_back(std::move(largest));
            }
        }
    }

    const PlanRequest& request_;
    const Problem& problem_;
    std::optional<Attempt> best_;
    std::vector<std::vector<SharingGroup>> tuned_;  ///< the sharing groups of the attempts tuned so far
    std::optional<Offset> initial_peak_;
    std::uint64_t improvements_ = 0;
    std::uint64_t work_ = 0;
};

}  // namespace

Planner operator_sharing() {
    return {{.name = "operator-sharing",
             .family = PlannerFamily::operator_sharing,
             .kind = PlannerKind::offsets,
             .summary = "memory handed over between operators (in place, views, merges), then placed",
             .options = {{.key = "method",
                          .type = OptionType::choice,
                          .default_value = "best",
                          .meaning = "source: greedy, as the source describes it; best: the blocks that share are "
                                     "tuned, and the peak is never above the one without sharing",
                          .choices = {"best", "source"}}}},
            [](const PlanRequest& request) { return OperatorSharing(request).run(); }};
}

}  // namespace arenascope
