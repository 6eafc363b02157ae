#include "core/format/onnx/element_arithmetic.h"

#include <algorithm>
#include <cmath>
#include <functional>
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

/// Rounds to single precision if that is the element type.
Number rounded(Number number, std::int64_t element) {
    if (element == element::float32 && std::abs(number.floating) <= std::numeric_limits<float>::max()) {
        number.floating = static_cast<double>(static_cast<float>(number.floating));
    }
    return number;
}

/// What an operator makes of two integers, or booleans, and of two floats. Null: unknown.
struct Binary {
    std::string_view type;
    Number (*of_integers)(std::int64_t a, std::int64_t b) = nullptr;
    Number (*of_floats)(double a, double b) = nullptr;
    bool is_comparison = false;
};

template <class Compare>
constexpr Binary comparison(std::string_view type, Compare /*compare*/) {
    return {type, [](std::int64_t a, std::int64_t b) { return integer_number(Compare()(a, b)); },
            [](double a, double b) { return integer_number(Compare()(a, b)); }, true};
}

Number sum(std::int64_t a, std::int64_t b) {
    return integer_or_unknown(checked_add(a, b));
}

Number float_sum(double a, double b) {
    return float_number(a + b);
}

constexpr Binary binary_operators[] = {
    {"Add", sum, float_sum},
    {"Sum", sum, float_sum},
    {"Sub", [](std::int64_t a, std::int64_t b) { return integer_or_unknown(checked_subtract(a, b)); },
     [](double a, double b) { return float_number(a - b); }},
    {"Mul", [](std::int64_t a, std::int64_t b) { return integer_or_unknown(checked_multiply(a, b)); },
     [](double a, double b) { return float_number(a * b); }},
    {"Div", [](std::int64_t a, std::int64_t b) { return integer_or_unknown(quotient(a, b)); },
     [](double a, double b) { return b == 0 ? Number{} : float_number(a / b); }},
    {"Mod", [](std::int64_t a, std::int64_t b) { return integer_or_unknown(modulus(a, b)); }},
    {remainder_operation, [](std::int64_t a, std::int64_t b) { return integer_or_unknown(remainder(a, b)); },
     [](double a, double b) { return b == 0 ? Number{} : float_number(std::fmod(a, b)); }},
    {"Pow", [](std::int64_t a, std::int64_t b) { return integer_or_unknown(power(a, b)); },
     [](double a, double b) { return float_number(std::pow(a, b)); }},
    {"Min", [](std::int64_t a, std::int64_t b) { return integer_number(std::min(a, b)); },
     [](double a, double b) { return float_number(std::min(a, b)); }},
    {"Max", [](std::int64_t a, std::int64_t b) { return integer_number(std::max(a, b)); },
     [](double a, double b) { return float_number(std::max(a, b)); }},
    {"And", [](std::int64_t a, std::int64_t b) { return integer_number(a != 0 && b != 0); }},
    {"Or", [](std::int64_t a, std::int64_t b) { return integer_number(a != 0 || b != 0); }},
    {"Xor", [](std::int64_t a, std::int64_t b) { return integer_number((a != 0) != (b != 0)); }},
    comparison("Equal", std::equal_to<>()),
    comparison("Greater", std::greater<>()),
    comparison("Less", std::less<>()),
    comparison("GreaterOrEqual", std::greater_equal<>()),
    comparison("LessOrEqual", std::less_equal<>()),
};

/// What an operator makes of one integer, or boolean, and of one float. Null: the operator is not computed.
struct Unary {
    std::string_view type;
    Number (*of_integer)(std::int64_t a) = nullptr;
    Number (*of_float)(double a) = nullptr;
};

constexpr Unary unary_operators[] = {
    {"Identity", integer_number, float_number},
    {"Neg", [](std::int64_t a) { return integer_or_unknown(checked_subtract(0, a)); },
     [](double a) { return float_number(-a); }},
    {"Abs", [](std::int64_t a) { return a >= 0 ? integer_number(a) : integer_or_unknown(checked_subtract(0, a)); },
     [](double a) { return float_number(std::abs(a)); }},
    {"Sign", [](std::int64_t a) { return integer_number((a > 0) - (a < 0)); }},
    {"Not", [](std::int64_t a) { return integer_number(a == 0); }},
    {"Floor", nullptr, [](double a) { return float_number(std::floor(a)); }},
    {"Ceil", nullptr, [](double a) { return float_number(std::ceil(a)); }},
    {"Round", nullptr, [](double a) { return float_number(std::nearbyint(a)); }},
    {"Sqrt", nullptr, [](double a) { return a < 0 ? Number{} : float_number(std::sqrt(a)); }},
};

Number combination(const Binary& row, std::int64_t element, const Number& a, const Number& b) {
    const bool is_float = element == element::float32 || element == element::float64;
    // Unknown stays unknown, even when multiplied by zero, to keep all operators simple.
    if (!a.known || !b.known || (is_float ? row.of_floats == nullptr : row.of_integers == nullptr)) {
        return {};
    }
    return is_float ? rounded(row.of_floats(a.floating, b.floating), element) : row.of_integers(a.integer, b.integer);
}

}  // namespace

bool is_element_wise(std::string_view type) {
    return (row_of_operator(binary_operators, type) != nullptr && type != remainder_operation) ||
           row_of_operator(unary_operators, type) != nullptr;
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
    const Binary* row = row_of_operator(binary_operators, type);
    return row != nullptr ? combination(*row, element, a, b) : Number{};
}

std::optional<KnownValue> combined(std::string_view type, const std::vector<const KnownValue*>& operands,
                                   std::int64_t most) {
    constexpr std::size_t max_operands = 64;
    const Binary* row = row_of_operator(binary_operators, type);
    if (row == nullptr || operands.empty() || operands.size() > max_operands) {
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
            result->numbers[at] = combination(*row, result->element, result->numbers[at], other->numbers[at]);
        }
    }
    if (result && row->is_comparison) {
        result->element = element::boolean;
    }
    return result;
}

std::optional<KnownValue> transformed(std::string_view type, const KnownValue& operand) {
    const Unary* row = row_of_operator(unary_operators, type);
    const bool is_float = operand.is_float();
    if (row == nullptr || (is_float ? row->of_float == nullptr : row->of_integer == nullptr)) {
        return std::nullopt;
    }
    KnownValue result = operand;
    for (Number& number : result.numbers) {
        if (number.known) {
            number =
                is_float ? rounded(row->of_float(number.floating), operand.element) : row->of_integer(number.integer);
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
