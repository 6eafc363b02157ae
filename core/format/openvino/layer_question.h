#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/format/onnx/known_value.h"
#include "core/model/network/network.h"

namespace pugi {
class xml_node;
}  // namespace pugi

namespace arenascope::openvino_file {

using onnx_file::Extents;
using onnx_file::KnownValue;
using Shape = std::optional<Extents>;

/// The known facts about a tensor that a layer reads. Its extents have values by now.
struct LayerOperand {
    const Extents* shape = nullptr;  ///< null: not even the rank is known
    const Extents* declared =
        nullptr;  ///< as in the file, with −1 for each open extent; null: the rank is not declared
    const KnownValue* value = nullptr;  ///< null: no element is known
};

/// The input of a shape rule: a layer and what is known of its operands.
struct LayerQuestion {
    std::string_view type;
    const pugi::xml_node& data;  ///< the attributes of the layer
    std::vector<LayerOperand> operands;
    std::vector<const Extents*> declared;  ///< by output: the shape in the file, −1: open; null: the rank is open, too

    /// The operator set, such as opset8.
    [[nodiscard]] std::string_view version() const;
    [[nodiscard]] bool is_present(std::size_t position) const { return position < operands.size(); }
    [[nodiscard]] const Extents* shape(std::size_t position) const;
    /// The elements of an operand. Empty: they are not integers, or not all known.
    [[nodiscard]] std::optional<Extents> integers(std::size_t position) const;
    /// The element of an operand that has exactly one.
    [[nodiscard]] std::optional<std::int64_t> integer(std::size_t position) const;
    /// The elements of an operand of floats; empty: they are not all known.
    [[nodiscard]] std::vector<double> floats(std::size_t position) const;

    [[nodiscard]] std::string_view text(const char* key) const;
    [[nodiscard]] bool flag(const char* key, bool otherwise) const;
    [[nodiscard]] std::int64_t number(const char* key, std::int64_t otherwise) const;
    /// An attribute such as "1,2"; empty if it is absent or holds something else.
    [[nodiscard]] Extents list(const char* key) const;
};

/// That shape for each output.
[[nodiscard]] std::vector<Shape> same_for_all(const LayerQuestion& question, const Shape& shape);

/// A row of a table of shape rules: one shape for each output, as far as they are known.
struct ShapeRule {
    std::string_view type;
    std::vector<Shape> (*shapes)(const LayerQuestion& question);
};

/// The integers of a list such as "1, 2"; empty if one of them is no integer.
[[nodiscard]] Extents integers_between_commas(std::string_view list);

/// The axes that a list names, as a flag for each axis of a tensor of that rank. Empty: the list is unknown, or names
/// an axis that does not exist.
[[nodiscard]] std::optional<std::vector<bool>> named_axes(const std::optional<Extents>& axes, std::size_t rank);

/// The operands of an element-wise operator, broadcast by NumPy's rules. Empty: one is unknown, or they do not fit.
[[nodiscard]] Shape broadcast_of(const std::vector<LayerOperand>& operands);

/// The only extent that is missing so that a shape has as many elements as another; empty: there is no such integer.
[[nodiscard]] std::optional<std::int64_t> missing_extent(const Extents& whole, const Extents& shape,
                                                         std::size_t missing);

}  // namespace arenascope::openvino_file
