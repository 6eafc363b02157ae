#pragma once

#include <cstdint>
#include <string>

namespace arenascope {

/// Codes of the built-in operators that the reader treats specially.
enum class TfliteOperator : std::int32_t {
    concatenation = 2,
    call = 31,
    custom = 32,
    split = 49,
    pack = 83,
    unpack = 88,
    split_v = 102,
    if_else = 118,
    while_loop = 119,
    call_once = 129,
};

/// TFLite's name of the built-in operator with this code; `BUILTIN n` for an unknown code.
[[nodiscard]] std::string tflite_operator_name(std::int32_t code);

[[nodiscard]] bool is_tflite_operator_name(const std::string& name);

/// Whether an operator of this name runs a subgraph that the reader does not read.
[[nodiscard]] bool holds_unread_graph(const std::string& name);

/// Whether an operator of this name has no side effects and gives the same result in every run. It may be folded.
[[nodiscard]] bool is_pure_tflite_operator(const std::string& name);

}  // namespace arenascope
