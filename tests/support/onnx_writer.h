#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace arenascope::test {

/// Writes ONNX models for tests, field by field in protobuf encoding.
namespace onnx_writer {

inline std::string varint(std::uint64_t value) {
    std::string bytes;
    for (; value >= 0x80U; value >>= 7U) {
        bytes += static_cast<char>((value & 0x7FU) | 0x80U);
    }
    return bytes + static_cast<char>(value);
}

inline std::string number(std::uint32_t field, std::int64_t value) {
    std::string written = varint(std::uint64_t{field} << 3U);
    return written.append(varint(static_cast<std::uint64_t>(value)));
}

inline std::string bytes(std::uint32_t field, const std::string& content) {
    return varint((std::uint64_t{field} << 3U) | 2U) + varint(content.size()) + content;
}

using Shape = std::vector<std::int64_t>;

inline constexpr std::int64_t float32 = 1;
inline constexpr std::int64_t int64 = 7;
inline constexpr std::int64_t boolean = 9;

/// A stored tensor: int64 with these numbers, or another type without data.
inline std::string tensor(const std::string& name, std::int64_t type, const Shape& shape, const Shape& numbers = {}) {
    std::string content;
    for (const std::int64_t extent : shape) {
        content += number(1, extent);
    }
    content += number(2, type);
    for (const std::int64_t element : numbers) {
        content += number(7, element);
    }
    return content + bytes(8, name);
}

/// A dimension with a number, or with a name; an empty name: neither.
inline std::string dimension(std::int64_t extent) {
    return bytes(1, number(1, extent));
}
inline std::string dimension(const std::string& name) {
    return bytes(1, name.empty() ? std::string() : bytes(2, name));
}

/// A value with a type. `dimensions` is a concatenation of `dimension` results; empty: not even a rank.
inline std::string value(const std::string& name, std::int64_t type, const std::optional<std::string>& dimensions) {
    const std::string shape = dimensions ? bytes(2, *dimensions) : std::string();
    return bytes(1, name) + bytes(2, bytes(1, number(1, type) + shape));
}
inline std::string value(const std::string& name, std::int64_t type, const Shape& shape) {
    std::string dimensions;
    for (const std::int64_t extent : shape) {
        dimensions += dimension(extent);
    }
    return value(name, type, std::optional(dimensions));
}

inline std::string integer(const std::string& name, std::int64_t number_of) {
    return bytes(1, name) + number(3, number_of) + number(20, 2);
}
inline std::string integers(const std::string& name, const Shape& numbers) {
    std::string content = bytes(1, name) + number(20, 7);
    for (const std::int64_t element : numbers) {
        content += number(8, element);
    }
    return content;
}
inline std::string stored(const std::string& name, const std::string& tensor_content) {
    return bytes(1, name) + bytes(5, tensor_content) + number(20, 4);
}
inline std::string graph(const std::string& name, const std::string& graph_content) {
    return bytes(1, name) + bytes(6, graph_content) + number(20, 5);
}
/// A reference to an attribute of the call, inside a function.
inline std::string reference(const std::string& name, const std::string& to, std::int64_t kind) {
    return bytes(1, name) + bytes(21, to) + number(20, kind);
}

using Names = std::vector<std::string>;

inline std::string node(const std::string& type, const Names& inputs, const Names& outputs,
                        const Names& attributes = {}, const std::string& domain = {}) {
    std::string content;
    for (const std::string& input : inputs) {
        content += bytes(1, input);
    }
    for (const std::string& output : outputs) {
        content += bytes(2, output);
    }
    content += bytes(3, type + "_" + (outputs.empty() ? std::string() : outputs.front())) + bytes(4, type);
    for (const std::string& attribute : attributes) {
        content += bytes(5, attribute);
    }
    return content + (domain.empty() ? std::string() : bytes(7, domain));
}

/// The encoded parts of a graph.
struct GraphParts {
    Names nodes;
    Names inputs;
    Names outputs;
    Names initializers = {};
    Names values = {};
};

inline std::string content(const GraphParts& parts) {
    std::string all;
    for (const std::string& part : parts.nodes) {
        all += bytes(1, part);
    }
    all += bytes(2, "g");
    for (const std::string& part : parts.initializers) {
        all += bytes(5, part);
    }
    for (const std::string& part : parts.inputs) {
        all += bytes(11, part);
    }
    for (const std::string& part : parts.outputs) {
        all += bytes(12, part);
    }
    for (const std::string& part : parts.values) {
        all += bytes(13, part);
    }
    return all;
}

/// A complete model with this version of the standard operator set.
inline std::string model(const GraphParts& parts, std::int64_t version = 13, const std::string& more = {}) {
    return number(1, 8) + bytes(7, content(parts)) + bytes(8, bytes(1, "") + number(2, version)) + more;
}

}  // namespace onnx_writer
}  // namespace arenascope::test
