#include "core/format/onnx/known_value.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "core/format/wire_reader.h"

namespace arenascope::onnx_file {
namespace {

struct ElementType {
    std::string_view name;
    std::int64_t bits;
};

/// Indexed by ONNX's number for the type.
constexpr ElementType element_types[] = {{"", 0},
                                         {"float32", 32},
                                         {"uint8", 8},
                                         {"int8", 8},
                                         {"uint16", 16},
                                         {"int16", 16},
                                         {"int32", 32},
                                         {"int64", 64},
                                         {"string", 0},
                                         {"bool", 8},
                                         {"float16", 16},
                                         {"float64", 64},
                                         {"uint32", 32},
                                         {"uint64", 64},
                                         {"complex64", 64},
                                         {"complex128", 128},
                                         {"bfloat16", 16},
                                         {"float8e4m3fn", 8},
                                         {"float8e4m3fnuz", 8},
                                         {"float8e5m2", 8},
                                         {"float8e5m2fnuz", 8},
                                         {"uint4", 4},
                                         {"int4", 4},
                                         {"float4e2m1", 4},
                                         {"float8e8m0", 8},
                                         {"uint2", 2},
                                         {"int2", 2}};

const ElementType& type_of(std::int64_t element) {
    return element >= 0 && element < std::ssize(element_types) ? element_types[static_cast<std::size_t>(element)]
                                                               : element_types[0];
}

/// Whether an integer type is signed.
bool has_sign(std::int64_t element) {
    return type_of(element).name.starts_with("int");
}

std::int64_t extended(std::uint64_t bits, std::int64_t width, bool has_sign) {
    constexpr std::int64_t all_bits = 64;
    if (width >= all_bits) {
        return static_cast<std::int64_t>(bits);
    }
    const std::uint64_t sign = std::uint64_t{1} << (width - 1);
    bits &= (sign << 1U) - 1;
    return static_cast<std::int64_t>(has_sign && (bits & sign) != 0 ? bits - (sign << 1U) : bits);
}

/// Decodes raw data, which is little-endian.
std::vector<Number> from_memory(std::string_view bytes, std::int64_t element) {
    constexpr std::int64_t bits_of_byte = 8;
    const std::int64_t bits = element_bits(element);
    const auto width = static_cast<std::size_t>(bits / bits_of_byte);
    std::vector<Number> numbers;
    for (std::size_t at = 0; at + width <= bytes.size(); at += width) {
        std::uint64_t raw = 0;
        for (std::size_t i = width; i-- > 0;) {
            raw = (raw << 8U) | static_cast<unsigned char>(bytes[at + i]);
        }
        if (element == element::float32) {
            numbers.push_back(float_number(static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(raw)))));
        } else if (element == element::float64) {
            numbers.push_back(float_number(std::bit_cast<double>(raw)));
        } else {
            numbers.push_back(integer_number(extended(raw, bits, has_sign(element))));
        }
    }
    return numbers;
}

}  // namespace

std::string_view element_name(std::int64_t element) {
    return type_of(element).name;
}

std::int64_t element_bits(std::int64_t element) {
    return type_of(element).bits;
}

bool KnownValue::is_integer() const {
    const std::string_view name = element_name(element);
    constexpr std::int64_t byte = 8;
    return element == element::boolean ||
           ((name.starts_with("int") || name.starts_with("uint")) && element_bits(element) >= byte);
}

bool KnownValue::all_known() const {
    return std::ranges::all_of(numbers, [](const Number& number) { return number.known; });
}

Number integer_number(std::int64_t number) {
    return {true, number, 0};
}

Number float_number(double number) {
    return {true, 0, number};
}

KnownValue row_of(const Extents& numbers) {
    KnownValue row{element::int64, {std::ssize(numbers)}, {}};
    std::ranges::transform(numbers, std::back_inserter(row.numbers), integer_number);
    return row;
}

std::optional<std::int64_t> element_count(const Extents& shape, std::int64_t most) {
    if (shape.size() > max_rank) {
        return std::nullopt;
    }
    // Checks all extents, even if one is zero.
    std::int64_t product = 1;
    bool is_empty = false;
    for (const std::int64_t extent : shape) {
        if (extent < 0 || extent > most) {
            return std::nullopt;
        }
        is_empty |= extent == 0;
        product *= std::max<std::int64_t>(extent, 1);
        if (product > most) {
            return std::nullopt;
        }
    }
    return is_empty ? 0 : product;
}

std::optional<KnownValue> stored_value(const StoredTensor& tensor) {
    KnownValue value{tensor.element, tensor.shape, {}};
    const auto elements = element_count(tensor.shape, KnownValue::max_stored_elements);
    if (!elements || tensor.is_external || tensor.message.empty() || (!value.is_float() && !value.is_integer())) {
        return std::nullopt;
    }
    std::vector<double> floats;
    Extents integers;
    protobuf::WireReader reader(tensor.message);
    bool is_complete = true;
    while (const auto field = reader.next()) {
        switch (field->number) {
            case 4:
                is_complete &= add_floats(*field, floats);
                break;
            case 5:
            case 7:
            case 11:
                is_complete &= add_numbers(*field, integers);
                break;
            case 9:
                value.numbers = from_memory(field->bytes, tensor.element);
                break;
            case 10:
                is_complete &= add_doubles(*field, floats);
                break;
            default:
                break;
        }
    }
    if (value.numbers.empty()) {
        std::ranges::transform(floats, std::back_inserter(value.numbers), float_number);
        std::ranges::transform(integers, std::back_inserter(value.numbers), integer_number);
    }
    const bool fits =
        is_complete && std::ssize(value.numbers) == *elements && (value.is_float() ? integers.empty() : floats.empty());
    return fits ? std::optional(std::move(value)) : std::nullopt;
}

std::optional<Extents> integers_in(const KnownValue& value) {
    if (!value.is_integer() || !value.all_known()) {
        return std::nullopt;
    }
    Extents integers;
    for (const Number& number : value.numbers) {
        integers.push_back(number.integer);
    }
    return integers;
}

}  // namespace arenascope::onnx_file
