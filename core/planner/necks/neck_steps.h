#pragma once

#include <cstdint>
#include <vector>

#include "core/model/memory/live_profile.h"

namespace arenascope {

/// The steps of a region at which it is tight: the *necks* of its live size.
///
///   threshold ─────▄────────────────────
///   at least  ┈┈┈┈▐█▌┈┈┈┈▄┈┈┈┈┈┈┈┈┈┈┈┈┈
///             ▄▄▄▄███▄▄▄▐█▌▄▄▄▄▄
///                 └┬┘    └ two necks
///
/// Of a large network, few buffers are alive in a neck, and only they decide how low the peak can be.
class NeckSteps {
public:
    /// Marks the steps with at least that live size. Linear. The profile must outlive it.
    NeckSteps(const LiveProfile& profile, Bytes at_least);

    /// Marks further steps of a lifetime: of those that are not marked, the ones with nearly the highest live size.
    /// False: all were marked. Linear in the steps of the lifetime; call count() before the next question.
    bool add_highest_of(Lifetime lifetime);
    /// Makes contains_any() know the added marks. Linear.
    void count();
    /// Whether a marked step lies in the lifetime. O(log n).
    [[nodiscard]] bool contains_any(Lifetime lifetime) const;

private:
    /// The intervals of the profile that the lifetime touches: [first, last).
    struct Stretch {
        std::size_t first;
        std::size_t last;
    };
    [[nodiscard]] Stretch stretch_of(Lifetime lifetime) const;

    const LiveProfile* profile_;
    std::vector<std::uint8_t> is_marked_;       ///< by interval of the profile
    std::vector<std::uint32_t> marked_before_;  ///< one more than intervals
};

}  // namespace arenascope
