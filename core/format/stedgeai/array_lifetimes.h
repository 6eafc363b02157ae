#pragma once

#include <optional>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/format/stedgeai/pool_plan.h"

namespace arenascope {

/// Derives the lifetimes of arrays from the layers that use them, one step for each layer:
///
///   layer          0     1     2
///   input       I  ███                 from the start
///   conv           O███  I███
///   scratch              S███
///   output               O███  ████    to the end
class ArrayLifetimes {
public:
    /// A layer uses an array of the plan at a step. Steps ascend.
    void add_use(BufferIndex array, Step step);

    /// Sets the lifetimes of the plan's buffers, and adds notes. Inputs and outputs are told by BufferKind; arrays that
    /// no layer uses live throughout. Linear.
    void derive(PoolPlan& plan) const;

private:
    struct ArrayUse {
        std::optional<Step> first;
        Step last;
    };
    std::vector<ArrayUse> uses_;  ///< by BufferIndex; those beyond have none
};

}  // namespace arenascope
