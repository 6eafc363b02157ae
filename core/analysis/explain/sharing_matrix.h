#pragma once

#include <cstdint>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// How the buffer of a row relates to the buffer of a column. Several may hold.
struct SharingRelation {
    bool first = false;   ///< the column is in the first set of the row: its memory is in use when the row is written
    bool second = false;  ///< the row is in the first set of the column
    bool may_share = false;  ///< the column is a sharing partner of the row
    friend bool operator==(const SharingRelation&, const SharingRelation&) = default;
};

/// A cell of the matrix that is not empty.
struct SharingCell {
    std::uint32_t column = 0;  ///< position in the order
    SharingRelation relation;
    friend bool operator==(const SharingCell&, const SharingCell&) = default;
};

/// Which buffers of a network must not share memory, and which may, all at once:
///
///            input split0 conv0 conv1         1: in the first set of the row: both are in use at its operator
///   input      ·     S                        2: the row is in the first set of the column
///   split0     S     ·     2     2            S: one may take the memory of the other
///   conv0            1     ·     2            A buffer stands for the operator that writes it.
///   conv1            1     1     ·
struct SharingMatrix {
    std::vector<BufferIndex> order;                         ///< rows and columns: by the step of the writer
    IndexedVector<BufferIndex, std::uint32_t> position_of;  ///< in `order`
    std::vector<std::vector<SharingCell>> rows;             ///< by row, ascending columns, without the diagonal
    friend bool operator==(const SharingMatrix&, const SharingMatrix&) = default;
};

/// The matrix of a problem; empty without a network. Linear in its cells, times log n.
///
/// Source: docs/method.md, "Operator sharing", steps 1 and 2.
[[nodiscard]] SharingMatrix sharing_matrix(const Problem& problem);

/// The relation of a row and a column; nothing holds where there is no cell. O(log n).
[[nodiscard]] SharingRelation relation_of(const SharingMatrix& matrix, std::uint32_t row, std::uint32_t column);

}  // namespace arenascope
