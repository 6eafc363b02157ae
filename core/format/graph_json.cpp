#include "core/format/graph_json.h"

#include "core/error/quotation.h"
#include "core/format/json_text.h"
#include "core/format/plain_text.h"

namespace arenascope {
namespace {

template <class Numbers, class Value>
void append_numbers(std::string& out, const Numbers& numbers, Value&& value) {
    out += '[';
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        out += i == 0 ? "" : ", ";
        append_number(out, value(numbers[i]));
    }
    out += ']';
}

void append_feature(MemberWriter& members, const Operator& one) {
    if (!one.constants.empty()) {
        std::string& out = members.name("constants");
        out += '[';
        for (std::size_t i = 0; i < one.constants.size(); ++i) {
            out += i == 0 ? "" : ", ";
            append_json_string(out, one.constants[i]);
        }
        out += ']';
    }
    if (one.feature != OperatorFeature::ordinary) {
        members.text("feature", name_of(one.feature));
    }
    if (!one.shareable.empty()) {
        append_numbers(members.name("shareable"), one.shareable, [](std::uint32_t position) { return position; });
    }
    if (!one.positions.empty()) {
        append_numbers(members.name("positions"), one.positions, [](Bytes position) { return position.value(); });
    }
}

void append_tensors(std::string& out, const Problem& problem) {
    if (problem.graph->tensors.empty()) {
        return;
    }
    out += ",\n";
    append_list(out, "tensors", problem.graph->tensors, [&](const TensorFacts& facts, std::size_t i) {
        MemberWriter members(out);
        members.text("buffer", problem.buffers[i].name);
        if (!facts.type.empty()) {
            members.text("type", facts.type);
        }
        append_numbers(members.name("shape"), facts.shape, [](std::int64_t extent) { return extent; });
        members.close();
    });
}

void read_feature(const JsonField& field, Operator& one) {
    const std::string name = field.optional_text("feature", std::string(name_of(OperatorFeature::ordinary)));
    if (const auto feature = operator_feature_named(name)) {
        one.feature = *feature;
    } else {
        field.refuse("feature", "there is no feature " + in_quotes(name),
                     "write ordinary, in-place, removable or merge");
    }
    for (const auto& position : field.integers("shareable")) {
        if (!position || *position < 0 || *position >= static_cast<std::int64_t>(one.reads.size())) {
            field.refuse("shareable", "it names an operand that is not read", "count the operands in 'reads' from 0");
        } else {
            one.shareable.push_back(static_cast<std::uint32_t>(*position));
        }
    }
    for (const auto& position : field.integers("positions")) {
        if (!position || *position < 0) {
            field.refuse("positions", "an output begins before its operand", "give bytes from 0");
        }
        one.positions.emplace_back(position.value_or(0));
    }
}

void read_tensors(const JsonField& field, BufferNames& names, Problem& problem) {
    if (!field.has("tensors")) {
        return;
    }
    std::vector<TensorFacts>& tensors = problem.graph->tensors;
    tensors.resize(problem.buffers.size());
    field.for_each("tensors", [&](const JsonField& element) {
        const auto buffer = names.one(element, "buffer");
        TensorFacts facts;
        facts.type = element.optional_text("type", {});
        for (const auto& extent : element.integers("shape")) {
            facts.shape.push_back(extent.value_or(0));
        }
        element.note_unknown_keys({"buffer", "type", "shape"});
        if (buffer) {
            tensors[buffer->value()] = std::move(facts);
        }
    });
}

}  // namespace

void append_graph(std::string& out, const Problem& problem) {
    if (!problem.graph) {
        return;
    }
    out += ",\n";
    append_list(out, "operators", problem.graph->operators, [&](const Operator& one, std::size_t) {
        MemberWriter members(out);
        members.text("name", one.name);
        members.text("type", one.type);
        members.number("step", one.step.value());
        append_names(members.name("reads"), problem, one.reads);
        append_names(members.name("writes"), problem, one.writes);
        append_feature(members, one);
        members.close();
    });
    append_tensors(out, problem);
}

void read_graph(const JsonField& field, BufferNames& names, Problem& problem) {
    if (!field.has("operators")) {
        return;
    }
    Graph& graph = problem.graph.emplace();
    field.for_each("operators", [&](const JsonField& element) {
        Operator& one = graph.operators.emplace_back();
        one.name = element.text("name");
        one.type = element.optional_text("type", {});
        one.step = Step(element.integer("step"));
        one.reads = names.list(element, "reads");
        one.writes = names.list(element, "writes");
        element.for_each("constants", [&](const JsonField& name) {
            const auto& value = name.value();
            if (value.is_string()) {
                one.constants.push_back(bytes_of_json_string(value.get_ref<const std::string&>()));
            } else {
                name.refuse({}, "it is no text", "write the name in double quotes");
            }
        });
        read_feature(element, one);
        element.note_unknown_keys(
            {"name", "type", "step", "reads", "writes", "constants", "feature", "shareable", "positions"});
    });
    read_tensors(field, names, problem);
}

}  // namespace arenascope
