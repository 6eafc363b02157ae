#include "core/format/onnx/sequence_shapes.h"

#include <algorithm>
#include <utility>

namespace arenascope::onnx_file {
namespace {

using Runs = std::vector<SequenceRun>;

Types sequence(Runs runs) {
    TensorType type;
    type.kind = DeclaredType::Kind::sequence;
    type.parts = std::make_shared<const Runs>(std::move(runs));
    return {std::move(type)};
}

/// The known content of a sequence; null: unknown.
const Runs* runs_of(Question question) {
    const Operand operand = operand_at(question.operands, 0);
    return operand.type != nullptr && operand.type->kind == DeclaredType::Kind::sequence ? operand.type->parts.get()
                                                                                         : nullptr;
}

/// Appends `count` tensors.
void add(Runs& runs, const TensorType& type, std::int64_t count = 1) {
    const std::int64_t both = runs.empty() ? unknown_extent : sum_or_unknown(runs.back().count, count);
    if (both >= 0 && runs.back().type == type) {
        runs.back().count = both;
    } else {
        runs.push_back({type, count});
    }
}

/// So many runs are followed where operators change a sequence one tensor at a time: each of them has a list of its
/// own.
constexpr std::size_t most_changed_runs = 16;

/// How many tensors there are; unknown_extent: not known.
std::int64_t count_of(const Runs& runs) {
    std::int64_t count = 0;
    for (const SequenceRun& run : runs) {
        count = sum_or_unknown(count, run.count);
    }
    return count;
}

/// The position given by an operand in a sequence of `count` tensors. If the operand is absent: its end.
std::optional<std::int64_t> place_of(Question question, std::size_t operand, std::int64_t count) {
    if (!question.is_present(operand)) {
        return count;
    }
    const auto place = question.number(operand);
    return place && *place < 0 ? std::optional(*place + count) : place;
}

/// The runs before a position, and the runs from it on.
std::pair<Runs, Runs> cut(const Runs& runs, std::int64_t place) {
    std::pair<Runs, Runs> parts;
    for (const SequenceRun& run : runs) {
        const std::int64_t before = std::clamp<std::int64_t>(place, 0, run.count);
        if (before > 0) {
            add(parts.first, run.type, before);
        }
        if (before < run.count) {
            add(parts.second, run.type, run.count - before);
        }
        place -= before;
    }
    return parts;
}

}  // namespace

std::optional<Types> sequence_empty(Question /*question*/) {
    return sequence({});
}

std::optional<Types> sequence_insert(Question question) {
    const Runs* runs = runs_of(question);
    const std::int64_t count = runs != nullptr ? count_of(*runs) : unknown_extent;
    const auto place = count >= 0 ? place_of(question, 2, count) : std::nullopt;
    const Operand added = operand_at(question.operands, 1);
    if (!place || *place < 0 || *place > count || runs->size() > most_changed_runs || added.type == nullptr ||
        added.type->kind != DeclaredType::Kind::tensor) {
        return std::nullopt;
    }
    auto [before, behind] = cut(*runs, *place);
    add(before, *added.type);
    for (const SequenceRun& run : behind) {
        add(before, run.type, run.count);
    }
    return sequence(std::move(before));
}

std::optional<Types> sequence_erase(Question question) {
    const Runs* runs = runs_of(question);
    const std::int64_t count = runs != nullptr ? count_of(*runs) : unknown_extent;
    // Without a position, the last tensor is erased.
    const auto place = count > 0 ? place_of(question, 1, question.is_present(1) ? count : count - 1) : std::nullopt;
    if (!place || *place < 0 || *place >= count || runs->size() > most_changed_runs) {
        return std::nullopt;
    }
    auto [before, behind] = cut(*runs, *place);
    for (const SequenceRun& run : cut(behind, 1).second) {
        add(before, run.type, run.count);
    }
    return sequence(std::move(before));
}

std::optional<Types> identity(Question question) {
    const Operand operand = operand_at(question.operands, 0);
    return operand.type != nullptr ? std::optional(Types{*operand.type}) : std::nullopt;
}

std::optional<Types> sequence_construct(Question question) {
    Runs runs;
    for (const Operand& operand : question.operands) {
        // A sequence holds tensors only, so types cannot be nested, however long the file.
        const bool is_tensor = operand.type != nullptr && operand.type->kind == DeclaredType::Kind::tensor;
        add(runs, is_tensor ? *operand.type : TensorType());
    }
    return sequence(std::move(runs));
}

std::optional<Types> split_to_sequence(Question question) {
    const Extents* from = question.shape(0);
    const auto axis = from != nullptr ? axis_in(integer_of(question.node, "axis", 0), from->size()) : std::nullopt;
    if (!axis) {
        return std::nullopt;
    }
    const std::int64_t extent = (*from)[*axis];
    const auto piece = [&](std::int64_t thickness) {
        TensorType type = tensor_of(question.element(0), *from);
        (*type.shape)[*axis] = thickness;
        return type;
    };
    Runs runs;
    if (!question.is_present(1)) {
        TensorType type = piece(1);
        if (integer_of(question.node, "keepdims", 1) == 0) {
            type.shape->erase(type.shape->begin() + static_cast<std::ptrdiff_t>(*axis));
        }
        add(runs, type, extent);
        return sequence(std::move(runs));
    }
    const auto given = question.numbers(1);
    const Extents* shape = question.shape(1);
    if (!given || shape == nullptr) {
        return std::nullopt;
    }
    if (shape->empty()) {
        const std::int64_t each = given->front();
        if (each <= 0 || extent < 0) {
            return std::nullopt;
        }
        if (extent >= each) {
            add(runs, piece(each), extent / each);
        }
        if (extent % each != 0) {
            add(runs, piece(extent % each));
        }
        return sequence(std::move(runs));
    }
    // A few numbers in the file must not become a large list at every node that reads them.
    constexpr std::size_t max_runs = 16;
    for (const std::int64_t thickness : *given) {
        add(runs, piece(std::max(thickness, unknown_extent)));
        if (runs.size() > max_runs) {
            return std::nullopt;
        }
    }
    return sequence(std::move(runs));
}

std::optional<Types> sequence_at(Question question) {
    const Runs* runs = runs_of(question);
    if (runs == nullptr || runs->empty()) {
        return std::nullopt;
    }
    if (runs->size() == 1) {
        return Types{runs->front().type};
    }
    auto position = question.number(1);
    const std::int64_t count = count_of(*runs);
    if (!position || count < 0) {
        return std::nullopt;
    }
    *position += *position < 0 ? count : 0;
    for (const SequenceRun& run : *runs) {
        if (*position >= 0 && *position < run.count) {
            return Types{run.type};
        }
        *position -= run.count;
    }
    return std::nullopt;
}

std::optional<Types> concat_from_sequence(Question question) {
    const Runs* runs = runs_of(question);
    const Attribute* given = attribute_of(question.node, "axis");
    if (runs == nullptr || runs->empty() || given == nullptr || !runs->front().type.shape) {
        return std::nullopt;
    }
    const bool is_stacked = integer_of(question.node, "new_axis", 0) != 0;
    Extents whole = *runs->front().type.shape;
    const auto axis = axis_in(given->integer, whole.size() + (is_stacked ? 1 : 0));
    if (!axis) {
        return std::nullopt;
    }
    const auto at = static_cast<std::ptrdiff_t>(*axis);
    std::int64_t total = 0;
    for (const SequenceRun& run : *runs) {
        if (!run.type.shape || run.type.shape->size() != runs->front().type.shape->size()) {
            return std::nullopt;
        }
        const std::int64_t each = is_stacked ? 1 : (*run.type.shape)[*axis];
        total = sum_or_unknown(total, product_or_unknown(each, run.count));
    }
    if (is_stacked) {
        whole.insert(whole.begin() + at, total);
    } else {
        whole[*axis] = total;
    }
    return single_output(runs->front().type.element, std::move(whole));
}

std::optional<Types> optional_from_operand(Question question) {
    const Operand operand = operand_at(question.operands, 0);
    if (operand.type == nullptr || operand.type->kind == DeclaredType::Kind::optional) {
        return std::nullopt;
    }
    TensorType type;
    type.kind = DeclaredType::Kind::optional;
    type.parts = std::make_shared<const Runs>(Runs{{*operand.type, 1}});
    return Types{std::move(type)};
}

std::optional<Types> optional_get_element(Question question) {
    const Operand operand = operand_at(question.operands, 0);
    if (operand.type == nullptr || operand.type->kind == DeclaredType::Kind::none) {
        return std::nullopt;
    }
    if (operand.type->kind != DeclaredType::Kind::optional) {
        return Types{*operand.type};
    }
    const bool is_known = operand.type->parts != nullptr && operand.type->parts->size() == 1;
    return is_known ? std::optional(Types{operand.type->parts->front().type}) : std::nullopt;
}

}  // namespace arenascope::onnx_file
