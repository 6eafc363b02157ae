#pragma once

#include <cstdint>
#include <string>

namespace arenascope {

/// The codes of the built-in operators that the reader treats in a way of their own.
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

/// What TFLite calls the built-in operator of this code; `BUILTIN n` where it is not known.
[[nodiscard]] std::string tflite_operator_name(std::int32_t code);

/// Whether a built-in operator has this name.
[[nodiscard]] bool is_tflite_operator_name(const std::string& name);

/// Whether an operator of this name runs another subgraph that the reader does not look up.
[[nodiscard]] bool holds_unread_graph(const std::string& name);

/// Whether an operator of this name gives the same on every run and does nothing else, so that it may be done ahead.
[[nodiscard]] bool is_pure_tflite_operator(const std::string& name);

}  // namespace arenascope
