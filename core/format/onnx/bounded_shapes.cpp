#include "core/format/onnx/bounded_shapes.h"

#include <algorithm>

namespace arenascope::onnx_file {
namespace {

using Bounded = std::optional<std::vector<BoundedType>>;

/// Three indices for each selected box: at most batches × classes × boxes of a class.
Bounded non_max_suppression(Question question) {
    constexpr std::size_t image = 3;
    constexpr std::size_t most_operand = 2;
    const Extents* boxes = question.shape(0);
    const Extents* scores = question.shape(1);
    if (boxes == nullptr || scores == nullptr || boxes->size() != image || scores->size() != image) {
        return std::nullopt;
    }
    std::int64_t each = std::max((*boxes)[1], (*scores)[2]);
    if (!question.is_present(most_operand)) {
        each = 0;
    } else if (const auto most = question.number(most_operand)) {
        each = each < 0 ? std::max<std::int64_t>(*most, 0) : std::clamp<std::int64_t>(*most, 0, each);
    }
    const std::int64_t rows = product_or_unknown(product_or_unknown((*scores)[0], (*scores)[1]), each);
    return std::vector<BoundedType>{{tensor_of(element::int64, Extents{rows, image}), each != 0}};
}

Bounded non_zero_indices(Question question) {
    const Extents* from = question.shape(0);
    if (from == nullptr || from->empty()) {
        return std::nullopt;
    }
    const auto rank = std::ssize(*from);
    const Extents shape{rank, product_of(*from).value_or(unknown_extent)};
    return std::vector<BoundedType>{{tensor_of(element::int64, shape), true, 1}};
}

/// Outputs: the unique elements, their first indices, the inverse indices, the counts.
Bounded unique(Question question) {
    const Extents* from = question.shape(0);
    if (from == nullptr) {
        return std::nullopt;
    }
    Extents parts{product_of(*from).value_or(unknown_extent)};
    Extents rows = parts;
    std::size_t along = 0;
    if (const Attribute* given = attribute_of(question.node, "axis")) {
        const auto axis = axis_in(given->integer, from->size());
        if (!axis) {
            return std::nullopt;
        }
        parts = *from;
        rows = {(*from)[*axis]};
        along = *axis;
    }
    return std::vector<BoundedType>{{tensor_of(question.element(0), parts), true, along},
                                    {tensor_of(element::int64, rows), true},
                                    {tensor_of(element::int64, rows), false},
                                    {tensor_of(element::int64, rows), true}};
}

/// The rows for which the condition is true; their exact number if the condition is known.
Bounded compress(Question question) {
    const Extents* from = question.shape(0);
    const Extents* condition = question.shape(1);
    if (from == nullptr || condition == nullptr || condition->size() != 1) {
        return std::nullopt;
    }
    Extents shape{product_of(*from).value_or(unknown_extent)};
    std::size_t along = 0;
    if (const Attribute* given = attribute_of(question.node, "axis")) {
        const auto axis = axis_in(given->integer, from->size());
        if (!axis) {
            return std::nullopt;
        }
        shape = *from;
        along = *axis;
    }
    if (const auto chosen = question.numbers(1)) {
        shape[along] = std::ssize(*chosen) - std::ranges::count(*chosen, 0);
        return std::vector<BoundedType>{{tensor_of(question.element(0), shape), false}};
    }
    const std::int64_t most = condition->front();
    shape[along] = shape[along] < 0 ? most : most < 0 ? shape[along] : std::min(shape[along], most);
    return std::vector<BoundedType>{{tensor_of(question.element(0), shape), true, along}};
}

/// With unknown k, at most all elements.
Bounded top_k(Question question) {
    const Extents* from = question.shape(0);
    const auto axis = from != nullptr ? axis_in(integer_of(question.node, "axis", -1), from->size()) : std::nullopt;
    if (!axis || !question.is_present(1) || question.number(1)) {
        return std::nullopt;
    }
    return std::vector<BoundedType>{{tensor_of(question.element(0), *from), true, *axis},
                                    {tensor_of(element::int64, *from), true, *axis}};
}

struct BoundedRule {
    std::string_view type;
    Bounded (*rule)(Question);
};

constexpr BoundedRule bounded_rules[] = {{"Compress", compress},
                                         {"NonMaxSuppression", non_max_suppression},
                                         {"NonZero", non_zero_indices},
                                         {"TopK", top_k},
                                         {"Unique", unique}};

}  // namespace

std::optional<std::vector<BoundedType>> bounded_types(const ShapeQuestion& question) {
    const auto row = std::ranges::find_if(
        bounded_rules, [&](const BoundedRule& candidate) { return candidate.type == question.node.type; });
    return is_standard(question.node) && row != std::end(bounded_rules) ? row->rule(question) : std::nullopt;
}

}  // namespace arenascope::onnx_file
