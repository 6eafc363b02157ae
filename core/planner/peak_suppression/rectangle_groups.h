#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/planner/peak_suppression/group_rearranger.h"

namespace arenascope {

/// How the buffers of a tier are put into groups.
///
///   a ▬▬▬▬▬▬▬▬▬▬▬▬▬▬
///   b ▬▬▬▬▬  c  ▬▬▬▬▬▬     components   {a b c d e}: each shares time with another one
///   d  ▬▬▬▬  e   ▬▬▬▬▬     overlap      {b d} {c e} {a}: what shares half of the longer of two lifetimes
///                          cuts         {a b d} {c e}: little but a crosses from left to right
enum class Clustering : std::uint8_t {
    components,  ///< the connected components of shared time
    overlap,     ///< agglomerative with single linkage: two buffers belong together if they share at least half of the
                 ///< longer of their lifetimes
    cuts,        ///< components, split where at most half of the live bytes on either side cross; a buffer that crosses
                 ///< goes to the side in which it lives longer
};

/// The value of the option `clusters`; `by-method` is what the method itself groups by: the source by overlap, the
/// default method by components.
[[nodiscard]] std::optional<Clustering> clustering_named(std::string_view name, bool is_source);

/// Clustering::overlap compares at most so many pairs of buffers that share time.
inline constexpr std::size_t most_compared_pairs = 4'000'000;

/// Whether buffers share time in so few pairs that they can be grouped by overlap. O(n log n).
[[nodiscard]] bool can_be_grouped_by_overlap(const Problem& problem, const std::vector<BufferIndex>& buffers);

/// Splits buffers into groups. The group with the highest tail comes first, then the one that begins first. Within a
/// group the given order stays. O(n log n), for `overlap` also linear in the pairs that share time. It gives the
/// components if can_be_grouped_by_overlap() is false.
///
/// Why whole components are the default of the better method: in hard plans, every part of the time axis is near the
/// threshold. A group that is only a part of a component can only push its neighbours up.
///
/// Source: docs/method.md, "Peak suppression", step 5. The source clusters by the length of the shared time and leaves
/// the clustering itself open.
[[nodiscard]] std::vector<Group> groups_by_shared_time(const Problem& problem, const Layout& layout,
                                                       const std::vector<BufferIndex>& buffers,
                                                       Clustering clustering = Clustering::components);

}  // namespace arenascope
