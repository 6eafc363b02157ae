#include "core/model/network/dimension_wildcard.h"

#include <algorithm>

#include "core/base/error/quotation.h"

namespace arenascope {

DimensionWildcard::DimensionWildcard(const ImportOptions& options) {
    if (const auto given = options.dimensions.find(name); given != options.dimensions.end()) {
        value_ = given->second;
    }
}

std::optional<std::int64_t> DimensionWildcard::value_for(const std::string& dimension, bool is_first) {
    if (value_ && std::ranges::find(dimensions_, dimension) == dimensions_.end()) {
        dimensions_.push_back(dimension);
        first_ = first_.empty() && is_first ? dimension : first_;
    }
    return value_;
}

std::optional<std::string> DimensionWildcard::note() const {
    constexpr std::size_t most = 8;
    if (!value_) {
        return std::nullopt;
    }
    if (dimensions_.empty()) {
        return "dim.* has no effect: every dimension has a value";
    }
    std::string text = "dim.*=" + std::to_string(*value_) + " is used for ";
    for (std::size_t i = 0; i < std::min(most, dimensions_.size()); ++i) {
        text += (i == 0 ? "" : ", ") + shown(dimensions_[i]);
    }
    if (dimensions_.size() > most) {
        text += " and " + std::to_string(dimensions_.size() - most) + " more";
    }
    if (!first_.empty() && *value_ != 1) {
        text +=
            "; if " + shown(first_) + " is the batch, give it its own value, such as --set dim." + shown(first_) + "=1";
    }
    return text;
}

}  // namespace arenascope
