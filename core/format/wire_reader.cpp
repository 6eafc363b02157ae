#include "core/format/wire_reader.h"

#include <bit>

namespace arenascope::protobuf {
namespace {

constexpr unsigned wire_bits = 3;
constexpr unsigned byte_bits = 8;

std::uint64_t little_endian(std::string_view bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) {
        value = (value << byte_bits) | static_cast<unsigned char>(bytes[i]);
    }
    return value;
}

double float_from(std::uint64_t bits) {
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
}

/// Appends fixed-width numbers, packed or not.
template <class Decode>
bool add_fixed(const Field& field, std::size_t width, std::vector<double>& numbers, Decode decode) {
    if (field.wire != Wire::length_delimited) {
        numbers.push_back(decode(field.value));
        return true;
    }
    if (field.bytes.size() % width != 0) {
        return false;
    }
    for (std::size_t i = 0; i < field.bytes.size(); i += width) {
        numbers.push_back(decode(little_endian(field.bytes.substr(i, width))));
    }
    return true;
}

}  // namespace

std::optional<std::uint64_t> WireReader::take_varint() {
    constexpr unsigned payload_bits = 7;
    constexpr std::size_t longest = 10;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < longest && i < rest_.size(); ++i) {
        const auto byte = static_cast<unsigned char>(rest_[i]);
        value |= static_cast<std::uint64_t>(byte & 0x7FU) << (payload_bits * i);
        if ((byte & 0x80U) == 0) {
            rest_.remove_prefix(i + 1);
            return value;
        }
    }
    damaged_ = true;
    return std::nullopt;
}

std::optional<std::uint64_t> WireReader::take_bytes(std::size_t count) {
    if (rest_.size() < count) {
        damaged_ = true;
        return std::nullopt;
    }
    const std::uint64_t value = little_endian(rest_.substr(0, count));
    rest_.remove_prefix(count);
    return value;
}

std::optional<std::uint64_t> WireReader::next_number() {
    return damaged_ || rest_.empty() ? std::nullopt : take_varint();
}

std::optional<Field> WireReader::next() {
    if (damaged_ || rest_.empty()) {
        return std::nullopt;
    }
    const std::string_view begin = rest_;
    const auto give_up = [&]() -> std::optional<Field> {
        damaged_ = true;
        rest_ = begin;
        return std::nullopt;
    };
    const auto tag = take_varint();
    if (!tag || (*tag >> wire_bits) == 0 || (*tag >> wire_bits) > 0x1FFFFFFFU) {
        return give_up();
    }
    Field field;
    field.number = static_cast<std::uint32_t>(*tag >> wire_bits);
    field.wire = static_cast<Wire>(*tag & 7U);
    std::optional<std::uint64_t> value;
    switch (field.wire) {
        case Wire::varint:
            value = take_varint();
            break;
        case Wire::eight_bytes:
            value = take_bytes(8);
            break;
        case Wire::four_bytes:
            value = take_bytes(4);
            break;
        case Wire::length_delimited:
            value = take_varint();
            if (value && *value <= rest_.size()) {
                field.bytes = rest_.substr(0, static_cast<std::size_t>(*value));
                rest_.remove_prefix(field.bytes.size());
            } else {
                value = std::nullopt;
            }
            break;
        case Wire::group_begin:
        case Wire::group_end:
            // No format that is read here has groups.
            break;
    }
    if (!value) {
        return give_up();
    }
    field.value = *value;
    return field;
}

bool add_numbers(const Field& field, std::vector<std::int64_t>& numbers) {
    if (field.wire != Wire::length_delimited) {
        numbers.push_back(static_cast<std::int64_t>(field.value));
        return true;
    }
    WireReader varints(field.bytes);
    while (const auto number = varints.next_number()) {
        numbers.push_back(static_cast<std::int64_t>(*number));
    }
    return !varints.is_damaged();
}

bool add_floats(const Field& field, std::vector<double>& numbers) {
    return add_fixed(field, sizeof(float), numbers, float_from);
}

bool add_doubles(const Field& field, std::vector<double>& numbers) {
    return add_fixed(field, sizeof(double), numbers, [](std::uint64_t bits) { return std::bit_cast<double>(bits); });
}

}  // namespace arenascope::protobuf
