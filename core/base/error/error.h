#pragma once

#include <cstdint>
#include <string>

#include <tl/expected.hpp>

namespace arenascope {

/// An error as a value: where it happened, its cause and its cure. Readers, planners and writers return it instead of
/// throwing.
struct Error {
    std::string source;     ///< file, or "standard input"; empty: no file is involved
    std::int64_t line = 0;  ///< 1-based line in `source`; 0: no particular line
    std::string cause;      ///< what is wrong; names the column, key or buffer
    std::string cure;       ///< what to do; empty: the cause already says it
};

/// `source:line: cause; cure`, without the empty parts.
[[nodiscard]] std::string to_string(const Error& error);

template <class Value>
using Expected = tl::expected<Value, Error>;

[[nodiscard]] inline tl::unexpected<Error> failure(Error error) {
    return tl::unexpected<Error>(std::move(error));
}

/// A failure without a file or line, for example about an option.
[[nodiscard]] inline tl::unexpected<Error> failure(std::string cause, std::string cure = {}) {
    return tl::unexpected<Error>(Error{{}, 0, std::move(cause), std::move(cure)});
}

}  // namespace arenascope
