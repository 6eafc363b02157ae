#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace arenascope {

/// A size as XLA prints it for people: "6.00MiB", "512.00M", "0B". K, M, G and T are binary in both forms.
struct PrintedAmount {
    std::int64_t bytes = 0;
    double rounding = 0;  ///< the most bytes that the digits may differ from the exact size; 0: it is exact
};

/// Empty: the text is no size, or one beyond 64 bits.
[[nodiscard]] std::optional<PrintedAmount> printed_amount(std::string_view text);

}  // namespace arenascope
