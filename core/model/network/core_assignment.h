#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/base/error/error.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// How the operators of a network are split onto cores. The rules use execution order: by step, ties in the order of
/// the network. If a problem has no operators, each buffer counts as the output of one operator, in order of begin.
///
///   order        0 0 0 1 1 1 2 2     consecutive operators, equally many on each core
///   bytes        0 0 0 0 0 1 1 2     consecutive operators, about equally many bytes written; late ones write most
///   here round_robin  0 1 2 0 1 2 0 1     operator i on core i mod N
enum class CoreSplit : std::uint8_t {
    order,  ///< consecutive operators, as equally many as possible
    bytes,  ///< consecutive operators; a new core begins when the bytes written so far reach the next N-th of the total
    round_robin,  ///< operators in turn
    cost,         ///< equal work and little traffic: split_by_cost()
};

/// One line of an assignment: an operator and its core.
struct NamedCore {
    std::string node;  ///< name of the operator; of the buffer if the problem has no operators
    std::string core;  ///< name of a region, or k for `core k`
    std::int64_t line = 0;
};

/// The core of each operator.
struct CoreAssignment {
    IndexedVector<RegionIndex, Region> regions;  ///< the memories of the cores
    std::vector<RegionIndex> cores;              ///< by OperatorIndex; by BufferIndex if the problem has no operators
    std::size_t unnamed = 0;                     ///< operators that are not in the list; they run on the first core
    /// Whether the regions are those of the problem. Buffers that no operator uses then keep their region.
    bool keeps_regions = false;
};

/// The greatest number of cores: a problem cannot have more regions.
inline constexpr std::int64_t most_cores = 1024;

/// Splits by one of the simple rules, all but `cost`, onto `core 0`, `core 1` and so on. A core is the region of the
/// problem with that name. If there is none, it is a new region; it gets the capacity and alignment of the problem's
/// region if there is only one. O(n log n) in operators. `count` is from 1 to most_cores.
[[nodiscard]] CoreAssignment split_by_rule(const Problem& problem, std::int64_t count, CoreSplit rule);

/// Splits according to a list. Numbered cores come first, then named ones in the order of the list. There are at least
/// `at_least` cores; 0: only the cores in the list. Linear. Errors, with the line in `source`: an operator or a core
/// that does not exist, an operator on two cores.
[[nodiscard]] Expected<CoreAssignment> assigned_by_name(const Problem& problem, std::span<const NamedCore> list,
                                                        std::int64_t at_least, const std::string& source);

/// The assignment in the problem itself (Operator::core). Empty if no operator has a core.
[[nodiscard]] std::optional<CoreAssignment> own_assignment(const Problem& problem);

}  // namespace arenascope
