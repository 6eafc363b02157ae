#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/base/error/error.h"
#include "core/model/memory/problem.h"
#include "core/model/network/network.h"
#include "core/model/network/parts/part_price.h"
#include "core/model/network/parts/split_steps.h"
#include "core/model/network/recompute/repeat.h"

namespace arenascope {

/// Repeats, and what they give and cost.
struct RecomputePlan {
    std::vector<Repeat> repeats;  ///< in order; empty: the network as it is
    Bytes threshold;
    std::int64_t extra_work = 0;     ///< multiply-accumulates above those of the network
    std::int64_t extra_traffic = 0;  ///< bytes of activations read and written above those of the network
    friend bool operator==(const RecomputePlan&, const RecomputePlan&) = default;
};

/// Limits of a search.
struct RecomputeLimits {
    std::int64_t most_extra = 10'000;     ///< in thousandths of a per cent of the network's multiply-accumulates
    std::uint64_t most_visits = 400'000;  ///< of a step of a changed network
};

/// What a search found.
struct RecomputeSearch {
    RecomputePlan best;  ///< the lowest threshold, of those that were seen with the fewest multiplications, then bytes
    Step peak_step;      ///< where the best network has its threshold
    /// Every set of repeats with a lower threshold was tried, or ruled out.
    bool is_complete = true;
    bool is_limited = false;  ///< the limit of multiplications ruled some out
    std::uint64_t visits = 0;
};

/// Imports a changed network with the options of the user.
using ImportNetwork = std::function<Expected<Problem>(const Network& network)>;

/// Searches the repeats with the lowest threshold. Each set is weighed by the import of its network.
///
///   live ▲   ┌─┐      At the threshold some tensors wait: they were written before, and are read later. One of them
///        │ ┌─┘ └─┐    must be written anew for its next reader, or the threshold stays. If that reader is itself a
///        │ │▓▓▓▓▓│    copy, the repeat begins earlier, so that it writes this operand, too.
///        └─────────▶
///
/// So the sets form a tree, in which the lowest threshold is opened first. It ends where nothing waits at the threshold
/// of any set that is left: then no set of repeats is lower within the limit. Ties: fewer multiplications, fewer bytes,
/// fewer repeats. Errors: those of the import of the whole network. O(visits).
///
/// To compute again what would have to be kept is rematerialization, from Griewank and
/// Walther, "Algorithm 799: revolve", 2000, and Chen et al., "Training deep nets with sublinear memory cost", 2016.
/// The search is a choice of this project.
[[nodiscard]] Expected<RecomputeSearch> search_recompute(const SplitSteps& steps, const ImportNetwork& import,
                                                         bool fold, const RecomputeLimits& limits = {});

}  // namespace arenascope
