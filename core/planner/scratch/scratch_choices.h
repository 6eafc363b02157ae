#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/planner/option.h"

namespace arenascope {

/// What the method leaves open for one scratch buffer (method 6.4).
struct ScratchChoice {
    bool top_of_area = true;  ///< else at the bottom of the free area
    bool overlay = true;      ///< else not over other scratch, even where that is allowed
    bool grow_top = true;     ///< else the heap grows at its bottom
    friend bool operator==(const ScratchChoice&, const ScratchChoice&) = default;
};

/// The options `area-end`, `overlay` and `growth`: each `any`, or a list of choices by position in the queue, parted by
/// commas, that begins anew at its end.
[[nodiscard]] std::vector<OptionSpec> choice_options();

/// Refuses a list of several choices that is longer than the queue of so many buffers: what stands behind its end would
/// choose nothing. The error names the option and both numbers.
[[nodiscard]] Expected<void> check_choices(const OptionValues& options, std::size_t buffers);

/// The choices of each trial. Of what is left open, first each combination for all buffers alike (eight where
/// everything is), then trials that start from one of those and turn each choice over with a probability of 1/2, 1/8 or
/// 1/32. A trial depends on the seed and its number alone.
class ScratchTrials {
public:
    /// `count` trials at most for that many buffers; one where nothing is left open. `options` hold the choice options.
    ScratchTrials(const OptionValues& options, std::size_t buffers, std::uint64_t count, std::uint64_t seed);

    [[nodiscard]] std::uint64_t count() const { return count_; }
    /// By position in the queue. Linear.
    [[nodiscard]] std::vector<ScratchChoice> choices(std::uint64_t trial) const;

private:
    /// One kind of choice: as given, or open.
    struct Given {
        std::vector<bool> list;  ///< empty: open
        [[nodiscard]] bool at(std::size_t position, bool otherwise) const {
            return list.empty() ? otherwise : list[position % list.size()];
        }
    };

    [[nodiscard]] ScratchChoice alike(std::uint64_t combination) const;

    Given top_of_area_;
    Given overlay_;
    Given grow_top_;
    std::size_t buffers_;
    std::uint64_t combinations_ = 1;  ///< of what is open
    std::uint64_t count_;
    std::uint64_t seed_;
};

/// The choices as the options take them, so that a run with them makes the same layout again; one word where all are
/// alike.
[[nodiscard]] std::vector<KeyValue> choice_settings(const std::vector<ScratchChoice>& choices);

}  // namespace arenascope
