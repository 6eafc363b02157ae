#include "core/format/onnx/shape_question.h"

#include <algorithm>

#include "core/model/memory/quantity.h"

namespace arenascope::onnx_file {

std::int64_t ShapeQuestion::element(std::size_t position) const {
    const Operand operand = operand_at(operands, position);
    return operand.type == nullptr ? 0 : operand.type->element;
}

std::optional<Extents> ShapeQuestion::numbers(std::size_t position) const {
    const Operand operand = operand_at(operands, position);
    return operand.value != nullptr ? integers_in(*operand.value) : std::nullopt;
}

std::optional<Extents> ShapeQuestion::extents(std::size_t position) const {
    auto all = numbers(position);
    if (all) {
        std::ranges::transform(*all, all->begin(),
                               [](std::int64_t extent) { return std::max(extent, unknown_extent); });
    }
    return all;
}

std::optional<std::int64_t> ShapeQuestion::number(std::size_t position) const {
    const auto all = numbers(position);
    return all && all->size() == 1 ? std::optional(all->front()) : std::nullopt;
}

TensorType tensor_of(std::int64_t element, std::optional<Extents> shape) {
    return {DeclaredType::Kind::tensor, element, std::move(shape), {}};
}

Types single_output(std::int64_t element, std::optional<Extents> shape) {
    return {tensor_of(element, std::move(shape))};
}

std::optional<Extents> copy_of(const Extents* shape) {
    return shape != nullptr ? std::optional(*shape) : std::nullopt;
}

std::int64_t sum_or_unknown(std::int64_t a, std::int64_t b) {
    return a < 0 || b < 0 ? unknown_extent : checked_add(a, b).value_or(unknown_extent);
}

std::int64_t product_or_unknown(std::int64_t a, std::int64_t b) {
    return a < 0 || b < 0 ? unknown_extent : checked_multiply(a, b).value_or(unknown_extent);
}

std::int64_t quotient_or_unknown(std::int64_t whole, std::int64_t count) {
    return whole >= 0 && count > 0 && whole % count == 0 ? whole / count : unknown_extent;
}

std::optional<Extents> broadcast_shape_of(const Extents* a, const Extents* b) {
    if (a == nullptr || b == nullptr) {
        return std::nullopt;
    }
    Extents shape(std::max(a->size(), b->size()), 1);
    for (const Extents* operand : {a, b}) {
        for (std::size_t i = 0; i < operand->size(); ++i) {
            const std::int64_t extent = (*operand)[i];
            std::int64_t& whole = shape[shape.size() - operand->size() + i];
            if (extent > 1 && whole > 1 && extent != whole) {
                return std::nullopt;
            }
            whole = whole == 1 || (whole == unknown_extent && extent != 1) ? extent : whole;
        }
    }
    return shape;
}

std::optional<std::int64_t> product_of(const Extents& shape) {
    std::optional<std::int64_t> product = 1;
    for (const std::int64_t extent : shape) {
        product = product && extent >= 0 ? checked_multiply(*product, extent) : std::nullopt;
    }
    return product;
}

}  // namespace arenascope::onnx_file
