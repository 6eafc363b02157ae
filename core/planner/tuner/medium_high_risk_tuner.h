#pragma once

#include <map>
#include <memory>

#include "core/planner/planner.h"
#include "core/planner/tuner/rectangle_placer.h"
#include "core/planner/tuner/rectangle_rearranger.h"
#include "core/planner/tuner/rectangle_sorter.h"

namespace arenascope {

/// What stays the same over the passes of the tuner in one region.
struct TuningSetting {
    const PlanRequest& request;
    RegionIndex region;
    Offset threshold;
    PlacingRule rule;
    std::uint64_t rearrangement_limit;  ///< improvements of a group in one iteration
    std::uint64_t seed;
};

/// The medium/high-risk tuner: rearranges the groups of the high tier, then of the medium tier, in one container that
/// is empty at first and in which the groups accumulate. Low and none rectangles are not in it.
///
///   high groups ─▶ sort ─▶ place ─▶ goal? ─yes─▶ accumulate ─▶ next group … medium groups
///                            ▲        │no
///                            └── rearrange
///
/// A group's rearranger is kept, so that what it has learned serves the next iteration and the next pass.
/// Source: 000_ac36546300477820, paragraphs 126 to 129 and 155 to 169.
class MediumHighRiskTuner {
public:
    MediumHighRiskTuner(const TuningSetting& setting, RectangleContainer& container);

    /// The tuned sequence of the high and then the medium rectangles of a layout whose sequence was `order`.
    /// Frames of groups and rearrangements are told to the request's trace. `work_end` is the count of work() at
    /// which no further rearrangement is tried.
    [[nodiscard]] std::vector<BufferIndex> tune(const std::vector<BufferIndex>& order, const Layout& layout,
                                                const std::vector<Risk>& risks, const SortKey& key,
                                                std::uint64_t work_end);

    /// Visits of the searches and of the container.
    [[nodiscard]] std::uint64_t work() const;

private:
    struct Known {
        std::unique_ptr<RectangleRearranger> rearranger;
        Group best;  ///< of the iterations so far
    };
    struct Attempt {
        Group order;
        Offset tail;
    };

    [[nodiscard]] Group tune_group(const Group& group, Tier tier, const SortKey& key, std::uint64_t work_end);
    [[nodiscard]] Known& known(const Group& group, bool alone);
    [[nodiscard]] bool is_alone(const Group& group) const;
    [[nodiscard]] Offset place(const Group& order);
    void remove(const Group& group);
    void tell_attempt(const Attempt& attempt, std::string_view note);

    const TuningSetting* setting_;
    RectangleContainer* container_;
    std::map<Group, Known> known_;  ///< by members in index order
    std::vector<BufferIndex> accumulated_;
};

}  // namespace arenascope
