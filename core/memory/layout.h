#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/memory/address_range.h"
#include "core/memory/indexed_vector.h"
#include "core/memory/problem.h"
#include "core/memory/scratch.h"
#include "core/memory/shared_object.h"

namespace arenascope {

/// Where a buffer lies.
struct Placement {
    Offset offset;  ///< relative to the start of the region
    RegionIndex region;
    friend constexpr bool operator==(const Placement&, const Placement&) = default;
};

/// Buffers that use the same bytes on purpose. The overlap checker accepts an overlap of two members of one group where
/// they lie as the group's kind says and as the operators allow, and no other.
struct SharingGroup {
    enum class Kind : std::uint8_t {
        sharing,  ///< operators that hand a block on: in place, or as a view
        parts,  ///< the first member is a whole, such as a merge's output; the others lie in it, apart from each other
        overlay,  ///< scratch buffers of one layer, of one lifetime, the smaller one within the larger one
        arena,    ///< an accelerator operator's scratch buffers, and those of its operands and outputs that lie in them
    };
    Kind kind = Kind::sharing;
    std::vector<BufferIndex> members;
    friend bool operator==(const SharingGroup&, const SharingGroup&) = default;
};

[[nodiscard]] std::string_view name_of(SharingGroup::Kind kind);
[[nodiscard]] std::optional<SharingGroup::Kind> sharing_kind_named(std::string_view name);

/// An operand that a merge or a view could share by its type, and that a layout does not: it is copied.
struct OperandCopy {
    OperatorIndex node;
    BufferIndex operand;
    friend bool operator==(const OperandCopy&, const OperandCopy&) = default;
};

/// An offset for every buffer of a problem (or for some, while a plan is under way), and what follows from sharing.
struct Layout {
    IndexedVector<BufferIndex, std::optional<Placement>> placements;  ///< one for each buffer, by BufferIndex
    std::vector<SharingGroup> sharing;
    std::vector<OperatorIndex> removed = {};     ///< operators that need not run: their work is done by the layout
    std::vector<OperandCopy> copies = {};        ///< operands that could not be shared
    std::vector<SharedObject> objects = {};      ///< by ObjectIndex, where buffers hold objects in turn
    std::vector<HeapBounds> heaps = {};          ///< where scratch was placed: by region
    std::vector<ScratchPlacement> scratch = {};  ///< by buffer: which case placed it
    friend bool operator==(const Layout&, const Layout&) = default;
};

/// A layout in which nothing is placed.
[[nodiscard]] Layout empty_layout(const Problem& problem);

[[nodiscard]] bool is_complete(const Layout& layout);

/// For each buffer the object that it holds: the one of its region that begins at its offset; none() without one.
/// O(n log m) for m objects.
[[nodiscard]] std::vector<ObjectIndex> objects_of_buffers(const Layout& layout);

/// Takes over from another layout of the same problem what is shared on purpose, and what follows from that.
void share_as(Layout& layout, const Layout& other);

/// Whether an operator has nothing left to do: the outputs of a view lie where their operand has them, the operands of
/// a merge side by side in its output. Linear in its operands.
[[nodiscard]] bool does_the_work_of(const Layout& layout, const Problem& problem, const Operator& one);

/// Takes the operators that have something left to do out of those that need not run, and hands them out. Linear in
/// their operands.
std::vector<OperatorIndex> reinstate_operators(Layout& layout, const Problem& problem);

/// The members of groups that have a member in common belong to one block: each block's members, ascending; the blocks
/// by their first member. O(m log m) for m memberships.
[[nodiscard]] std::vector<std::vector<BufferIndex>> sharing_blocks(const Layout& layout);

/// Which case placed a scratch buffer; nothing for any other. O(log n).
[[nodiscard]] std::optional<ScratchRule> scratch_rule_of(const Layout& layout, BufferIndex buffer);

/// The bytes that a placed buffer takes.
[[nodiscard]] constexpr AddressRange range_of(Bytes size, Offset offset) {
    return {offset, offset + size};
}

/// The largest tail of all placed buffers, over all regions; 0 when nothing is placed. Linear.
[[nodiscard]] Offset peak(const Problem& problem, const Layout& layout);

/// The largest tail within one region.
[[nodiscard]] Offset peak(const Problem& problem, const Layout& layout, RegionIndex region);

/// Whether no tail passes the capacity of its region.
[[nodiscard]] bool fits(const Problem& problem, const Layout& layout);

/// The address of a placement: base of its region + offset.
[[nodiscard]] std::int64_t address_of(const Problem& problem, const Placement& placement);

}  // namespace arenascope
