#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope::test {

/// A problem that the tuner has far more to do for than any test waits, with `endless_work`: rectangles of many sizes
/// over each other.
inline std::shared_ptr<const Problem> endless_problem() {
    auto problem = std::make_shared<Problem>();
    for (std::int64_t i = 0; i < 400; ++i) {
        Buffer buffer;
        buffer.name = std::to_string(i);
        buffer.lifetime = {Step(i * 7 % 97), Step(i * 7 % 97 + 3 + i * 13 % 31)};
        buffer.size = Bytes(1000 + i * 7919 % 5000);
        problem->buffers.push_back(buffer);
    }
    return problem;
}

inline constexpr auto endless_work = "4000000000000000";

inline std::shared_ptr<const Layout> nothing_placed(const Problem& problem) {
    return std::make_shared<const Layout>(empty_layout(problem));
}

}  // namespace arenascope::test
