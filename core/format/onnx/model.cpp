#include "core/format/onnx/model.h"

#include <algorithm>
#include <bit>

#include "core/format/wire_reader.h"

namespace arenascope::onnx_file {
namespace {

using protobuf::Field;
using protobuf::WireReader;

/// A name up to its first zero byte, because names must not contain one.
std::string_view text_in(const Field& field) {
    return field.bytes.substr(0, field.bytes.find('\0'));
}

constexpr int max_nesting = 60;

/// Field numbers are those of ONNX's protobuf definition.
class ModelParser {
public:
    ModelParser(std::string_view content, const std::string& source) : content_(content), source_(source) {}

    Expected<Model> parse() {
        Model model;
        const bool complete = each_field(content_, [&](const Field& field) {
            switch (field.number) {
                case 1:
                    model.version = static_cast<std::int64_t>(field.value);
                    return true;
                case 7:
                    return parse_graph(field.bytes, model.graph ? *model.graph : model.graph.emplace(), 0);
                case 8:
                    return parse_operator_set(field.bytes, model.operator_sets.emplace_back());
                case 25:
                    return parse_function(field.bytes, model.functions.emplace_back());
                default:
                    return true;
            }
        });
        if (!complete) {
            return wrong(too_deep_ ? "subgraphs are nested more than " + std::to_string(max_nesting) + " deep"
                                   : "byte " + std::to_string(damage_) + ": the ONNX model is damaged or truncated",
                         "write it again");
        }
        if (!model.graph) {
            return wrong("the ONNX model has no graph", "the file may have been cut off: write it again");
        }
        constexpr std::int64_t first_with_operator_sets = 3;
        if (model.operator_sets.empty() && model.version >= first_with_operator_sets) {
            return wrong("the ONNX model names no operator set (opset_import)",
                         "the file may have been cut off: write it again");
        }
        return model;
    }

private:
    [[nodiscard]] tl::unexpected<Error> wrong(std::string cause, std::string cure) const {
        return failure(Error{source_, 0, std::move(cause), std::move(cure)});
    }

    template <class Handle>
    [[nodiscard]] bool each_field(std::string_view message, Handle&& handle) {
        WireReader reader(message);
        while (const auto field = reader.next()) {
            if (!handle(*field)) {
                return false;
            }
        }
        return !reader.is_damaged() || damaged_at(reader.rest());
    }

    [[nodiscard]] bool damaged_at(std::string_view rest) {
        damage_ = rest.data() - content_.data();
        return false;
    }

    [[nodiscard]] bool parse_operator_set(std::string_view message, OperatorSet& set) {
        return each_field(message, [&](const Field& field) {
            if (field.number == 1) {
                set.domain = text_in(field);
            } else if (field.number == 2) {
                set.version = static_cast<std::int64_t>(field.value);
            }
            return true;
        });
    }

    [[nodiscard]] bool parse_function(std::string_view message, Function& function) {
        return each_field(message, [&](const Field& field) {
            switch (field.number) {
                case 1:
                    function.name = text_in(field);
                    return true;
                case 4:
                    function.inputs.push_back(text_in(field));
                    return true;
                case 5:
                    function.outputs.push_back(text_in(field));
                    return true;
                case 7:
                    return parse_node(field.bytes, function.nodes.emplace_back(), 0);
                case 9:
                    return parse_operator_set(field.bytes, function.operator_sets.emplace_back());
                case 10:
                    function.domain = text_in(field);
                    return true;
                case 11:
                    return parse_attribute(field.bytes, function.defaults.emplace_back(), 0);
                case 13:
                    function.overload = text_in(field);
                    return true;
                default:
                    return true;
            }
        });
    }

    [[nodiscard]] bool parse_graph(std::string_view message, Graph& graph, int depth) {
        if (depth > max_nesting) {
            too_deep_ = true;
            return false;
        }
        return each_field(message, [&](const Field& field) {
            switch (field.number) {
                case 1:
                    return parse_node(field.bytes, graph.nodes.emplace_back(), depth);
                case 2:
                    graph.name = text_in(field);
                    return true;
                case 5:
                    return parse_tensor(field.bytes, graph.initializers.emplace_back());
                case 11:
                    return parse_value(field.bytes, graph.inputs.emplace_back());
                case 12:
                    return parse_value(field.bytes, graph.outputs.emplace_back());
                case 13:
                    return parse_value(field.bytes, graph.values.emplace_back());
                case 15:
                    return parse_sparse(field.bytes, graph.initializers.emplace_back());
                default:
                    return true;
            }
        });
    }

    [[nodiscard]] bool parse_node(std::string_view message, Node& node, int depth) {
        return each_field(message, [&](const Field& field) {
            switch (field.number) {
                case 1:
                    node.inputs.push_back(text_in(field));
                    return true;
                case 2:
                    node.outputs.push_back(text_in(field));
                    return true;
                case 3:
                    node.name = text_in(field);
                    return true;
                case 4:
                    node.type = text_in(field);
                    return true;
                case 5:
                    return parse_attribute(field.bytes, node.attributes.emplace_back(), depth);
                case 7:
                    node.domain = text_in(field);
                    return true;
                case 8:
                    node.overload = text_in(field);
                    return true;
                default:
                    return true;
            }
        });
    }

    [[nodiscard]] bool parse_attribute(std::string_view message, Attribute& attribute, int depth) {
        using Kind = Attribute::Kind;
        attribute.message = message;
        return each_field(message, [&](const Field& field) {
            const auto is = [&attribute](Kind kind) {
                attribute.kind = kind;
                return true;
            };
            switch (field.number) {
                case 1:
                    attribute.name = text_in(field);
                    return true;
                case 2:
                    attribute.floating =
                        static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(field.value)));
                    return is(Kind::floating);
                case 3:
                    attribute.integer = static_cast<std::int64_t>(field.value);
                    return is(Kind::integer);
                case 4:
                    attribute.text = field.bytes;
                    return is(Kind::text);
                case 5:
                    attribute.tensors.assign(1, {});
                    return is(Kind::tensor) && parse_tensor(field.bytes, attribute.tensors.front());
                case 6:
                case 11:
                    return is(Kind::graph) && parse_graph(field.bytes, attribute.graphs.emplace_back(), depth + 1);
                case 7:
                    return is(Kind::floats) && (add_floats(field, attribute.floats) || damaged_at(field.bytes));
                case 8:
                    return is(Kind::integers) && (add_numbers(field, attribute.integers) || damaged_at(field.bytes));
                case 20:
                    note_kind(attribute, field.value);
                    return true;
                case 21:
                    attribute.reference = text_in(field);
                    return true;
                case 22:
                    attribute.tensors.assign(1, {});
                    return is(Kind::tensor) && parse_sparse(field.bytes, attribute.tensors.front());
                default:
                    return true;
            }
        });
    }

    /// Some writers omit a zero or an empty list. Then only the declared kind is left.
    static void note_kind(Attribute& attribute, std::uint64_t declared) {
        using Kind = Attribute::Kind;
        constexpr Kind kinds[] = {Kind::none,   Kind::floating, Kind::integer, Kind::text,
                                  Kind::tensor, Kind::graph,    Kind::floats,  Kind::integers};
        if (attribute.kind == Kind::none && declared < std::size(kinds) && attribute.reference.empty() &&
            declared != static_cast<std::uint64_t>(Kind::tensor)) {
            attribute.kind = kinds[declared];
        }
    }

    [[nodiscard]] bool parse_tensor(std::string_view message, StoredTensor& tensor) {
        tensor.message = message;
        return each_field(message, [&](const Field& field) {
            switch (field.number) {
                case 1:
                    return add_numbers(field, tensor.shape) || damaged_at(field.bytes);
                case 2:
                    tensor.element = static_cast<std::int64_t>(field.value);
                    return true;
                case 8:
                    tensor.name = text_in(field);
                    return true;
                case 14:
                    tensor.is_external = field.value != 0;
                    return true;
                default:
                    return true;
            }
        });
    }

    [[nodiscard]] bool parse_sparse(std::string_view message, StoredTensor& tensor) {
        std::vector<std::int64_t> shape;
        const bool complete = each_field(message, [&](const Field& field) {
            switch (field.number) {
                case 1:
                    return parse_tensor(field.bytes, tensor);
                case 3:
                    return add_numbers(field, shape) || damaged_at(field.bytes);
                default:
                    return true;
            }
        });
        tensor.shape = std::move(shape);
        // The stored elements do not match the dense shape.
        tensor.message = {};
        return complete;
    }

    [[nodiscard]] bool parse_value(std::string_view message, DeclaredValue& value) {
        return each_field(message, [&](const Field& field) {
            if (field.number == 1) {
                value.name = text_in(field);
            }
            return field.number != 2 || parse_type(field.bytes, value.type);
        });
    }

    [[nodiscard]] bool parse_type(std::string_view message, DeclaredType& type) {
        using Kind = DeclaredType::Kind;
        return each_field(message, [&](const Field& field) {
            switch (field.number) {
                case 1:
                case 8:
                    type.kind = Kind::tensor;
                    return parse_tensor_type(field.bytes, type);
                case 4:
                    type.kind = Kind::sequence;
                    return true;
                case 5:
                    type.kind = Kind::map;
                    return true;
                case 9:
                    type.kind = Kind::optional;
                    return true;
                default:
                    return true;
            }
        });
    }

    [[nodiscard]] bool parse_tensor_type(std::string_view message, DeclaredType& type) {
        return each_field(message, [&](const Field& field) {
            if (field.number == 1) {
                type.element = static_cast<std::int64_t>(field.value);
            }
            return field.number != 2 || parse_shape(field.bytes, type.shape.emplace());
        });
    }

    [[nodiscard]] bool parse_shape(std::string_view message, std::vector<Dimension>& shape) {
        return each_field(message, [&](const Field& field) {
            return field.number != 1 || parse_dimension(field.bytes, shape.emplace_back());
        });
    }

    [[nodiscard]] bool parse_dimension(std::string_view message, Dimension& dimension) {
        return each_field(message, [&](const Field& field) {
            if (field.number == 1) {
                dimension.extent = static_cast<std::int64_t>(field.value);
            } else if (field.number == 2) {
                dimension.name = text_in(field);
            }
            return true;
        });
    }

    std::string_view content_;
    const std::string& source_;
    std::ptrdiff_t damage_ = 0;
    bool too_deep_ = false;
};

}  // namespace

Expected<Model> parse_model(std::string_view content, const std::string& source) {
    return ModelParser(content, source).parse();
}

const Attribute* attribute_of(const Node& node, std::string_view name) {
    const auto found = std::find_if(node.attributes.begin(), node.attributes.end(),
                                    [name](const Attribute& attribute) { return attribute.name == name; });
    return found == node.attributes.end() ? nullptr : &*found;
}

std::int64_t integer_of(const Node& node, std::string_view name, std::int64_t otherwise) {
    const Attribute* attribute = attribute_of(node, name);
    return attribute != nullptr && attribute->kind == Attribute::Kind::integer ? attribute->integer : otherwise;
}

std::string_view text_of(const Node& node, std::string_view name, std::string_view otherwise) {
    const Attribute* attribute = attribute_of(node, name);
    return attribute != nullptr && attribute->kind == Attribute::Kind::text ? attribute->text : otherwise;
}

const std::vector<std::int64_t>* integers_of(const Node& node, std::string_view name) {
    const Attribute* attribute = attribute_of(node, name);
    return attribute != nullptr && attribute->kind == Attribute::Kind::integers ? &attribute->integers : nullptr;
}

bool is_standard(const Node& node) {
    return short_domain(node.domain).empty();
}

std::string_view short_domain(std::string_view domain) {
    return domain == "ai.onnx" ? std::string_view() : domain;
}

}  // namespace arenascope::onnx_file
