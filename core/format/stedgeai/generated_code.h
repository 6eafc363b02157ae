#pragma once

#include "core/format/format.h"

namespace arenascope {

/// The `network.c` that X-CUBE-AI 5 to ST Edge AI 2 generate: a plan as it ships.
///
///   AI_ARRAY_OBJ_DECLARE(conv_output_array, AI_ARRAY_FORMAT_FLOAT, NULL, NULL, 1024, AI_STATIC)
///   conv_output_array.data = AI_PTR(g_network_activations_map[0] + 64);
///
/// An array in an activations map is a buffer: bytes are its elements × the width of its format, and what lies
/// between `data_start` and `data`. The map's regions are regions, with the sizes that AI_NETWORK_OBJ_DECLARE gives
/// as capacities. Layers run in the order in which each names the next one. Lifetimes follow from what they read and
/// write (ArrayLifetimes); what an operator overwrites is declared as document_of(PoolPlan) says. Weights are left
/// out, and arrays of the caller, too. The text is never compiled. O(n log n). Errors name the line.
[[nodiscard]] Format stedgeai_code_format();

}  // namespace arenascope
