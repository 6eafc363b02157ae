#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace arenascope {

/// The kinds of problems that the program makes up:
///
///   sparse   many steps, about a hundred buffers alive at a time, some of them for long
///   dense    few steps, and a large part of all buffers alive at a time
///   model    the tensors of a network: stages of shrinking sizes, skips, branches, scratch
///   perfect  a rectangle cut into pieces, which therefore fit without a hole
enum class GeneratedKind : std::uint8_t { sparse, dense, model, perfect };

inline constexpr std::array<GeneratedKind, 4> generated_kinds{GeneratedKind::sparse, GeneratedKind::dense,
                                                              GeneratedKind::model, GeneratedKind::perfect};

[[nodiscard]] std::string_view name_of(GeneratedKind kind);
[[nodiscard]] std::optional<GeneratedKind> generated_kind_named(std::string_view name);

}  // namespace arenascope
