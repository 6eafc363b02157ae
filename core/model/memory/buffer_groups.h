#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/makers.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// By what buffers are put into groups.
enum class GroupBy : std::uint8_t {
    kind,
    operator_type,  ///< the type of the operator that writes it
    layer,          ///< the name of that operator
    name_prefix,    ///< see prefix_of()
    maker_line,     ///< of a recorded allocator, the line of code that made it; see Makers
    maker_function,
    maker_file,
};

/// Those by makers come last.
inline constexpr std::array<GroupBy, 7> all_groupings = {
    GroupBy::kind,       GroupBy::operator_type,  GroupBy::layer,     GroupBy::name_prefix,
    GroupBy::maker_line, GroupBy::maker_function, GroupBy::maker_file};

/// What makers are, if a grouping is by makers.
[[nodiscard]] std::optional<MadeBy> made_by_of(GroupBy by);

/// Groups of the buffers of a problem. Every buffer is in exactly one.
struct BufferGroups {
    std::vector<std::string> names;  ///< in the order of their first buffers; empty: what has no such property
    IndexedVector<BufferIndex, std::uint32_t> group_of;  ///< positions in `names`
};

/// The groups of all buffers. Without a network, operator type and layer put all buffers into the one without a name,
/// as makers do without a history. Linear in buffers and operands; by makers O(n log n).
[[nodiscard]] BufferGroups buffer_groups(const Problem& problem, GroupBy by);

/// The groups of two problems, named alike: what is the same in both has the same name. Complexity as buffer_groups().
[[nodiscard]] std::pair<BufferGroups, BufferGroups> groups_of_both(const Problem& first, const Problem& second,
                                                                   GroupBy by);

/// The part of a name that its neighbours share: what stands before the last `/`; if there is none, before the last
/// `.` or `:`; if there is none of these, the name without the digits at its end and what joins them to it.
///
///   block1/conv/out   block1/conv          t17       t
///   layer.3.weight    layer.3              conv_12   conv
[[nodiscard]] std::string_view prefix_of(std::string_view name);

}  // namespace arenascope
