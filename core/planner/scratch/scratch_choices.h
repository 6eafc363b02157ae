#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/settings/option.h"
#include "core/planner/heap_trial.h"
#include "core/planner/scratch/scratch_queue.h"

namespace arenascope {

/// The options `area-end`, `overlay`, `growth` and `part`. Each is `any` or a comma-separated list by position in the
/// queue. A list shorter than the queue is repeated. `part` is `asked` unless it is given: scratch leaves the part that
/// it asks for only if that cannot hold it. With the criterion `fast` it is `any`: a buffer may then leave the fast
/// part to others that fill it better.
[[nodiscard]] std::vector<OptionSpec> choice_options();

/// Rejects a list of choices longer than the queue, because its last choices would have no effect. The error names the
/// option and both numbers.
[[nodiscard]] Expected<void> check_choices(const OptionValues& options, std::size_t buffers);

/// The choices of each trial. If the open choices of all buffers have at most as many combinations as there may be
/// trials, each combination is a trial. Otherwise, the first trials combine the open choices, with equal choices for
/// all buffers; there are eight such trials if three kinds are open. Each later trial starts from one of those and
/// flips each open choice with a probability of 1/2, 1/8 or 1/32. The part is open only if some buffer may spill. A
/// trial depends on the seed and its number only.
class ScratchTrials {
public:
    /// At most `count` trials for that many buffers; one trial if no choice is open. `options` must include
    /// choice_options() and the criterion.
    ScratchTrials(const OptionValues& options, std::size_t buffers, bool may_spill, std::uint64_t count,
                  std::uint64_t seed);

    [[nodiscard]] std::uint64_t count() const { return count_; }
    /// By position in the queue. Linear.
    [[nodiscard]] std::vector<ScratchChoice> choices(std::uint64_t trial) const;
    /// The choices that a trial may change where a part of the heap cannot hold a buffer otherwise. None if every
    /// combination is tried: one that leaves a buffer elsewhere may make room for several others.
    [[nodiscard]] OpenChoices open() const {
        return {!tries_all_ && given_[overlay].list.empty(), !tries_all_ && given_[growth].list.empty()};
    }
    /// Whether the trials choose the part, instead of the scratch that asks for it.
    [[nodiscard]] bool parts_are_open() const { return given_[part].list.empty(); }

private:
    /// One kind of choice as given by its option.
    struct Given {
        std::vector<bool> list;  ///< empty: open
        [[nodiscard]] bool at(std::size_t position, bool otherwise) const {
            return list.empty() ? otherwise : list[position % list.size()];
        }
    };

    [[nodiscard]] ScratchChoice alike(std::uint64_t combination) const;
    [[nodiscard]] ScratchChoice with_given(std::size_t position, ScratchChoice choice) const;

    enum Kind : std::uint8_t { area_end, overlay, growth, part };

    std::array<Given, 4> given_;  ///< by kind
    std::size_t buffers_;
    std::uint64_t combinations_ = 1;  ///< number of combinations of the open choices of one buffer
    bool tries_all_ = false;          ///< each combination of the open choices of all buffers is a trial
    std::uint64_t count_;
    std::uint64_t seed_;
};

/// The choices as values of the options: a run with them gives the same layout. One word if all buffers have the same
/// choice. The option `part` is left out if no buffer may spill.
[[nodiscard]] std::vector<KeyValue> choice_settings(const std::vector<ScratchChoice>& choices, bool may_spill);

}  // namespace arenascope
