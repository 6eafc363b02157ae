#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/error/error.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/model/memory/quantity.h"
#include "core/planner/random.h"

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

/// A multiple of 64 bytes, below 64 · 2^`powers`. Each power of two is as likely as another, as in real plans: small
/// sizes are more frequent than large ones. `powers` ≥ 1.
[[nodiscard]] inline Bytes drawn_size(Random& random, std::size_t powers) {
    constexpr std::int64_t unit = 64;
    const auto lowest = std::int64_t{1} << random.below(powers);
    return Bytes(unit * (lowest + static_cast<std::int64_t>(random.below(static_cast<std::size_t>(lowest)))));
}

/// A short run with many buffers alive at a time. There are about as many steps as the square root of the count, from
/// 16 to 1,024. Lifetimes are drawn from all ranges of steps of up to half the run, so about two fifths of all buffers
/// are alive in the middle.
///
///   bytes
///     │ ▬▬▬▬▬▬  ▬▬▬▬▬
///     │   ▬▬▬▬▬▬▬▬▬
///     │ ▬▬▬▬▬▬▬   ▬▬▬
///     │    ▬▬▬▬▬▬▬▬▬
///     └────────────────── step
///
/// Sizes are multiples of 64 bytes, small ones more often than large ones. Linear.
[[nodiscard]] Problem dense_problem(std::size_t count, std::uint64_t seed);

/// A long run with few buffers alive at a time. One buffer begins at each step. Most live for up to 64 steps, every
/// 32nd for up to 4,096: about a hundred are alive at a time, whatever the count.
///
///   bytes
///     │      ▬▬       ▬▬▬
///     │  ▬▬▬    ▬▬▬▬▬▬▬▬▬▬▬▬▬▬
///     │ ▬▬    ▬▬▬        ▬▬  ▬▬▬
///     └────────────────────────── step
///
/// Sizes are multiples of 64 bytes, small ones more often than large ones. Linear.
[[nodiscard]] Problem sparse_problem(std::size_t count, std::uint64_t seed);

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

/// A problem whose lowest peak is known, with a layout that reaches it.
struct PerfectPacking {
    Problem problem;
    Layout layout;  ///< complete; its peak is the height
    Offset height;  ///< the threshold, because every step is full
};

/// Cuts a rectangle of steps and bytes into `count` pieces. Each cut divides a piece in time or in height, at a place
/// that leaves both parts room for the pieces that they become:
///
///   ┌───────┬───┐        The pieces fill every step up to the height. So the threshold is the height, no layout can
///   │       ├───┤        be lower, and the cuts themselves are a layout that reaches it.
///   ├────┬──┤   │
///   │    │  │   │        The buffers are in random order, so that their order does not give the cuts away.
///   └────┴──┴───┘
///
/// Sizes are multiples of 64 bytes. Linear.
[[nodiscard]] PerfectPacking perfect_packing(std::size_t count, std::uint64_t seed);

/// The most buffers of a generated problem. Their sizes then still add up within 64 bits.
inline constexpr std::size_t most_generated_buffers = 100'000'000;

/// A problem of `count` buffers in one region, with nothing placed. The same arguments give the same problem on every
/// machine. Linear in `count`. An error if there are no buffers or too many.
[[nodiscard]] Expected<Problem> generated_problem(GeneratedKind kind, std::size_t count, std::uint64_t seed);

}  // namespace arenascope
