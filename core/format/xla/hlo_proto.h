#pragma once

#include <string_view>

#include "core/format/format.h"

namespace arenascope {

/// Whether a binary file begins like a module of XLA (HloModuleProto), or like a message with one or with a buffer
/// assignment (HloProto). The first chunk of a file suffices. Protobuf has no magic number: this tests the first
/// fields.
[[nodiscard]] bool is_hlo_proto(std::string_view content);

/// The buffer assignment of an HloProto:
///
///   HloProto ┬ 1 module ──────────── 3 computations ─ 2 instructions: 1 name, 35 id
///            └ 3 buffer assignment ┬ 1 logical buffers: 1 id, 2 size, 3 defined at (2 name, 3 index, 4 instruction id)
///                                  ├ 3 allocations: 1 index, 2 size, 9 assigned (1 buffer, 2 offset, 3 size), …
///                                  └ 4 heap simulator traces: 1 events (1 kind, 2 buffer, 4 name, 5 shares with)
///
/// Other fields are skipped. Linear in the file, plus O(n log n) for the plan. The error says that the message is
/// damaged and where, or that there is no buffer assignment. Source: docs/formats.md, section "XLA".
[[nodiscard]] Format hlo_proto_format();

}  // namespace arenascope
