#pragma once

/// @file
/// Errors as values.

#include <cstdint>
#include <string>

#include <tl/expected.hpp>

namespace arenascope::api {

/// Why something could not be done. Nothing of this library throws on purpose, except for std::bad_alloc.
struct Error {
    std::string file = {};  ///< that it is about; empty: none
    std::int64_t line = 0;  ///< in the file, from 1; 0: no particular line
    std::string what = {};  ///< what is wrong
    std::string cure = {};  ///< what to do; empty: `what` already says it
};

/// `file:line: what; cure`, without the empty parts.
/// @param error the error
/// @return one line without a line end
[[nodiscard]] std::string to_string(const Error& error);

/// A value, or the reason why there is none.
template <class Value>
using Result = tl::expected<Value, Error>;

}  // namespace arenascope::api
