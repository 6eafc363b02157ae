#include "core/format/onnx/bounded_shapes.h"

#include <algorithm>

namespace arenascope::onnx_file {
namespace {

using Bounded = std::optional<std::vector<BoundedType>>;

/// Batches × classes × the most boxes of a class, each a row of three indices.
Bounded selected_boxes(Asked asked) {
    constexpr std::size_t image = 3;
    constexpr std::size_t most_operand = 2;
    const Extents* boxes = asked.shape(0);
    const Extents* scores = asked.shape(1);
    if (boxes == nullptr || scores == nullptr || boxes->size() != image || scores->size() != image) {
        return std::nullopt;
    }
    std::int64_t each = std::max((*boxes)[1], (*scores)[2]);
    if (!asked.is_present(most_operand)) {
        each = 0;
    } else if (const auto most = asked.number(most_operand)) {
        each = each < 0 ? std::max<std::int64_t>(*most, 0) : std::clamp<std::int64_t>(*most, 0, each);
    }
    const std::int64_t rows = product_or_unknown(product_or_unknown((*scores)[0], (*scores)[1]), each);
    return std::vector<BoundedType>{{tensor_of(element::int64, Extents{rows, image}), each != 0}};
}

Bounded places_of_non_zeros(Asked asked) {
    const Extents* from = asked.shape(0);
    if (from == nullptr || from->empty()) {
        return std::nullopt;
    }
    const auto rank = static_cast<std::int64_t>(from->size());
    const Extents shape{rank, product_of(*from).value_or(unknown_extent)};
    return std::vector<BoundedType>{{tensor_of(element::int64, shape), true, 1}};
}

/// What is different, where each comes first, which one each element is, and how often each comes.
Bounded unique_parts(Asked asked) {
    const Extents* from = asked.shape(0);
    if (from == nullptr) {
        return std::nullopt;
    }
    Extents parts{product_of(*from).value_or(unknown_extent)};
    Extents rows = parts;
    std::size_t along = 0;
    if (const Attribute* given = attribute_of(asked.node, "axis")) {
        const auto axis = axis_in(given->whole, from->size());
        if (!axis) {
            return std::nullopt;
        }
        parts = *from;
        rows = {(*from)[*axis]};
        along = *axis;
    }
    return std::vector<BoundedType>{{tensor_of(asked.element(0), parts), true, along},
                                    {tensor_of(element::int64, rows), true},
                                    {tensor_of(element::int64, rows), false},
                                    {tensor_of(element::int64, rows), true}};
}

/// The rows of which the condition is true; exactly those where it is known.
Bounded chosen_rows(Asked asked) {
    const Extents* from = asked.shape(0);
    const Extents* condition = asked.shape(1);
    if (from == nullptr || condition == nullptr || condition->size() != 1) {
        return std::nullopt;
    }
    Extents shape{product_of(*from).value_or(unknown_extent)};
    std::size_t along = 0;
    if (const Attribute* given = attribute_of(asked.node, "axis")) {
        const auto axis = axis_in(given->whole, from->size());
        if (!axis) {
            return std::nullopt;
        }
        shape = *from;
        along = *axis;
    }
    if (const auto chosen = asked.numbers(1)) {
        shape[along] = static_cast<std::int64_t>(chosen->size()) - std::count(chosen->begin(), chosen->end(), 0);
        return std::vector<BoundedType>{{tensor_of(asked.element(0), shape), false}};
    }
    const std::int64_t most = condition->front();
    shape[along] = shape[along] < 0 ? most : most < 0 ? shape[along] : std::min(shape[along], most);
    return std::vector<BoundedType>{{tensor_of(asked.element(0), shape), true, along}};
}

/// At most all of them, where it is not known how many are asked for.
Bounded highest_elements(Asked asked) {
    const Extents* from = asked.shape(0);
    const auto axis = from != nullptr ? axis_in(whole_of(asked.node, "axis", -1), from->size()) : std::nullopt;
    if (!axis || !asked.is_present(1) || asked.number(1)) {
        return std::nullopt;
    }
    return std::vector<BoundedType>{{tensor_of(asked.element(0), *from), true, *axis},
                                    {tensor_of(element::int64, *from), true, *axis}};
}

struct Row {
    std::string_view type;
    Bounded (*rule)(Asked);
};

constexpr Row rows[] = {{"Compress", chosen_rows},
                        {"NonMaxSuppression", selected_boxes},
                        {"NonZero", places_of_non_zeros},
                        {"TopK", highest_elements},
                        {"Unique", unique_parts}};

}  // namespace

std::optional<std::vector<BoundedType>> types_at_bound(const ShapeQuestion& asked) {
    const auto row =
        std::find_if(std::begin(rows), std::end(rows), [&](const Row& one) { return one.type == asked.node.type; });
    return is_standard(asked.node) && row != std::end(rows) ? row->rule(asked) : std::nullopt;
}

}  // namespace arenascope::onnx_file
