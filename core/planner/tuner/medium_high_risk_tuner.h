#pragma once

#include <map>
#include <memory>

#include "core/memory/indexed_vector.h"
#include "core/planner/planner.h"
#include "core/planner/rearranging/capacity_rearranger.h"
#include "core/planner/rearranging/order_rearranger.h"
#include "core/planner/rearranging/rectangle_sorter.h"
#include "core/planner/stop_poll.h"
#include "core/planner/tuner/rectangle_placer.h"

namespace arenascope {

/// What stays the same over the passes of the tuner in one region.
struct TuningSetting {
    const PlanRequest& request;
    RegionIndex region;
    Offset threshold;
    PlacingRule rule = {};
    std::uint64_t rearrangement_limit = 0;  ///< improvements of a group in one iteration
    std::uint64_t seed = 0;
    StopPoll& poll;
};

/// What one call of the tuner may spend.
struct TuningBudget {
    std::uint64_t work_end;  ///< the count of work() at which no further rearrangement is tried
    double by_order;         ///< share of a group's work in which its order alone is rearranged, before the search
};

/// The medium/high-risk tuner: rearranges the groups of the high tier, then of the medium tier, in one container that
/// is empty at first and in which the groups accumulate. Low and none rectangles are not in it.
///
///   high groups ─▶ sort ─▶ place ─▶ goal? ─yes─▶ accumulate ─▶ next group … medium groups
///                            ▲        │no
///                            └── rearrange: by order first, which is quick, then by capacity, which is thorough
///
/// A group's rearrangers are kept, so that what they have learned serves the next iteration and the next pass.
/// Once the run is stopped the group at hand leaves the container, and no further one is placed.
/// Source: 000_ac36546300477820, paragraphs 126 to 129 and 155 to 169.
class MediumHighRiskTuner {
public:
    MediumHighRiskTuner(const TuningSetting& setting, RectangleContainer& container);

    /// The tuned sequence of the high and then the medium rectangles of a layout whose sequence was `order`.
    /// Frames of groups and rearrangements are told to the request's trace. The container then holds that sequence, and
    /// nothing else but pins.
    [[nodiscard]] std::vector<BufferIndex> tune(const std::vector<BufferIndex>& order, const Layout& layout,
                                                IndexedSpan<BufferIndex, const Risk> risks, const SortKey& key,
                                                const TuningBudget& budget);

    /// What is proved: no layout of the region has a lower peak. At least the threshold.
    [[nodiscard]] Offset lowest() const { return lowest_; }
    /// Visits of the searches and of the container.
    [[nodiscard]] std::uint64_t work() const { return container_->work() + search_work_; }

private:
    struct Known {
        std::unique_ptr<RectangleRearranger> by_order;
        std::unique_ptr<CapacityRearranger> by_capacity;  ///< none where the search cannot take the group
        Group best;                                       ///< of the iterations so far
    };
    struct Attempt {
        Group order;
        Offset tail;
    };

    [[nodiscard]] Group tune_group(const Group& group, Tier tier, const SortKey& key, const TuningBudget& budget);
    [[nodiscard]] Known& known(const Group& group, bool alone);
    [[nodiscard]] Lifetime span_of(const Group& group) const;
    [[nodiscard]] Group pinned_beside(const Group& group) const;
    [[nodiscard]] bool is_alone(const Group& group, Tier tier);
    [[nodiscard]] Group draw(RectangleRearranger& rearranger, const RearrangerTask& task);
    [[nodiscard]] bool place(Attempt& attempt);
    void remove(const Group& group);
    void tell_attempt(const Attempt& attempt, std::string_view note);

    const TuningSetting* setting_;
    RectangleContainer* container_;
    std::map<Group, Known> known_;  ///< by members in index order
    Group pinned_;                  ///< of the region
    std::vector<BufferIndex> accumulated_;
    std::vector<Lifetime> taken_;  ///< spans of the accumulated high groups, apart and rising once `taken_sorted_`
    bool taken_sorted_ = false;
    std::uint64_t search_work_ = 0;
    Offset lowest_;
};

}  // namespace arenascope
