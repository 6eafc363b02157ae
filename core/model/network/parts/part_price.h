#pragma once

#include <cstdint>

#include "core/model/network/network.h"

namespace arenascope {

/// What a run of a network costs. The difference of two networks is the price of running it in parts.
struct RunPrice {
    std::int64_t work = 0;     ///< multiply-accumulates of the operators of which they are known
    std::int64_t traffic = 0;  ///< bytes of activations that operators read and write; parts read only their rows
    friend bool operator==(const RunPrice&, const RunPrice&) = default;
};

/// The price of a run. Weights are not counted, nor are tensors of unknown size. `fold`: as in imported_model(). What
/// does not fit in 64 bits is left out. Linear, but for folding.
[[nodiscard]] RunPrice price_of_run(const Network& network, bool fold);

}  // namespace arenascope
