#pragma once

#include <map>
#include <memory>

#include "core/memory/indexed_vector.h"
#include "core/planner/container/rectangle_container.h"
#include "core/planner/planner.h"
#include "core/planner/rearranging/capacity_rearranger.h"
#include "core/planner/rearranging/order_rearranger.h"
#include "core/planner/rearranging/rectangle_sorter.h"
#include "core/planner/stop_poll.h"

namespace arenascope {

/// The constants of all passes of the tuner in one region.
struct TuningSetting {
    const PlanRequest& request;
    RegionIndex region;
    Offset threshold;
    PlacingRule rule = {};
    std::uint64_t rearrangement_limit = 0;  ///< limit of the improvements of one group in one iteration
    std::uint64_t seed = 0;
    StopPoll& poll;
};

/// The work limits of one call of the tuner.
struct TuningBudget {
    std::uint64_t work_end;  ///< the value of work() at which no further rearrangement is tried
    double by_order;         ///< share of a group's work for rearranging by order, before the search begins
};

/// The medium/high-risk tuner: rearranges the groups of the high tier, then those of the medium tier. The container is
/// empty at first and collects the tuned groups. It holds no low or none buffers.
///
///   high groups ─▶ sort ─▶ place ─▶ goal? ─yes─▶ keep ─▶ next group … medium groups
///                            ▲        │no
///                            └── rearrange: by order first, which is quick, then by capacity, which is thorough
///
/// The rearrangers of a group are kept, because what they learned helps in the next iteration and the next pass. If the
/// run is stopped, the current group is removed from the container and no further group is placed.
///
/// Source: docs/method.md, "Peak suppression", step 5.
class MediumHighRiskTuner {
public:
    MediumHighRiskTuner(const TuningSetting& setting, RectangleContainer& container);

    /// Tunes the high and then the medium buffers of a layout that was placed in `order`, and returns them in tuned
    /// order. Records the groups and the rearrangements in the request's trace. Afterwards the container holds exactly
    /// these buffers and the pins.
    [[nodiscard]] std::vector<BufferIndex> tune(const std::vector<BufferIndex>& order, const Layout& layout,
                                                IndexedSpan<BufferIndex, const Risk> risks, const SortKey& key,
                                                const TuningBudget& budget);

    /// The proved lower bound of the region's peak; at least the threshold.
    [[nodiscard]] Offset lowest() const { return lowest_; }
    /// Visits of the searches and of the container so far.
    [[nodiscard]] std::uint64_t work() const { return container_->work() + search_work_; }

private:
    struct Known {
        std::unique_ptr<RectangleRearranger> by_order;
        std::unique_ptr<CapacityRearranger> by_capacity;  ///< null: the search cannot take the group
        /// Best order over all iterations so far; empty: none yet.
        Group best;
    };
    struct Attempt {
        Group order;
        Offset tail;
    };

    [[nodiscard]] Group tune_group(const Group& group, Tier tier, const SortKey& key, const TuningBudget& budget);
    [[nodiscard]] Known& known(const Group& group, bool alone);
    [[nodiscard]] Lifetime span_of(const Group& group) const;
    [[nodiscard]] Group pinned_sharing_time(const Group& group) const;
    [[nodiscard]] bool is_alone(const Group& group, Tier tier);
    [[nodiscard]] Group draw(RectangleRearranger& rearranger, const RearrangerTask& task);
    [[nodiscard]] bool place(Attempt& attempt);
    void remove(const Group& group);
    void record_attempt(const Attempt& attempt, std::string_view note);

    const TuningSetting* setting_;
    RectangleContainer* container_;
    std::map<Group, Known> known_;  ///< by members in index order
    Group pinned_;                  ///< pinned buffers of the region
    std::vector<BufferIndex> accumulated_;
    std::vector<Lifetime> taken_;  ///< time spans of the tuned high groups; disjoint and rising if `taken_sorted_`
    bool taken_sorted_ = false;
    std::uint64_t search_work_ = 0;
    Offset lowest_;
};

}  // namespace arenascope
