#pragma once

#include <utility>

#include "core/base/error/error.h"

namespace arenascope {

/// Throws `arenascope.Error` with file, line, cause and cure. The GIL must be held.
[[noreturn]] void raise(const Error& error);

/// The value, or raise().
template <class Value>
[[nodiscard]] Value value_of(Expected<Value> expected) {
    if (!expected) {
        raise(expected.error());
    }
    return std::move(*expected);
}

/// The error about this file, if it is about none.
[[nodiscard]] Error about(const std::string& file, Error error);

}  // namespace arenascope
