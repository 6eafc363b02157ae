#include "core/base/text/line_parts.h"

#include <algorithm>

namespace arenascope {

LineParts::LineParts(std::string_view text) : text_(text) {
    constexpr std::size_t part_bytes = std::size_t{1} << 18U;
    const std::size_t last = text.find_last_of('\n') + 1;  // 0 if there is no line end
    std::string_view rest = text.substr(0, last);
    while (!rest.empty()) {
        const std::size_t end = rest.find('\n', std::min(part_bytes, rest.size() - 1));
        parts_.push_back(rest.substr(0, end + 1));
        rest.remove_prefix(end + 1);
    }
    if (last < text.size()) {
        last_line_ = std::string(text.substr(last)) + '\n';
        parts_.emplace_back(last_line_);
    }
}

std::size_t LineParts::begin_of(std::size_t part) const {
    return part + 1 == parts_.size() && !last_line_.empty()
               ? text_.size() + 1 - last_line_.size()
               : static_cast<std::size_t>(parts_[part].data() - text_.data());
}

std::size_t expected_lines(std::string_view text, std::size_t shortest) {
    constexpr std::size_t samples = 256;
    constexpr std::size_t sample_bytes = 4096;
    constexpr double room = 1.02;
    const std::size_t step = std::max(text.size() / samples, sample_bytes);
    std::size_t seen = 0;
    std::size_t lines = 0;
    for (std::size_t at = 0; at < text.size(); at += step) {
        const std::string_view sample = text.substr(at, sample_bytes);
        seen += sample.size();
        lines += static_cast<std::size_t>(std::count(sample.begin(), sample.end(), '\n'));
    }
    const double share = seen == 0 ? 0 : static_cast<double>(lines) / static_cast<double>(seen);
    const auto expected = static_cast<std::size_t>(room * share * static_cast<double>(text.size()));
    return std::min(expected, text.size() / shortest) + 1;
}

}  // namespace arenascope
