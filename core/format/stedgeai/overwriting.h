#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/model/memory/address_range.h"
#include "core/model/memory/layout.h"

namespace arenascope {

/// An operand or an output of an operator, where the file places it.
struct PlacedTensor {
    AddressRange bytes;
    std::span<const std::int64_t> shape;  ///< empty: unknown
};

/// Whether an output may lie over an operand, by the types of the operators that run there together. `before`: the
/// bytes of the operands that precede this one.
///
///   convolution,    operand      │ x │ x │ x │ x │    It reads on while it writes: the output begins and ends no later
///   pooling         output     │ y │ y │ y │          than the operand, or no earlier where it runs backwards.
///
/// - An element-wise operator or a copy does so too, with as many elements as its operand: one that is broadcast is
///   read again.
/// - A slice or a padding does so too: it copies elements in their order.
/// - A softmax or a normalization reads an axis for each element. Its output begins exactly where its operand does.
/// - A concat takes an operand that lies at its part of the output.
/// - Each output of a dense layer, a matrix product, a recurrent layer or a reduction needs all of its operand. So does
///   a convolution or a pooling with one pixel. Operators that permute read any of it.
///
/// Empty: the output would destroy what is still to be read. `inferred`: a type is unknown, or leaves it open.
[[nodiscard]] std::optional<SharingGroup::Basis> overwriting_basis(std::span<const std::string> types,
                                                                   const PlacedTensor& operand,
                                                                   const PlacedTensor& output, Bytes before);

}  // namespace arenascope
