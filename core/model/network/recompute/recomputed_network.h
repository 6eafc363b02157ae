#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/model/network/network.h"
#include "core/model/network/parts/split_steps.h"
#include "core/model/network/recompute/repeat.h"

namespace arenascope {

/// Why a step cannot be repeated so; empty: it can. A sentence that names the operator. An operator runs again only if
/// that gives the same numbers: not if it is random, has effects, is unknown, contains graphs, or reads a variable or
/// scratch. Linear in the network.
[[nodiscard]] std::string reason_against(const SplitSteps& steps, const Repeat& repeat);

/// Where a step of a changed network comes from.
struct StepOrigin {
    std::size_t step = 0;          ///< of the whole network
    std::size_t node = 0;          ///< position in the nodes of the changed network
    const Repeat* copy = nullptr;  ///< the repeat that it belongs to, in the list that was given; null: none
};

/// A network in which some operators run again.
struct RecomputedNetwork {
    Network network;
    std::vector<StepOrigin> origins;  ///< by step
};

/// The network with these repeats, which must be in order and have no reason against them. From the copy of a tensor
/// on, all of its readers read the copy, so that the tensor itself lives no longer. Operators and tensors of a copy
/// have the names of the whole network with ", again for step 9" behind them. Linear, times the number of repeats.
[[nodiscard]] RecomputedNetwork recomputed_network(const SplitSteps& steps, const std::vector<Repeat>& repeats);

}  // namespace arenascope
