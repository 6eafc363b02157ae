#include "core/analysis/debugging/expression_binding.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/analysis/debugging/step_value.h"
#include "core/base/error/quotation.h"
#include "core/base/text/nearest_name.h"
#include "core/model/expression/token.h"
#include "core/model/memory/called_buffers.h"

namespace arenascope {
namespace {

using Tree = ExpressionNode;
using Bound = Expected<std::uint32_t>;

constexpr std::size_t position_of_end = 1;

StepType type_of(StepField field) {
    switch (field) {
        case StepField::reason:
            return StepType::reason;
        case StepField::kind:
            return StepType::kind;
        case StepField::region:
            return StepType::region;
        case StepField::note:
        case StepField::frame:
            return StepType::text;
        default:
            return StepType::number;
    }
}

/// Whether the field tells groups and rearrangements from main steps, so that whoever reads it means them, too.
bool tells_levels(StepField field) {
    return field == StepField::kind || field == StepField::group || field == StepField::rearrangement ||
           field == StepField::frame;
}

std::string_view words_of(StepType type) {
    constexpr std::array<std::string_view, 7> words{"a condition", "a number", "a text",  "a kind",
                                                    "a reason",    "a tier",   "a region"};
    return words[static_cast<std::size_t>(type)];
}

bool is_name(StepType type) {
    return type >= StepType::kind;
}

bool has_order(StepType type) {
    return type == StepType::number || type == StepType::tier;
}

bool is_equality(Tree::Kind kind) {
    return kind == Tree::Kind::equal || kind == Tree::Kind::unequal;
}

std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t most_listed = 12;
    std::string list;
    for (std::size_t i = 0; i < std::min(names.size(), most_listed); ++i) {
        list += (list.empty() ? "" : ", ") + visible(names[i]);
    }
    return list + (names.size() > most_listed ? ", …" : "");
}

/// "the nearest is 'conv2'", or what there is.
std::string nearest_or_all(const std::string& typed, const std::vector<std::string>& names, const std::string& all) {
    const std::string nearest = nearest_name(typed, names);
    return nearest.empty() ? all + listed(names) : "the nearest is " + in_quotes(nearest);
}

std::size_t first_position(const Tree& tree) {
    std::size_t first = tree.position;
    for (const auto& child : tree.children) {
        const std::size_t position = first_position(*child);
        first = first == 0 || (position != 0 && position < first) ? position : first;
    }
    return first;
}

class Binder {
public:
    explicit Binder(const StepScope& scope) : scope_(scope) {}

    [[nodiscard]] Expected<BoundExpression> all(const Tree& root) {
        const auto top = bind(root);
        if (!top) {
            return failure(top.error());
        }
        if (const BoundNode& node = bound_.nodes[*top]; is_word(node)) {
            return unknown_word(root, node.text);
        }
        return std::move(bound_);
    }

private:
    [[nodiscard]] static tl::unexpected<Error> error(const Tree& at, const std::string& cause, std::string cure) {
        return expression_error(std::max(first_position(at), position_of_end), cause, std::move(cure));
    }

    [[nodiscard]] std::uint32_t add(BoundNode node) {
        bound_.nodes.push_back(std::move(node));
        return static_cast<std::uint32_t>(bound_.nodes.size() - 1);
    }

    [[nodiscard]] static bool is_word(const BoundNode& node) {
        return node.kind == BoundNode::Kind::constant && node.type == StepType::text;
    }

    [[nodiscard]] StepType type(std::uint32_t node) const { return bound_.nodes[node].type; }

    [[nodiscard]] Bound bind(const Tree& tree) {
        switch (tree.kind) {
            case Tree::Kind::literal:
            case Tree::Kind::search:
                return literal(tree);
            case Tree::Kind::field:
                return field(tree);
            case Tree::Kind::call:
                return call(tree);
            case Tree::Kind::match:
                return match(tree);
            case Tree::Kind::logical_and:
            case Tree::Kind::logical_or:
            case Tree::Kind::logical_not:
                return operation(tree, StepType::truth);
            case Tree::Kind::equal:
            case Tree::Kind::unequal:
            case Tree::Kind::less:
            case Tree::Kind::less_or_equal:
            case Tree::Kind::greater:
            case Tree::Kind::greater_or_equal:
                return comparison(tree);
            default:
                return operation(tree, StepType::number);
        }
    }

    [[nodiscard]] Bound literal(const Tree& tree) {
        const bool is_text = std::holds_alternative<std::string>(tree.value);
        return add({.kind = BoundNode::Kind::constant,
                    .type = is_text ? StepType::text : StepType::number,
                    .position = tree.position,
                    .value = is_text ? StepValue() : StepValue::of(tree.number),
                    .text = tree.text});
    }

    [[nodiscard]] Bound field(const Tree& tree) {
        const auto field = step_field_named(tree.text);
        if (!field) {
            const auto function = step_function_named(tree.text);
            const std::string form(step_functions()[static_cast<std::size_t>(*function)].form);
            return error(tree, tree.text + " needs something in parentheses", "write " + form);
        }
        if (*field == StepField::threshold) {
            return add({.kind = BoundNode::Kind::constant,
                        .type = StepType::number,
                        .position = tree.position,
                        .value = StepValue::of(scope_.threshold.value()),
                        .text = tree.text});
        }
        bound_.needs.peak = bound_.needs.peak || *field == StepField::peak || *field == StepField::best;
        bound_.needs.overlaps = bound_.needs.overlaps || *field == StepField::overlap;
        bound_.is_for_inner_steps = bound_.is_for_inner_steps || tells_levels(*field);
        return add(
            {.kind = BoundNode::Kind::field, .type = type_of(*field), .position = tree.position, .field = *field});
    }

    [[nodiscard]] Bound match(const Tree& tree) {
        const auto subject = bind(*tree.children.front());
        if (!subject) {
            return subject;
        }
        if (type(*subject) == StepType::number || type(*subject) == StepType::truth) {
            return error(*tree.children.front(), std::string(words_of(type(*subject))) + " matches no pattern",
                         "~ is for note, frame, kind, reason and region");
        }
        return add({.kind = BoundNode::Kind::pattern,
                    .type = StepType::truth,
                    .position = tree.position,
                    .text = tree.text,
                    .children = {*subject}});
    }

    /// An operation whose operands and result have one type.
    [[nodiscard]] Bound operation(const Tree& tree, StepType type_of_all) {
        std::vector<std::uint32_t> operands;
        for (const auto& child : tree.children) {
            const auto operand = bind(*child);
            if (!operand) {
                return operand;
            }
            if (type(*operand) != type_of_all) {
                return wrong_operand(*child, *operand, type_of_all);
            }
            operands.push_back(*operand);
        }
        return folded({.kind = BoundNode::Kind::expression,
                       .type = type_of_all,
                       .position = tree.position,
                       .operation = tree.kind,
                       .children = std::move(operands)});
    }

    [[nodiscard]] tl::unexpected<Error> wrong_operand(const Tree& tree, std::uint32_t operand,
                                                      StepType expected) const {
        const BoundNode& node = bound_.nodes[operand];
        if (is_word(node)) {
            return unknown_word(tree, node.text);
        }
        if (expected == StepType::truth) {
            return error(tree, "this is " + std::string(words_of(node.type)) + ", but a condition is expected",
                         "compare it, as in peak > threshold");
        }
        return error(tree, "this is " + std::string(words_of(node.type)) + ", but a number is expected",
                     "calculate with numbers such as peak and 64k");
    }

    [[nodiscard]] static tl::unexpected<Error> unknown_word(const Tree& tree, const std::string& word) {
        const std::string nearest = nearest_name(word, step_field_names());
        const std::string nearest_function = nearest_name(word, step_function_names());
        if (nearest.empty() && !nearest_function.empty()) {
            const auto function = static_cast<std::size_t>(*step_function_named(nearest_function));
            return error(tree, "there is no field " + in_quotes(word),
                         "the nearest is " + std::string(step_functions()[function].form));
        }
        return error(tree, "there is no field " + in_quotes(word),
                     nearest.empty() ? "the fields are " + listed_fields() : "the nearest is " + nearest);
    }

    [[nodiscard]] static std::string listed_fields() {
        std::string list;
        for (const auto names : {step_fields(), step_functions()}) {
            for (const StepTerm& one : names) {
                list += (list.empty() ? "" : " ") + std::string(one.form);
            }
        }
        return list;
    }

    /// A calculation with constants becomes a constant.
    [[nodiscard]] std::uint32_t folded(BoundNode node) {
        const bool is_constant =
            node.type == StepType::number && std::ranges::all_of(node.children, [this](std::uint32_t child) {
                return bound_.nodes[child].kind == BoundNode::Kind::constant;
            });
        if (is_constant) {
            const StepValue first = bound_.nodes[node.children.front()].value;
            const StepValue value = calculated(node.operation, first, bound_.nodes[node.children.back()].value);
            return add({.kind = BoundNode::Kind::constant,
                        .type = StepType::number,
                        .position = node.position,
                        .value = value});
        }
        return add(std::move(node));
    }

    [[nodiscard]] Bound comparison(const Tree& tree) {
        const Tree& a = *tree.children.front();
        const Tree& b = *tree.children.back();
        const auto left = bind(a);
        const auto right = left ? bind(b) : left;
        if (!right) {
            return right;
        }
        const StepType left_type = type(*left);
        const StepType right_type = type(*right);
        for (const auto& [operand, side, other] : {std::tuple(*left, &a, right_type), {*right, &b, left_type}}) {
            if (auto fitted = fit(operand, *side, other); !fitted) {
                return failure(std::move(fitted.error()));
            }
        }
        if (auto checked = check_types(tree, *left, *right); !checked) {
            return failure(std::move(checked.error()));
        }
        return add({.kind = BoundNode::Kind::expression,
                    .type = StepType::truth,
                    .position = tree.position,
                    .operation = tree.kind,
                    .children = {*left, *right}});
    }

    [[nodiscard]] Expected<void> check_types(const Tree& tree, std::uint32_t left, std::uint32_t right) const {
        for (const auto& [operand, side] : {std::pair(left, 0), {right, 1}}) {
            const BoundNode& node = bound_.nodes[operand];
            const Tree& at = *tree.children[static_cast<std::size_t>(side)];
            if (node.type == StepType::truth) {
                return error(at, "a condition is compared with something", "write it alone, or with not before it");
            }
            if (is_word(node) && type(operand == left ? right : left) == StepType::number) {
                return unknown_word(at, node.text);
            }
        }
        if (type(left) != type(right)) {
            return expression_error(
                tree.position,
                std::string(words_of(type(left))) + " is compared with " + std::string(words_of(type(right))),
                "compare values of one type");
        }
        if (!is_equality(tree.kind) && !has_order(type(left))) {
            return expression_error(tree.position, std::string(words_of(type(left))) + " has no order",
                                    "write == or !=");
        }
        return {};
    }

    /// Turns a word or a number into what the other side of a comparison is.
    [[nodiscard]] Expected<void> fit(std::uint32_t operand, const Tree& tree, StepType other) {
        BoundNode& node = bound_.nodes[operand];
        if (node.type == other || (tree.kind != Tree::Kind::literal && tree.kind != Tree::Kind::field)) {
            return {};
        }
        if (other == StepType::text && tree.kind == Tree::Kind::literal) {
            node.type = StepType::text;
            node.text = tree.text;
            return {};
        }
        if (!is_name(other) || is_name(node.type)) {
            return {};
        }
        if (other == StepType::region) {
            return region_named(tree, tree.text).map([&](RegionIndex region) {
                node.kind = BoundNode::Kind::constant;
                node.type = other;
                node.value = StepValue::named(region.value(), scope_.problem->regions[region].name);
            });
        }
        const auto& words = other == StepType::kind     ? frame_kind_words()
                            : other == StepType::reason ? goal_words()
                                                        : tier_words();
        const auto found = std::ranges::find(words, tree.text);
        if (found == words.end()) {
            return error(tree, "there is no " + std::string(words_of(other).substr(2)) + " " + in_quotes(tree.text),
                         nearest_or_all(tree.text, words, "there are "));
        }
        node.kind = BoundNode::Kind::constant;
        node.type = other;
        node.value = StepValue::named(static_cast<std::size_t>(found - words.begin()), *found);
        return {};
    }

    [[nodiscard]] Bound call(const Tree& tree) {
        const StepFunction function = *step_function_named(tree.text);
        switch (function) {
            case StepFunction::region_peak:
                return region_peak(tree);
            case StepFunction::before:
            case StepFunction::changed:
                return earlier(tree, function);
            case StepFunction::touches_bytes:
            case StepFunction::touches_steps:
                return touch(tree, function);
            default:
                return of_buffer(tree, function);
        }
    }

    [[nodiscard]] static tl::unexpected<Error> wrong_arguments(const Tree& tree, StepFunction function) {
        return error(tree, tree.text + " has other arguments",
                     "write " + std::string(step_functions()[static_cast<std::size_t>(function)].form));
    }

    /// The name that an argument is: a word, a text in quotes, or a number or a field that a buffer is called after.
    [[nodiscard]] static const std::string* name_in(const Tree& call) {
        const Tree& argument = *call.children.front();
        const bool is_name =
            call.children.size() == 1 && (argument.kind == Tree::Kind::literal || argument.kind == Tree::Kind::field);
        return is_name ? &argument.text : nullptr;
    }

    [[nodiscard]] Bound of_buffer(const Tree& tree, StepFunction function) {
        const std::string* name = name_in(tree);
        if (name == nullptr) {
            return wrong_arguments(tree, function);
        }
        const auto found = buffer_called(*scope_.problem, *name, scope_.names ? &*scope_.names : nullptr);
        if (!found) {
            return error(*tree.children.front(), found.error().cause, found.error().cure);
        }
        bound_.needs.tiers = bound_.needs.tiers || function == StepFunction::tier;
        return add({.kind = BoundNode::Kind::function,
                    .type = function == StepFunction::tier ? StepType::tier : StepType::number,
                    .position = tree.position,
                    .function = function,
                    .buffer = *found});
    }

    [[nodiscard]] Expected<RegionIndex> region_named(const Tree& at, const std::string& name) const {
        const auto& regions = scope_.problem->regions;
        const auto found = std::ranges::find(regions, name, &Region::name);
        if (found == regions.end()) {
            std::vector<std::string> names;
            for (const Region& region : regions) {
                names.push_back(region.name);
            }
            return error(at, "no region is called " + in_quotes(name), nearest_or_all(name, names, "the regions are "));
        }
        return RegionIndex(static_cast<std::size_t>(found - regions.begin()));
    }

    [[nodiscard]] Bound region_peak(const Tree& tree) {
        const std::string* name = name_in(tree);
        if (name == nullptr) {
            return wrong_arguments(tree, StepFunction::region_peak);
        }
        return region_named(*tree.children.front(), *name).map([&](RegionIndex region) {
            bound_.needs.add(region);
            return add({.kind = BoundNode::Kind::function,
                        .type = StepType::number,
                        .position = tree.position,
                        .function = StepFunction::region_peak,
                        .region = region});
        });
    }

    [[nodiscard]] Bound earlier(const Tree& tree, StepFunction function) {
        if (tree.children.size() != 1) {
            return wrong_arguments(tree, function);
        }
        const auto argument = bind(*tree.children.front());
        if (!argument) {
            return argument;
        }
        const BoundNode& node = bound_.nodes[*argument];
        if (is_word(node)) {
            return unknown_word(*tree.children.front(), node.text);
        }
        bound_.remembered.push_back(*argument);
        return add({.kind = BoundNode::Kind::function,
                    .type = function == StepFunction::before ? node.type : StepType::truth,
                    .position = tree.position,
                    .function = function,
                    .slot = bound_.remembered.size() - 1,
                    .children = {*argument}});
    }

    [[nodiscard]] Bound touch(const Tree& tree, StepFunction function) {
        const std::size_t most = function == StepFunction::touches_bytes ? 3 : 2;
        if (tree.children.size() < 2 || tree.children.size() > most) {
            return wrong_arguments(tree, function);
        }
        const auto from = bound_number(*tree.children[0]);
        const auto to = from ? bound_number(*tree.children[1]) : from;
        if (!to) {
            return failure(to.error());
        }
        if (*from >= *to) {
            return error(tree, "the range is empty", "the second bound is the first one after the range");
        }
        RegionIndex region = RegionIndex::none();
        if (tree.children.size() == most && most == 3) {
            const auto named = region_named(*tree.children[2], tree.children[2]->text);
            if (!named) {
                return failure(named.error());
            }
            region = *named;
        }
        bound_.needs.changes = true;
        return add({.kind = BoundNode::Kind::function,
                    .type = StepType::truth,
                    .position = tree.position,
                    .function = function,
                    .region = region,
                    .from = *from,
                    .to = *to});
    }

    /// An argument that must be an integer known now, such as `2*64k`.
    [[nodiscard]] Expected<std::int64_t> bound_number(const Tree& tree) {
        return bind(tree).and_then([&](std::uint32_t operand) -> Expected<std::int64_t> {
            const BoundNode& node = bound_.nodes[operand];
            const bool is_integer = node.kind == BoundNode::Kind::constant && node.type == StepType::number &&
                                    !node.value.is_lacking() && node.value.number.is_integer();
            if (!is_integer) {
                return error(tree, "this bound is no integer", "write a number such as 64k");
            }
            return node.value.number.numerator();
        });
    }

    const StepScope& scope_;
    BoundExpression bound_;
};

}  // namespace

Expected<BoundExpression> bind_expression(const ExpressionNode& root, const StepScope& scope) {
    return Binder(scope).all(root);
}

}  // namespace arenascope
