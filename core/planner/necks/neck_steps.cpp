#include "core/planner/necks/neck_steps.h"

#include <algorithm>

namespace arenascope {
namespace {

/// An added step has less than the highest live size that was not marked by at most this part of it.
constexpr std::int64_t part_less = 33;

}  // namespace

NeckSteps::NeckSteps(const LiveProfile& profile, Bytes at_least) : profile_(&profile) {
    is_marked_.reserve(profile.live.size());
    for (const Bytes live : profile.live) {
        is_marked_.push_back(live >= at_least ? 1 : 0);
    }
    count();
}

bool NeckSteps::add_highest_of(Lifetime lifetime) {
    const auto [first, last] = stretch_of(lifetime);
    std::int64_t highest = -1;
    for (std::size_t i = first; i < last; ++i) {
        if (is_marked_[i] == 0) {
            highest = std::max(highest, profile_->live[i].value());
        }
    }
    for (std::size_t i = first; i < last && highest >= 0; ++i) {
        if (profile_->live[i].value() >= highest - highest / part_less) {
            is_marked_[i] = 1;
        }
    }
    return highest >= 0;
}

void NeckSteps::count() {
    marked_before_.assign(1, 0);
    marked_before_.reserve(is_marked_.size() + 1);
    for (const std::uint8_t marked : is_marked_) {
        marked_before_.push_back(marked_before_.back() + marked);
    }
}

bool NeckSteps::contains_any(Lifetime lifetime) const {
    const auto [first, last] = stretch_of(lifetime);
    return marked_before_[first] < marked_before_[last];
}

NeckSteps::Stretch NeckSteps::stretch_of(Lifetime lifetime) const {
    const StepList& steps = profile_->steps;
    const auto after =
        static_cast<std::size_t>(std::upper_bound(steps.begin(), steps.end(), lifetime.begin) - steps.begin());
    const auto end =
        static_cast<std::size_t>(std::lower_bound(steps.begin(), steps.end(), lifetime.end) - steps.begin());
    const std::size_t first = std::max<std::size_t>(after, 1) - 1;
    return {first, std::max(first, end)};
}

}  // namespace arenascope
