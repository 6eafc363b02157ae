#include "core/format/openvino/layer_question.h"

#include <algorithm>
#include <pugixml.hpp>

#include "core/base/text/plain_number.h"
#include "core/base/text/plain_text.h"
#include "core/format/onnx/element_arithmetic.h"
#include "core/model/memory/quantity.h"

namespace arenascope::openvino_file {

std::string_view LayerQuestion::version() const {
    return data.parent().attribute("version").value();
}

const Extents* LayerQuestion::shape(std::size_t position) const {
    return is_present(position) ? operands[position].shape : nullptr;
}

std::optional<Extents> LayerQuestion::integers(std::size_t position) const {
    return is_present(position) && operands[position].value != nullptr
               ? onnx_file::integers_in(*operands[position].value)
               : std::nullopt;
}

std::optional<std::int64_t> LayerQuestion::integer(std::size_t position) const {
    const auto all = integers(position);
    return all && all->size() == 1 ? std::optional(all->front()) : std::nullopt;
}

std::vector<double> LayerQuestion::floats(std::size_t position) const {
    const KnownValue* value = is_present(position) ? operands[position].value : nullptr;
    std::vector<double> list;
    if (value != nullptr && value->is_float() && value->all_known()) {
        for (const onnx_file::Number& number : value->numbers) {
            list.push_back(number.floating);
        }
    }
    return list;
}

std::string_view LayerQuestion::text(const char* key) const {
    return data.attribute(key).value();
}

bool LayerQuestion::flag(const char* key, bool otherwise) const {
    const std::string value = lower_case(text(key));
    return value.empty() ? otherwise : value == "true" || value == "1";
}

std::int64_t LayerQuestion::number(const char* key, std::int64_t otherwise) const {
    return plain_number(trimmed(text(key))).value_or(otherwise);
}

Extents LayerQuestion::list(const char* key) const {
    return integers_between_commas(text(key));
}

std::vector<Shape> same_for_all(const LayerQuestion& question, const Shape& shape) {
    std::vector<Shape> shapes(question.declared.size(), shape);
    return shapes;
}

Extents integers_between_commas(std::string_view list) {
    Extents numbers;
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        const auto number = plain_number(trimmed(list.substr(0, comma)));
        if (!number) {
            return {};
        }
        numbers.push_back(*number);
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return numbers;
}

std::optional<std::vector<bool>> named_axes(const std::optional<Extents>& axes, std::size_t rank) {
    std::vector<bool> is_named(rank, false);
    if (!axes) {
        return std::nullopt;
    }
    for (const std::int64_t axis : *axes) {
        const auto position = onnx_file::axis_in(axis, rank);
        if (!position) {
            return std::nullopt;
        }
        is_named[*position] = true;
    }
    return is_named;
}

Shape broadcast_of(const std::vector<LayerOperand>& operands) {
    std::vector<const Extents*> shapes;
    for (const LayerOperand& operand : operands) {
        if (operand.shape == nullptr) {
            return std::nullopt;
        }
        shapes.push_back(operand.shape);
    }
    return shapes.empty() ? std::nullopt : onnx_file::broadcast_shape(shapes);
}

std::optional<std::int64_t> missing_extent(const Extents& whole, const Extents& shape, std::size_t missing) {
    std::optional<std::int64_t> elements = 1;
    for (const std::int64_t extent : whole) {
        elements = elements ? checked_multiply(*elements, extent) : std::nullopt;
    }
    std::optional<std::int64_t> others = 1;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        others = others && i != missing ? checked_multiply(*others, shape[i]) : others;
    }
    return elements && others && *others > 0 && *elements % *others == 0 ? std::optional(*elements / *others)
                                                                         : std::nullopt;
}

}  // namespace arenascope::openvino_file
