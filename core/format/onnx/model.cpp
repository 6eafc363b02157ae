#include "core/format/onnx/model.h"

#include <algorithm>
#include <bit>
#include <type_traits>
#include <unordered_set>
#include <utility>

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

/// A field with this number goes into the target: a value, or a function that gives false for a damaged field.
template <class Target>
struct Into {
    std::uint32_t number;
    Target target;
};
template <class Target>
Into(std::uint32_t, Target&&) -> Into<Target>;

/// Field numbers are those of ONNX's protobuf definition. take() gives false where the content is damaged.
class ModelParser {
public:
    ModelParser(std::string_view content, const std::string& source) : content_(content), source_(source) {}

    Expected<Model> parse() {
        Model model;
        const bool complete = take_fields(content_, Into{1, model.version}, Into{7, model.graph},
                                          Into{8, model.operator_sets}, Into{25, model.functions});
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

    /// Reads a message. Fields without a target are skipped.
    template <class... Targets>
    [[nodiscard]] bool take_fields(std::string_view message, const Into<Targets>&... targets) {
        WireReader reader(message);
        while (const auto field = reader.next()) {
            if (!((targets.number != field->number || take(*field, targets.target)) && ...)) {
                return false;
            }
        }
        return !reader.is_damaged() || damaged_at(reader.rest());
    }

    [[nodiscard]] bool damaged_at(std::string_view rest) {
        damage_ = rest.data() - content_.data();
        return false;
    }

    [[nodiscard]] static bool take(const Field& field, std::int64_t& number) {
        number = static_cast<std::int64_t>(field.value);
        return true;
    }

    [[nodiscard]] static bool take(const Field& field, bool& flag) {
        flag = field.value != 0;
        return true;
    }

    [[nodiscard]] static bool take(const Field& field, std::string_view& text) {
        text = text_in(field);
        return true;
    }

    [[nodiscard]] bool take(const Field& field, std::vector<std::int64_t>& numbers) {
        return add_numbers(field, numbers) || damaged_at(field.bytes);
    }

    [[nodiscard]] bool take(const Field& field, std::vector<double>& numbers) {
        return add_floats(field, numbers) || damaged_at(field.bytes);
    }

    template <class Use>
    requires std::is_invocable_r_v<bool, const Use&, const Field&>
    [[nodiscard]] bool take(const Field& field, const Use& use) { return use(field); }

    template <class Element>
    [[nodiscard]] bool take(const Field& field, std::vector<Element>& list) {
        return take(field, list.emplace_back());
    }

    template <class Value>
    [[nodiscard]] bool take(const Field& field, std::optional<Value>& value) {
        return take(field, value ? *value : value.emplace());
    }

    [[nodiscard]] bool take(const Field& field, OperatorSet& set) {
        return take_fields(field.bytes, Into{1, set.domain}, Into{2, set.version});
    }

    [[nodiscard]] bool take(const Field& field, Function& function) {
        ++depth_;
        const bool is_read =
            take_fields(field.bytes, Into{1, function.name}, Into{4, function.inputs}, Into{5, function.outputs},
                        Into{7, function.nodes}, Into{9, function.operator_sets}, Into{10, function.domain},
                        Into{11, function.defaults}, Into{13, function.overload});
        --depth_;
        return is_read;
    }

    [[nodiscard]] bool take(const Field& field, Graph& graph) {
        if (depth_ > max_nesting) {
            too_deep_ = true;
            return false;
        }
        const auto sparse = [&](const Field& inner) { return take_sparse(inner, graph.initializers.emplace_back()); };
        ++depth_;
        const bool is_read =
            take_fields(field.bytes, Into{1, graph.nodes}, Into{2, graph.name}, Into{5, graph.initializers},
                        Into{11, graph.inputs}, Into{12, graph.outputs}, Into{13, graph.values}, Into{15, sparse});
        --depth_;
        return is_read;
    }

    [[nodiscard]] bool take(const Field& field, Node& node) {
        return take_fields(field.bytes, Into{1, node.inputs}, Into{2, node.outputs}, Into{3, node.name},
                           Into{4, node.type}, Into{5, node.attributes}, Into{7, node.domain}, Into{8, node.overload});
    }

    [[nodiscard]] bool take(const Field& field, Attribute& attribute) {
        using Kind = Attribute::Kind;
        attribute.message = field.bytes;
        const auto as = [&](Kind kind, auto& target) {
            return [this, &attribute, kind, &target](const Field& inner) {
                attribute.kind = kind;
                return take(inner, target);
            };
        };
        const auto floating = [&](const Field& inner) {
            attribute.floating = static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(inner.value)));
            return true;
        };
        const auto text = [&](const Field& inner) {
            attribute.text = inner.bytes;
            return true;
        };
        const auto tensor = [&](const Field& inner) {
            attribute.tensors.assign(1, {});
            return take(inner, attribute.tensors.front());
        };
        const auto sparse = [&](const Field& inner) {
            attribute.tensors.assign(1, {});
            return take_sparse(inner, attribute.tensors.front());
        };
        const auto declared_kind = [&](const Field& inner) {
            note_kind(attribute, inner.value);
            return true;
        };
        return take_fields(field.bytes, Into{1, attribute.name}, Into{2, as(Kind::floating, floating)},
                           Into{3, as(Kind::integer, attribute.integer)}, Into{4, as(Kind::text, text)},
                           Into{5, as(Kind::tensor, tensor)}, Into{6, as(Kind::graph, attribute.graphs)},
                           Into{7, as(Kind::floats, attribute.floats)}, Into{8, as(Kind::integers, attribute.integers)},
                           Into{11, as(Kind::graph, attribute.graphs)}, Into{20, declared_kind},
                           Into{21, attribute.reference}, Into{22, as(Kind::tensor, sparse)});
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

    [[nodiscard]] bool take(const Field& field, StoredTensor& tensor) {
        tensor.message = field.bytes;
        return take_fields(field.bytes, Into{1, tensor.shape}, Into{2, tensor.element}, Into{8, tensor.name},
                           Into{14, tensor.is_external});
    }

    /// A sparse tensor: its elements, and its dense shape.
    [[nodiscard]] bool take_sparse(const Field& field, StoredTensor& tensor) {
        std::vector<std::int64_t> shape;
        const bool is_read = take_fields(field.bytes, Into{1, tensor}, Into{3, shape});
        tensor.shape = std::move(shape);
        // The stored elements do not match the dense shape.
        tensor.message = {};
        return is_read;
    }

    [[nodiscard]] bool take(const Field& field, DeclaredValue& value) {
        return take_fields(field.bytes, Into{1, value.name}, Into{2, value.type});
    }

    [[nodiscard]] bool take(const Field& field, DeclaredType& type) {
        using Kind = DeclaredType::Kind;
        const auto of_kind = [&type](Kind kind) {
            return [&type, kind](const Field& /*inner*/) {
                type.kind = kind;
                return true;
            };
        };
        const auto tensor = [&](const Field& inner) {
            type.kind = Kind::tensor;
            return take_fields(inner.bytes, Into{1, type.element}, Into{2, type.shape});
        };
        return take_fields(field.bytes, Into{1, tensor}, Into{4, of_kind(Kind::sequence)}, Into{5, of_kind(Kind::map)},
                           Into{8, tensor}, Into{9, of_kind(Kind::optional)});
    }

    [[nodiscard]] bool take(const Field& field, std::optional<std::vector<Dimension>>& shape) {
        return take_fields(field.bytes, Into{1, shape.emplace()});
    }

    [[nodiscard]] bool take(const Field& field, Dimension& dimension) {
        return take_fields(field.bytes, Into{1, dimension.extent}, Into{2, dimension.name});
    }

    std::string_view content_;
    const std::string& source_;
    std::ptrdiff_t damage_ = 0;
    int depth_ = 0;  ///< enclosing graphs and functions
    bool too_deep_ = false;
};

/// Appends names that the graph uses but does not define.
void add_free_names(const Graph& graph, std::vector<std::string_view>& free) {
    std::unordered_set<std::string_view> defined;
    for (const DeclaredValue& input : graph.inputs) {
        defined.insert(input.name);
    }
    for (const StoredTensor& stored : graph.initializers) {
        defined.insert(stored.name);
    }
    for (const Node& node : graph.nodes) {
        defined.insert(node.outputs.begin(), node.outputs.end());
    }
    std::unordered_set<std::string_view> seen;
    const auto use = [&](std::string_view name) {
        if (!name.empty() && !defined.contains(name) && seen.insert(name).second) {
            free.push_back(name);
        }
    };
    for (const Node& node : graph.nodes) {
        std::ranges::for_each(node.inputs, use);
        const auto inner = captures_of(node);
        std::ranges::for_each(inner, use);
    }
    for (const DeclaredValue& output : graph.outputs) {
        use(output.name);
    }
}

}  // namespace

Expected<Model> parse_model(std::string_view content, const std::string& source) {
    return ModelParser(content, source).parse();
}

const Attribute* attribute_of(const Node& node, std::string_view name) {
    const auto found =
        std::ranges::find_if(node.attributes, [name](const Attribute& attribute) { return attribute.name == name; });
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

FunctionTable::FunctionTable(const Model& model) {
    for (const Function& function : model.functions) {
        functions_.emplace(Key(short_domain(function.domain), function.name, function.overload), &function);
    }
}

const Function* FunctionTable::called_by(const Node& node) const {
    const auto found = functions_.find(Key(short_domain(node.domain), node.type, node.overload));
    return found == functions_.end() ? nullptr : found->second;
}

std::vector<std::string_view> captures_of(const Node& node) {
    std::vector<std::string_view> all;
    for (const Attribute& attribute : node.attributes) {
        for (const Graph& graph : attribute.graphs) {
            add_free_names(graph, all);
        }
    }
    std::unordered_set<std::string_view> seen;
    std::erase_if(all, [&seen](std::string_view name) { return !seen.insert(name).second; });
    return all;
}

}  // namespace arenascope::onnx_file
