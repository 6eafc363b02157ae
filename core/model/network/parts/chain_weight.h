#pragma once

#include <cstdint>
#include <vector>

#include "core/model/memory/problem.h"
#include "core/model/network/parts/split_steps.h"

namespace arenascope {

/// The peak of a chain in parts, and what it costs.
struct ChainWeight {
    Bytes peak;               ///< the highest live size of its steps
    std::int64_t extra = 0;   ///< multiply-accumulates above those of its steps whole
    bool is_possible = true;  ///< false: a part would write nothing
};

/// Weighs chains of a network. Holds what is known of each step, so that a chain costs no allocation.
class ChainScale {
public:
    /// `problem` is the import of the whole network, one operator a step.
    ChainScale(const SplitSteps& steps, const Problem& problem, Bytes size_multiple);

    /// The live size of each step of the whole network.
    [[nodiscard]] const std::vector<std::int64_t>& live() const { return live_; }
    /// The sum over all steps where it is known.
    [[nodiscard]] std::int64_t work() const { return work_; }
    /// What is alive through all parts of a chain but the first and the last: what it reads from outside, what it
    /// writes, and what has nothing to do with it. No number of parts brings it lower.
    [[nodiscard]] std::int64_t least_peak(std::size_t first, std::size_t last) const {
        return around(first) + written_by(last, first);
    }
    /// Exact for any chain without a reason against it. O(operands of the chain · parts).
    [[nodiscard]] ChainWeight weigh(const Chain& chain);
    /// Steps weighed so far.
    [[nodiscard]] std::uint64_t visits() const { return visits_; }

private:
    struct Ending {
        std::int64_t bytes = 0;
        std::int64_t writer = -1;  ///< step; −1: none
    };

    [[nodiscard]] std::int64_t around(std::size_t first) const { return live_[first] - new_at_[first]; }
    [[nodiscard]] std::int64_t written_by(std::size_t last, std::size_t first) const {
        return begin_[last] >= static_cast<std::int64_t>(first) ? new_at_[last] : 0;
    }
    [[nodiscard]] std::int64_t rounded(std::int64_t bytes) const {
        return (bytes + multiple_ - 1) / multiple_ * multiple_;
    }
    void find_last_readers(const Chain& chain);

    const SplitSteps& steps_;
    std::int64_t multiple_;
    std::vector<std::int64_t> live_;
    std::vector<std::int64_t> new_at_;       ///< bytes that a step writes, and that are alive from then on
    std::vector<std::int64_t> begin_;        ///< when what a step writes begins to live
    std::vector<std::int64_t> bytes_;        ///< of what a step writes, before rounding
    std::vector<std::int64_t> macs_;         ///< 0: not known
    std::vector<std::vector<Ending>> ends_;  ///< by step: buffers that end behind it
    std::int64_t work_ = 0;
    std::uint64_t visits_ = 0;

    // Of the chain being weighed.
    std::vector<Rows> rows_;
    std::vector<std::size_t> last_reader_;         ///< of what a step writes
    std::vector<std::int64_t> alive_;              ///< bytes of what a step wrote in this part
    std::vector<std::vector<std::size_t>> freed_;  ///< by step: whose output ends behind it
};

}  // namespace arenascope
