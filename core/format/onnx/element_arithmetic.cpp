#include "core/format/onnx/element_arithmetic.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/memory/quantity.h"

namespace arenascope::onnx_file {
namespace {

Number whole_or_unknown(std::optional<std::int64_t> number) {
    return number ? whole_number(*number) : Number{};
}

/// A quotient towards zero, as the standard has it.
std::optional<std::int64_t> quotient(std::int64_t a, std::int64_t b) {
    const bool overflows = a == std::numeric_limits<std::int64_t>::min() && b == -1;
    return b == 0 || overflows ? std::nullopt : std::optional(a / b);
}

/// With the sign of the dividend.
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

Number whole_combination(std::string_view type, std::int64_t a, std::int64_t b) {
    if (type == "Add" || type == "Sum") {
        return whole_or_unknown(checked_add(a, b));
    }
    if (type == "Sub") {
        return whole_or_unknown(checked_subtract(a, b));
    }
    if (type == "Mul") {
        return whole_or_unknown(checked_multiply(a, b));
    }
    if (type == "Div") {
        return whole_or_unknown(quotient(a, b));
    }
    if (type == "Mod") {
        return whole_or_unknown(modulus(a, b));
    }
    if (type == remainder_operation) {
        return whole_or_unknown(remainder(a, b));
    }
    if (type == "Pow") {
        return whole_or_unknown(power(a, b));
    }
    if (type == "Min") {
        return whole_number(std::min(a, b));
    }
    if (type == "Max") {
        return whole_number(std::max(a, b));
    }
    if (type == "And" || type == "Or" || type == "Xor") {
        const bool x = a != 0;
        const bool y = b != 0;
        return whole_number(type == "And" ? (x && y) : type == "Or" ? (x || y) : x != y);
    }
    return {};
}

Number real_combination(std::string_view type, double a, double b) {
    if (type == "Add" || type == "Sum") {
        return real_number(a + b);
    }
    if (type == "Sub") {
        return real_number(a - b);
    }
    if (type == "Mul") {
        return real_number(a * b);
    }
    if (type == "Div") {
        return b == 0 ? Number{} : real_number(a / b);
    }
    if (type == "Pow") {
        return real_number(std::pow(a, b));
    }
    if (type == remainder_operation) {
        return b == 0 ? Number{} : real_number(std::fmod(a, b));
    }
    if (type == "Min") {
        return real_number(std::min(a, b));
    }
    if (type == "Max") {
        return real_number(std::max(a, b));
    }
    return {};
}

/// What a number of single precision keeps of it.
Number rounded(Number number, std::int64_t element) {
    if (element == element::float32 && std::abs(number.real) <= std::numeric_limits<float>::max()) {
        number.real = static_cast<double>(static_cast<float>(number.real));
    }
    return number;
}

constexpr std::string_view of_two[] = {
    "Add",         "Sub", "Mul", "Div", "Mod", "Pow", "Min", "Max", "Sum", "Equal", "Greater", "Less", "GreaterOrEqual",
    "LessOrEqual", "And", "Or",  "Xor"};
constexpr std::string_view of_one[] = {"Neg", "Abs", "Identity"};
constexpr std::string_view of_one_float[] = {"Floor", "Ceil", "Round", "Sqrt"};
constexpr std::string_view of_one_integer[] = {"Sign", "Not"};

template <class Types>
bool is_among(const Types& types, std::string_view type) {
    return std::find(std::begin(types), std::end(types), type) != std::end(types);
}

}  // namespace

bool is_element_wise(std::string_view type) {
    return is_among(of_two, type) || is_among(of_one, type) || is_among(of_one_float, type) ||
           is_among(of_one_integer, type);
}

std::optional<Extents> spread_shape(const std::vector<const Extents*>& shapes) {
    std::size_t rank = 0;
    for (const Extents* shape : shapes) {
        rank = std::max(rank, shape->size());
    }
    Extents spread(rank, 1);
    for (const Extents* shape : shapes) {
        for (std::size_t i = 0; i < shape->size(); ++i) {
            const std::int64_t extent = (*shape)[i];
            std::int64_t& whole = spread[rank - shape->size() + i];
            if (extent != 1 && whole != 1 && extent != whole) {
                return std::nullopt;
            }
            whole = extent == 1 ? whole : extent;
        }
    }
    return spread;
}

std::optional<KnownValue> spread(const KnownValue& value, const Extents& shape, std::int64_t most) {
    const auto whole = spread_shape({&value.shape, &shape});
    const auto elements = whole ? few_elements(*whole, most) : std::nullopt;
    if (!elements) {
        return std::nullopt;
    }
    KnownValue result{value.element, *whole, {}};
    const std::size_t rank = whole->size();
    for (std::int64_t i = 0; i < *elements; ++i) {
        std::int64_t rest = i;
        std::int64_t from = 0;
        std::int64_t stride = 1;
        for (std::size_t axis = rank; axis-- > 0;) {
            const std::int64_t position = rest % (*whole)[axis];
            rest /= (*whole)[axis];
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
        // What is multiplied by zero, or compared with it, would need the same care everywhere: unknown stays unknown.
        return {};
    }
    const bool is_real = element == element::float32 || element == element::float64;
    if (is_comparison(type)) {
        return whole_number(is_real ? compare(type, a.real, b.real) : compare(type, a.whole, b.whole));
    }
    return is_real ? rounded(real_combination(type, a.real, b.real), element)
                   : whole_combination(type, a.whole, b.whole);
}

std::optional<KnownValue> combined(std::string_view type, const std::vector<const KnownValue*>& operands,
                                   std::int64_t most) {
    constexpr std::size_t most_operands = 64;
    if (!(is_among(of_two, type) || type == remainder_operation) || operands.empty() ||
        operands.size() > most_operands) {
        return std::nullopt;
    }
    std::vector<const Extents*> shapes;
    for (const KnownValue* operand : operands) {
        if (operand->is_real() != operands.front()->is_real()) {
            return std::nullopt;
        }
        shapes.push_back(&operand->shape);
    }
    const auto shape = spread_shape(shapes);
    auto result = shape ? spread(*operands.front(), *shape, most) : std::nullopt;
    for (std::size_t i = 1; result && i < operands.size(); ++i) {
        const auto other = spread(*operands[i], *shape, most);
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
    const bool is_real = operand.is_real();
    if (!is_among(of_one, type) && !(is_real ? is_among(of_one_float, type) : is_among(of_one_integer, type))) {
        return std::nullopt;
    }
    KnownValue result = operand;
    for (Number& number : result.numbers) {
        if (!number.known) {
            continue;
        }
        if (type == "Neg") {
            number = is_real ? real_number(-number.real) : whole_or_unknown(checked_subtract(0, number.whole));
        } else if (type == "Abs") {
            number = is_real             ? real_number(std::abs(number.real))
                     : number.whole >= 0 ? number
                                         : whole_or_unknown(checked_subtract(0, number.whole));
        } else if (type == "Sign") {
            number = whole_number((number.whole > 0) - (number.whole < 0));
        } else if (type == "Floor") {
            number = real_number(std::floor(number.real));
        } else if (type == "Ceil") {
            number = real_number(std::ceil(number.real));
        } else if (type == "Round") {
            number = real_number(std::nearbyint(number.real));
        } else if (type == "Sqrt") {
            number = number.real < 0 ? Number{} : rounded(real_number(std::sqrt(number.real)), operand.element);
        } else if (type == "Not") {
            number = whole_number(number.whole == 0);
        }
    }
    return result;
}

std::optional<KnownValue> cast(const KnownValue& operand, std::int64_t element) {
    KnownValue result{element, operand.shape, operand.numbers};
    if (!result.is_real() && !result.is_whole()) {
        return std::nullopt;
    }
    constexpr double largest = 9e18;
    for (Number& number : result.numbers) {
        if (!number.known) {
            continue;
        }
        if (operand.is_real() && !result.is_real()) {
            const bool fits = std::abs(number.real) < largest;
            number = element == element::boolean ? whole_number(number.real != 0)
                     : fits                      ? whole_number(static_cast<std::int64_t>(number.real))
                                                 : Number{};
        } else if (!operand.is_real() && result.is_real()) {
            number = rounded(real_number(static_cast<double>(number.whole)), element);
        } else if (element == element::boolean) {
            number = whole_number(number.whole != 0);
        } else {
            number = result.is_real() ? rounded(number, element) : number;
        }
    }
    return result;
}

}  // namespace arenascope::onnx_file
