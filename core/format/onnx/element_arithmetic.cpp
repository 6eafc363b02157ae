#include "core/format/onnx/element_arithmetic.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/model/memory/quantity.h"

namespace arenascope::onnx_file {
namespace {

Number integer_or_unknown(std::optional<std::int64_t> number) {
    return number ? integer_number(*number) : Number{};
}

/// Truncates towards zero, as ONNX requires.
std::optional<std::int64_t> quotient(std::int64_t a, std::int64_t b) {
    const bool overflows = a == std::numeric_limits<std::int64_t>::min() && b == -1;
    return b == 0 || overflows ? std::nullopt : std::optional(a / b);
}

/// The result has the sign of the dividend.
std::optional<std::int64_t> remainder(std::int64_t a, std::int64_t b) {
    // The machine would not divide the least number by -1.
    return b == 0 ? std::nullopt : std::optional(b == -1 ? 0 : a % b);
}

/// With the sign of the divisor.
std::optional<std::int64_t> modulus(std::int64_t a, std::int64_t b) {
    const auto rest = remainder(a, b);
    return rest && *rest != 0 && (*rest < 0) != (b < 0) ? std::optional(*rest + b) : rest;
}

std::optional<std::int64_t> power(std::int64_t base, std::int64_t exponent) {
    constexpr std::int64_t most = 64;
    if (exponent < 0 || exponent > most) {
        return std::nullopt;
    }
    std::optional<std::int64_t> product = 1;
    for (std::int64_t i = 0; product && i < exponent; ++i) {
        product = checked_multiply(*product, base);
    }
    return product;
}

bool is_comparison(std::string_view type) {
    return type == "Equal" || type == "Greater" || type == "Less" || type == "GreaterOrEqual" || type == "LessOrEqual";
}

template <class Value>
bool compare(std::string_view type, Value a, Value b) {
    if (type == "Equal") {
        return a == b;
    }
    if (type == "Greater") {
        return a > b;
    }
    if (type == "Less") {
        return a < b;
    }
    return type == "GreaterOrEqual" ? a >= b : a <= b;
}

Number integer_combination(std::string_view type, std::int64_t a, std::int64_t b) {
    if (type == "Add" || type == "Sum") {
        return integer_or_unknown(checked_add(a, b));
    }
    if (type == "Sub") {
        return integer_or_unknown(checked_subtract(a, b));
    }
    if (type == "Mul") {
        return integer_or_unknown(checked_multiply(a, b));
    }
    if (type == "Div") {
        return integer_or_unknown(quotient(a, b));
    }
    if (type == "Mod") {
        return integer_or_unknown(modulus(a, b));
    }
    if (type == remainder_operation) {
        return integer_or_unknown(remainder(a, b));
    }
    if (type == "Pow") {
        return integer_or_unknown(power(a, b));
    }
    if (type == "Min") {
        return integer_number(std::min(a, b));
    }
    if (type == "Max") {
        return integer_number(std::max(a, b));
    }
    if (type == "And" || type == "Or" || type == "Xor") {
        const bool x = a != 0;
        const bool y = b != 0;
        return integer_number(type == "And" ? (x && y) : type == "Or" ? (x || y) : x != y);
    }
    return {};
}

Number float_combination(std::string_view type, double a, double b) {
    if (type == "Add" || type == "Sum") {
        return float_number(a + b);
    }
    if (type == "Sub") {
        return float_number(a - b);
    }
    if (type == "Mul") {
        return float_number(a * b);
    }
    if (type == "Div") {
        return b == 0 ? Number{} : float_number(a / b);
    }
    if (type == "Pow") {
        return float_number(std::pow(a, b));
    }
    if (type == remainder_operation) {
        return b == 0 ? Number{} : float_number(std::fmod(a, b));
    }
    if (type == "Min") {
        return float_number(std::min(a, b));
    }
    if (type == "Max") {
        return float_number(std::max(a, b));
    }
    return {};
}

/// Rounds to single precision if that is the element type.
Number rounded(Number number, std::int64_t element) {
    if (element == element::float32 && std::abs(number.floating) <= std::numeric_limits<float>::max()) {
        number.floating = static_cast<double>(static_cast<float>(number.floating));
    }
    return number;
}

constexpr std::string_view binary_types[] = {
    "Add",         "Sub", "Mul", "Div", "Mod", "Pow", "Min", "Max", "Sum", "Equal", "Greater", "Less", "GreaterOrEqual",
    "LessOrEqual", "And", "Or",  "Xor"};
constexpr std::string_view unary_types[] = {"Neg", "Abs", "Identity"};
constexpr std::string_view unary_float_types[] = {"Floor", "Ceil", "Round", "Sqrt"};
constexpr std::string_view unary_integer_types[] = {"Sign", "Not"};

template <class Types>
bool is_among(const Types& types, std::string_view type) {
    return std::find(std::begin(types), std::end(types), type) != std::end(types);
}

}  // namespace

bool is_element_wise(std::string_view type) {
    return is_among(binary_types, type) || is_among(unary_types, type) || is_among(unary_float_types, type) ||
           is_among(unary_integer_types, type);
}

std::optional<Extents> broadcast_shape(const std::vector<const Extents*>& shapes) {
    std::size_t rank = 0;
    for (const Extents* shape : shapes) {
        rank = std::max(rank, shape->size());
    }
    Extents broadcast(rank, 1);
    for (const Extents* shape : shapes) {
        for (std::size_t i = 0; i < shape->size(); ++i) {
            const std::int64_t extent = (*shape)[i];
            std::int64_t& target = broadcast[rank - shape->size() + i];
            if (extent != 1 && target != 1 && extent != target) {
                return std::nullopt;
            }
            target = extent == 1 ? target : extent;
        }
    }
    return broadcast;
}

std::optional<KnownValue> broadcast(const KnownValue& value, const Extents& shape, std::int64_t most) {
    const auto target = broadcast_shape({&value.shape, &shape});
    const auto elements = target ? element_count(*target, most) : std::nullopt;
    if (!elements) {
        return std::nullopt;
    }
    KnownValue result{value.element, *target, {}};
    const std::size_t rank = target->size();
    for (std::int64_t i = 0; i < *elements; ++i) {
        std::int64_t rest = i;
        std::int64_t from = 0;
        std::int64_t stride = 1;
        for (std::size_t axis = rank; axis-- > 0;) {
            const std::int64_t position = rest % (*target)[axis];
            rest /= (*target)[axis];
            if (axis + value.shape.size() >= rank) {
                const std::int64_t extent = value.shape[axis + value.shape.size() - rank];
                from += extent == 1 ? 0 : position * stride;
                stride *= extent;
            }
        }
        result.numbers.push_back(value.numbers[static_cast<std::size_t>(from)]);
    }
    return result;
}

Number combination(std::string_view type, std::int64_t element, const Number& a, const Number& b) {
    if (!a.known || !b.known) {
        // Unknown stays unknown, even when multiplied by zero, to keep all operators simple.
        return {};
    }
    const bool is_float = element == element::float32 || element == element::float64;
    if (is_comparison(type)) {
        return integer_number(is_float ? compare(type, a.floating, b.floating) : compare(type, a.integer, b.integer));
    }
    return is_float ? rounded(float_combination(type, a.floating, b.floating), element)
                    : integer_combination(type, a.integer, b.integer);
}

std::optional<KnownValue> combined(std::string_view type, const std::vector<const KnownValue*>& operands,
                                   std::int64_t most) {
    constexpr std::size_t max_operands = 64;
    if (!(is_among(binary_types, type) || type == remainder_operation) || operands.empty() ||
        operands.size() > max_operands) {
        return std::nullopt;
    }
    std::vector<const Extents*> shapes;
    for (const KnownValue* operand : operands) {
        if (operand->is_float() != operands.front()->is_float()) {
            return std::nullopt;
        }
        shapes.push_back(&operand->shape);
    }
    const auto shape = broadcast_shape(shapes);
    auto result = shape ? broadcast(*operands.front(), *shape, most) : std::nullopt;
    for (std::size_t i = 1; result && i < operands.size(); ++i) {
        const auto other = broadcast(*operands[i], *shape, most);
        if (!other) {
            return std::nullopt;
        }
        for (std::size_t at = 0; at < result->numbers.size(); ++at) {
            result->numbers[at] = combination(type, result->element, result->numbers[at], other->numbers[at]);
        }
    }
    if (result && is_comparison(type)) {
        result->element = element::boolean;
    }
    return result;
}

std::optional<KnownValue> transformed(std::string_view type, const KnownValue& operand) {
    const bool is_float = operand.is_float();
    if (!is_among(unary_types, type) &&
        !(is_float ? is_among(unary_float_types, type) : is_among(unary_integer_types, type))) {
        return std::nullopt;
    }
    KnownValue result = operand;
    for (Number& number : result.numbers) {
        if (!number.known) {
            continue;
        }
        if (type == "Neg") {
            number =
                is_float ? float_number(-number.floating) : integer_or_unknown(checked_subtract(0, number.integer));
        } else if (type == "Abs") {
            number = is_float              ? float_number(std::abs(number.floating))
                     : number.integer >= 0 ? number
                                           : integer_or_unknown(checked_subtract(0, number.integer));
        } else if (type == "Sign") {
            number = integer_number((number.integer > 0) - (number.integer < 0));
        } else if (type == "Floor") {
            number = float_number(std::floor(number.floating));
        } else if (type == "Ceil") {
            number = float_number(std::ceil(number.floating));
        } else if (type == "Round") {
            number = float_number(std::nearbyint(number.floating));
        } else if (type == "Sqrt") {
            number =
                number.floating < 0 ? Number{} : rounded(float_number(std::sqrt(number.floating)), operand.element);
        } else if (type == "Not") {
            number = integer_number(number.integer == 0);
        }
    }
    return result;
}

std::optional<KnownValue> cast(const KnownValue& operand, std::int64_t element) {
    KnownValue result{element, operand.shape, operand.numbers};
    if (!result.is_float() && !result.is_integer()) {
        return std::nullopt;
    }
    constexpr double largest = 9e18;
    for (Number& number : result.numbers) {
        if (!number.known) {
            continue;
        }
        if (operand.is_float() && !result.is_float()) {
            const bool fits = std::abs(number.floating) < largest;
            number = element == element::boolean ? integer_number(number.floating != 0)
                     : fits                      ? integer_number(static_cast<std::int64_t>(number.floating))
                                                 : Number{};
        } else if (!operand.is_float() && result.is_float()) {
            number = rounded(float_number(static_cast<double>(number.integer)), element);
        } else if (element == element::boolean) {
            number = integer_number(number.integer != 0);
        } else {
            number = result.is_float() ? rounded(number, element) : number;
        }
    }
    return result;
}

}  // namespace arenascope::onnx_file
