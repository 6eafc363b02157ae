#pragma once

#include <rapidcheck.h>

#include "core/model/memory/layout.h"
#include "tests/support/random_problem.h"

namespace arenascope::test {

/// Random offsets, many of them equal, and up to three sharing groups. Must be called inside a RapidCheck property.
inline Layout random_layout_with_sharing(const Problem& problem) {
    std::vector<std::int64_t> offsets;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        offsets.push_back(4 * *rc::gen::inRange<std::int64_t>(0, 20));
    }
    Layout layout = layout_of(problem, offsets);
    for (std::size_t i = 0, count = *rc::gen::inRange<std::size_t>(0, 4); i < count; ++i) {
        SharingGroup group;
        for (std::size_t buffer = 0; buffer < problem.buffers.size(); ++buffer) {
            if (*rc::gen::inRange(0, 3) == 0) {
                group.members.emplace_back(buffer);
            }
        }
        if (!group.members.empty()) {
            layout.sharing.push_back(std::move(group));
        }
    }
    return layout;
}

}  // namespace arenascope::test
