#pragma once

#include <cstdint>
#include <string>

#include <tl/expected.hpp>

namespace arenascope {

/// What went wrong, as a value: where, why, and what would be right.
/// Every reader, planner and writer returns one instead of throwing.
struct Error {
    std::string source;     ///< file (or "standard input") the trouble is in; empty when there is none
    std::int64_t line = 0;  ///< 1-based line in `source`; 0 when a line says nothing
    std::string cause;      ///< what is wrong, naming the column, key or buffer it is about
    std::string cure;       ///< what would be right; empty when the cause says it
};

/// `source:line: cause; cure`, leaving out the parts that are empty.
[[nodiscard]] std::string to_string(const Error& error);

template <class Value>
using Expected = tl::expected<Value, Error>;

/// Shorthand for returning a failed Expected.
[[nodiscard]] inline tl::unexpected<Error> failure(Error error) {
    return tl::unexpected<Error>(std::move(error));
}

/// A failure that has no file or line: about options, names, capacities.
[[nodiscard]] inline tl::unexpected<Error> failure(std::string cause, std::string cure = {}) {
    return tl::unexpected<Error>(Error{{}, 0, std::move(cause), std::move(cure)});
}

}  // namespace arenascope
