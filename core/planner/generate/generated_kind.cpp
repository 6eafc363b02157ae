#include "core/planner/generate/generated_kind.h"

#include "core/base/containers/named_value.h"

namespace arenascope {
namespace {

constexpr std::array<std::string_view, generated_kinds.size()> generated_kind_names{"sparse", "dense", "model",
                                                                                    "perfect"};

}  // namespace

std::string_view name_of(GeneratedKind kind) {
    return generated_kind_names[static_cast<std::size_t>(kind)];
}

std::optional<GeneratedKind> generated_kind_named(std::string_view name) {
    return value_named<GeneratedKind>(generated_kind_names, name);
}

}  // namespace arenascope
