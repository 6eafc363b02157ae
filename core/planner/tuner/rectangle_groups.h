#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/planner/rearranging/rectangle_rearranger.h"

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

[[nodiscard]] std::optional<Clustering> clustering_named(std::string_view name);

/// Splits buffers into groups. The group with the highest tail comes first, then the one that begins first. Within a
/// group the given order stays. O(n log n), for `overlap` also linear in the pairs that share time: above four million
/// pairs it gives the components.
///
/// Why whole components are the default: in hard plans, every part of the time axis is near the threshold. A group that
/// is only a part of a component can only push its neighbours up.
///
/// Source: docs/method.md, "Peak suppression", step 5. The source clusters by the length of the shared time and leaves
/// the clustering itself open.
[[nodiscard]] std::vector<Group> groups_by_shared_time(const Problem& problem, const Layout& layout,
                                                       const std::vector<BufferIndex>& buffers,
                                                       Clustering clustering = Clustering::components);

}  // namespace arenascope
