#include "core/format/onnx/attention_shapes.h"

#include <algorithm>
#include <string_view>

namespace arenascope::onnx_file {

std::optional<Types> attention(Question question) {
    constexpr std::size_t past = 4;
    constexpr std::size_t flat = 3;
    const Extents* of[] = {question.shape(0), question.shape(1), question.shape(2)};
    constexpr std::string_view heads_of[] = {"q_num_heads", "kv_num_heads", "kv_num_heads"};
    Extents apart[flat];
    for (std::size_t i = 0; i < flat; ++i) {
        if (of[i] == nullptr || of[i]->size() != of[0]->size()) {
            return std::nullopt;
        }
        apart[i] = *of[i];
        if (apart[i].size() == flat) {
            const std::int64_t heads = integer_of(question.node, heads_of[i], unknown_extent);
            apart[i] = {apart[i][0], heads, apart[i][1], quotient_or_unknown(apart[i][2], heads)};
        } else if (apart[i].size() != flat + 1) {
            return std::nullopt;
        }
    }
    const auto& [queries, keys, values] = apart;
    const Extents* before = question.shape(past);
    const std::int64_t steps = !question.is_present(past)                        ? keys[2]
                               : before != nullptr && before->size() == flat + 1 ? sum_or_unknown((*before)[2], keys[2])
                                                                                 : unknown_extent;
    const Extents result = of[0]->size() == flat
                               ? Extents{queries[0], queries[2], product_or_unknown(queries[1], values[3])}
                               : Extents{queries[0], queries[1], queries[2], values[3]};
    return Types{tensor_of(question.element(0), result),
                 tensor_of(question.element(1), Extents{keys[0], keys[1], steps, keys[3]}),
                 tensor_of(question.element(2), Extents{values[0], values[1], steps, values[3]}),
                 tensor_of(question.element(0), Extents{queries[0], queries[1], queries[2], steps})};
}

std::optional<Types> packed_attention(Question question) {
    constexpr std::size_t bias = 2;
    constexpr std::int64_t parts = 3;
    const Extents* input = question.shape(0);
    const Extents* weights = question.shape(1);
    const auto* sizes = integers_of(question.node, "qkv_hidden_sizes");
    std::int64_t hidden = unknown_extent;
    if (sizes != nullptr) {
        hidden = sizes->size() == parts ? sizes->back() : unknown_extent;
    } else if (weights != nullptr && weights->size() == 2) {
        hidden = quotient_or_unknown(weights->back(), parts);
    } else if (const Extents* row = question.shape(bias); row != nullptr && row->size() == 1) {
        hidden = quotient_or_unknown(row->front(), parts);
    }
    if (input == nullptr || input->size() != 3) {
        return std::nullopt;
    }
    return single_output(question.element(0), Extents{(*input)[0], (*input)[1], std::max(hidden, unknown_extent)});
}

std::optional<Types> multi_head_attention(Question question) {
    const Extents* queries = question.shape(0);
    const Extents* keys = question.shape(1);
    const Extents* values = question.shape(2);
    constexpr std::size_t packed = 5;
    if (queries == nullptr) {
        return std::nullopt;
    }
    if (queries->size() == packed && !question.is_present(1)) {
        return single_output(question.element(0),
                             Extents{(*queries)[0], (*queries)[1], product_or_unknown((*queries)[2], (*queries)[4])});
    }
    if (queries->size() != 3) {
        return std::nullopt;
    }
    Extents shape = {(*queries)[0], (*queries)[1], unknown_extent};
    if (values != nullptr && values->size() == 3) {
        shape[2] = values->back();
    } else if (values != nullptr && values->size() == 4) {
        shape[2] = product_or_unknown((*values)[1], (*values)[3]);
    } else if (!question.is_present(2) && keys != nullptr && keys->size() == packed) {
        shape[2] = queries->back();
    }
    return single_output(question.element(0), shape);
}

std::optional<Types> group_query_attention(Question question) {
    auto shape = copy_of(question.shape(0));
    const bool is_packed = !question.is_present(1);
    if (!shape || shape->size() != 3) {
        return std::nullopt;
    }
    if (is_packed) {
        const std::int64_t heads = integer_of(question.node, "num_heads", unknown_extent);
        const std::int64_t others = product_or_unknown(integer_of(question.node, "kv_num_heads", unknown_extent), 2);
        shape->back() = product_or_unknown(quotient_or_unknown(shape->back(), sum_or_unknown(heads, others)), heads);
    }
    return single_output(question.element(0), std::move(shape));
}

std::optional<Types> embed_layer_normalization(Question question) {
    constexpr std::size_t words = 2;
    const Extents* rows = question.shape(0);
    const Extents* table = question.shape(words);
    if (rows == nullptr || rows->size() != 2 || table == nullptr || table->size() != 2) {
        return std::nullopt;
    }
    const TensorType sum = tensor_of(question.element(words), Extents{(*rows)[0], (*rows)[1], (*table)[1]});
    return Types{sum, tensor_of(element::int32, Extents{(*rows)[0]}), sum};
}

}  // namespace arenascope::onnx_file
