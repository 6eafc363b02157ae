#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/memory/problem.h"

namespace arenascope {

/// Why a buffer must not take the memory of an earlier one.
enum class DependencyCause : std::uint8_t {
    itself,
    operand,     ///< its operator reads the earlier one and must not overwrite it
    read_later,  ///< another operator reads the earlier one afterwards
    kept,        ///< the earlier one is an output or a variable, which is needed after the last step
    alive,       ///< both are in use at the same step for another reason, such as two outputs of one operator
};

/// A dependency of a buffer.
struct Dependency {
    BufferIndex other;
    bool is_first = true;  ///< in the first set; false: in the second, because `other` has this buffer in its first set
    DependencyCause cause = DependencyCause::itself;
    OperatorIndex reader = OperatorIndex::none();  ///< for operand and read_later: the operator that reads
    friend bool operator==(const Dependency&, const Dependency&) = default;
};

/// How a buffer may share memory with another one.
enum class PartnerCause : std::uint8_t {
    itself,
    overwrites,   ///< it may take the memory of the other, which nothing reads any more
    overwritten,  ///< the other may take its memory
    view_of,      ///< it is a view of the other
    viewed_by,    ///< the other is a view of it
    part_of,      ///< it is a part of the other, the output of a merge
    whole_of,     ///< the other is a part of it
};

/// A local sharing partner of a buffer.
struct Partner {
    BufferIndex other;
    /// How the buffer shares with `through`, or with `other` if there is no such buffer.
    PartnerCause cause = PartnerCause::itself;
    Bytes position;                             ///< of a view or a part in the buffer that holds it
    BufferIndex through = BufferIndex::none();  ///< the first buffer on the way to `other`
    friend bool operator==(const Partner&, const Partner&) = default;
};

/// What operator sharing knows about a buffer before it places anything.
struct SharingReasons {
    BufferIndex buffer;
    OperatorIndex producer = OperatorIndex::none();  ///< none(): an input of the network, or not written by an operator
    std::vector<Dependency> dependencies;            ///< those of the first set, then those of the second; ascending
    std::vector<Partner> partners;                   ///< ascending
};

/// The reasons for all buffers, in execution order. The sets are those of first_dependencies(), operator_dependencies()
/// and local_sharing(). Empty without a graph. Linear in the sets and in the operands of their members.
///
/// Source: docs/method.md, "Operator sharing", steps 1 and 2.
[[nodiscard]] std::vector<SharingReasons> sharing_reasons(const Problem& problem);

/// The reason of a dependency of `own`, for example "read later, by 'concat'".
[[nodiscard]] std::string reason_text(const Problem& problem, BufferIndex own, const Dependency& dependency);

/// How `own` shares with a partner, for example "a part of it at byte 30".
[[nodiscard]] std::string reason_text(const Problem& problem, const Partner& partner);

}  // namespace arenascope
