#pragma once

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/error/error.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// Appends what is left of some groups if they keep only the members for which something holds. Parts need their whole,
/// and a group needs two members.
template <class Holds>
void append_groups_of_those(std::vector<SharingGroup>& groups, const std::vector<SharingGroup>& from, Holds&& holds) {
    for (const SharingGroup& group : from) {
        SharingGroup own{group.kind, {}, group.basis};
        std::ranges::copy_if(group.members, std::back_inserter(own.members), holds);
        const bool has_whole = group.kind != SharingGroup::Kind::parts || holds(group.members.front());
        if (has_whole && own.members.size() > 1) {
            groups.push_back(std::move(own));
        }
    }
}

/// The steps at which the bytes used by some buffers may change, rising.
[[nodiscard]] std::vector<Step> steps_of_change(const Problem& problem, const std::vector<BufferIndex>& buffers);

/// Appends what a buffer of `size` bytes uses during some steps to its gaps. Empty: no byte. Must be called in time
/// order.
void append_use(std::vector<Gap>& gaps, Lifetime steps, const std::optional<Window>& used, Bytes size);

/// The layout of the pinned buffers alone, with the sharing that `given` declares among them. A sharing group keeps its
/// pinned members. A group is dropped if it loses the buffer that its parts lie in, or if fewer than two members
/// remain. A removed operator is dropped if no remaining group does its work. O(n log n) for n buffers and group
/// members.
[[nodiscard]] Layout layout_of_pins(const Problem& problem, const Layout& given);

/// Checks that planners can keep the pins. Each pin must be a multiple of its alignment. No two pinned buffers may use
/// the same bytes at the same time, unless `pinned` declares that they share them. The error names the buffers and the
/// shared bytes. O(n log n) for n pinned buffers.
[[nodiscard]] Expected<void> check_pins(const Problem& problem, const Layout& pinned);

/// The problem with each shared byte of pinned buffers assigned to one buffer only, so that planners count it once:
///
///   offset   ┌───────┐ a                  ┌───────┐ a           At each step, members are taken by rising offset.
///            │   ┌───┼───┐ b      ─▶      │       ├───┐ b       A member keeps only its bytes above the tails of
///            └───┼───┘   │                └───────┤   │         the members before it. Its other bytes become a gap.
///                └───────┘                        └───┘
///
/// Sizes, lifetimes and pins stay, and so do buffers in no group. The live size of the result counts each sharing group
/// as the union of its bytes. A layout of the result that keeps the pins is also a layout of `problem`. O(Σ l log l)
/// over the steps of a block at which l of its members live.
[[nodiscard]] Problem without_shared_bytes(Problem problem, const Layout& pinned);

}  // namespace arenascope
