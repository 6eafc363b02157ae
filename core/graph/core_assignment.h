#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/error/error.h"
#include "core/memory/indexed_vector.h"
#include "core/memory/problem.h"

namespace arenascope {

/// How the product itself deals the operators of a network out to cores, in compute order: by step, ties in the
/// network's order. A problem without operators counts each buffer as what one operator puts out, in order of begin.
///
///   order        0 0 0 1 1 1 2 2     runs of equal number
///   bytes        0 0 0 0 0 1 1 2     runs that write about as much: here the late operators write the most
///   round_robin  0 1 2 0 1 2 0 1     the i-th on core i mod N
enum class CoreSplit : std::uint8_t {
    order,        ///< consecutive runs, as equal in number as can be
    bytes,        ///< consecutive runs, cut where the bytes written so far reach the next N-th of all
    round_robin,  ///< the operators in turn
};

/// That an operator runs on a core: a line of an assignment.
struct NamedCore {
    std::string node;  ///< name of the operator; of a buffer where the problem has no operators
    std::string core;  ///< a region's name; or k for `core k`
    std::int64_t line = 0;
};

/// Which core every operator runs on.
struct CoreAssignment {
    IndexedVector<RegionIndex, Region> regions;  ///< the memories of the cores
    std::vector<RegionIndex> cores;              ///< by OperatorIndex; of a problem without operators by BufferIndex
    std::size_t unnamed = 0;                     ///< operators that nobody assigns: they run on the first core
    /// Whether the regions are those of the problem: then what no operator writes or reads stays where it is.
    bool keeps_regions = false;
};

/// So many cores a chip can have at most: as many as a problem can have regions.
inline constexpr std::int64_t most_cores = 1024;

/// By one of the product's own rules, onto `core 0` … . A core is the problem's region of that name, where there is
/// one; else a new one, with the capacity and alignment of the problem's region where it has a single one.
/// O(n log n) in operators. `count` is 1 to most_cores.
[[nodiscard]] CoreAssignment split_by_rule(const Problem& problem, std::int64_t count, CoreSplit rule);

/// As a list says: cores by number first, then those by name as they come. `at_least` cores there are anyway; 0: only
/// those that the list names. Linear. Errors, with the line in `source`: an operator or a core that there is not, an
/// operator that is named twice for different cores.
[[nodiscard]] Expected<CoreAssignment> assigned_by_name(const Problem& problem, std::span<const NamedCore> list,
                                                        std::int64_t at_least, const std::string& source);

/// As the problem says itself: by Operator::core. Nothing where no operator has one.
[[nodiscard]] std::optional<CoreAssignment> own_assignment(const Problem& problem);

}  // namespace arenascope
