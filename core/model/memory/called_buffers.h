#pragma once

#include <string_view>
#include <vector>

#include "core/base/error/error.h"
#include "core/model/memory/problem.h"
#include "core/model/memory/short_names.h"

namespace arenascope {

/// Whether a person who gives `typed` means a buffer by a name as it is shown. `shown`: its name as lists show it.
///
///   conv2d_13                  the name in lists
///   …_13…, conv2d_13 · 4 KiB   a label of a picture
///   a\u202eb                  with invisible characters escaped
[[nodiscard]] bool is_shown_as(std::string_view shown, std::string_view typed);

/// The buffers that a person calls by a name, in their order. This is the one lookup wherever a name is asked for. A
/// full name is that of its buffer alone, and so is a short name without ellipses. `names`: the rule for the problem;
/// null: it is found out if it is needed, unless there are more than `most_called_short` buffers: these have only
/// their full names then. Linear.
[[nodiscard]] std::vector<BufferIndex> buffers_called(const Problem& problem, std::string_view typed,
                                                      const ShortNames* names = nullptr);
inline constexpr std::size_t most_called_short = 200'000;

/// The only buffer that is called so. The error lists the names of all that are, or gives the nearest name.
[[nodiscard]] Expected<BufferIndex> buffer_called(const Problem& problem, std::string_view typed,
                                                  const ShortNames* names = nullptr);

/// The same of what buffers_called() found.
[[nodiscard]] Expected<BufferIndex> only_called(const Problem& problem, std::string_view typed,
                                                const std::vector<BufferIndex>& called);

}  // namespace arenascope
