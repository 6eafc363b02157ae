#pragma once

#include <optional>

#include "core/format/onnx/shape_question.h"

namespace arenascope::onnx_file {

// Rules for sequences and optionals: they have no size that is fixed, but what is taken out of them has.

/// Identity: whatever goes in comes out.
[[nodiscard]] std::optional<Types> handed_on(const ShapeQuestion& asked);
/// SequenceConstruct.
[[nodiscard]] std::optional<Types> sequence_of_operands(const ShapeQuestion& asked);
/// SequenceEmpty.
[[nodiscard]] std::optional<Types> empty_sequence(const ShapeQuestion& asked);
/// SequenceInsert, where it is known what is in the sequence and where it goes.
[[nodiscard]] std::optional<Types> sequence_with_one_more(const ShapeQuestion& asked);
/// SequenceErase, where it is known what is in the sequence and which one goes.
[[nodiscard]] std::optional<Types> sequence_with_one_less(const ShapeQuestion& asked);
/// SplitToSequence.
[[nodiscard]] std::optional<Types> sequence_of_pieces(const ShapeQuestion& asked);
/// SequenceAt.
[[nodiscard]] std::optional<Types> part_of_sequence(const ShapeQuestion& asked);
/// ConcatFromSequence.
[[nodiscard]] std::optional<Types> concat_of_sequence(const ShapeQuestion& asked);
/// Optional.
[[nodiscard]] std::optional<Types> optional_of_operand(const ShapeQuestion& asked);
/// OptionalGetElement.
[[nodiscard]] std::optional<Types> content_of_optional(const ShapeQuestion& asked);

}  // namespace arenascope::onnx_file
