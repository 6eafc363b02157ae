#include "core/planner/planner.h"

#include <array>

namespace arenascope {

namespace {

struct FamilyText {
    std::string_view title;
    std::string_view summary;
};

constexpr std::array<std::string_view, 4> kind_names{"offsets", "shared objects", "exact", "tuner"};

constexpr std::array<FamilyText, 5> family_texts{{
    {"Searching planners", "they place every buffer, then look for a lower peak until a goal or a limit ends the run"},
    {"Greedy planners", "they take the buffers in an order and place each one once"},
    {"Operator sharing", "operators hand memory on, which gives less memory than any layout without sharing"},
    {"Shared objects", "a few separate blocks of memory, each for one buffer after the other, instead of one arena"},
    {"Cores and scratch", "a chip with one memory for each core, and working memory of operators"},
}};

}  // namespace

std::string_view name_of(PlannerKind kind) {
    return kind_names[static_cast<std::size_t>(kind)];
}

std::string_view title_of(PlannerFamily family) {
    return family_texts[static_cast<std::size_t>(family)].title;
}

std::string_view summary_of(PlannerFamily family) {
    return family_texts[static_cast<std::size_t>(family)].summary;
}

}  // namespace arenascope
