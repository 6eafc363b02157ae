#pragma once

#include <optional>

#include "core/format/onnx/shape_question.h"

namespace arenascope::onnx_file {

// Rules for sequences and optionals. They have no size of their own, but their elements have.

/// Identity: the output has the type of the input.
[[nodiscard]] std::optional<Types> identity(const ShapeQuestion& question);
[[nodiscard]] std::optional<Types> sequence_construct(const ShapeQuestion& question);
[[nodiscard]] std::optional<Types> sequence_empty(const ShapeQuestion& question);
/// SequenceInsert, if the types in the sequence and the position are known.
[[nodiscard]] std::optional<Types> sequence_insert(const ShapeQuestion& question);
/// SequenceErase, under the same condition.
[[nodiscard]] std::optional<Types> sequence_erase(const ShapeQuestion& question);
[[nodiscard]] std::optional<Types> split_to_sequence(const ShapeQuestion& question);
[[nodiscard]] std::optional<Types> sequence_at(const ShapeQuestion& question);
[[nodiscard]] std::optional<Types> concat_from_sequence(const ShapeQuestion& question);
[[nodiscard]] std::optional<Types> optional_from_operand(const ShapeQuestion& question);
[[nodiscard]] std::optional<Types> optional_get_element(const ShapeQuestion& question);

}  // namespace arenascope::onnx_file
