#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/planner/option.h"

namespace arenascope {

/// The choices of the method for one scratch buffer.
struct ScratchChoice {
    bool top_of_area = true;  ///< false: at the bottom of the free area
    bool overlay = true;      ///< false: never over other scratch, even if that is allowed
    bool grow_top = true;     ///< false: the heap grows at its bottom
    friend bool operator==(const ScratchChoice&, const ScratchChoice&) = default;
};

/// The options `area-end`, `overlay` and `growth`. Each is `any` or a comma-separated list by position in the queue. A
/// list shorter than the queue is repeated.
[[nodiscard]] std::vector<OptionSpec> choice_options();

/// Rejects a list of choices longer than the queue, because its last choices would have no effect. The error names the
/// option and both numbers.
[[nodiscard]] Expected<void> check_choices(const OptionValues& options, std::size_t buffers);

/// The choices of each trial. The first trials combine the open choices, with equal choices for all buffers; there are
/// eight such trials if all three kinds are open. Each later trial starts from one of those and flips each open choice
/// with a probability of 1/2, 1/8 or 1/32. A trial depends on the seed and its number only.
class ScratchTrials {
public:
    /// At most `count` trials for that many buffers; one trial if no choice is open. `options` must include
    /// choice_options().
    ScratchTrials(const OptionValues& options, std::size_t buffers, std::uint64_t count, std::uint64_t seed);

    [[nodiscard]] std::uint64_t count() const { return count_; }
    /// By position in the queue. Linear.
    [[nodiscard]] std::vector<ScratchChoice> choices(std::uint64_t trial) const;

private:
    /// One kind of choice as given by its option.
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
    std::uint64_t combinations_ = 1;  ///< number of combinations of the open choices
    std::uint64_t count_;
    std::uint64_t seed_;
};

/// The choices as values of the options: a run with them gives the same layout. One word if all buffers have the same
/// choice.
[[nodiscard]] std::vector<KeyValue> choice_settings(const std::vector<ScratchChoice>& choices);

}  // namespace arenascope
