#include "core/memory/graph.h"

#include <array>

namespace arenascope {
namespace {

constexpr std::array<std::string_view, 4> feature_names = {"ordinary", "in-place", "removable", "merge"};

}  // namespace

std::string_view name_of(OperatorFeature feature) {
    return feature_names[static_cast<std::size_t>(feature)];
}

std::optional<OperatorFeature> operator_feature_named(std::string_view name) {
    for (std::size_t i = 0; i < feature_names.size(); ++i) {
        if (feature_names[i] == name) {
            return static_cast<OperatorFeature>(i);
        }
    }
    return std::nullopt;
}

}  // namespace arenascope
