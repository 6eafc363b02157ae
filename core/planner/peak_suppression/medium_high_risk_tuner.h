#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/planner/container/rectangle_container.h"
#include "core/planner/peak_suppression/beam_rearranger.h"
#include "core/planner/peak_suppression/group_rearranger.h"
#include "core/planner/peak_suppression/rectangle_groups.h"
#include "core/planner/peak_suppression/rectangle_sorter.h"
#include "core/planner/peak_suppression/search_turns.h"
#include "core/planner/peak_suppression/tuning_goal.h"
#include "core/planner/planner.h"
#include "core/planner/stop_poll.h"

namespace arenascope {

/// Which tuning is asked for.
enum class TuningMethod : std::uint8_t {
    best,    ///< all that is known: groups remember, are searched under a capacity, and join what they collide with
    source,  ///< the source's own steps and nothing else
};

/// The constants of all passes of the tuner in one region.
struct TuningSetting {
    const PlanRequest& request;
    RegionIndex region;
    Offset threshold;
    PlacingRule rule = {};
    std::uint64_t adjustment_limit = 0;  ///< of the rearrangements of one group in one iteration
    std::uint64_t seed = 0;
    StopPoll& poll;
    TuningMethod method = TuningMethod::best;
    Clustering clustering = Clustering::components;
};

/// The work limits of one call of the tuner.
struct TuningBudget {
    std::uint64_t work_end;  ///< the value of work() at which no further rearrangement is tried
    double by_order;         ///< share of a group's work for rearranging by order, before the search begins
};

/// What limits of this project cut from the tuning.
struct TuningCuts {
    std::uint64_t groups = 0;  ///< tuned groups that the limit of work ended
    std::uint64_t tiers = 0;   ///< tiers grouped by components, because too many pairs share time to compare them
};

/// The medium/high-risk tuner: rearranges the groups of the high tier, then those of the medium tier. The container is
/// empty at first and collects the tuned groups. It holds no low or none buffers.
///
///   high groups ─▶ sort ─▶ place ─▶ goal? ─yes─▶ keep ─▶ next group … medium groups
///                            ▲        │no
///                            └── rearrange: by order first, which is quick, then by beams of skylines and by capacity
///                                in turns, which is thorough
///
/// A group that ends above the threshold because it rests on earlier groups joins them: together they are tuned once
/// more, from where they are.
///
///   medium   ▄▄         stands too high on two groups that are done, and no order of its own helps:
///   high   ▀▀▀▀ ▀▀▀     the three become one group
///
/// The rearrangers of a group are kept, because what they learned helps in the next iteration and the next pass. A
/// group that starts alone also keeps its orders: one that comes again ends it. If the run is stopped, the current
/// group is removed from the container and no further group is placed.
///
/// TuningMethod::source keeps nothing from one iteration to the next, only rearranges by order, and joins nothing.
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
    [[nodiscard]] const TuningCuts& cuts() const { return cuts_; }
    /// Visits of the searches and of the container so far.
    [[nodiscard]] std::uint64_t work() const { return container_->work() + search_work_; }

private:
    struct Known {
        std::unique_ptr<GroupRearranger> by_order;
        std::unique_ptr<BeamRearranger> by_beam;          ///< null: beams cannot take the group
        std::unique_ptr<CapacityRearranger> by_capacity;  ///< null: the search cannot take the group
        SearchTurns turns;                                ///< of the two above
        /// Best order over all iterations so far; empty: none yet.
        Group best;
        SeenOrders seen;
    };
    struct Attempt {
        Group order;
        Offset tail;
    };
    struct GroupTask {
        Group members;
        Tier tier;
        std::optional<Attempt> placed;  ///< the attempt that is in the container already
        bool is_alone;                  ///< shares no time with what is in the container, except pinned buffers
        TuningBudget budget;
    };
    /// A group that is done.
    struct Tuned {
        Group order;
        Lifetime span;
        Offset tail;
    };

    void tune_tier(Tier tier, const std::vector<Group>& groups, const SortKey& key, const TuningBudget& budget);
    void accumulate(Attempt tuned);
    [[nodiscard]] Attempt tune_group(const GroupTask& task, const SortKey& key);
    [[nodiscard]] Known& known(const GroupTask& task);
    [[nodiscard]] Lifetime span_of(const Group& group) const;
    [[nodiscard]] Group pinned_sharing_time(const Group& group) const;
    [[nodiscard]] bool is_alone(const Lifetime& span) const;
    [[nodiscard]] std::optional<Attempt> join_last();
    [[nodiscard]] Group draw(GroupRearranger& rearranger, RearrangerTask task);
    [[nodiscard]] bool place(Attempt& attempt);
    void remove(const Group& group);
    [[nodiscard]] std::vector<BufferIndex> order_with(const Group& last) const;
    void record_attempt(const Attempt& attempt, std::string_view note);

    const TuningSetting* setting_;
    RectangleContainer* container_;
    std::map<Group, Known> known_;  ///< by members in index order
    Group pinned_;                  ///< pinned buffers of the region
    std::vector<Tuned> accumulated_;
    std::map<Step, Step> taken_;  ///< the time spans of the groups that are done: begin and end, disjoint
    std::uint64_t search_work_ = 0;
    TuningCuts cuts_;
    Offset lowest_;
};

}  // namespace arenascope
