#pragma once

#include <string>
#include <string_view>

#include "core/base/error/error.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// Whether a file with this name is to hold a plan as a C header.
[[nodiscard]] bool is_c_header_name(std::string_view path);

/// A plan as a header for C11 and C++11: for each region the bytes and the alignment of its arena, and a table of
/// offsets, sizes and alignments in the order of the plan, each with the name of its buffer as a comment.
///
///   #define NET_ARENA_BYTES 49152
///   #define NET_ARENA_ALIGNMENT 16
///   static const struct net_place net_arena[3] = {
///       {0, 32768, 16},     // conv1
///
/// Whoever defines NET_ARENA_SIZE before the header is told by the compiler if that is too small. `name` is the file's
/// name, of which letters, digits and underscores stay. Linear. Errors: a buffer is not placed, or an offset is
/// negative.
[[nodiscard]] Expected<std::string> c_header_text(const Problem& problem, const Layout& layout, std::string_view name,
                                                  const std::string& source);

}  // namespace arenascope
