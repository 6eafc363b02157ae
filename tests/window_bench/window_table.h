#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace arenascope::bench {

/// What a row must not exceed. Sizes below a million have no bar of their own.
struct WindowBar {
    std::string what;
    std::string unit;  ///< "ms", "GB" or "%"
    std::optional<double> of_a_million;
    std::optional<double> of_ten_million;
};

/// The rows of the table in their order. A figure without a row here is printed, but stands in no table.
[[nodiscard]] const std::vector<WindowBar>& window_bars();

/// A figure of a plan of some size.
struct WindowFigure {
    std::size_t buffers = 0;
    std::string what;
    double value = 0;
};

/// The figures as a table in Markdown, a column for each size. Figures above their bar are marked with "!".
[[nodiscard]] std::string window_table(const std::vector<WindowFigure>& figures);

/// Whether no figure is above its bar.
[[nodiscard]] bool meet_bars(const std::vector<WindowFigure>& figures);

}  // namespace arenascope::bench
