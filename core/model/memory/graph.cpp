#include "core/model/memory/graph.h"

#include <array>

#include "core/base/containers/named_value.h"

namespace arenascope {
namespace {

constexpr std::array<std::string_view, 4> feature_names = {"ordinary", "in-place", "removable", "merge"};

}  // namespace

std::string_view name_of(OperatorFeature feature) {
    return feature_names[static_cast<std::size_t>(feature)];
}

bool works_in_arena(const Operator& one) {
    return one.type == "ethos-u";
}

std::optional<OperatorFeature> operator_feature_named(std::string_view name) {
    return value_named<OperatorFeature>(feature_names, name);
}

}  // namespace arenascope
