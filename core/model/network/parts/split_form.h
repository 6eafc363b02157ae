#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "core/model/network/network.h"

namespace arenascope {

/// How a part of an operator reads one operand.
struct OperandAccess {
    enum class Kind : std::uint8_t {
        whole,      ///< all of it, for each part
        same_rows,  ///< the rows that it writes
        window,     ///< the rows under the window of those that it writes
        resampled,  ///< the rows that those that it writes are taken from
    };
    Kind kind = Kind::whole;
    std::size_t dimension = 0;  ///< position of the axis in the operand's shape
};

/// How an operator can run in parts along an axis, so that its result is the same to the bit: each row of its output
/// depends on rows of its operands that are known before it runs, and on nothing else.
struct SplitForm {
    std::size_t dimension = 0;            ///< position of the axis in the output's shape
    std::int64_t extent = 0;              ///< rows of the whole output
    std::int64_t input_extent = 0;        ///< rows of what the window slides over, or what is resampled
    WindowAxis window = {};               ///< along the axis
    ResampledAxis resampled = {};         ///< along the axis
    std::vector<OperandAccess> operands;  ///< by operand; absent ones are whole
};

/// The form, or a sentence that says why there is none, such as "Softmax sums over rows". May be split:
/// - along height and width: convolutions, poolings, paddings with a constant, what changes the scale of a picture, and
///   what works element by element
/// - along the channels of the output: the same, except where channels are padded or move into the picture; a
///   convolution that sums over all channels then reads its operand whole
/// - concatenations, along every axis but their own
/// - never: what sums over the axis, and everything that is not known to be one of these
/// Sources: MCUNetV2 (Lin et al., NeurIPS 2021), section 3.1, for patches of convolutions; Pex (Liberis and Lane,
/// 2022) for channels.
[[nodiscard]] tl::expected<SplitForm, std::string> split_form(const Network& network, const Node& node, SplitAxis axis);

/// The rows of an operand that some rows of the output need, without padding; empty: all of it. They may be none, where
/// the window sees nothing but padding.
[[nodiscard]] std::optional<Rows> rows_read(const SplitForm& form, std::size_t operand, Rows written);

/// The window of a part that writes these rows: its padding is what the window sees beyond the whole operand.
[[nodiscard]] WindowAxis window_of_part(const SplitForm& form, Rows written);

/// How a part that writes these rows is resampled, where its first row is 0, and so is the first one that it reads.
[[nodiscard]] ResampledAxis resampling_of_part(const SplitForm& form, Rows written);

}  // namespace arenascope
