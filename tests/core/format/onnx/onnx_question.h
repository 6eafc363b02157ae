#pragma once

#include <algorithm>

#include "core/format/reading.h"
#include "tests/support/onnx_writer.h"

namespace arenascope::test {

/// The sizes of the outputs of a few ONNX operators.
namespace onnx_question {

using namespace onnx_writer;

inline constexpr std::int64_t uint8 = 2;
inline constexpr std::int64_t int32 = 6;
inline constexpr std::int64_t float16 = 10;
inline constexpr std::int64_t int4 = 22;

/// Operators and their operands. They write y and perhaps more.
struct TestedNodes {
    Names nodes;
    Names inputs;
    Names initializers = {};
    std::int64_t version = 21;
};

/// Extents and bytes of a value, such as "2x3 24"; "unknown" if there is no such buffer.
inline std::string of(const TestedNodes& tested, const std::string& name = "y") {
    const GraphParts parts{tested.nodes, tested.inputs, {value(name, 0, std::nullopt)}, tested.initializers};
    const std::string runtime = bytes(8, bytes(1, "com.microsoft") + number(2, 1));
    const auto document = parse_document(model(parts, tested.version, runtime), "net.onnx");
    if (!document) {
        return to_string(document.error());
    }
    const auto& buffers = document->problem.buffers;
    const auto found = std::ranges::find(buffers, name, &Buffer::name);
    if (found == buffers.end()) {
        return "unknown";
    }
    std::string text;
    for (const std::int64_t extent :
         document->problem.graph->tensors[static_cast<std::size_t>(found - buffers.begin())].shape) {
        text += text.empty() ? "" : "x";
        text += std::to_string(extent);
    }
    return text + " " + std::to_string(found->size.value());
}

/// The operand x.
inline std::string x(const Shape& shape, std::int64_t type = float32) {
    return value("x", type, shape);
}

/// A string attribute.
inline std::string text(const std::string& name, const std::string& content) {
    return bytes(1, name) + bytes(4, content) + number(20, 3);
}

/// A stored row of int64.
inline std::string row(const std::string& name, const Shape& numbers) {
    return tensor(name, int64, {static_cast<std::int64_t>(numbers.size())}, numbers);
}

/// An operator of ONNX Runtime's own.
inline std::string runtime_node(const std::string& type, const Names& inputs, const Names& outputs,
                                const Names& attributes = {}) {
    return node(type, inputs, outputs, attributes, "com.microsoft");
}

}  // namespace onnx_question
}  // namespace arenascope::test
