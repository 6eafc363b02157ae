#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/memory/buffer_groups.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// A buffer that is in use in some of the steps of a census.
struct LiveMember {
    BufferIndex buffer;
    std::optional<Offset> offset;  ///< in the layout of the census; empty: not placed
    Bytes size;                    ///< the most of its bytes in use at one step; less than its size in a gap's window
    /// Its part of the live size at a single step; 0 in a census of several steps. Bytes that buffers share on purpose
    /// are part of the buffer that begins lowest, so that the parts add up to the live size.
    Bytes counted;
    Duration steps;  ///< steps of the census in which it is in use
    friend bool operator==(const LiveMember&, const LiveMember&) = default;
};

/// What is in use in a range of steps, or at a single one.
///
///             from     to
///   live   ┌───┊───┐   ┊          begun       begin at `from` or later
///          │   ┊┌──┴───┊───┐      ended       are out of use at `to`
///   ───────┴───┊┴──────┊───┴──    throughout  are in use from before the first to after the last step of the range
struct LiveCensus {
    Lifetime steps;
    std::vector<LiveMember> members;  ///< by falling size; equals in the order of the problem
    Bytes highest;                    ///< highest live size in the range, in all memories
    Step highest_at;                  ///< the first step with it
    Bytes lowest;
    Step lowest_at;
    Bytes begun;                 ///< sizes of the members that begin in the range
    Bytes ended;                 ///< sizes of the members that end in the range
    Bytes throughout;            ///< sizes of the members whose lifetime contains the range
    Bytes left;                  ///< sizes of the members that begin in the range and live on in its last step
    std::size_t left_count = 0;  ///< the number of these
};

/// Which buffers of a range count.
enum class CensusOf : std::uint8_t {
    in_use,      ///< in use at any of its steps
    left_alive,  ///< of these, those that begin in it and live on in its last step: what it leaves behind
};

/// The buffers in use in `steps`. An empty range gives no members. `profile`: of all memories together, see
/// live_profile(). `of` chooses the members; the extremes and sums are those of all buffers in use. O(n log n), and
/// O(k log k) for k buffers that share memory with each other.
///
///             from     to
///   live   ─────┊──────┊──      in use only
///               ┊ ──── ┊        in use only
///               ┊  ────┊────    left alive
[[nodiscard]] LiveCensus live_census(const Problem& problem, const Layout& layout, Lifetime steps,
                                     const LiveProfile& profile, CensusOf of = CensusOf::in_use);

/// The buffers of a range, ascending. Linear.
[[nodiscard]] std::vector<BufferIndex> buffers_in_use(const Problem& problem, Lifetime steps,
                                                      CensusOf of = CensusOf::in_use);

/// The condition of a filter that accepts the buffers that `steps` leave alive, such as
/// `begin>=120 begin<480 end>=480`.
[[nodiscard]] std::string left_alive_filter(Lifetime steps);

/// Members of a census with something in common.
struct LiveGroup {
    std::string name;                  ///< empty: what has no such property
    std::vector<std::size_t> members;  ///< positions in LiveCensus::members, ascending
    Bytes size;                        ///< the sum of their sizes
    Bytes counted;                     ///< the sum of their parts of the live size
};

/// The groups that have members: first those with most bytes, then by name. Linear in the members, and O(g log g) in
/// the groups.
[[nodiscard]] std::vector<LiveGroup> live_groups(const LiveCensus& census, const BufferGroups& groups);

}  // namespace arenascope
