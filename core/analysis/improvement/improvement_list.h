#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "core/analysis/improvement/improvement.h"

namespace arenascope {

/// The best improvements found so far, sorted as in an ImprovementReport.
class ImprovementList {
public:
    /// `most`: its longest length, ≥ 1.
    explicit ImprovementList(std::size_t most) : most_(most) {}

    /// Whether an improvement with these peaks may enter the list.
    [[nodiscard]] bool has_room_for(Offset peak, Offset region_peak) const;
    /// Adds an improvement, unless the list is full of better ones or has one with the same moves. O(m) for a list of m
    /// improvements, and the moves of those that are as good.
    void add(Improvement improvement);
    [[nodiscard]] std::vector<Improvement> take() { return std::move(list_); }

private:
    std::size_t most_;
    std::vector<Improvement> list_;
};

}  // namespace arenascope
