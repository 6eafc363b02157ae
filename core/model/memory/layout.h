#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/address_range.h"
#include "core/model/memory/contradiction.h"
#include "core/model/memory/placement.h"
#include "core/model/memory/problem.h"
#include "core/model/memory/scratch.h"
#include "core/model/memory/shared_object.h"

namespace arenascope {

/// Buffers that use the same bytes on purpose. The overlap checker accepts an overlap of two members only if it matches
/// the kind of the group and the operators allow it.
struct SharingGroup {
    enum class Kind : std::uint8_t {
        sharing,   ///< operators that work in place or create views
        parts,     ///< the first member is the whole, such as a merge's output; the others are disjoint parts of it
        overlay,   ///< scratch buffers of one layer with the same lifetime; the smaller lies inside the larger
        arena,     ///< the scratch buffers of an accelerator's operator, and its operands and outputs that lie in them
        in_place,  ///< operands that an operator overwrites as it goes, also shifted; or two names of the same bytes
    };
    /// Who says that the members share.
    enum class Basis : std::uint8_t {
        declared,  ///< the file, or the type of the operator allows it at these offsets
        inferred,  ///< nobody: the reader concludes it from bytes that coincide
    };
    Kind kind = Kind::sharing;
    std::vector<BufferIndex> members;
    Basis basis = Basis::declared;
    friend bool operator==(const SharingGroup&, const SharingGroup&) = default;
};

[[nodiscard]] inline bool is_inferred(const SharingGroup& group) {
    return group.basis == SharingGroup::Basis::inferred;
}

[[nodiscard]] std::string_view name_of(SharingGroup::Kind kind);
[[nodiscard]] std::optional<SharingGroup::Kind> sharing_kind_named(std::string_view name);
[[nodiscard]] std::string_view name_of(SharingGroup::Basis basis);
[[nodiscard]] std::optional<SharingGroup::Basis> sharing_basis_named(std::string_view name);

/// An operand of a merge or a view that the layout does not share, so that it must be copied.
struct OperandCopy {
    OperatorIndex node;
    BufferIndex operand;
    friend bool operator==(const OperandCopy&, const OperandCopy&) = default;
};

/// The offsets of the buffers of a problem, and the consequences of sharing. While a plan is being computed, some
/// offsets are missing.
struct Layout {
    IndexedVector<BufferIndex, OptionalPlacement> placements;  ///< one for each buffer, by BufferIndex
    std::vector<SharingGroup> sharing;
    std::vector<OperatorIndex> removed = {};     ///< operators that the layout makes unnecessary
    std::vector<OperandCopy> copies = {};        ///< operands that could not be shared
    std::vector<SharedObject> objects = {};      ///< by ObjectIndex, if buffers use shared objects
    std::vector<HeapBounds> heaps = {};          ///< by region, if scratch was placed
    std::vector<ScratchPlacement> scratch = {};  ///< by buffer, for scratch: which rule placed it
    std::vector<Contradiction> misstated = {};  ///< what the file says about this layout, and what its offsets disprove
    friend bool operator==(const Layout&, const Layout&) = default;
};

[[nodiscard]] Layout empty_layout(const Problem& problem);

/// Whether every buffer is placed.
[[nodiscard]] bool is_complete(const Layout& layout);

/// Whether any buffer is placed.
[[nodiscard]] bool has_placements(const Layout& layout);

/// The object of each buffer: the one in its region that begins at its offset; none() if there is none. O(n log m) for
/// m objects.
[[nodiscard]] std::vector<ObjectIndex> objects_of_buffers(const Layout& layout);

/// Copies everything but the placements from another layout of the same problem.
void copy_sharing(Layout& layout, const Layout& other);

/// Whether a layout makes an operator unnecessary. The outputs of a view must lie at their positions in its operand,
/// the operands of a merge one after another in its output. Linear in its operands.
[[nodiscard]] bool makes_unnecessary(const Layout& layout, const Problem& problem, const Operator& one);

/// Removes from `layout.removed` the operators that the layout does not make unnecessary, and returns them. Linear in
/// their operands.
std::vector<OperatorIndex> reinstate_operators(Layout& layout, const Problem& problem);

/// Merges sharing groups with common members into blocks. Members are ascending, blocks are ordered by their first
/// member. O(m log m) for m memberships.
[[nodiscard]] std::vector<std::vector<BufferIndex>> sharing_blocks(const Layout& layout);

/// The rule that placed a scratch buffer; empty for other buffers. O(log n).
[[nodiscard]] std::optional<ScratchRule> scratch_rule_of(const Layout& layout, BufferIndex buffer);

[[nodiscard]] constexpr AddressRange range_of(Bytes size, Offset offset) {
    return {offset, offset + size};
}

/// The largest tail of all placed buffers over all regions; 0 if none is placed. Linear.
[[nodiscard]] Offset peak(const Problem& problem, const Layout& layout);

/// The largest tail in one region.
[[nodiscard]] Offset peak(const Problem& problem, const Layout& layout, RegionIndex region);

/// Whether no tail exceeds the capacity of its region.
[[nodiscard]] bool fits(const Problem& problem, const Layout& layout);

/// The address of a placement: base of its region + offset.
[[nodiscard]] Address address_of(const Problem& problem, const Placement& placement);

}  // namespace arenascope
