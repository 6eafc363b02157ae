#pragma once

#include <cstddef>
#include <cstdint>

#include "core/model/memory/problem.h"

namespace arenascope {

/// The tensors of a made-up network, one operator a step:
///
///   input ─▶ conv ─▶ conv ─┬─▶ conv ─▶ conv ─▶ add ─▶ … ─▶ output
///                          └───────────────────▲  residual
///            conv ─┬─▶ conv ─▶ conv ─┬─▶ concat
///                  ├─▶ conv ─────────┤          branches
///                  └─▶ conv ─▶ conv ─┘
///
/// - The network has up to eight stages. From one to the next a picture has half the height and width and twice the
///   channels, so that its tensors have half the size.
/// - A tensor lives from its operator to its last reader: the next operator, or the end of its residual or branches.
/// - One in fifty is a skip, read once more up to 2,000 operators later. Eight are read by the last operator.
/// - One operator in eight has scratch.
///
/// Operators have names as `conv12`, tensors those of their operators. Linear.
[[nodiscard]] Problem model_problem(std::size_t count, std::uint64_t seed);

}  // namespace arenascope
