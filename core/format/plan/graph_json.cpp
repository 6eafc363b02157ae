#include "core/format/plan/graph_json.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "core/base/containers/indexed_vector.h"
#include "core/base/error/quotation.h"
#include "core/base/text/json_text.h"
#include "core/format/plan/buffer_names.h"
#include "core/format/plan/named_member.h"
#include "core/format/plan/part_json.h"
#include "core/model/network/execution_order.h"

namespace arenascope {
namespace {

template <class Numbers, class Value>
void append_values(MemberWriter& members, std::string_view key, const Numbers& numbers, Value&& value) {
    members.row(key, numbers, [&](const auto& number) { append_json_number(members.out(), value(number)); });
}

/// Appends nothing if there are no texts.
void append_texts(MemberWriter& members, std::string_view key, const std::vector<std::string>& texts) {
    if (!texts.empty()) {
        members.row(key, texts, [&](const std::string& text) { append_json_string(members.out(), text); });
    }
}

void append_feature(MemberWriter& members, const Operator& node) {
    append_texts(members, "constants", node.constants);
    append_texts(members, "reads_outside", node.reads_outside);
    append_texts(members, "writes_outside", node.writes_outside);
    if (node.feature != OperatorFeature::ordinary) {
        members.text("feature", name_of(node.feature));
    }
    if (!node.shareable.empty()) {
        append_values(members, "shareable", node.shareable, [](std::uint32_t position) { return position; });
    }
    if (!node.positions.empty()) {
        append_values(members, "positions", node.positions, [](Bytes position) { return position.value(); });
    }
}

void append_tensors(MemberWriter& plan, const Problem& problem) {
    if (problem.graph->tensors.empty()) {
        return;
    }
    plan.list("tensors", problem.graph->tensors, [&](const TensorFacts& facts, std::size_t i) {
        MemberWriter members(plan.out());
        members.text("buffer", problem.buffers[i].name);
        if (!facts.type.empty()) {
            members.text("type", facts.type);
        }
        append_values(members, "shape", facts.shape, [](std::int64_t extent) { return extent; });
        members.close();
    });
}

/// Appends the lists of unknown, bounded and assumed sizes; empty ones are left out.
void append_open_sizes(MemberWriter& plan, const Graph& graph) {
    if (!graph.unknown_sizes.empty()) {
        plan.list("unknown_sizes", graph.unknown_sizes, [&](const UnknownSize& unknown, std::size_t) {
            MemberWriter members(plan.out());
            members.text("tensor", unknown.tensor);
            if (!unknown.operator_name.empty()) {
                members.text("operator", unknown.operator_name);
            }
            if (!unknown.type.empty()) {
                members.text("type", unknown.type);
            }
            members.text("reason", unknown.reason);
            members.close();
        });
    }
    if (!graph.bounded_sizes.empty()) {
        plan.list("bounded_sizes", graph.bounded_sizes, [&](const BoundedSize& bounded, std::size_t) {
            MemberWriter members(plan.out());
            members.text("tensor", bounded.tensor);
            members.text("operator", bounded.operator_name);
            members.text("type", bounded.type);
            members.close();
        });
    }
    if (graph.has_only_tensors) {
        plan.flag("only_tensors", true);
    }
    if (graph.has_derived_lifetimes) {
        plan.flag("derived_lifetimes", true);
    }
    if (!graph.assumed_dimensions.empty()) {
        plan.list("assumed_dimensions", graph.assumed_dimensions,
                  [&](const std::string& name, std::size_t) { append_json_string(plan.out(), name); });
    }
}

void read_open_sizes(const JsonField& field, Graph& graph) {
    field.for_each("unknown_sizes", [&](const JsonField& element) {
        graph.unknown_sizes.push_back({element.text("tensor"), element.optional_text("operator", {}),
                                       element.optional_text("type", {}), element.optional_text("reason", {})});
        element.note_unknown_keys({"tensor", "operator", "type", "reason"});
    });
    field.for_each("bounded_sizes", [&](const JsonField& element) {
        graph.bounded_sizes.push_back(
            {element.text("tensor"), element.optional_text("operator", {}), element.optional_text("type", {})});
        element.note_unknown_keys({"tensor", "operator", "type"});
    });
    graph.assumed_dimensions = texts_of(field, "assumed_dimensions");
    graph.has_only_tensors = field.flag("only_tensors", false);
    graph.has_derived_lifetimes = field.flag("derived_lifetimes", false);
}

void read_positions(const JsonField& field, Operator& node) {
    for (const auto& position : field.integers("positions")) {
        if (!position || *position < 0) {
            field.refuse("positions", "a position is negative", "write numbers of bytes from 0");
        }
        node.positions.emplace_back(position.value_or(0));
    }
}

/// The position of each name; the first operator if several have the same name.
std::unordered_map<std::string_view, std::size_t> positions_of(const Graph& graph) {
    std::unordered_map<std::string_view, std::size_t> positions;
    for (std::size_t i = 0; i < graph.operators.size(); ++i) {
        positions.try_emplace(graph.operators[i].name, i);
    }
    return positions;
}

/// Finds operators by name, or by position from 0.
class OperatorNames {
public:
    explicit OperatorNames(const Problem& problem) {
        if (problem.graph) {
            count_ = problem.graph->operators.size();
            positions_ = positions_of(*problem.graph);
        }
    }

    /// The operator that `value` refers to. An unknown one is an error at `key` of the field and gives nothing.
    [[nodiscard]] std::optional<OperatorIndex> find(const JsonField& field, std::string_view key,
                                                    const nlohmann::json& value) const {
        if (value.is_string()) {
            const std::string name = bytes_of_json_string(value.get_ref<const std::string&>());
            if (const auto found = positions_.find(name); found != positions_.end()) {
                return OperatorIndex(found->second);
            }
            field.refuse(key, "there is no operator " + in_quotes(name), cure);
        } else if (value.is_number_unsigned()) {
            const auto position = value.get<std::uint64_t>();
            if (position < count_) {
                return OperatorIndex(static_cast<std::size_t>(position));
            }
            field.refuse(key, "there is no operator " + std::to_string(position), cure);
        } else {
            field.refuse(key, std::string("it is a JSON ") + value.type_name(), cure);
        }
        return std::nullopt;
    }

private:
    static constexpr const char* cure = "name one of the operators, or count them from 0";

    std::size_t count_ = 0;
    std::unordered_map<std::string_view, std::size_t> positions_;
};

/// If the file gives no order, a depth-first search does.
void order_operators(const JsonField& field, Problem& problem, std::size_t without_step) {
    Graph& graph = *problem.graph;
    if (without_step < graph.operators.size()) {
        field.refuse("operators", "some have a step and others have none", "give each a step, or none of them");
        return;
    }
    if (const auto order = depth_first_order(problem)) {
        put_in_order(graph, *order);
    } else {
        field.refuse("operators", order.error().cause, order.error().cure);
    }
}

void read_tensors(const JsonField& field, BufferNames& names, Problem& problem) {
    if (!field.has("tensors")) {
        return;
    }
    IndexedVector<BufferIndex, TensorFacts>& tensors = problem.graph->tensors;
    tensors.resize(problem.buffers.size());
    field.for_each("tensors", [&](const JsonField& element) {
        const auto buffer = names.buffer(element, "buffer");
        TensorFacts facts;
        facts.type = element.optional_text("type", {});
        for (const auto& extent : element.integers("shape")) {
            facts.shape.push_back(extent.value_or(0));
        }
        element.note_unknown_keys({"buffer", "type", "shape"});
        if (buffer) {
            tensors[*buffer] = std::move(facts);
        }
    });
}

}  // namespace

std::vector<std::string> texts_of(const JsonField& field, std::string_view key) {
    std::vector<std::string> texts;
    field.for_each(key, [&](const JsonField& element) {
        const auto& value = element.value();
        if (value.is_string()) {
            texts.push_back(bytes_of_json_string(value.get_ref<const std::string&>()));
        } else {
            element.refuse({}, "it is not a string", "write the name in double quotes");
        }
    });
    return texts;
}

void read_feature(const JsonField& field, std::size_t operands, OperatorFeature& feature,
                  std::vector<std::uint32_t>& shareable) {
    feature =
        named_member(field, "feature", field.optional_text("feature", name_of(OperatorFeature::ordinary)),
                     operator_feature_named, "there is no feature ", "write ordinary, in-place, removable or merge");
    for (const auto& position : field.integers("shareable")) {
        if (!position || *position < 0 || *position >= static_cast<std::int64_t>(operands)) {
            field.refuse("shareable", "it contains the number of an operand that does not exist",
                         "count the operands in 'reads' from 0");
        } else {
            shareable.push_back(static_cast<std::uint32_t>(*position));
        }
    }
}

void append_graph(MemberWriter& plan, const Problem& problem) {
    if (!problem.graph) {
        return;
    }
    plan.list("operators", problem.graph->operators, [&](const Operator& node, std::size_t) {
        MemberWriter members(plan.out());
        members.text("name", node.name);
        members.text("type", node.type);
        members.number("step", node.step.value());
        append_names(members.name("reads"), problem, node.reads);
        append_names(members.name("writes"), problem, node.writes);
        append_feature(members, node);
        append_operator_part(members, node.part);
        if (node.multiply_accumulates) {
            members.number("multiply_accumulates", *node.multiply_accumulates);
        }
        if (node.keeps_order) {
            members.flag("keeps_order", true);
        }
        if (node.core != RegionIndex::none()) {
            members.text("core", problem.regions[node.core].name);
        }
        members.close();
    });
    append_tensors(plan, problem);
    append_open_sizes(plan, *problem.graph);
}

void read_graph(const JsonField& field, BufferNames& names, Problem& problem) {
    if (!field.has("operators")) {
        return;
    }
    Graph& graph = problem.graph.emplace();
    std::size_t without_step = 0;
    field.for_each("operators", [&](const JsonField& element) {
        const Step position(std::ssize(graph.operators));
        Operator& node = graph.operators.emplace_back();
        node.name = element.text("name");
        node.type = element.optional_text("type", {});
        without_step += element.has("step") ? 0 : 1;
        node.step = element.has("step") ? Step(element.integer("step")) : position;
        node.reads = names.buffers(element, "reads");
        node.writes = names.buffers(element, "writes");
        node.constants = texts_of(element, "constants");
        node.reads_outside = texts_of(element, "reads_outside");
        node.writes_outside = texts_of(element, "writes_outside");
        read_feature(element, node.reads.size(), node.feature, node.shareable);
        node.part = read_operator_part(element, node.reads.size());
        read_positions(element, node);
        if (element.has("multiply_accumulates")) {
            node.multiply_accumulates = element.integer("multiply_accumulates");
            if (*node.multiply_accumulates < 0) {
                element.refuse("multiply_accumulates", "it is negative", "write a number from 0, or leave it out");
            }
        }
        node.keeps_order = element.flag("keeps_order", false);
        node.core = read_region_name(element, "core", problem, RegionIndex::none());
        element.note_unknown_keys({"name", "type", "step", "reads", "writes", "constants", "reads_outside",
                                   "writes_outside", "feature", "shareable", "positions", "multiply_accumulates",
                                   "keeps_order", "core", "part"});
    });
    if (without_step > 0) {
        order_operators(field, problem, without_step);
    }
    read_tensors(field, names, problem);
    read_open_sizes(field, graph);
}

void append_outcome(MemberWriter& plan, const Problem& problem, const Layout& layout) {
    if (layout.removed.empty() && layout.copies.empty()) {
        return;
    }
    const auto first = positions_of(*problem.graph);
    const auto append_operator = [&](OperatorIndex index) {
        const std::string& name = problem.graph->operators[index].name;
        if (first.at(name) == index.value()) {
            append_json_string(plan.out(), name);
        } else {
            append_json_number(plan.out(), index.value());
        }
    };
    plan.list("removed", layout.removed, [&](OperatorIndex index, std::size_t) { append_operator(index); });
    plan.list("copied", layout.copies, [&](const OperandCopy& copy, std::size_t) {
        MemberWriter members(plan.out());
        members.name("operator");
        append_operator(copy.node);
        members.text("operand", problem.buffers[copy.operand].name);
        members.close();
    });
}

void read_outcome(const JsonField& field, BufferNames& names, const Problem& problem, Layout& layout) {
    if (!field.has("removed") && !field.has("copied")) {
        return;
    }
    const OperatorNames operators(problem);
    field.for_each("removed", [&](const JsonField& element) {
        const auto removed = operators.find(element, {}, element.value());
        if (!removed) {
            return;
        }
        const Operator& node = problem.graph->operators[*removed];
        if (node.feature != OperatorFeature::removable && node.feature != OperatorFeature::merge) {
            element.refuse({}, "operator " + in_quotes(node.name) + " does work and cannot be removed",
                           "list only operators with the feature removable or merge");
        }
        layout.removed.push_back(*removed);
    });
    field.for_each("copied", [&](const JsonField& element) {
        if (!element.is_object()) {
            return;
        }
        const auto& value = element.value();
        const auto found = value.find("operator");
        if (found == value.end()) {
            element.refuse("operator", "it is missing", "name the operator that copies");
            return;
        }
        const auto node = operators.find(element, "operator", *found);
        const auto operand = node ? names.buffer(element, "operand") : std::nullopt;
        if (operand) {
            const auto& reads = problem.graph->operators[*node].reads;
            if (std::ranges::find(reads, *operand) == reads.end()) {
                element.refuse("operand", "the operator does not read it", "name one of the operator's operands");
            }
            layout.copies.push_back({*node, *operand});
        }
        element.note_unknown_keys({"operator", "operand"});
    });
}

}  // namespace arenascope
