#pragma once

#include <cstdint>
#include <vector>

#include "core/model/memory/problem.h"

namespace arenascope {

/// Why a buffer of one plan stands for a buffer of another.
enum class PairedBy : std::uint8_t {
    name,
    use,  ///< the shape of use: region, kind, size, lifetime and gaps. The names differ
};

/// The same buffer in two plans.
struct BufferPair {
    BufferIndex first;
    BufferIndex second;
    PairedBy by = PairedBy::name;
    friend bool operator==(const BufferPair&, const BufferPair&) = default;
};

/// Which buffers of two plans are the same.
struct BufferPairing {
    std::vector<BufferPair> pairs;            ///< in the order of the first plan
    std::vector<BufferIndex> only_in_first;   ///< ascending
    std::vector<BufferIndex> only_in_second;  ///< ascending
    friend bool operator==(const BufferPairing&, const BufferPairing&) = default;
};

/// Pairs buffers of the same name. Linear.
[[nodiscard]] BufferPairing pair_by_name(const Problem& first, const Problem& second);

/// Whether two plans are about the same things: at least half of the buffers of the smaller plan have a buffer of the
/// same name, and with the same size or the same lifetime, in the larger one. Linear.
[[nodiscard]] bool are_related(const Problem& first, const Problem& second);

/// Pairs buffers of the same name, then what is left by its shape of use. Of one shape both plans must have equally
/// many left; they are paired in the order of the files. Where they have not, nobody can say which is which.
///
///   first    a  conv:0 (8 B, 2–5)  tmp (4 B, 1–2)
///            │    │ use
///   second   a  t17    (8 B, 2–5)  tmp2 (4 B, 1–2)  tmp3 (4 B, 1–2)
///
/// O(n + m log m) for m buffers without a namesake.
[[nodiscard]] BufferPairing pair_buffers(const Problem& first, const Problem& second);

}  // namespace arenascope
