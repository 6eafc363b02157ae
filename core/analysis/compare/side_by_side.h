#pragma once

#include <string>
#include <vector>

#include "core/analysis/compare/plan_changes.h"
#include "core/model/memory/pinned_note.h"

namespace arenascope {

/// Two plans combined into one, so that a picture shows both on the same scale.
struct SideBySide {
    Problem problem;
    Layout layout;
    std::vector<ObjectIndex> object_numbers;  ///< by shared object: its number in its own plan
};

/// The regions of the first plan are above those of the second. Containers stack from the bottom up, so the regions and
/// buffers of the second come first. `first_name` or `second_name` is put before each region name. Buffer names may
/// occur twice, so the result is only for display and fails validate(). Linear.
[[nodiscard]] SideBySide side_by_side(const Comparand& first, const std::string& first_name, const Comparand& second,
                                      const std::string& second_name);

/// The notes of two plans on both of them combined. Each text begins with "A: " or "B: ". Those of the first come
/// first. Linear.
[[nodiscard]] std::vector<PinnedNote> notes_side_by_side(const std::vector<PinnedNote>& first,
                                                         const std::vector<PinnedNote>& second,
                                                         const Problem& second_problem);

}  // namespace arenascope
