#include "core/format/openvino/view_shapes.h"

#include <algorithm>

#include "core/format/onnx/element_arithmetic.h"

namespace arenascope::openvino_file {
namespace {

using onnx_file::unknown_extent;
using Shapes = std::vector<Shape>;
using Question = const LayerQuestion&;

std::vector<std::size_t> open_positions(const Extents& declared) {
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < declared.size(); ++i) {
        if (declared[i] < 0) {
            positions.push_back(i);
        }
    }
    return positions;
}

/// The open extents of a layer that only adds or removes extents of 1: they keep their order.
Shape open_extents_in_order(Question question) {
    const Extents* from = question.is_present(0) ? question.operands[0].declared : nullptr;
    const Extents* to = question.declared.empty() ? nullptr : question.declared[0];
    if (from == nullptr || to == nullptr || question.shape(0) == nullptr) {
        return std::nullopt;
    }
    const auto sources = open_positions(*from);
    const auto targets = open_positions(*to);
    Extents shape = *to;
    for (std::size_t i = 0; i < targets.size() && sources.size() == targets.size(); ++i) {
        shape[targets[i]] = (*question.shape(0))[sources[i]];
    }
    return shape;
}

/// The shape in the file, whose only open extent follows from the number of elements.
Shape view_as_declared(Question question) {
    const Extents* declared = question.declared.empty() ? nullptr : question.declared[0];
    if (question.shape(0) == nullptr || declared == nullptr) {
        return std::nullopt;
    }
    const auto open = open_positions(*declared);
    Extents shape = *declared;
    if (open.size() == 1) {
        shape[open[0]] = missing_extent(*question.shape(0), shape, open[0]).value_or(unknown_extent);
    }
    return shape;
}

Shapes reshape(Question question) {
    const Extents* from = question.shape(0);
    const KnownValue* pattern = question.is_present(1) ? question.operands[1].value : nullptr;
    if (from == nullptr || pattern == nullptr || pattern->is_float()) {
        return {view_as_declared(question)};
    }
    Extents shape;
    std::vector<std::size_t> missing;
    const bool copies = question.flag("special_zero", false);
    for (std::size_t i = 0; i < pattern->numbers.size(); ++i) {
        const onnx_file::Number& number = pattern->numbers[i];
        const bool is_copied = copies && number.known && number.integer == 0 && i < from->size();
        shape.push_back(is_copied ? (*from)[i] : number.known ? std::max(number.integer, unknown_extent) : -1);
        if (shape.back() < 0) {
            missing.push_back(i);
        }
    }
    if (missing.size() == 1) {
        shape[missing[0]] = missing_extent(*from, shape, missing[0]).value_or(unknown_extent);
    }
    return {std::move(shape)};
}

Shapes unsqueeze(Question question) {
    const Extents* from = question.shape(0);
    const auto axes = question.integers(1);
    const auto is_new = named_axes(axes, from != nullptr && axes ? from->size() + axes->size() : 0);
    if (from == nullptr || !is_new || std::ranges::count(*is_new, true) != std::ssize(*axes)) {
        return {open_extents_in_order(question)};
    }
    Extents shape;
    std::size_t next = 0;
    for (const bool is_added : *is_new) {
        shape.push_back(is_added ? 1 : (*from)[next]);
        next += is_added ? 0 : 1;
    }
    return {std::move(shape)};
}

Shapes squeeze(Question question) {
    const Extents* from = question.shape(0);
    const auto is_removed = from != nullptr ? named_axes(question.integers(1), from->size()) : std::nullopt;
    if (from == nullptr || (question.is_present(1) && !is_removed)) {
        return {open_extents_in_order(question)};
    }
    Extents shape;
    for (std::size_t i = 0; i < from->size(); ++i) {
        if (is_removed ? !(*is_removed)[i] : (*from)[i] != 1) {
            shape.push_back((*from)[i]);
        }
    }
    return {std::move(shape)};
}

Shapes transpose(Question question) {
    const Extents* from = question.shape(0);
    if (from == nullptr) {
        return {};
    }
    auto order = question.integers(1);
    if (!question.is_present(1) || (order && order->empty())) {
        return {Extents(from->rbegin(), from->rend())};
    }
    if (!order) {
        // With one open extent, no order is needed.
        const auto opens = question.operands[0].declared != nullptr ? open_positions(*question.operands[0].declared)
                                                                    : std::vector<std::size_t>();
        return {opens.size() == 1 ? open_extents_in_order(question) : std::nullopt};
    }
    Extents shape;
    for (const std::int64_t axis : *order) {
        const auto position = onnx_file::axis_in(axis, from->size());
        shape.push_back(position ? (*from)[*position] : unknown_extent);
    }
    return {std::move(shape)};
}

constexpr ShapeRule view_rules[] = {
    {"Reshape", reshape}, {"Squeeze", squeeze}, {"Transpose", transpose}, {"Unsqueeze", unsqueeze}};

}  // namespace

std::vector<Shape> view_shapes(const LayerQuestion& question) {
    const auto* rule = onnx_file::row_of_operator(view_rules, question.type);
    if (rule == nullptr) {
        return {};
    }
    auto shapes = rule->shapes(question);
    shapes.resize(std::max<std::size_t>(shapes.size(), 1));
    return shapes;
}

}  // namespace arenascope::openvino_file
