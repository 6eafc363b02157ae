#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/planner/container/rectangle_container.h"
#include "core/trace/trace.h"

namespace arenascope {

/// A free place that holds a buffer while it is in use, among the buffers placed before it.
struct FreePlace {
    Offset lowest;                            ///< the lowest aligned offset of the buffer in it
    AddressRange bytes;                       ///< the free bytes; `to` is the tail of the buffer if nothing is above
    BufferIndex below = BufferIndex::none();  ///< what the place rests on; none(): the bottom of the memory
    BufferIndex above = BufferIndex::none();  ///< what ends it; none(): nothing is above
    bool is_taken = false;                    ///< the buffer lies in it
    friend bool operator==(const FreePlace&, const FreePlace&) = default;
};

/// An offset below the buffer's own, and a buffer that is in its way there.
struct BlockedOffset {
    Offset offset;
    BufferIndex by;
    friend bool operator==(const BlockedOffset&, const BlockedOffset&) = default;
};

/// Why a buffer lies where it lies.
struct PlacingReason {
    enum class Rule : std::uint8_t {
        none,        ///< no rule placed it: a search or a person chose the offset; see `compared_with`
        pinned,      ///< the file fixes it
        lowest_fit,  ///< the lowest place that holds it
        best_fit,    ///< the smallest place that holds it
        stacked,     ///< above all buffers alive at the same time
        above_all,   ///< above all buffers placed before
    };
    /// What `places` and `blocked` are found among.
    enum class Among : std::uint8_t {
        placed_before,  ///< pinned buffers and those before it in the placing order
        all_others,     ///< all other buffers of the layout, also those placed after it
    };
    BufferIndex buffer;
    Offset offset;
    Rule rule = Rule::none;
    Among among = Among::all_others;
    std::size_t others = 0;              ///< buffers alive at the same time among which it was placed
    std::vector<FreePlace> places;       ///< by offset; the last has nothing above
    std::vector<BlockedOffset> blocked;  ///< by offset: the bottom, and above each buffer in its way up to its own
    friend bool operator==(const PlacingReason&, const PlacingReason&) = default;
};

/// How a planner places the buffers of its placing order one after the other; empty: it does not.
[[nodiscard]] std::optional<PlacingReason::Rule> placing_rule(const Provenance& provenance);

/// Why a placed buffer of a layout lies where it lies. `order`: the placing order of the shown step; empty if it has
/// none. `rule`: of the planner, see placing_rule().
///
///   order a b c x …                   x was placed among a, b and c:
///        ┌───┐
///        │ c │╎  ╎ place above all    places:  [b, c)  and  [c, …)
///   ┌────┴───┤╎  ╎
///   │   b    │┌──┐ x, lowest fit      blocked: 0 by a
///   ├────────┤└──┘
///   │        a     │
///
/// The rule is told only if it gives the buffer's offset again among the buffers placed before it. Otherwise the reason
/// is a search, and what is in the way in the whole layout is told. Buffers that share memory with it on purpose are
/// not in its way. Empty if the buffer is not placed. O(n + k log k) for k buffers alive at the same time.
[[nodiscard]] std::optional<PlacingReason> placing_reason(const Problem& problem, const Layout& layout,
                                                          std::span<const BufferIndex> order,
                                                          std::optional<PlacingReason::Rule> rule, BufferIndex buffer);

/// The layout that another choice leads to: the buffer at `offset`, and the buffers after it in the order placed by the
/// rule of the reason again. Without a rule, only the buffer moves. Other memories stay. As long as planning a region.
[[nodiscard]] Layout placed_otherwise(const Problem& problem, const Layout& layout, std::span<const BufferIndex> order,
                                      const PlacingReason& reason, Offset offset);

}  // namespace arenascope
