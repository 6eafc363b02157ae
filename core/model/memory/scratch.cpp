#include "core/model/memory/scratch.h"

#include <array>

#include "core/base/containers/named_value.h"

namespace arenascope {
namespace {

constexpr std::array<std::string_view, 12> rule_names = {
    "overlay",      "overlay-below", "overlay-above", "free-top", "free-bottom", "grown-top",
    "grown-bottom", "whole-area",    "equal-share",   "no-area",  "minimum-top", "minimum-bottom"};

}  // namespace

std::string_view name_of(ScratchRule rule) {
    return rule_names[static_cast<std::size_t>(rule)];
}

std::optional<ScratchRule> scratch_rule_named(std::string_view name) {
    return value_named<ScratchRule>(rule_names, name);
}

}  // namespace arenascope
